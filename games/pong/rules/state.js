/** The state of pong, as it begins and as it starts over. */

/** @import { Side } from '../settings.js' */

import { COURT, round } from './court.js';

/** @typedef {{ n: number, up: number, down: number, still: number, mean: number, house: boolean }} Crowd */
/**
 * @typedef {object} Pong the state
 * @property {'wait' | 'warmup' | 'serve' | 'play' | 'point' | 'over'} phase
 * @property {number} waitS until the phase ends by itself
 * @property {boolean} [isFirst] this serve begins a game. Older states lack it
 * @property {{ x: number, y: number, dx: number, dy: number }} ball dx: -1 or 1, dy: -1 to 1, shares of the
 *   speeds set, so that a change of speed counts at once
 * @property {number} pace what the keys `,` and `.` made of the speed, 1 at first
 * @property {Record<Side, { y: number, v: number }>} paddles
 * @property {Record<Side, number>} score
 * @property {Record<Side, Crowd>} crowd
 * @property {number} rally
 * @property {number} record the longest rally
 * @property {number} toBeat the record when this rally began
 * @property {number} restS time not yet stepped through
 * @property {{ n: number, kind: string, x: number, y: number, side: Side | null }} event
 * @property {number} cut grows when something jumps
 * @property {Side | null} point who has just scored
 * @property {Side | null} winner
 * @property {{ step: number, heldS: number } | null} warm
 */

/** @returns {Pong} */
export function setup() {
  return {
    phase: 'wait',
    waitS: 0,
    ball: { x: COURT.width / 2, y: COURT.height / 2, dx: 1, dy: 0 },
    pace: 1,
    paddles: { left: { y: COURT.height / 2, v: 0 }, right: { y: COURT.height / 2, v: 0 } },
    score: { left: 0, right: 0 },
    crowd: { left: nobody(), right: nobody() },
    rally: 0,
    record: 0,
    toBeat: 0,
    restS: 0,
    event: { n: 0, kind: 'none', x: 0, y: 0, side: null },
    cut: 0,
    point: null,
    winner: null,
    warm: null,
  };
}

/** @returns {Crowd} */
function nobody() {
  return { n: 0, up: 0, down: 0, still: 0, mean: 0, house: true };
}

/** Starts over at zero to zero; the longest rally stands. @param {Pong} state */
export function reset(state) {
  const { event, cut, record, crowd, restS } = state;
  Object.assign(state, setup(), { event, cut, record, crowd, restS });
}

/** @param {Pong} state @param {string} kind @param {Side | null} side */
export function happen(state, kind, side) {
  state.event = { n: state.event.n + 1, kind, x: round(state.ball.x), y: round(state.ball.y), side };
}
