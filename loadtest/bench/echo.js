/**
 * Measures Drew Harry's echo-broadcast, in which the server sends each message to all: `node loadtest/bench/echo.js`.
 * It counts the messages delivered per second of the server's processor, with few and with many on their way. The
 * scenario "jamming" finds Harry's own figure: how many can be sent before the mean round trip passes 200 ms.
 */

import { roomMessage } from '../swarm/colyseus.js';
import { play } from './benchmark.js';
import { median, over, spread, total } from './table.js';

const PLAIN = 'io.emit';
const BYTES = 32;
const OURS = new Set(['own', 'before']);

await play({
  options: { phones: [1000], outstanding: [1, 8, 64, 512], seconds: 2 },
  crowd: 'lab',
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
  async burst({ to, server, load, outstanding, seconds }) {
    const echo = { kind: 'echo', bytes: BYTES, ...load, outstanding };
    const { result, ms, cpuMs, ...shares } = await to.load(echo, seconds);
    const { received, missing, times } = result;
    // A rival that loses messages keeps its row, which says how many: the figures of all others hold. Ours must lose none.
    if (missing > 0 && OURS.has(server)) throw new Error(`${server}: ${missing} messages did not come back.`);
    const tripMs = times.roundTrip.meanMs;
    return { perCpuS: (received / cpuMs) * 1000, perS: (received / ms) * 1000, tripMs, missing, ...shares };
  },
  figure: 'perCpuS',
  title: ({ phones, outstanding, rounds, seconds }) =>
    `Echo-broadcast, ${phones} clients, ${outstanding} outstanding, ${rounds} rounds of ${seconds} s: median (quartiles)`,
  columns: {
    'delivered per CPU second': spread('perCpuS'),
    'delivered/s': median('perS'),
    [`x ${PLAIN}`]: over('perCpuS', PLAIN),
    'round trip ms': spread('tripMs'),
    lost: total('missing'),
  },
});
