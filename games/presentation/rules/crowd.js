/** The crowd lane of a talk: emoji reactions, and "slower" or "faster". */

/** @import { TalkInput } from '../types.js' */
/** @import { TalkContext } from '../settings.js' */
/** @import { Talk } from './state.js' */

import { REACTIONS } from '../shared/looks.js';
import { round } from './figures.js';

/** Values of fields that a phone left out. */
export const NO_REACTION = -1;
export const NO_PACE = 2;
/** "Slower" counts for so long; then the speaker is thought to have noticed. */
const PACE_MS = 120_000;
const MINUTE_MS = 60_000;
/** A talk of a day. */
const MOST_MINUTES = 1440;

/**
 * @typedef {{ reactions: number[], paces: Record<string, [value: number, atMs: number]> }} CrowdSum `paces` has those who
 *   said something in this window alone
 */

/** Reactions are counted, and of the pace the last word of each phone is kept: so it grows with those who press it. */
export const crowdFold = {
  grows: true,
  /** @returns {CrowdSum} */
  empty: () => ({ reactions: [], paces: {} }),
  /** @param {CrowdSum} sum @param {TalkInput} input @param {{ id: string }} who @param {number} atMs */
  add(sum, { reaction = NO_REACTION, pace = NO_PACE }, { id }, atMs) {
    if (reaction !== NO_REACTION) {
      while (sum.reactions.length <= reaction) sum.reactions.push(0);
      sum.reactions[reaction] = Number(sum.reactions[reaction]) + 1;
    }
    if (pace !== NO_PACE) say(sum.paces, id, [pace, atMs]);
    return sum;
  },
  /** @param {CrowdSum} a @param {CrowdSum} b @returns {CrowdSum} */
  merge(a, b) {
    const longer = a.reactions.length > b.reactions.length ? a.reactions : b.reactions;
    const sum = {
      reactions: longer.map((_, at) => (a.reactions[at] ?? 0) + (b.reactions[at] ?? 0)),
      paces: { ...a.paces },
    };
    for (const [id, said] of Object.entries(b.paces)) say(sum.paces, id, said);
    return sum;
  },
};

/** The later one counts; of two at the same time the greater, so that no order matters. @param {CrowdSum['paces']} paces @param {string} id @param {[number, number]} said */
function say(paces, id, said) {
  const before = Object.hasOwn(paces, id) ? paces[id] : undefined;
  if (!before || said[1] > before[1] || (said[1] === before[1] && said[0] > before[0])) paces[id] = said;
}

/** @param {Talk} talk @param {CrowdSum | null} sum @param {TalkContext} ctx */
export function takeCrowd(talk, sum, { settings, nowMs }) {
  if (!sum) return;
  if (settings.react && sum.reactions.length > 0) {
    const row = minuteOf(talk, nowMs);
    sum.reactions.forEach((count, at) => {
      if (at >= REACTIONS.length) return;
      talk.reactions[at] = (talk.reactions[at] ?? 0) + count;
      if (row) row.reactions[at] = (row.reactions[at] ?? 0) + count;
    });
  }
  if (!settings.pace) return;
  for (const [id, said] of Object.entries(sum.paces)) {
    say(talk.paces, id, said);
    const row = minuteOf(talk, nowMs);
    if (row) [row.paceSum, row.paceCount] = [row.paceSum + said[0], row.paceCount + 1];
  }
}

/** Forgets what is too long ago, and takes the mean of the rest. @param {Talk} talk @param {TalkContext} ctx */
export function refreshPace(talk, { nowMs }) {
  let [total, n] = [0, 0];
  for (const [id, [value, atMs]] of Object.entries(talk.paces)) {
    if (nowMs - atMs > PACE_MS) delete talk.paces[id];
    else [total, n] = [total + value, n + 1];
  }
  talk.pace = { mean: n === 0 ? 0 : round(total / n), n };
}

/** @param {Talk} talk @param {number} nowMs */
function minuteOf({ minutes, slide }, nowMs) {
  const minute = Math.floor(nowMs / MINUTE_MS);
  const last = minutes.at(-1);
  if (last?.minute === minute) return last;
  if (minutes.length >= MOST_MINUTES) return undefined;
  const row = { minute, reactions: REACTIONS.map(() => 0), paceSum: 0, paceCount: 0, slide };
  minutes.push(row);
  return row;
}
