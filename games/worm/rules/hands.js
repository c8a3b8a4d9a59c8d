/** The log of hands: everything that somebody did to the line, or to what is seen of it, with the time. */

/** @import { WormContext } from './settings.js' */
/** @import { By, Worm } from './state.js' */

import { followWall, lineMs } from './clock.js';

/** Some 200 KB. The oldest stay: they say under which conditions it all began. */
const MOST_HANDS = 2000;
/** Settings that change what is seen of the line. */
const WATCHED = /** @type {const} */ ([
  'minN',
  'delayS',
  'zoom',
  'easing',
  'segmentBy',
  'release',
  'decayS',
  'stayS',
  'peakRise',
  'look',
  'view',
  'spanS',
  'media',
  'high',
  'low',
  'question1',
  'choices1',
  'when1',
  'question2',
  'choices2',
  'when2',
  'question3',
  'choices3',
  'when3',
]);

/** @param {Worm} state @param {WormContext} ctx @param {string} act @param {string} [detail] @param {By} [by] */
export function noteHand(state, ctx, act, detail = '', by = ctx.by) {
  if (state.hands.length >= MOST_HANDS) return;
  followWall(state, ctx);
  const atS = state.beganMs === null ? null : Math.round(state.nowS * 10) / 10;
  const wallMs = state.clock.isWall ? Math.round(lineMs(state, ctx)) : null;
  state.hands.push({ atS, wallMs, act, detail, by });
}

/** Writes changed settings down. @param {Worm} state @param {WormContext} ctx */
export function watchSettings(state, ctx) {
  const isFirst = Object.keys(state.watched).length === 0;
  for (const name of WATCHED) {
    const value = ctx.settings[name];
    const before = state.watched[name];
    if (before === value) continue;
    state.watched[name] = value;
    // Settings are the panel's, so none but the operator can have changed one.
    if (!isFirst) noteHand(state, ctx, 'setting', `${name}: ${before} → ${value}`, 'operator');
  }
}
