/** Loads three REST services, as in the Node-and-IIS paper, and measures a game that is played meanwhile. */

/** @import { Lab, Point, Window } from '../types.js' */

import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { LabError } from '../harness/errors.js';
import { OURS, SIZES, runServices } from '../services/services.js';
import { count, ms, say } from '../verdict/headline.js';

/** The probe, the pong phones' screen and the panel are connections too. */
const SPARE = 10;
const CLOSED = 'closed loop';
const ARRIVING = 'arriving';

/** @type {{ name: string, url: string }[]} */
const OTHERS = [];

export default defineScenario({
  name: 'services',
  title: 'Three REST services',
  summary: 'a page, a record, a number by up to 1,000 users, and what they do to pong meanwhile',
  generator: 'HTTP users: a closed loop as ab, and users who arrive over time',
  // The right side of pong belongs to the one phone whose touches are timed.
  probeAuth: { team: 'left' },
  settings: {
    modes: { value: [CLOSED, ARRIVING], help: 'how users come: closed loop (as ab), arriving' },
    users: { value: SIZES.full.users, help: 'users of a closed loop, in turn', least: 1, most: 10_000 },
    arrivalsPerS: {
      value: SIZES.full.arrivalsPerS,
      help: 'users who arrive a second',
      least: 1,
      most: 10_000,
    },
    requests: { value: 1000, help: 'requests of all users together', least: 1, most: 1e6 },
    fibonacci: { value: 25, help: 'the number that is asked for', least: 0, most: 40 },
    rounds: { value: 2, help: 'how often each point is measured', least: 1, most: 100 },
    leastMs: { value: 2000, help: 'a point takes at least this long', least: 1, most: 600_000 },
    phones: { value: 20, help: 'phones that play pong meanwhile', least: 1, most: 1000 },
    keepAlive: { value: false, help: 'connections are used again, as with ab -k' },
    others: {
      value: OTHERS,
      help: 'other servers with the same routes: [{"name":"Apache","url":"http://…"}]',
    },
  },
  sizes: {
    smoke: {
      users: [5, 20],
      arrivalsPerS: [50],
      requests: 50,
      fibonacci: 15,
      rounds: 1,
      leastMs: 200,
      phones: 4,
    },
  },
  plan: ({ users, phones }) => ({ connections: Math.max(...users) + phones + SPARE, forS: null }),
  claims: () => [
    { metric: 'services.errors', sign: '==', limit: 0, words: 'every request is answered', kind: 'count' },
    { metric: 'services.requests', sign: '>', limit: 0, words: 'something is asked for', kind: 'count' },
    {
      ...{ metric: 'pong.idle.p99Ms', sign: '<', limit: 200, unit: 'ms', kind: 'time' },
      words: 'pong is quick while nothing is asked for',
    },
  ],
  async run(lab) {
    const { modes } = lab.settings;
    const unknown = modes.find((mode) => mode !== CLOSED && mode !== ARRIVING);
    if (unknown !== undefined)
      throw new LabError(`--set modes: "${unknown}" is neither "${CLOSED}" nor "${ARRIVING}".`);
    const sums = { errors: 0, requests: 0 };
    for (const mode of modes) await runMode(lab, /** @type {Mode} */ (mode), sums);
  },
  conclude({ points, metrics }) {
    const ours = points.filter(
      ({ server, validity, mode }) => server === OURS && validity === 'valid' && mode === CLOSED,
    );
    const most = Math.max(...ours.map(({ users }) => Number(users)));
    const of = (/** @type {string} */ route) =>
      ours.find((one) => one['users'] === most && one['route'] === route);
    return {
      headline: say`${count(most)} users: ${count(of('page')?.['perS'])} pages/s; pong, ${ms(metrics['pong.idle.p99Ms'])} late (p99) when idle, is ${ms(of('fibonacci')?.['pongDelayP99Ms'])} late with Fibonacci on the event loop, ${ms(of('fibonacci in a pool')?.['pongDelayP99Ms'])} with it in a pool`,
      limitedBy: 'the server’s core',
    };
  },
});

/**
 * @typedef {import('../services/services.js').Progress} Progress
 * @typedef {import('../services/services.js').Point['mode']} Mode
 */

/**
 * @param {Lab} lab @param {Mode} mode
 * @param {{ errors: number, requests: number }} sums of all modes
 */
async function runMode(lab, mode, sums) {
  const { fibonacci, others, modes, ...settings } = lab.settings;
  const batches = createBatches();
  const running = runServices({
    ...{ ...settings, mode, others, fibonacciN: fibonacci, target: lab.target, signal: lab.signal },
    onIdle({ pongDelayP50Ms, pongDelayP99Ms }) {
      if (mode !== modes[0]) return;
      if (pongDelayP50Ms !== null) lab.metric('pong.idle.p50Ms', pongDelayP50Ms);
      if (pongDelayP99Ms !== null) lab.metric('pong.idle.p99Ms', pongDelayP99Ms);
    },
    onProgress: batches.push,
  });
  void running.then(batches.end, batches.end);
  lab.phase('pong while nothing is asked for');
  while (!batches.isOver) {
    const window = await lab.window(batches.next);
    for (const { done, total, point } of window.result) {
      const { server, route, users, arrivalsPerS, errors, requests } = point;
      const load = mode === CLOSED ? `${users} users` : `${arrivalsPerS} users a second`;
      lab.phase(`${done} of ${total} measured: ${server}, ${route}, ${load}`);
      lab.point(pointOf(point, window, others.length > 0));
      sums.errors += errors;
      sums.requests += requests;
      lab.metric('services.errors', sums.errors);
      lab.metric('services.requests', sums.requests);
    }
  }
  await running;
}

/** Hands over points as they are measured: those of one moment, which were measured in turn, together. */
function createBatches() {
  /** @type {Progress[]} */
  let batch = [];
  let isOver = false;
  /** @type {(() => void) | null} */
  let wake = null;
  return {
    push(/** @type {Progress} */ progress) {
      batch.push(progress);
      wake?.();
    },
    end() {
      isOver = true;
      wake?.();
    },
    get isOver() {
      return isOver && batch.length === 0;
    },
    /** @returns {Promise<Progress[]>} once there are some; none when it is over */
    async next() {
      if (batch.length === 0 && !isOver) await new Promise((resolve) => (wake = () => resolve(null)));
      const taken = batch;
      batch = [];
      return taken;
    },
  };
}

/**
 * Makes a point: what spoilt the window spoils its points, but for the work of other servers, which their own machine's cores do.
 * @param {Progress['point']} point @param {Window} window @param {boolean} hasOthers
 * @returns {Point}
 */
function pointOf({ validity, because, ...point }, window, hasOthers) {
  const { cpu, rssMb, neighbours, steal, p99Ms, timeouts } = fieldsOf(window);
  const isSpoilt = window.validity !== 'valid' && !hasOthers;
  return {
    // The times without a name are those of the requests.
    ...{ ...point, probeP99Ms: p99Ms, probeTimeouts: timeouts },
    ...{ cpu, rssMb, neighbours, steal },
    ...(isSpoilt ? { validity: window.validity, because: window.because } : { validity, because }),
  };
}
