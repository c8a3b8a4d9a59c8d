/** The state of a worm, and how a debate begins anew. */

/** @import { Actor } from 'mass-mobile' */
/** @import { CrowdSum, Segment } from './fold.js' */
/** @import { History } from './history.js' */
/** @import { Turns } from './turns.js' */

import { emptyHistory } from './history.js';
import { newTurns } from './turns.js';

/** The parts of a debate, in their order. */
export const PHASES = /** @type {const} */ (['idle', 'before', 'live', 'after', 'done']);

/**
 * @typedef {(typeof PHASES)[number]} Phase
 * @typedef {{ segment: Segment, name: string }} Named
 * @typedef {object} Segmentation what the segments stand for, from a second of the line on
 * @property {number} fromS
 * @property {string} by one of the setting `segmentBy`
 * @property {Named[]} names
 *
 * @typedef {{ atS: number, text: string }} Mark
 * @typedef {{ atS: number, name: string }} Speech '' : nobody speaks
 * @typedef {Actor | 'worm' | null} By `worm`: it did so by itself; null: somebody whose role is not known
 * @typedef {{ atS: number | null, wallMs: number | null, act: string, detail: string, by?: By }} Hand
 * @typedef {object} Clock stage time stands still while the server is down, so the line goes by the wall clock
 * @property {number} offsetMs between stage time and the clock of the line
 * @property {boolean} isWall the clock of the line is the wall clock, ms since 1970
 * @property {number} seenMs the last wall time that the stage was told
 *
 * @typedef {object} Worm
 * @property {Phase} phase
 * @property {Clock} clock
 * @property {number | null} beganMs on the clock of the line; null: there is no line yet
 * @property {number} nowS seconds since it began; stands still when it has ended
 * @property {CrowdSum} sum the levels of this moment
 * @property {number} eased the point of the picture, -1 to 1
 * @property {History} history
 * @property {Turns} turns
 * @property {Segmentation[]} segmentations
 * @property {Mark[]} marks
 * @property {Speech[]} speeches
 * @property {{ playing: boolean, baseS: number, sinceS: number }} media its time is `baseS`, or runs since `sinceS`
 * @property {boolean} hidden from the audience
 * @property {Record<string, string>} answers by player: one sign for each question before and after
 * @property {Hand[]} hands everything that somebody did to the line or to what is seen of it
 * @property {Record<string, string | number | boolean>} watched settings as they were last, so that a change is written down
 */

/** @returns {Worm} */
export function newWorm() {
  return {
    phase: 'idle',
    clock: { offsetMs: 0, isWall: false, seenMs: 0 },
    beganMs: null,
    nowS: 0,
    sum: {},
    eased: 0,
    history: emptyHistory(),
    turns: newTurns(),
    segmentations: [],
    marks: [],
    speeches: [],
    media: { playing: false, baseS: 0, sinceS: 0 },
    hidden: false,
    answers: {},
    hands: [],
    watched: {},
  };
}
