/** Measures what a hall of phones that do nothing takes of a core: `node loadtest/bench/idle.js`. */

import { setTimeout as wait } from 'node:timers/promises';
import { play } from './benchmark.js';
import { HALL, PLAIN } from './hall.js';
import { over, spread } from './table.js';

/** Plain Socket.IO pings each phone every 25 s: in a hall that fills within that time, as many are due each second. */
const PING_EVERY_S = 25;
const SETTLE_MS = 2000;

await play({
  options: { present: [8000], seconds: 10, rounds: 3 },
  crowd: null,
  env: { GAMES: 'show', GOVERNOR: 'on' },
  shapes: HALL,
  async burst({ to, game, present, seconds }) {
    await to.fill(present, present / PING_EVERY_S);
    await to.play(game);
    await wait(SETTLE_MS);
    const { result: _, ...shares } = await to.measure(() => wait(seconds * 1000));
    return shares;
  },
  figure: 'server',
  title: ({ present, rounds, seconds }) =>
    `${present} phones that do nothing, ${rounds} rounds of ${seconds} s: median (quartiles)`,
  columns: {
    '% of a core': spread(({ server }) => server * 100),
    [`x ${PLAIN}`]: over('server', PLAIN),
  },
});
