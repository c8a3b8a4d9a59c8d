/** Times a text of 1,000 characters from the request to each of 1,800 phones: `node loadtest/bench/broadcast.js`. */

import { play } from './benchmark.js';
import { spread } from './table.js';

const CHARACTERS = 1000;

await play({
  options: { phones: [1800], seconds: 5 },
  crowd: 'lab',
  shapes: { own: { server: 'own' }, 'socket.io': { server: 'socket.io' } },
  async burst({ to, server, seconds }) {
    const { result, ...shares } = await to.load(
      { kind: 'broadcast', perS: 1, characters: CHARACTERS },
      seconds,
    );
    const { received, expected, times } = result;
    if (received !== expected) throw new Error(`${server}: ${received} of ${expected} arrived.`);
    return { ...shares, ...times.delivery };
  },
  figure: 'p50Ms',
  title: ({ phones, rounds, seconds }) =>
    `${CHARACTERS} characters to ${phones} phones, ${rounds} rounds of ${seconds} broadcasts: median (quartiles)`,
  columns: { 'p50 ms': spread('p50Ms'), 'p99 ms': spread('p99Ms') },
});
