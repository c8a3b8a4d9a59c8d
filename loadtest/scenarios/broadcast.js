/**
 * Repeats Techracers' experiment of 2017: phones arrive, stay, and receive a text. How late it is at every one of them, and
 * what they cost in memory and processor time while they arrive and while they do nothing.
 */

/** @import { Crowd, Lab, Window } from '../types.js' */
/** @import { LoadReading } from '../swarm/readings.js' */

import { Histogram } from '../histogram.js';
import { CLAIMS, none, quick, some } from '../harness/claims.js';
import { keepFigures, limitedBy, noneOr, tell } from '../harness/findings.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { gather, loadFor } from '../harness/steps.js';
import { count, decimal, ms, say } from '../verdict/headline.js';

const SETTLE_MS = 1000;
/** A text that is not there after this is not delivered. */
const PATIENCE_MS = 5500;
/** The system counts processor time in steps of 10 ms, which say nothing over less than this. */
const SHORTEST_S = 0.2;

/** @typedef {{ connections: number, rssMb: number, heapMb: number }} Memory */

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
    holdS: { value: 20, help: 'seconds in which they receive texts', least: 1, most: 3600 },
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
    none('messages.undelivered', 'every text is delivered to everybody'),
    some('messages.delivered', 'something is delivered'),
    CLAIMS.nobodyLost,
    quick('delivery.p99Ms', 'a text is at everybody before it would pass for a jam'),
  ],

  async run(lab) {
    const crowd = await lab.openCrowd({ namespace: '/loadtest', auth: { key: lab.target.key } });
    const figures = keepFigures(lab);
    /** @type {Memory[]} */
    const memories = [];
    const steps = lab.settings.connections.toSorted((a, b) => a - b);
    for (const connections of steps) {
      const { cpuArriving, cpuIdle, spoilt } = await bring(lab, crowd, connections);
      const { fields, delivery } = await broadcast(lab, crowd);
      // The base, too, is taken when the server has done all that it does later.
      lab.phase(`${connections} are there: memory`);
      memories.push({ connections, ...(await lab.memory()) });
      const memoryKbPerConnection = memoryPerConnection(memories);
      const { undelivered, expected } = delivery;
      figures.add({ 'messages.undelivered': undelivered, 'messages.delivered': expected - undelivered });
      lab.metric('connections.lost', crowd.disconnects);
      lab.point({
        ...{ connections, ...fields, ...delivery, memoryKbPerConnection, cpuArriving, cpuIdle, spoilt },
        ...{ probeP50Ms: fields['p50Ms'], probeP99Ms: fields['p99Ms'] },
      });
      // The claim is about the fullest hall.
      if (connections < Math.max(...steps)) continue;
      tell(lab, { 'memory.kbPerConnection': memoryKbPerConnection });
      const { deliveryP50Ms, deliveryP99Ms } = delivery;
      figures.worst(fields, { 'delivery.p50Ms': deliveryP50Ms, 'delivery.p99Ms': deliveryP99Ms });
      figures.worst(fields, { 'probe.p99Ms': fields['p99Ms'] });
      if (spoilt === '') tell(lab, { 'cpu.arriving': cpuArriving, 'cpu.idle': cpuIdle });
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
    const missed = noneOr(metrics['messages.undelivered'], 'nobody missed one', 'were not delivered');
    return {
      headline: say`${count(top['connections'])} phones: half of them have a text after ${ms(top['deliveryP50Ms'])}, 99 of 100 after ${ms(top['deliveryP99Ms'])}, ${missed}${cost}`,
      limitedBy: limitedBy(top['cpu']),
    };
  },
});

/** Lets connections come, and then do nothing. @param {Lab} lab @param {Crowd} crowd @param {number} connections */
async function bring(lab, crowd, connections) {
  const { arrivalsPerS, idleS } = lab.settings;
  const arriving = await lab.window(() =>
    gather(lab, crowd, { to: connections, arrivalsPerS, what: 'connections' }),
  );
  await lab.sleep(SETTLE_MS);
  lab.phase(`${connections} are there and do nothing`, idleS);
  const idle = await lab.window(() => lab.sleep(idleS * 1000), { tries: 2 });
  return {
    cpuArriving: arriving.seconds < SHORTEST_S ? null : fieldsOf(arriving)['cpu'],
    cpuIdle: fieldsOf(idle)['cpu'],
    spoilt: arriving.because || idle.because,
  };
}

/** @param {Lab} lab @param {Crowd} crowd */
async function broadcast(lab, crowd) {
  const { perS, holdS, characters } = lab.settings;
  lab.phase(`${crowd.joined} receive a text`, holdS);
  const window = await lab.window(
    () =>
      loadFor(lab, crowd, { kind: 'broadcast', perS, characters }, { forS: holdS, settleMs: PATIENCE_MS }),
    { tries: 2 },
  );
  const histogram = window.result?.histograms['delivery'];
  if (histogram && window.validity === 'valid') lab.histogram('delivery', histogram);
  return { fields: fieldsOf(window), delivery: deliveryOf(window.result) };
}

/** @param {LoadReading | undefined} load */
export function deliveryOf(load) {
  const { sent = 0, received = 0, expected = 0, times = {} } = load ?? {};
  const { count: deliveries, ...delivery } = times['delivery'] ?? new Histogram().summary();
  return {
    ...{ texts: sent, deliveries, expected, undelivered: Math.max(0, expected - received) },
    ...{ deliveryMeanMs: delivery.meanMs, deliveryP50Ms: delivery.p50Ms, deliveryP95Ms: delivery.p95Ms },
    ...{ deliveryP99Ms: delivery.p99Ms, deliveryP999Ms: delivery.p999Ms, deliveryMaxMs: delivery.maxMs },
  };
}

/**
 * Divides the memory that came since the first state by the connections that came since.
 * @param {readonly Memory[]} memories one a step, the newest last @returns {number | null} KB; null: none came
 */
export function memoryPerConnection(memories) {
  const [first, now] = [memories[0], memories.at(-1)];
  if (!first || !now || now.connections <= first.connections) return null;
  const kb = ((now.rssMb - first.rssMb) * 1024) / (now.connections - first.connections);
  // So few connections came that the server's own changes hide them.
  return kb > 0 ? Math.round(kb * 100) / 100 : null;
}
