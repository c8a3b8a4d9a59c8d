/**
 * Repeats Techracers' experiment of 2017: phones arrive, stay, and hear a text. How late it is at every one of them, and
 * what they cost in memory and processor time while they arrive and while they do nothing.
 */

/** @import { Crowd, Lab, Point } from '../types.js' */
/** @import { LoadReading } from '../swarm/readings.js' */

import { Histogram } from '../histogram.js';
import { CLAIMS, fill } from '../harness/hall.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { count, decimal, ms, say } from '../verdict/headline.js';

const SETTLE_MS = 1000;
/** A text that is not there after this is not delivered. */
const PATIENCE_MS = 5500;
const KB_PER_MB = 1024;
/** The system counts processor time in steps of 10 ms, which say nothing over less than this. */
const SHORTEST_S = 0.2;

/**
 * @typedef {{ connections: number[], arrivalsPerS: number, idleS: number, perS: number, holdS: number,
 *   characters: number }} Settings
 * @typedef {{ connections: number, rssMb: number, heapMb: number }} Memory
 */

export default defineScenario({
  name: 'broadcast',
  title: 'One text to a whole room',
  summary: 'connections in one room: how late a text is at every one of them, memory, processor; beside 2017',
  generator: 'the swarm',
  settings: {
    connections: {
      value: [1, 1300, 1800],
      help: 'connections of each step; the first is the base of the memory',
      least: 1,
      most: 50_000,
    },
    arrivalsPerS: { value: 50, help: 'connections that come a second', least: 0.1, most: 5000 },
    idleS: { value: 10, help: 'seconds in which they do nothing', least: 0.5, most: 3600 },
    perS: { value: 5, help: 'texts a second', least: 0.1, most: 1000 },
    holdS: { value: 20, help: 'seconds in which they hear texts', least: 1, most: 3600 },
    characters: { value: 1000, help: 'characters of each text', least: 1, most: 4096 },
  },
  sizes: {
    smoke: { connections: [1, 40], arrivalsPerS: 100, idleS: 0.5, holdS: 1 },
    published: { arrivalsPerS: 5 },
  },
  plan: ({ connections, arrivalsPerS, idleS, holdS }) => ({
    connections: Math.max(...connections),
    forS: Math.max(...connections) / arrivalsPerS + connections.length * (idleS + holdS + 5),
  }),
  claims: () => [
    {
      ...{ metric: 'messages.undelivered', sign: '==', limit: 0, kind: 'count' },
      words: 'every text is delivered to everybody',
    },
    { metric: 'messages.delivered', sign: '>', limit: 0, words: 'something is delivered', kind: 'count' },
    CLAIMS.nobodyLost,
    {
      ...{ metric: 'delivery.p99Ms', sign: '<', limit: 200, unit: 'ms', kind: 'time' },
      words: 'a text is at everybody before it would pass for a jam',
    },
  ],

  async run(lab) {
    const crowd = await lab.openCrowd({ namespace: '/loadtest', auth: { key: lab.target.key } });
    const sums = { undelivered: 0, delivered: 0 };
    /** @type {Memory[]} */
    const memories = [];
    for (const connections of [...lab.settings.connections].sort((a, b) => a - b)) {
      const { cpuArriving, cpuIdle, spoilt } = await bring(lab, crowd, connections);
      const heard = await broadcast(lab, crowd);
      // The base, too, is taken when the server has done all that it does later.
      lab.phase(`${connections} are there: memory`);
      memories.push({ connections, ...(await lab.memory()) });
      sums.undelivered += heard.undelivered;
      sums.delivered += heard.delivered;
      lab.metric('messages.undelivered', sums.undelivered);
      lab.metric('messages.delivered', sums.delivered);
      lab.metric('connections.lost', crowd.disconnects);
      const memory = memoryOf(memories);
      lab.point({ connections, ...heard.row, ...memory, cpuArriving, cpuIdle, spoilt });
      // The claim is about the fullest hall.
      if (connections < Math.max(...lab.settings.connections)) continue;
      if (heard.row.validity === 'valid' && heard.row.deliveryP99Ms !== null) {
        lab.metric('delivery.p50Ms', Number(heard.row.deliveryP50Ms));
        lab.metric('delivery.p99Ms', Number(heard.row.deliveryP99Ms));
        lab.metric('probe.p99Ms', Number(heard.row.probeP99Ms));
      }
      if (memory.memoryKbPerConnection !== null)
        lab.metric('memory.kbPerConnection', memory.memoryKbPerConnection);
      if (spoilt === '' && cpuArriving !== null) lab.metric('cpu.arriving', cpuArriving);
      if (spoilt === '' && cpuIdle !== null) lab.metric('cpu.idle', cpuIdle);
    }
    lab.table({
      title: 'How the memory was measured',
      note:
        'Resident memory of the server, the median of five readings, each after a full collection of garbage, once it fell ' +
        'no more, while its connections were there and did nothing; the difference between two such states, divided by the connections that ' +
        'came between them. Of the system and its sockets nothing is in it.',
      columns: ['Connections', 'Resident, MB', 'Heap, MB'],
      rows: memories.map(({ connections, rssMb, heapMb }) => [connections, rssMb, heapMb]),
    });
  },

  conclude({ points, metrics }) {
    const top = points.findLast((point) => point.validity === 'valid' && Number(point['connections']) > 1);
    if (!top) return null;
    const memory = metrics['memory.kbPerConnection'];
    const cost = memory === undefined ? '' : `, at ${decimal(memory)} KB of memory each`;
    return {
      headline: say`${count(top['connections'])} phones: half of them have a text after ${ms(top['deliveryP50Ms'])}, 99 of 100 after ${ms(top['deliveryP99Ms'])}, ${metrics['messages.undelivered'] === 0 ? 'nobody missed one' : `${count(metrics['messages.undelivered'])} were not delivered`}${cost}`,
      limitedBy: Number(top['cpu']) > 0.9 ? 'the server’s core' : 'nothing',
    };
  },
});

