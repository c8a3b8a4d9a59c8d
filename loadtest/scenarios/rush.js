/** Lets a full hall lose its connections in one moment, and times how all come back. */

/** @import { Bots, BotsReading, Comeback, Lab, Point } from '../types.js' */

import { fieldsOf } from '../harness/lab.js';
import { LabError } from '../harness/errors.js';
import { defineScenario } from '../harness/scenario.js';
import { count, decimal, percent, say } from '../verdict/headline.js';
import { worstOf } from '../verdict/points.js';

const LOOK_MS = 250;
/** Everybody plays again, and what waited has been said. */
const SETTLE_MS = 1000;

/** Says what takes the connections away. @type {Record<string, string>} */
const LOSSES = {
  network: 'the network fails',
  restart: 'the server is restarted',
  crash: 'the server is killed',
};

export default defineScenario({
  name: 'rush',
  title: 'The rush',
  summary: 'a full hall loses its connections in one moment, and comes back',
  generator: 'bots that come back as phones do, in a process of their own',
  settings: {
    phones: { value: 1000, help: 'phones in the hall', least: 1, most: 20_000 },
    arrivalsPerS: { value: 40, help: 'phones that come a second at the beginning', least: 1, most: 1000 },
    pressHz: { value: 1, help: 'presses a second of a lively person', least: 0.1, most: 10 },
    game: { value: 'lobby', help: 'the game that they play' },
    calmS: { value: 15, help: 'seconds of play before each loss', least: 1, most: 3600 },
    losses: {
      value: ['network', 'restart'],
      help: 'what takes the connections, in turn: network, restart, crash',
    },
    outageS: { value: 5, help: 'seconds without a network', least: 0, most: 600 },
    backWithinS: {
      value: 60,
      help: 'whoever is not back after these seconds is missing',
      least: 1,
      most: 3600,
    },
    limitS: { value: 20, help: 'seconds after which 99 % must be back', least: 1, most: 3600 },
  },
  sizes: {
    smoke: { phones: 30, arrivalsPerS: 60, calmS: 1, outageS: 0.5, backWithinS: 15 },
    'full-house': { phones: 2000 },
  },
  plan: ({ phones, arrivalsPerS, calmS, losses, limitS }) => ({
    connections: phones,
    forS: phones / arrivalsPerS + losses.length * (calmS + limitS / 2),
  }),
  claims: ({ limitS }) => [
    { metric: 'phones.missing', sign: '==', limit: 0, words: 'everybody comes back', kind: 'count' },
    {
      ...{ metric: 'phones.strangers', sign: '==', limit: 0, kind: 'count' },
      words: 'everybody is who they were',
    },
    { metric: 'phones.faults', sign: '==', limit: 0, words: 'no game fails on a phone', kind: 'count' },
    {
      ...{ metric: 'back.99S', sign: '<=', limit: limitS, unit: 's', kind: 'time' },
      words: '99 % are back soon',
    },
    {
      ...{ metric: 'calm.p99Ms', sign: '<', limit: 200, unit: 'ms', kind: 'time' },
      words: 'before a loss, an answer takes no longer than a jam',
    },
  ],
  async run(lab) {
    const { phones, arrivalsPerS, pressHz, game, calmS, losses } = lab.settings;
    const startMs = performance.now();
    const atS = () => Math.round((performance.now() - startMs) / 1000);
    const unknown = losses.find((loss) => !Object.hasOwn(LOSSES, loss));
    if (unknown !== undefined)
      throw new LabError(`--set losses: "${unknown}" is none of ${Object.keys(LOSSES).join(', ')}.`);
    const operator = await lab.openOperator();
    await operator.ask('switch', game);
    const bots = await lab.openBots({ arrivalsPerS, pressHz, isUsual: false });
    lab.phase(`to ${phones} phones`, phones / arrivalsPerS);
    const { joined, why } = await bots.arrive({ count: phones });
    if (joined < phones) return lab.problem(`Only ${joined} of ${phones} phones could join: ${why}`);
    /** @type {{ calm: Point[], rush: Point[] }} */
    const found = { calm: [], rush: [] };
    const sums = { missing: 0, strangers: 0 };
    for (const loss of losses) {
      lab.phase(`play before ${LOSSES[loss]}`, calmS);
      const calmAtS = atS();
      const calm = await lab.window(() => lab.sleep(calmS * 1000));
      found.calm.push({ phase: 'calm', loss, atS: calmAtS, phones, ...fieldsOf(calm) });
      lab.point(/** @type {Point} */ (found.calm.at(-1)));

      lab.phase(LOSSES[loss] ?? loss);
      const before = await bots.stats();
      const rushAtS = atS();
      const rush = await lab.window(() => untilBack(lab, bots, loss));
      const { afterMs, strangers, downMs } = rush.result;
      const point = {
        ...{
          phase: 'rush',
          loss,
          atS: rushAtS,
          phones,
          ...timesOf(afterMs, phones),
          downS: toSeconds(downMs),
        },
        ...attemptsOf(before, await bots.stats()),
        ...fieldsOf(rush),
      };
      found.rush.push(point);
      lab.point(point);
      sums.missing += phones - afterMs.length;
      sums.strangers += strangers;
      lab.metric('phones.missing', sums.missing);
      lab.metric('phones.strangers', sums.strangers);
      if (point.back99S !== null) lab.metric(`back.${loss}.99S`, point.back99S);
    }
    tellEnd(lab, found, await bots.stats());
  },
  conclude({ settings, points, series, metrics }) {
    const rush = points.filter(({ phase }) => phase === 'rush');
    const rushing = series.filter(({ back }) => back !== undefined);
    const busiest = Math.max(0, ...rushing.map(({ cpu }) => Number(cpu ?? 0)));
    const parts = rush.map(
      ({ loss, back50S, backAllS }) =>
        say`after ${LOSSES[String(loss)] ?? String(loss)}, half are back in ${decimal(back50S)} s and all in ${backAllS === null ? `more than ${decimal(settings.backWithinS)}` : decimal(backAllS)} s`,
    );
    if (parts.length === 0) return null;
    return {
      headline: say`${count(settings.phones)} phones: ${parts.join('; ')}; ${metrics['phones.strangers'] === 0 ? 'all as who they were' : `${count(metrics['phones.strangers'])} as somebody else`}, at most ${percent(busiest)} of a core`,
      limitedBy: busiest > 0.95 ? 'the server’s core' : 'the pauses of the phones',
    };
  },
});

