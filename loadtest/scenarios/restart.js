/** Restarts the server under a full hall, which comes back with its tokens as soon as the server listens again. */

import { none, quick } from '../harness/claims.js';
import { keepFigures, limitedBy, noneOr, tell } from '../harness/findings.js';
import { defineScenario } from '../harness/scenario.js';
import { gather, startClock } from '../harness/steps.js';
import { letRush, rushClaims, tellRush } from '../harness/rush.js';
import { count, ms, say } from '../verdict/headline.js';

/** Says how the server is ended. */
const KILL = Object.freeze({ signal: /** @type {const} */ ('SIGKILL'), words: 'killed' });
const STOP = Object.freeze({ signal: /** @type {const} */ ('SIGTERM'), words: 'stopped' });
const ALL_ENDS = ['kill', 'stop'];
const endOf = (/** @type {unknown} */ name) => (name === 'kill' ? KILL : STOP);

export default defineScenario({
  name: 'restart',
  title: 'The restart',
  summary: 'the server is killed or stopped, and a full hall comes back within two seconds of its start',
  generator: 'the swarm',
  settings: {
    phones: { value: 2000, help: 'phones in the hall', least: 1, most: 20_000 },
    arrivalsPerS: { value: 200, help: 'phones that come a second at the beginning', least: 1, most: 5000 },
    ends: { value: ALL_ENDS, help: 'how the server is ended, in turn', oneOf: ALL_ENDS },
    withinS: { value: 2, help: 'seconds in which they come back, evenly spread', least: 0.1, most: 60 },
    hz: { value: 4, help: 'inputs a second of each', least: 0.1, most: 20 },
    game: { value: 'pong', help: 'the game that they play' },
    payload: { value: { y: 0.3 }, help: 'their input' },
    calmS: { value: 5, help: 'seconds of play before each end', least: 0, most: 600 },
    usualS: { value: 1, help: 'seconds within which half must be back', least: 0.1, most: 60 },
    limitS: { value: 3, help: 'seconds within which 99 % must be back', least: 0.1, most: 60 },
  },
  sizes: { smoke: { phones: 40, arrivalsPerS: 100, withinS: 0.5, calmS: 1 } },
  plan: ({ phones, arrivalsPerS, ends, withinS, calmS }) => ({
    connections: phones,
    forS: phones / arrivalsPerS + ends.length * (calmS + withinS + 4),
  }),
  claims: ({ usualS, limitS }) => [
    ...rushClaims(limitS),
    quick('join.p50Ms', 'half are in at once', usualS * 1000),
    none('phones.changed', 'everybody is who they were, and on their team'),
  ],

  async run(lab) {
    const { phones, arrivalsPerS, ends, withinS, hz, game, payload, calmS } = lab.settings;
    const clock = startClock();
    const operator = await lab.openOperator();
    await operator.ask('switch', game);
    const crowd = await lab.openCrowd({ namespace: '/players', returns: true });
    await gather(lab, crowd, { to: phones, arrivalsPerS });
    const inputs = { kind: /** @type {const} */ ('input'), hz, payload };
    await crowd.start(inputs);
    const turns = await lab.watchTurns();
    const figures = keepFigures(lab);
    for (const end of ends) {
      const { signal, words } = endOf(end);
      lab.phase('play before the end', calmS);
      await lab.sleep(calmS * 1000);
      lab.phase(`the server is ${words}`);
      const atS = clock();
      const before = async () => {
        // A generator that sees all of its connections end in one moment sends nothing in time just then.
        await crowd.stop({ kind: 'input', settleMs: 0 });
        const { downMs } = await lab.restartServer(signal, 'listens');
        await crowd.start(inputs);
        return { downS: Math.round(downMs / 10) / 100 };
      };
      const point = await letRush(lab, crowd, { count: phones, withinS, turns, before });
      lab.point({ phase: 'back', end, atS, phones, ...point });
      tellRush(figures, point);
      figures.add({ 'phones.changed': point.changed });
      tell(lab, { [`join.${end}.p50Ms`]: point.join50Ms, [`join.${end}.p99Ms`]: point.join99Ms });
    }
    await crowd.stop({ kind: 'input', settleMs: 0 });
  },

  conclude({ settings, points, metrics }) {
    if (points.length === 0) return null;
    const parts = points.map(({ end, join50Ms, join99Ms, turnMs }) => {
      const { words } = endOf(end);
      return say`${words}, half are back after ${ms(join50Ms)} and 99 % after ${ms(join99Ms)}, the longest turn was ${ms(turnMs)}`;
    });
    const changed = noneOr(metrics['phones.changed'], 'all as who they were', 'as somebody else');
    const refused = noneOr(metrics['phones.refused'], 'nobody refused', 'refused or told to wait');
    const busiest = Math.max(...points.map(({ cpu }) => Number(cpu ?? 0)));
    return {
      headline: say`${count(settings.phones)} phones and a server that ends: ${parts.join('; ')}; ${changed}, ${refused}`,
      limitedBy: limitedBy(busiest),
    };
  },
});