/**
 * Lets connections come, and then do nothing.
 * @param {Lab<Settings>} lab @param {Crowd} crowd @param {number} connections
 * @throws {LabError} if they could not join
 */
async function bring(lab, crowd, connections) {
  const { arrivalsPerS, idleS } = lab.settings;
  const more = Math.max(0, connections - crowd.joined);
  lab.phase(`${connections} arrive`, more / arrivalsPerS);
  const arriving = await lab.window(() => fill(crowd, { count: more, arrivalsPerS, what: 'connections' }));
  await lab.sleep(SETTLE_MS);
  lab.phase(`${connections} are there and do nothing`, idleS);
  const idle = await lab.window(() => lab.sleep(idleS * 1000), { tries: 2 });
  return {
    cpuArriving: arriving.seconds < SHORTEST_S ? null : share(arriving.cpu),
    cpuIdle: share(idle.cpu),
    spoilt: arriving.because || idle.because,
  };
}

/** @param {Lab<Settings>} lab @param {Crowd} crowd */
async function broadcast(lab, crowd) {
  const { perS, holdS, characters } = lab.settings;
  lab.phase(`${crowd.joined} hear a text`, holdS);
  const window = await lab.window(
    async () => {
      await crowd.start({ kind: 'broadcast', perS, characters });
      await lab.sleep(holdS * 1000);
      return (await crowd.stop({ kind: 'broadcast', settleMs: PATIENCE_MS }))['broadcast'];
    },
    { tries: 2 },
  );
  const { delivered, row } = deliveryOf(window.result);
  const histogram = window.result?.histograms?.['delivery'];
  if (histogram && window.validity === 'valid') lab.histogram('delivery', histogram);
  const fields = fieldsOf(window);
  return {
    ...{ delivered, undelivered: row.undelivered },
    row: { ...fields, ...row, probeP50Ms: fields['p50Ms'], probeP99Ms: fields['p99Ms'] },
  };
}

/** @param {LoadReading | undefined} load */
export function deliveryOf(load) {
  const { sent = 0, received = 0, expected = 0, times = {} } = load ?? {};
  const { count: deliveries, ...delivery } = times['delivery'] ?? new Histogram().summary();
  return {
    delivered: received,
    row: {
      ...{ texts: sent, deliveries, expected, undelivered: Math.max(0, expected - received) },
      ...{ deliveryMeanMs: delivery.meanMs, deliveryP50Ms: delivery.p50Ms, deliveryP95Ms: delivery.p95Ms },
      ...{ deliveryP99Ms: delivery.p99Ms, deliveryP999Ms: delivery.p999Ms, deliveryMaxMs: delivery.maxMs },
    },
  };
}

/**
 * Divides the memory that came since the first state, and since the last one, by the connections that came.
 * @param {readonly Memory[]} memories one a step, the newest last
 */
export function memoryOf(memories) {
  const now = memories.at(-1);
  return {
    settledRssMb: now?.rssMb ?? null,
    settledHeapMb: now?.heapMb ?? null,
    memoryKbPerConnection: perConnection(memories[0], now, 'rssMb'),
    memoryKbPerFurther: memories.length > 2 ? perConnection(memories.at(-2), now, 'rssMb') : null,
    heapKbPerConnection: perConnection(memories[0], now, 'heapMb'),
  };
}

/** @param {Memory | undefined} from @param {Memory | undefined} to @param {'rssMb' | 'heapMb'} what */
function perConnection(from, to, what) {
  if (!from || !to || to.connections <= from.connections) return null;
  const kb = ((to[what] - from[what]) * KB_PER_MB) / (to.connections - from.connections);
  // So few connections came that the server's own changes hide them.
  return kb > 0 ? Math.round(kb * 100) / 100 : null;
}

/** @param {number | null} cpu */
function share(cpu) {
  return cpu === null ? null : Math.round(cpu * 1000) / 1000;
}
