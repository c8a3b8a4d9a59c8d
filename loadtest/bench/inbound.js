/**
 * Measures inputs folded per second and core: `node loadtest/bench/inbound.js`. Each burst is checked by the server's own
 * count and sum.
 */

import { roomMessage } from '../swarm/colyseus.js';
import { play } from './benchmark.js';
import { INPUT } from './input.js';
import { median, over, spread } from './table.js';

const PLAIN = 'plain Socket.IO';
const BARE = 'bare ws';
const { n } = INPUT;
const four = (/** @type {unknown} */ one) => Array(4).fill(one);

await play({
  options: { phones: [1000, 2000], series: 3, rounds: 4 },
  crowd: 'players',
  shapes: {
    'own, binary': { server: 'own', load: INPUT.binary },
    'own, input event': { server: 'own', load: INPUT.event },
    'own, 4 in a binary message': {
      server: 'own',
      perMessage: 4,
      load: { bytes: [...INPUT.binary.bytes.slice(0, -1), ...four(n)] },
    },
    'own, 4 in an event': { server: 'own', perMessage: 4, load: { payload: four({ n }) } },
    [PLAIN]: { server: 'socket.io', load: INPUT.event },
    'plain, 4 in an event': {
      server: 'socket.io',
      perMessage: 4,
      load: { event: 'inputs', payload: four({ n }) },
    },
    [BARE]: { server: 'ws', load: INPUT.binary },
    Colyseus: { server: 'colyseus', load: { bytes: roomMessage('input', { n }) } },
  },
  async burst({ to, server, perMessage = 1, load, phones, seconds }) {
    const before = await to.counts();
    // One message of each connection is on its way, so the server reads them one by one, as from phones.
    const flood = { kind: 'flood', perMessage, window: phones * perMessage, ...load };
    const { result, ms, cpuMs, ...shares } = await to.load(flood, seconds);
    const after = await to.counts();
    const sent = result.sent * perMessage;
    const [folded, sum] = [after.inputs - before.inputs, after.sum - before.sum];
    if (folded !== sent || sum !== sent * n)
      throw new Error(`${server}: ${sent} were sent, ${folded} came, their sum is ${sum}.`);
    return { perCpuS: (folded / cpuMs) * 1000, perS: (folded / ms) * 1000, ...shares };
  },
  figure: 'perCpuS',
  title: ({ phones, series, rounds, seconds }) =>
    `Inbound, ${phones} connections, ${series} times ${rounds} rounds of ${seconds} s: median (quartiles)`,
  columns: {
    'inputs per CPU second': spread('perCpuS'),
    'µs each': median(({ perCpuS }) => 1e6 / perCpuS),
    'inputs/s': median('perS'),
    [`x ${PLAIN}`]: over('perCpuS', PLAIN),
    [`x ${BARE}`]: over('perCpuS', BARE),
  },
});
