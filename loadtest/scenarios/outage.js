/** Lets a full hall lose its connections in one moment, and times how all come back. */

/** @import { Bots, Comeback, Lab } from '../types.js' */

import { CLAIMS, atMost, none, quick } from '../harness/claims.js';
import { LabError } from '../harness/errors.js';
import { keepFigures, limitedBy, noneOr, tell, tellFaults } from '../harness/findings.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { startClock } from '../harness/steps.js';
import { count, decimal, percent, say } from '../verdict/headline.js';

const LOOK_MS = 250;
/** Everybody plays again, and what waited has been said. */
const SETTLE_MS = 1000;

/** Says what takes the connections away. @type {Record<string, string>} */
const LOSSES = {
  network: 'the network fails',
  restart: 'the server is restarted',
  crash: 'the server is killed',
};
const ALL_LOSSES = Object.keys(LOSSES);

export default defineScenario({
  name: 'outage',
  title: 'The outage',
  summary: 'a full hall loses its connections in one moment, and comes back',
  generator: 'bots that come back as phones do, in a process of their own',
  settings: {
    phones: { value: 1000, help: 'phones in the hall', least: 1, most: 20_000 },
    arrivalsPerS: { value: 40, help: 'phones that come a second at the beginning', least: 1, most: 1000 },
    pressHz: { value: 1, help: 'presses a second of a lively person', least: 0.1, most: 10 },
    game: { value: 'lobby', help: 'the game that they play' },
    calmS: { value: 15, help: 'seconds of play before each loss', least: 1, most: 3600 },
    losses: { value: ['network', 'restart'], help: 'what takes them away, in turn', oneOf: ALL_LOSSES },
    outageS: { value: 5, help: 'seconds without a network', least: 0, most: 600 },
    backWithinS: { value: 60, help: 'who is not back after these seconds is missing', least: 1, most: 3600 },
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
    none('phones.missing', 'everybody comes back'),
    none('phones.strangers', 'everybody is who they were'),
    CLAIMS.noFaults,
    atMost('back.99S', '99 % are back soon', { limit: limitS, unit: 's', kind: 'time' }),
    quick('calm.p99Ms', 'before a loss, an answer takes no longer than a jam'),
  ],

  async run(lab) {
    const { phones, arrivalsPerS, pressHz, game, calmS, losses } = lab.settings;
    const clock = startClock();
    const operator = await lab.openOperator();
    await operator.ask('switch', game);
    const bots = await lab.openBots({ arrivalsPerS, pressHz, isUsual: false });
    lab.phase(`to ${phones} phones`, phones / arrivalsPerS);
    const { joined, why } = await bots.arrive({ count: phones });
    if (joined < phones) throw new LabError(`Only ${joined} of ${phones} phones could join: ${why}`);
    const figures = keepFigures(lab);
    for (const loss of losses) {
      lab.phase(`play before ${LOSSES[loss]}`, calmS);
      const calmAtS = Math.round(clock());
      const calm = fieldsOf(await lab.window(() => lab.sleep(calmS * 1000)));
      figures.worst(calm, { 'calm.p99Ms': calm['p99Ms'] });
      lab.point({ phase: 'calm', loss, atS: calmAtS, phones, ...calm });

      lab.phase(LOSSES[loss] ?? loss);
      const before = await bots.stats();
      const atS = Math.round(clock());
      const window = await lab.window(() => untilBack(lab, bots, loss));
      const { afterMs, strangers, downMs } = window.result;
      const after = await bots.stats();
      const times = timesOf(afterMs, phones);
      const back = fieldsOf(window);
      figures.worst(back, { 'back.p99Ms': back['p99Ms'], 'back.99S': times.back99S });
      lab.point({
        ...{ phase: 'back', loss, atS, phones, ...times, ...back, downS: toSeconds(downMs) },
        refused: after.refused - before.refused,
        unreached: after.unreached - before.unreached,
      });
      figures.add({ 'phones.missing': phones - afterMs.length, 'phones.strangers': strangers });
      tell(lab, { [`back.${loss}.99S`]: times.back99S });
    }
    tellFaults(lab, await bots.stats());
  },

  conclude({ settings, points, series, metrics }) {
    const coming = series.filter(({ back }) => back !== undefined);
    const busiest = Math.max(0, ...coming.map(({ cpu }) => Number(cpu ?? 0)));
    const parts = points
      .filter(({ phase }) => phase === 'back')
      .map(({ loss, back50S, backAllS }) => {
        const all = backAllS === null ? `more than ${decimal(settings.backWithinS)}` : decimal(backAllS);
        return say`after ${LOSSES[String(loss)] ?? String(loss)}, half are back in ${decimal(back50S)} s and all in ${all} s`;
      });
    if (parts.length === 0) return null;
    const strangers = noneOr(metrics['phones.strangers'], 'all as who they were', 'as somebody else');
    return {
      headline: say`${count(settings.phones)} phones: ${parts.join('; ')}; ${strangers}, at most ${percent(busiest)} of a core`,
      limitedBy: limitedBy(busiest, 'the pauses of the phones'),
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
  return {
    ...{ back: afterMs.length, back50S: when(0.5), back90S: when(0.9), back99S: when(0.99) },
    backAllS: when(1),
  };
}

/** @param {number | undefined} ms @returns {number | null} in seconds, to the hundredth */
function toSeconds(ms) {
  return ms === undefined ? null : Math.round(ms / 10) / 100;
}
