/** The settings of swarm: what the operator changes live. */

/** @import { Context, ValuesOf } from 'mass-mobile' */

export const settings = /** @type {const} */ ({
  speed: {
    type: 'number',
    minimum: 0.05,
    maximum: 1,
    default: 0.3,
    title: 'Speed of a light',
    unit: 'screens/s',
  },
  gatherShare: {
    type: 'integer',
    minimum: 20,
    maximum: 100,
    default: 70,
    title: 'Gathered when this many are inside',
    unit: '%',
    description: 'Of players who steered in the last 20 seconds',
  },
  leadS: {
    type: 'integer',
    minimum: 0,
    maximum: 120,
    default: 20,
    title: 'A leader leads for',
    unit: 's',
    description: '0: until you pick the next one',
  },
  idleS: {
    type: 'integer',
    minimum: 5,
    maximum: 300,
    default: 20,
    title: 'Patterns when nobody steers for',
    unit: 's',
  },
  names: { type: 'boolean', default: true, title: 'Show names' },
});

/** @typedef {Context<ValuesOf<typeof settings>>} SwarmContext */
