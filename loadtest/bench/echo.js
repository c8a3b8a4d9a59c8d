/**
 * Measures Drew Harry's echo-broadcast, in which the server sends each message to all: `node loadtest/bench/echo.js`.
 * It counts the messages delivered per second of the server's processor, with few and with many on their way, and
 * finds Harry's figure: how many can be sent before the mean round trip passes 200 ms.
 */

/** @import { Played } from './benchmark.js' */

import { roomMessage } from '../swarm/colyseus.js';
import { play } from './benchmark.js';
import { median, medianOf, over, printResults, spread } from './table.js';

const PLAIN = 'io.emit';
const JAMMED_MS = 200;
const BYTES = 32;

await play({
  options: { phones: [1000], outstanding: [1, 8, 64, 512], seconds: 2 },
  crowd: 'lab',
  cases: ({ phones, outstanding }) =>
    phones.flatMap((/** @type {number} */ count) =>
      outstanding.map((/** @type {number} */ pending) => ({ phones: count, outstanding: pending })),
    ),
  shapes: {
    'own, a packet each': { server: 'own', load: { event: 'echo' } },
    'own, a packet per turn': { server: 'own', load: { event: 'echo-batched' } },
    [PLAIN]: { server: 'socket.io', load: { event: 'echo' } },
    'ws, send(text)': { server: 'ws', load: {} },
    'Colyseus, room.broadcast': {
      server: 'colyseus',
      load: { isBinary: true, lead: roomMessage('echo', 'x'.repeat(BYTES)).slice(0, -BYTES) },
    },
  },
  async burst({ lab, shape: { server, load }, outstanding, seconds }) {
    const echo = { kind: 'echo', bytes: BYTES, ...load, outstanding };
    const { result, ms, cpuMs, ...shares } = await lab.load(server, echo, seconds);
    const { received, missing, times } = result;
    if (missing > 0) throw new Error(`${server}: ${missing} messages did not come back.`);
    const tripMs = times.roundTrip.meanMs;
    return { perCpuS: (received / cpuMs) * 1000, perS: (received / ms) * 1000, tripMs, ...shares };
  },
  title: ({ phones, outstanding, rounds, seconds }) =>
    `Echo-broadcast, ${phones} clients, ${outstanding} outstanding, ${rounds} rounds of ${seconds} s: median (quartiles)`,
  columns: {
    'delivered per CPU second': spread('perCpuS'),
    'delivered/s': median('perS'),
    [`x ${PLAIN}`]: over('perCpuS', PLAIN),
    'round trip ms': spread('tripMs'),
  },
  conclude(played, { phones }) {
    for (const count of phones)
      printJams(
        count,
        played.filter(({ of }) => of.phones === count),
      );
  },
});

/** Finds the highest load that each server takes before it jams. @param {number} count @param {Played[]} played */
function printJams(count, played) {
  const names = Object.keys(played[0]?.results ?? {});
  const best = names.map((name) => {
    const calm = played
      .map(({ results }) => results[name] ?? [])
      .filter((rows) => medianOf(rows, 'tripMs') < JAMMED_MS);
    const most = calm.reduce(
      (a, b) => (medianOf(b, 'perCpuS') > medianOf(a, 'perCpuS') ? b : a),
      calm[0] ?? [],
    );
    return [name, most];
  });
  printResults(
    `The most sent with a mean round trip below ${JAMMED_MS} ms, ${count} clients`,
    {
      'sent per CPU second': spread(({ perCpuS }) => perCpuS / count),
      [`x ${PLAIN}`]: over('perCpuS', PLAIN),
    },
    Object.fromEntries(best),
  );
}