/**
 * Takes the connections away, and waits until all are back or are missing.
 * @param {Lab} lab @param {Bots} bots @param {string} loss
 * @returns {Promise<Comeback & { downMs: number }>} `downMs`: so long was there nothing to come back to
 */
async function untilBack(lab, bots, loss) {
  const { phones, outageS, backWithinS } = lab.settings;
  const fromMs = Date.now();
  await bots.mark();
  let downMs = outageS * 1000;
  if (loss === 'network') await bots.cut({ outageMs: downMs });
  else ({ downMs } = await lab.restartServer(loss === 'crash' ? 'SIGKILL' : 'SIGTERM'));
  for (;;) {
    const { afterMs, strangers } = await bots.comeback();
    lab.second({ back: afterMs.length });
    if (afterMs.length >= phones || Date.now() - fromMs > downMs + backWithinS * 1000) {
      await lab.sleep(SETTLE_MS);
      return { afterMs, strangers, downMs };
    }
    await lab.sleep(LOOK_MS);
  }
}

/** @param {readonly number[]} afterMs in order @param {number} phones @returns when which share of all was back; null: it never was */
function timesOf(afterMs, phones) {
  const when = (/** @type {number} */ share) => toSeconds(afterMs[Math.ceil(phones * share) - 1]);
  const perSecond = new Map();
  for (const ms of afterMs)
    perSecond.set(Math.floor(ms / 1000), (perSecond.get(Math.floor(ms / 1000)) ?? 0) + 1);
  return {
    back: afterMs.length,
    back50S: when(0.5),
    back90S: when(0.9),
    back99S: when(0.99),
    backAllS: when(1),
    mostBackPerS: Math.max(0, ...perSecond.values()),
  };
}

/** @param {number | undefined} ms @returns {number | null} in seconds, to the hundredth */
function toSeconds(ms) {
  return ms === undefined ? null : Math.round(ms / 10) / 100;
}

/** @param {BotsReading} before @param {BotsReading} after */
function attemptsOf(before, after) {
  return { refused: after.refused - before.refused, unreached: after.unreached - before.unreached };
}

/** @param {Lab} lab @param {{ calm: Point[], rush: Point[] }} found @param {BotsReading} stats */
function tellEnd(lab, { calm, rush }, { faults, why }) {
  lab.metric('phones.faults', faults);
  const p99Ms = worstOf(calm, 'p99Ms');
  if (p99Ms !== undefined) lab.metric('calm.p99Ms', p99Ms);
  const worst = worstOf(rush, 'p99Ms');
  if (worst !== undefined) lab.metric('rush.p99Ms', worst);
  const back99S = worstOf(rush, 'back99S');
  if (back99S !== undefined) lab.metric('back.99S', back99S);
  if (faults > 0)
    lab.table({ title: 'What failed on phones', columns: ['Fault'], rows: why.map((text) => [text]) });
}
