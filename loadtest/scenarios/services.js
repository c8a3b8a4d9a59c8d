/** Loads three REST services, as in the Node-and-IIS paper, and measures a game that is played meanwhile. */

/** @import { Lab, Point, Window } from '../types.js' */

import { none, quick, some } from '../harness/claims.js';
import { keepFigures, tell } from '../harness/findings.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { OURS, runServices } from '../services/services.js';
import { count, ms, say } from '../verdict/headline.js';

/** The probe, the pong phones' screen and the panel are connections too. */
const SPARE = 10;
const CLOSED = 'closed loop';
const MODES = [CLOSED, 'arriving'];

/** The numbers of the paper. */
const USERS = [10, 100, 200, 500, 1000];
const ARRIVALS_PER_S = [100, 200, 500, 1000];
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
    modes: { value: MODES, help: 'how users come, the closed loop as ab does', oneOf: MODES },
    users: { value: USERS, help: 'users of a closed loop, in turn', least: 1, most: 10_000 },
    arrivalsPerS: { value: ARRIVALS_PER_S, help: 'users who arrive a second', least: 1, most: 10_000 },
    requests: { value: 1000, help: 'requests of all users together', least: 1, most: 1e6 },
    fibonacci: { value: 25, help: 'the number that is asked for', least: 0, most: 40 },
    rounds: { value: 2, help: 'how often each point is measured', least: 1, most: 100 },
    leastMs: { value: 2000, help: 'a point takes at least this long', least: 1, most: 600_000 },
    phones: { value: 20, help: 'phones that play pong meanwhile', least: 1, most: 1000 },
    keepAlive: { value: false, help: 'connections are used again, as with ab -k' },
    others: { value: OTHERS, help: 'servers with the same routes: [{"name":"Apache","url":"http://…"}]' },
  },
  sizes: {
    smoke: {
      ...{ users: [5, 20], arrivalsPerS: [50], requests: 50, fibonacci: 15 },
      ...{ rounds: 1, leastMs: 200, phones: 4 },
    },
  },
  plan: ({ users, phones }) => ({ connections: Math.max(...users) + phones + SPARE, forS: null }),
  claims: () => [
    none('services.errors', 'every request is answered'),
    some('services.requests', 'something is asked for'),
    quick('pong.idle.p99Ms', 'pong is quick while nothing is asked for'),
  ],

  async run(lab) {
    const figures = keepFigures(lab);
    for (const mode of lab.settings.modes) await runMode(lab, mode, figures);
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
 * @param {Lab<import('../services/services.js').Settings & { modes: string[], others: typeof OTHERS }>} lab
 * @param {string} mode @param {ReturnType<typeof keepFigures>} figures of all modes
 */
async function runMode(lab, mode, figures) {
  const { settings, target, signal } = lab;
  const steps = runServices({ ...settings, mode, target, signal });
  let measured = 0;
  lab.phase('pong while nothing is asked for');
  try {
    for (;;) {
      const window = await lab.window(() => steps.next());
      if (window.result.done) break;
      const { idle, points, total } = window.result.value;
      if (idle && mode === settings.modes[0])
        tell(lab, { 'pong.idle.p50Ms': idle.pongDelayP50Ms, 'pong.idle.p99Ms': idle.pongDelayP99Ms });
      for (const point of points) {
        const { server, route, users, arrivalsPerS, errors, requests, generatorCpu } = point;
        const load = mode === CLOSED ? `${users} users` : `${arrivalsPerS} users a second`;
        lab.phase(`${++measured} of ${total} measured: ${server}, ${route}, ${load}`);
        lab.point(pointOf(point, window, settings.others.length > 0));
        const limit = point.validity === 'invalid' && { limit: point.because };
        lab.generates({ processes: 1, cpu: generatorCpu, ...limit });
        figures.add({ 'services.errors': errors, 'services.requests': requests });
      }
    }
  } finally {
    await steps.return(undefined);
  }
}

/**
 * Makes a point: what spoilt the window spoils its points, but for the work of other servers, which their own machine's cores do.
 * @param {import('../services/services.js').Point} point @param {Window} window @param {boolean} hasOthers
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
