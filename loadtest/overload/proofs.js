/** Lists the proofs of the governor: what happens to the load, second by second, and what must hold. */

/** @import { Hall } from './halls.js' */

import { FURNACE, SHOW } from './halls.js';
import {
  CALM,
  COLLAPSES,
  NOBODY_LOST,
  TENFOLD,
  busy,
  calmAfter,
  fullAgain,
  recovered,
  steady,
  swing,
  useful,
} from './limits.js';

/**
 * @typedef {object} Act
 * @property {number} atS
 * @property {string} [label]
 * @property {number} [phones] the number from now on; they arrive at `perS` and leave all at once
 * @property {number} [perS]
 * @property {boolean} [sends] whether all phones send from now on, and those that come later
 * @property {number} [tickMs] each tick burns this long
 * @property {number} [stallMs] the event loop stands still for so long
 *
 * @typedef {object} Proof
 * @property {string} title
 * @property {number} seconds
 * @property {Hall} [hall] what they play; the furnace
 * @property {number} [deafShare] the share of phones that send whatever they are told
 * @property {boolean} [isOff] whether the governor is off
 * @property {string} [after] the proof to be played first: it finds what jams the server, and phones want to send ten times
 *   that
 * @property {Act[]} acts
 * @property {readonly import('./limits.js').Limit[]} limits
 */

/** Phones want to send so many inputs a second, unless a proof comes after another. */
export const HZ = 20;
/** These phones are far too many: at 20 inputs a second each, they would send three times what the server can take. */
const MANY = 2000;
/** A game that computes holds the event loop for so long. */
const STALL_MS = 2000;
const STALL_AT_S = 12;
/** @type {Act[]} */
const TOO_MANY = [
  { atS: 0, phones: 2500, perS: 500, label: '2,500 phones' },
  { atS: 15, sends: true, label: 'all send, in one moment' },
];

/** @type {Readonly<Record<string, Proof>>} */
export const PROOFS = Object.freeze({
  step: {
    title: 'The hall fills: 200, then 2,000, then 200 phones',
    seconds: 70,
    acts: [
      { atS: 0, phones: 200, label: '200 phones' },
      { atS: 1, sends: true },
      { atS: 12, phones: MANY, perS: 500, label: '2,000, at 500/s' },
      { atS: 50, phones: 200, label: '200' },
    ],
    limits: [...CALM, calmAfter(12), steady(35, 50), ...busy(35, 50), fullAgain(50)],
  },
  cost: {
    title: 'A game grows dear: 200 phones, and ticks that take 60 % of the loop',
    seconds: 65,
    acts: [
      { atS: 0, phones: 200, perS: 500, label: '200 phones' },
      { atS: 1, sends: true },
      { atS: 15, tickMs: 20, label: 'ticks of 20 ms' },
      { atS: 45, tickMs: 0, label: 'ticks of 0 ms' },
    ],
    limits: [...CALM, calmAfter(15), steady(30, 45), fullAgain(45)],
  },
  ramp: {
    title: 'Ten times as many phones, little by little',
    seconds: 320,
    acts: [
      { atS: 0, phones: 250, label: '250 phones' },
      { atS: 1, sends: true },
      { atS: 10, phones: 2500, perS: 7.5, label: 'to 2,500, at 7.5/s' },
    ],
    limits: CALM,
  },
  square: {
    title: 'A load that comes and goes every five seconds: 1,000 phones, ticks of 5 ms',
    seconds: 80,
    acts: [
      { atS: 0, phones: 1000, perS: 500, label: '1,000 phones' },
      { atS: 3, sends: true, label: 'all send' },
      ...[10, 20, 30, 40, 50, 60, 70].flatMap((atS) => [
        { atS, tickMs: 5, label: 'on' },
        { atS: atS + 5, tickMs: 0, label: 'off' },
      ]),
    ],
    limits: [...CALM, swing(20, 80)],
  },
  deaf: {
    title: '1,500 phones, a fifth of them deaf to what they are told',
    seconds: 60,
    deafShare: 0.2,
    acts: [
      { atS: 0, phones: 1500, perS: 500, label: '1,500 phones' },
      { atS: 6, sends: true, label: 'all send' },
    ],
    limits: [...CALM, steady(30, 60), ...busy(30, 60)],
  },
  off: {
    title: 'The law is off, and phones come until it jams',
    seconds: 70,
    isOff: true,
    acts: [
      { atS: 0, phones: 200, label: '200 phones' },
      { atS: 1, sends: true },
      { atS: 5, phones: MANY, perS: 30, label: '30 more a second' },
    ],
    limits: [COLLAPSES],
  },
  ten: {
    title: 'Ten times what jams it, for two minutes, a fifth of the phones deaf',
    seconds: 135,
    deafShare: 0.2,
    after: 'off',
    acts: TOO_MANY,
    limits: [TENFOLD, ...CALM, useful(15)],
  },
  'ten-off': {
    title: 'The same with the law off',
    seconds: 45,
    deafShare: 0.2,
    isOff: true,
    after: 'off',
    acts: TOO_MANY,
    limits: [TENFOLD, COLLAPSES],
  },
  'stall-pong': stall('Pong', SHOW['pong']),
  'stall-quiz': stall('A quiz', SHOW['quiz']),
  'stall-lobby': stall('The lobby', SHOW['lobby']),
});

/** @param {Proof} proof @returns {Hall} */
export function hallOf({ hall }) {
  return hall ?? FURNACE;
}

/** @param {string} what is played @param {Hall | undefined} hall @returns {Proof} */
function stall(what, hall) {
  return {
    title: `${what} with 500 phones, and a server that stands still for two seconds`,
    seconds: 35,
    hall,
    acts: [
      { atS: 0, phones: 500, perS: 250, label: '500 phones' },
      { atS: 4, sends: true },
      { atS: STALL_AT_S, stallMs: STALL_MS, label: 'it stands still' },
    ],
    limits: [NOBODY_LOST, ...recovered(STALL_AT_S, STALL_MS / 1000)],
  };
}
