/** Runs a show of modelled phones through the real code of its home and its edges, and says what it takes. */

/** @import { SimulatedEdge } from './edge.js' */
/** @import { ShowSize } from './show.js' */

import { createRandom } from '../../lib/stage/random.js';
import { Times, openClock } from './clock.js';
import { openEdge } from './edge.js';
import { openHome } from './home.js';
import { createShow } from './show.js';
import { createWire } from './wire.js';

/** The first seconds compile, and what phones that came have left on the bus has gone by. */
const WARM_UP_MS = 2000;

/**
 * @typedef {object} Simulated all rates are for a second of the show
 * @property {number} inputsPerS
 * @property {number} refused inputs, of which there should be none
 * @property {number} bytesIn into Redis
 * @property {number} bytesOut
 * @property {number} messages published
 * @property {number} deliveries of messages to processes
 * @property {{ sent: number, received: number }} homeBus messages of the home
 * @property {{ sent: number, received: number }} edgeBus messages of one edge
 * @property {number} edgeCores that the code of all edges would keep busy
 * @property {number} homeCores
 * @property {number} homeTurnMs a tick of the home, one of the longer ones
 * @property {number} told messages to phones
 * @property {import('../histogram.js').Summary} delays of inputs until the step that has them; without the way of a frame
 * @property {number} joinUs of the home's and the edges' code, for one phone
 * @property {number} heapMb of all simulated processes together
 * @property {import('./counts.js').Counts | null} counts of the home's code, if they were wanted
 */

/**
 * @param {ShowSize} size
 * @param {object} options
 * @param {number} options.seconds
 * @param {number} [options.hopMs] from a process to Redis, or back
 * @param {number} [options.ballastMb] objects beside the show, that nobody uses: what a larger memory alone costs
 * @param {import('./counts.js').Counter | null} [options.counter] then times say nothing
 * @param {(sentence: string) => void} [options.say]
 * @returns {Promise<Simulated>}
 */
export async function simulate(
  size,
  { seconds, hopMs = 0.5, ballastMb = 0, counter = null, say = () => {} },
) {
  const show = await createShow(size);
  const clock = openClock();
  const realRandom = Math.random;
  Math.random = createRandom(size.seed).next;
  try {
    const wire = createWire({ clock, hopMs });
    const home = await openHome({ clock, wire, show });
    /** @type {SimulatedEdge[]} */
    const edges = [];
    for (let index = 0; index < size.edges; index += 1)
      edges.push(await openEdge({ index, clock, wire, show }));
    say(`${size.edges} edges have met their home; ${size.phones.toLocaleString('en')} phones come.`);
    const busyBefore = busyOf([home, ...edges]);
    const fills = edges.map((edge, index) => edge.fill(partOf(size.phones, index, size.edges)));
    await clock.until(Promise.all(fills));
    const joinUs = (busyOf([home, ...edges]) - busyBefore) / 1000 / size.phones;
    edges.forEach((edge, index) => edge.start(index / size.edges));
    const ballast = createBallast(ballastMb);
    await clock.run(clock.now() + WARM_UP_MS);

    const read = () => ({
      ...wire.traffic,
      inputs: edges.reduce((sum, { inputs }) => sum + inputs, 0),
      refused: edges.reduce((sum, { counts }) => sum + counts.refused, 0),
      told: edges.reduce((sum, { counts }) => sum + counts.told, 0),
      home: { sent: home.redis.sent, received: home.redis.received },
      edge: { sent: Number(edges[0]?.redis.sent), received: Number(edges[0]?.redis.received) },
    });
    home.reset();
    const [homeTimes, edgeTimes] = [new Times(), new Times()];
    home.owner.times = homeTimes;
    for (const { owner } of edges) owner.times = edgeTimes;
    say('The show goes on.');
    if (counter) clock.tellTurns((owner) => counter.turn(owner === home.owner));
    const [before, cpu, fromNs] = [read(), process.cpuUsage(), process.hrtime.bigint()];
    await clock.run(clock.now() + seconds * 1000);
    const counts = counter?.read() ?? null;
    clock.tellTurns(null);
    const after = read();
    // The time in which the machine was given to others is taken off, as far as this process had less than a core.
    const { user, system } = process.cpuUsage(cpu);
    const ran = Math.min(1, ((user + system) * 1000) / Number(process.hrtime.bigint() - fromNs));
    const perS = (/** @type {number} */ was, /** @type {number} */ is) => (is - was) / seconds;
    const cores = (/** @type {Times} */ times) => (times.sumUs() / 1e6 / seconds) * ran;
    return {
      inputsPerS: perS(before.inputs, after.inputs),
      refused: after.refused - before.refused,
      bytesIn: perS(before.bytesIn, after.bytesIn),
      bytesOut: perS(before.bytesOut, after.bytesOut),
      messages: perS(before.messages, after.messages),
      deliveries: perS(before.deliveries, after.deliveries),
      homeBus: {
        sent: perS(before.home.sent, after.home.sent),
        received: perS(before.home.received, after.home.received),
      },
      edgeBus: {
        sent: perS(before.edge.sent, after.edge.sent),
        received: perS(before.edge.received, after.edge.received),
      },
      edgeCores: cores(edgeTimes),
      homeCores: cores(homeTimes),
      homeTurnMs: homeTimes.timerUs() / 1000,
      told: perS(before.told, after.told),
      delays: home.delays().summary(),
      joinUs,
      // The ballast has to be there until now.
      heapMb: ballast.length && process.memoryUsage().heapUsed / 2 ** 20,
      counts,
    };
  } finally {
    clock.close();
    Math.random = realRandom;
  }
}

/**
 * Makes maps of small objects, as players are.
 * @param {number} mb @returns {object[]} never empty
 */
function createBallast(mb) {
  const until = process.memoryUsage().heapUsed + mb * 2 ** 20;
  /** @type {object[]} */
  const all = [{}];
  for (let n = 0; process.memoryUsage().heapUsed < until;)
    for (const last = n + 10_000; n < last; n += 1)
      all.push(new Map([['player', { id: `p${n}`, name: `Player ${n}`, seen: { atMs: n, isHere: true } }]]));
  return all;
}

/** @param {readonly { owner: import('./clock.js').Owner }[]} processes */
function busyOf(processes) {
  return processes.reduce((sum, { owner }) => sum + owner.busyNs, 0);
}

/** @param {number} all @param {number} index @param {number} parts @returns {number} the sum of all parts is all */
function partOf(all, index, parts) {
  return Math.floor((all * (index + 1)) / parts) - Math.floor((all * index) / parts);
}
