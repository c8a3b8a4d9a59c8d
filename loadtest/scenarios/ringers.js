/** Lets one laptop be nine tenths of a hall, until the operator asks newcomers for the code on the screens and removes it. */

/** @import { Lab, Operator } from '../types.js' */

import { performance } from 'node:perf_hooks';
import { CLAIMS, none, quick } from '../harness/claims.js';
import { keepFigures, limitedBy, noneOr, tell, worstOf } from '../harness/findings.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { gather, startClock } from '../harness/steps.js';
import { totalOf } from '../swarm/merge.js';
import { count, decimal, ms, say } from '../verdict/headline.js';

/** No name that the server gives is like it. */
const NAME = 'Laptop';
const ASK_MS = 100;
/** The server has found the rates at which so many may send. */
const SETTLE_MS = 5000;
const LOOK_MS = 20;
const MOST_MS = 60_000;

export default defineScenario({
  name: 'ringers',
  title: 'One laptop, nine tenths of the hall',
  summary:
    'a laptop joins under thousands of names, and the operator locks it out and removes all of it at once',
  generator: 'the swarm, honest phones and the laptop at one address',
  settings: {
    honest: { value: 1000, help: 'honest phones in the hall', least: 1, most: 20_000 },
    ringers: { value: 9000, help: 'names of the laptop', least: 1, most: 20_000 },
    more: { value: 500, help: 'names that it tries while a code is asked for', least: 1, most: 20_000 },
    late: { value: 100, help: 'honest phones that come with the code', least: 1, most: 5000 },
    lateS: { value: 10, help: 'seconds in which those come', least: 1, most: 30 },
    arrivalsPerS: { value: 300, help: 'phones that come a second at the beginning', least: 1, most: 5000 },
    hz: { value: 1, help: 'inputs a second of each', least: 0.1, most: 20 },
    game: { value: 'pong', help: 'the game that they play' },
    payload: { value: { y: 0.3 }, help: 'their input' },
    playS: { value: 10, help: 'seconds of play before anybody does anything', least: 1, most: 3600 },
    limitS: { value: 5, help: 'seconds after which all of the laptop must be out', least: 1, most: 60 },
  },
  sizes: {
    smoke: { honest: 20, ringers: 100, more: 20, late: 5, lateS: 2, arrivalsPerS: 100, playS: 1 },
  },
  plan: ({ honest, ringers, late, lateS, arrivalsPerS, playS }) => ({
    connections: honest + ringers + late,
    forS: (honest + ringers) / arrivalsPerS + 2 * playS + lateS + 10,
  }),
  claims: ({ limitS }) => [
    ...[CLAIMS.nobodyLost, CLAIMS.noJam],
    quick('operator.worstMs', 'the operator waits for nothing'),
    none('late.missing', 'all who have the code get in'),
    none('ringers.in', 'nobody gets in without it'),
    quick('removed.ms', 'all of the laptop is out soon', limitS * 1000),
    none('removed.missing', 'all of it is out, and nobody else'),
  ],

  async run(lab) {
    const { honest, ringers, more, late, lateS, arrivalsPerS, hz, game, payload, playS } = lab.settings;
    const clock = startClock();
    const figures = keepFigures(lab);
    const operator = await lab.openOperator();
    await operator.ask('switch', game);
    const load = { kind: /** @type {const} */ ('input'), hz, payload };
    const hall = await lab.openCrowd({ namespace: '/players' });
    await gather(lab, hall, { to: honest, arrivalsPerS });
    await hall.start(load);
    const laptop = await lab.openCrowd({ namespace: '/players', auth: { name: NAME } });
    await gather(lab, laptop, { to: ringers, arrivalsPerS, what: 'names of the laptop' });
    await laptop.start(load);
    const point = async (/** @type {string} */ phase, /** @type {() => Promise<unknown>} */ act) => {
      lab.phase(phase);
      const atS = clock();
      const asked = { worstMs: 0, isOver: false };
      const asking = askOn(lab, operator, asked);
      const window = fieldsOf(await lab.window(act, { isThrottledOk: true }));
      asked.isOver = true;
      await asking;
      lab.point({ phase, atS, ...window, operatorMs: Math.round(asked.worstMs) });
      figures.worst(window, { 'probe.p99Ms': window.p99Ms, 'operator.worstMs': asked.worstMs });
    };
    await lab.sleep(SETTLE_MS);
    await point('all play', () => lab.sleep(playS * 1000));

    await operator.ask('entry-code', true);
    const code = await until(lab, () => operator.status()?.entryCode);
    await point('a code is asked for', async () => {
      const guests = await lab.openCrowd({ namespace: '/players', auth: { code } });
      const [came, tried] = await Promise.all([
        guests.arrive({ count: late, arrivalsPerS: late / lateS, persists: true }),
        laptop.arrive({ count: more, arrivalsPerS: more / lateS }),
      ]);
      tell(lab, { 'late.missing': late - came.joined, 'ringers.in': tried.joined });
      tell(lab, { 'ringers.refused': totalOf(tried.failed) });
    });

    // A generator that sees thousands of its connections end sends nothing in time just then.
    await laptop.stop({ kind: 'input', settleMs: 0 });
    const here = () => Number(operator.status()?.presence.connected);
    const before = here();
    await point('the laptop is removed', async () => {
      const { rows } = await operator.ask('players', { query: NAME });
      const fromMs = performance.now();
      const wish = { withinS: 0, named: true };
      const { kicked } = await operator.ask('kick-many', rows[0].id, wish);
      const storedMs = performance.now() - fromMs;
      await until(lab, () => before - here() >= ringers);
      tell(lab, { 'removed.ms': performance.now() - fromMs, 'removed.storedMs': storedMs });
      await lab.sleep(playS * 1000);
      tell(lab, { 'removed.missing': Math.abs(ringers - kicked) + Math.abs(before - here() - ringers) });
    });
    tell(lab, { 'connections.lost': hall.disconnects });
    await hall.stop({ kind: 'input', settleMs: 0 });
  },

  conclude({ settings, points, metrics }) {
    if (metrics['removed.ms'] === undefined) return null;
    const lost = noneOr(metrics['connections.lost'], 'none of them lost', 'of them lost');
    return {
      headline: say`${count(settings.honest)} honest phones and ${count(settings.ringers)} names of a laptop: with a code none of ${count(metrics['ringers.refused'])} more got in; all were out after ${decimal(Number(metrics['removed.ms']) / 1000)} s, ${lost}; the operator waited ${ms(metrics['operator.worstMs'])} at most`,
      limitedBy: limitedBy(worstOf(points, 'cpu')),
    };
  },
});

/** Lets the operator ask for the list of players again and again. @param {Pick<Lab, 'sleep'>} lab @param {Operator} operator @param {{ worstMs: number, isOver: boolean }} asked */
async function askOn(lab, operator, asked) {
  while (!asked.isOver) {
    const fromMs = performance.now();
    await operator.ask('players', {});
    asked.worstMs = Math.max(asked.worstMs, performance.now() - fromMs);
    await lab.sleep(ASK_MS);
  }
}

/** Waits for what the operator is told. @template T @param {Pick<Lab, 'sleep'>} lab @param {() => T} read @returns {Promise<NonNullable<T>>} */
async function until(lab, read) {
  for (const untilMs = performance.now() + MOST_MS; ;) {
    const value = read();
    if (value) return value;
    if (performance.now() > untilMs) throw new Error(`never within ${MOST_MS} ms: ${read}`);
    await lab.sleep(LOOK_MS);
  }
}
