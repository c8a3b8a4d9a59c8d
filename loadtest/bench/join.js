/**
 * Measures what a join costs the server's processor, on top of those who are there: `node loadtest/bench/join.js`, with
 * `--returning` for phones that hold tokens. The server has its own games, and its phones are idle. What it takes without
 * the joins is measured right before, and taken off. Its governor is off, or the door would choose the pace: that is what
 * the scenario "rush" is for.
 */

/** @import { Row } from './lab.js' */
/** @import { Column } from './table.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { spreadOf } from '../verdict/spread.js';
import { play } from './benchmark.js';
import { HALL, PLAIN } from './hall.js';
import { median, number, over, spread, valuesOf } from './table.js';

/** After a game has begun, or phones have left, the server is idle again this much later. */
const SETTLE_MS = 1500;
const IDLE_MS = 2000;
/** A join goes on when the phone has its welcome: its row is stored, it is told its rate, others hear of it. */
const AFTER_MS = 1500;

/** The bursts of the first hall, which the others are compared with. @type {Record<string, readonly Row[]>} */
const first = {};

/** @type {Column} the hall is another one, so that rounds are no pairs */
const overFirst = (rows, _all, name) => {
  first[name] ??= rows;
  const middle = (/** @type {readonly Row[]} */ of) => spreadOf(valuesOf(of, 'joinMs')).median;
  return number(middle(rows) / middle(first[name]));
};

await play({
  options: { present: [500, 2000, 8000], joins: 300, perS: 150, returning: false },
  crowd: null,
  env: { GAMES: 'show' },
  shapes: HALL,
  async burst({ to, game, present, joins, perS, returning }) {
    await to.play(game);
    // The tokens of those that come back are those of some who were here and left.
    if (returning) await to.fill(present + joins);
    await to.fill(present);
    await wait(SETTLE_MS);
    const idle = await to.measure(() => wait(IDLE_MS));
    const { ms, cpuMs, ...shares } = await to.measure(async () => {
      await to.fill(present + joins, perS);
      await wait(AFTER_MS);
    });
    await to.fill(present);
    return { ...shares, joinMs: (cpuMs - idle.server * ms) / joins, grossMs: cpuMs / joins };
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
