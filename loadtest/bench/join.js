/**
 * Measures what a join costs the server's processor, on top of those who are there: `node loadtest/bench/join.js`, with
 * `--returning` for phones that hold tokens. The server has its own games, and its phones are idle. What it takes without
 * the joins is measured right before and after, and taken off. Its governor is off, or the door would choose the pace: that is what
 * the scenario "rush" is for.
 */

/** @import { Row, Server } from './lab.js' */
/** @import { Column } from './table.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { spreadOf } from '../verdict/spread.js';
import { play } from './benchmark.js';
import { HALL, PLAIN } from './hall.js';
import { median, number, over, spread, valuesOf } from './table.js';

/** After a game has begun, or phones have left, the server is idle again this much later. */
const SETTLE_MS = 1500;
const IDLE_MS = 2000;
/** A join goes on when the phone has its welcome: its row is stored, its rate is sent, and others are sent the news. */
const AFTER_MS = 1500;

/** The games of each server whose joins have been played once already. @type {WeakMap<Server, Set<unknown>>} */
const warm = new WeakMap();

/**
 * Lets some join and leave, unmeasured, if these are a server's first joins in a game: its code is compiled then.
 * @param {Server} to @param {unknown} game @param {number} count that there are with them
 */
async function warmUp(to, game, count) {
  const games = warm.get(to) ?? new Set();
  warm.set(to, games);
  if (games.has(game)) return;
  games.add(game);
  await to.fill(count);
}

/** @param {Server} to @returns {Promise<number>} the share of a core that it takes while nobody comes */
async function idle(to) {
  await wait(SETTLE_MS);
  return (await to.measure(() => wait(IDLE_MS))).server;
}

/** The bursts of the first hall, which the others are compared with. @type {Record<string, readonly Row[]>} */
const first = {};

/** @type {Column} the hall is another one, so that rounds are no pairs */
const overFirst = (rows, _all, name) => {
  first[name] ??= rows;
  const middle = (/** @type {readonly Row[]} */ of) => spreadOf(valuesOf(of, 'joinMs')).median;
  return number(middle(rows) / middle(first[name]));
};

await play({
  options: { present: [500, 2000, 8000], joins: 800, perS: 300, returning: false },
  crowd: null,
  env: { GAMES: 'show' },
  shapes: HALL,
  async burst({ to, game, present, joins, perS, returning }) {
    await to.play(game);
    await warmUp(to, game, present + joins);
    // The tokens of those that come back are those of some who were here and left.
    if (returning) await to.fill(present + joins);
    await to.fill(present);
    const before = await idle(to);
    const { ms, cpuMs, ...shares } = await to.measure(async () => {
      await to.fill(present + joins, perS);
      await wait(AFTER_MS);
    });
    await to.fill(present);
    // A hall that came within seconds is pinged within seconds too, so the server is not equally idle all the time.
    const idleMs = ((before + (await idle(to))) / 2) * ms;
    return { ...shares, joinMs: (cpuMs - idleMs) / joins, grossMs: cpuMs / joins };
  },
  figure: 'joinMs',
  title: ({ present, joins, perS, rounds, returning }) =>
    `${joins} ${returning ? 'phones that come back' : 'joins'} at ${perS}/s, ${present} present, ${rounds} rounds: median (quartiles)`,
  columns: {
    'ms CPU a join': spread('joinMs'),
    'with what idles': median('grossMs'),
    [`x ${PLAIN}`]: over('joinMs', PLAIN),
    'x the first hall': overFirst,
  },
});
