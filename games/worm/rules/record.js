/** A tick of the worm: it follows the clock, writes a row each second, and looks for peaks and drops. */

/** @import { Worm } from './state.js' */
/** @import { CrowdSum, Segment } from './fold.js' */
/** @import { Row } from './history.js' */
/** @import { WormContext } from './settings.js' */

import { followWall, lineMs, mediaAt } from './clock.js';
import { guard } from './guard.js';
import { noteHand, watchSettings } from './hands.js';
import { MOST_S, append } from './history.js';
import { segmentsOf } from './questions.js';
import { figuresOf, wholeOf } from './stats.js';
import { follow, interrupt } from './turns.js';

/** Rows farther apart are a gap in the line. */
export const GAP_S = 3;
/** The easing of 2012 was made in steps of this length. */
const EASING_STEP_S = 0.05;

/** @param {Worm} state @param {CrowdSum} sum @param {WormContext} ctx */
export function tick(state, sum, ctx) {
  followWall(state, ctx);
  watchSettings(state, ctx);
  state.sum = sum;
  ease(state, ctx);
  if (state.phase !== 'live' || state.beganMs === null) return;
  state.nowS = (lineMs(state, ctx) - state.beganMs) / 1000;
  if (state.nowS >= MOST_S) return endLine(state, ctx);
  const atS = Math.floor(state.nowS);
  if (atS > state.history.lastS) writeRow(state, atS, ctx);
}

/** @param {Worm} state @param {WormContext} ctx */
function endLine(state, ctx) {
  state.phase = 'after';
  noteHand(state, ctx, 'ended', `after ${MOST_S / 3600} hours`, 'worm');
}

/** @param {Worm} state @param {number} atS @param {WormContext} ctx */
function writeRow(state, atS, ctx) {
  const { settings } = ctx;
  resegment(state, atS, ctx);
  if (state.history.lastS >= 0 && atS - state.history.lastS > GAP_S) interrupt(state.turns);
  const { playing, baseS } = state.media;
  const row = rowOf(state, atS, settings.media !== '' && (playing || baseS > 0));
  append(state.history, row);
  const all = row.lines['*'];
  // The setting is in points of 200; a level goes from -1 to 1.
  if (all && guard(all, settings.minN)) follow(state.turns, atS, all.mean, settings.peakRise / 100, all.n);
}

/** @param {Worm} state @param {number} atS @param {boolean} hasMedia @returns {Row} */
function rowOf(state, atS, hasMedia) {
  /** @type {Row['lines']} */
  const lines = {};
  const whole = wholeOf(state.sum);
  if (whole.n > 0) lines['*'] = figuresOf(whole);
  if (state.segmentations.at(-1)?.names.length)
    for (const [segment, cell] of Object.entries(state.sum))
      lines[/** @type {Segment} */ (segment)] = figuresOf(cell);
  return { atS, mediaS: hasMedia ? mediaAt(state, atS) : null, lines };
}

/** Notes what the segments stand for, once it is something else. @param {Worm} state @param {number} fromS @param {WormContext} ctx */
function resegment(state, fromS, { settings }) {
  const names = segmentsOf(settings);
  const last = state.segmentations.at(-1);
  if (last?.by === settings.segmentBy && JSON.stringify(last.names) === JSON.stringify(names)) return;
  if (!last && names.length === 0) return;
  if (last?.fromS === fromS) state.segmentations.pop();
  state.segmentations.push({ fromS, by: settings.segmentBy, names });
}

/** Moves the point of the picture towards the mean, as 2012 did. @param {Worm} state @param {WormContext} ctx */
function ease(state, { dt, settings }) {
  const { mean } = figuresOf(wholeOf(state.sum));
  state.eased += (mean - state.eased) * (1 - (1 - settings.easing) ** (dt / EASING_STEP_S));
}
