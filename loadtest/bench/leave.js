/**
 * Measures how long the turns of a server are while a whole hall leaves in one moment: `node loadtest/bench/leave.js`. Phones
 * leave by a close frame, by the end of their connections (FIN), or by resetting them (RST). One process asks the server
 * for its health every 5 ms meanwhile; what it waits for at most stands beside the longest turn by the server's own clock.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { play } from './benchmark.js';
import { PLAIN } from './hall.js';
import { worst, spread } from './table.js';

/** @import { Leave } from '../swarm/connection.js' */

/** A game has begun, and what came with the last phone is done, after this time. */
const SETTLE_MS = 2000;
/** A phone that has not been seen off after this time never is. */
const PATIENCE_MS = 30_000;
/** The server has done all that came with the last one after this time. */
const AFTER_MS = 500;

/** @type {Record<Leave, string>} */
const WAYS = { goodbye: 'close frames', end: 'FIN', reset: 'RST' };
const SERVERS = { pong: { server: 'own', game: 'pong' }, [PLAIN]: { server: 'socket.io', game: undefined } };
const shapes = Object.fromEntries(
  Object.entries(SERVERS).flatMap(([name, server]) =>
    Object.entries(WAYS).map(([how, words]) => [`${name}, ${words}`, { ...server, how }]),
  ),
);

await play({
  options: { present: [10_000], rounds: 3 },
  crowd: null,
  env: { GAMES: 'show', GOVERNOR: 'on' },
  shapes,
  async burst({ to, game, how, present }) {
    await to.play(game);
    await to.fill(present);
    await wait(SETTLE_MS);
    await to.turns();
    const { result, ...shares } = await to.measure(async () => {
      const fromMs = performance.now();
      const leaving = to.crowd.leave({ count: present, how, patienceMs: PATIENCE_MS });
      await to.emptied(PATIENCE_MS);
      const emptyMs = performance.now() - fromMs;
      await leaving;
      await wait(AFTER_MS);
      return { emptyMs, ...(await to.turns()) };
    });
    return { ...shares, ...result };
  },
  figure: 'turnMs',
  title: ({ present, rounds }) =>
    `${present} phones leave in one moment, ${rounds} rounds: median (quartiles)`,
  columns: {
    'longest turn, ms': spread('turnMs'),
    'at most': worst('turnMs'),
    'longest wait outside, ms': spread('waitMs'),
    'at most, ms': worst('waitMs'),
    'the watch late by, ms': worst('watchLateMs'),
    'room empty after, ms': spread('emptyMs'),
  },
});
