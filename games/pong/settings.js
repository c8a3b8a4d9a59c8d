/** The settings of pong: what the operator can change live. */

/** @import { Context, ValuesOf } from 'mass-mobile' */

export const settings = /** @type {const} */ ({
  control: {
    type: 'string',
    enum: ['votes', 'slider', 'tilt'],
    sensors: ['tilt'],
    enumTitles: ['Up / down', 'Slider', 'Tilt'],
    default: 'votes',
    title: 'Phones play by',
  },
  ballSpeed: { type: 'number', minimum: 20, maximum: 160, default: 64, title: 'Ball speed', unit: '/s' },
  ballRise: {
    type: 'number',
    minimum: 0,
    maximum: 120,
    default: 52,
    title: 'Steepest rise of the ball',
    unit: '/s',
  },
  ballRadius: { type: 'number', minimum: 0.5, maximum: 6, default: 1.8, title: 'Ball radius' },
  paddleHeight: { type: 'number', minimum: 4, maximum: 60, default: 18, title: 'Paddle height' },
  paddleWidth: { type: 'number', minimum: 1, maximum: 6, default: 2.4, title: 'Paddle width' },
  stepMs: {
    type: 'integer',
    minimum: 4,
    maximum: 50,
    default: 10,
    title: 'Game loop interval',
    unit: 'ms',
  },
  pointsToWin: {
    type: 'integer',
    minimum: 0,
    maximum: 50,
    default: 11,
    title: 'Points to win',
    description: '0: no end',
  },
  evenOut: {
    type: 'boolean',
    default: true,
    title: 'Even out the sides',
    description: 'The smaller side gets a taller paddle, up to 40 %',
  },
  debug: { type: 'boolean', default: false, title: 'Show the numbers' },
});

/** @typedef {'left' | 'right'} Side */
/** @typedef {Context<ValuesOf<typeof settings>, Side>} PongContext what the rules may know besides the state */
