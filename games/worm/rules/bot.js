/** How people move a worm: they lean to one side, warm to a speaker or cool down, and let the slider rest in between. */

/** @import { BotSight } from 'mass-mobile' */
/** @import { Segment } from './fold.js' */
/** @import { Team, WormSettings } from './settings.js' */
/** @import { frame, notice, personal } from './views.js' */

/** A bot looks at its phone again after this long, well before it drops out of n. */
const USUAL_MS = 3000;
/** A level moves by this much at most at a time: people creep more than they leap. */
const STEP = 0.35;
/** A mood lasts this long for most. */
const MOOD_MS = 12_000;

/**
 * @typedef {BotSight<Team, WormSettings, ReturnType<typeof notice>, ReturnType<typeof personal>, ReturnType<typeof frame>,
 *   null>} Sight
 * @typedef {{ leans: number, mood: number, until: number, y: number, asked: number }} Memory
 */

/** @param {Sight} sight */
export function bot(sight) {
  const { me, notice: told, personal: mine, nowMs, random } = sight;
  if (!told) return null;
  /** @type {Memory} */
  const memory = sight.memory;
  memory.leans ??= random() + random() - 1;
  memory.y ??= 0;
  const open = told.asked.find(({ at }) => mine?.answers[at] === null);
  if (open && (told.phase === 'before' || told.phase === 'after')) {
    const choice = choose(memory, open.choices.length, random);
    const value = { question: open.at, when: told.phase, choice };
    return { submit: { kind: /** @type {const} */ ('answer'), value }, waitMs: me.think(4000) };
  }
  if (told.phase !== 'live') return { waitMs: me.think(2000) };
  if (!(nowMs < memory.until)) renewMood(sight, memory);
  const goal = limit(memory.leans * 0.4 + memory.mood + herd(sight));
  memory.y = limit(memory.y + limit(goal - memory.y, STEP));
  const level = Math.round(memory.y * 50) / 50;
  return { input: { y: level, s: segment(sight) }, waitMs: me.think(USUAL_MS) };
}

/** The answer follows from where they lean, with a slip now and then. @param {Memory} memory @param {number} choices @param {() => number} random */
function choose({ leans, y }, choices, random) {
  const place = (limit(leans + 0.4 * y + 0.3 * (random() - 0.5)) + 1) / 2;
  return Math.min(choices - 1, Math.floor(place * choices));
}

/** A whole room warms to the same things, so half of a mood comes from the time. @param {Sight} sight @param {Memory} memory */
function renewMood({ me, nowMs, random }, memory) {
  memory.mood = 0.5 * Math.sin(nowMs / 14_000) + 0.8 * (random() - 0.5);
  memory.until = nowMs + me.think(MOOD_MS);
}

/** Followers go with the line that they see, contrarians against it. @param {Sight} sight */
function herd({ me, view }) {
  return 0.3 * me.follow * ((view?.all?.mean ?? 0) / 100);
}

/** @param {Sight} sight @returns {Segment} */
function segment({ me, notice: told, personal: mine }) {
  if (told?.segmentBy === 'team') return me.team === 'right' ? 'b' : 'a';
  return mine?.segment ?? '-';
}

/** @param {number} value @param {number} [most] */
function limit(value, most = 1) {
  return Math.min(most, Math.max(-most, value));
}
