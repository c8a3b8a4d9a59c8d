/**
 * Repeats Drew Harry's experiment: each message goes to everybody, at rising rates, until the mean round trip passes
 * 200 ms or replies are still missing after 5 s. It finds, for each number of clients, the point at which it jams.
 */

/** @import { Measured } from '../harness/scenario.js' */
/** @import { Row } from '../report/types.js' */
/** @import { Fleet } from './fleet.js' */

import { setTimeout as sleep } from 'node:timers/promises';
import { JAMMED_MS } from '../report/anchors.js';
import { createFleet } from './fleet.js';
import { openMeter, readLab, tell, tellMetric, together } from './lab.js';

export const title = 'The jamming point';
export const summary = 'an echo-broadcast for 25 to 1,000 clients, faster and faster until it jams';
export const generator = 'the lean generator';

const QUIET_MS = 500;
/** By Drew Harry's rule, replies that take longer are missing. */
const MISSING_MS = 5500;

/** @param {Record<string, any>} lab */
export function connections({ concurrencies }) {
  return Math.max(...concurrencies) + 5;
}

/** The whole experiment is one virtual user of Artillery's. */
export async function jamming() {
  await measure();
}

const measure = together(async () => {
  const lab = readLab();
  const { concurrencies, characters } = lab.settings;
  const fleet = await createFleet(lab, { namespace: '/loadtest', auth: { key: lab.key } });
  const meter = await openMeter(lab);
  let present = 0;
  let jams = 0;
  try {
    for (const concurrency of [...concurrencies].sort((a, b) => a - b)) {
      await fleet.bring(concurrency - present, lab.settings['arrivalsPerS']);
      present = concurrency;
      if (await untilItJams({ fleet, meter, concurrency, characters, settings: lab.settings })) jams += 1;
    }
    tellMetric('concurrencies.jammed', jams);
    tellMetric('connections.lost', fleet.disconnects);
  } finally {
    meter.close();
    await fleet.close();
  }
});

/**
 * @typedef {{ fleet: Fleet, meter: Awaited<ReturnType<typeof openMeter>>, concurrency: number, characters: number,
 *   settings: Record<string, any> }} Run
 */

/** @param {Run} run @returns {Promise<boolean>} false: the points ended before it jammed */
async function untilItJams(run) {
  const { concurrency, settings } = run;
  let offeredPerS = settings.firstPerS / concurrency;
  for (let index = 0; index < settings.mostPoints; index++, offeredPerS *= settings.factor) {
    tell({
      kind: 'phase',
      name: `${concurrency} clients, ${Math.round(offeredPerS * concurrency)} messages/s`,
    });
    let row = await point(run, offeredPerS);
    // Something else on the machine may have caused the jam, but hardly twice, so the second measurement counts.
    if (row['jammed'] || !row['valid']) row = await point(run, offeredPerS);
    tell({ kind: 'point', row });
    if (!row['valid'])
      tell({ kind: 'generator', limited: true, note: 'Some points were its own limit: they are not valid.' });
    if (row['jammed'] || !row['valid']) return row['jammed'] === true;
  }
  return false;
}

/** @param {Run} run @param {number} offeredPerS @returns {Promise<Row>} */
async function point({ fleet, meter, concurrency, characters, settings }, offeredPerS) {
  await fleet.judge();
  await fleet.start({ kind: 'echo', perS: offeredPerS, bytes: characters });
  await sleep(settings.pointS * 1000);
  const judged = await fleet.judge();
  const { missing = 0, times } = await fleet.stop('echo', MISSING_MS);
  const trip = times['roundTrip'];
  const jammed = missing > 0 || (trip?.meanMs ?? Infinity) > JAMMED_MS;
  await (jammed ? drained(meter) : sleep(QUIET_MS));
  return {
    concurrency,
    offeredPerS: round(offeredPerS),
    receivedPerS: round(judged.sent / judged.seconds),
    sentPerS: Math.round(judged.received / judged.seconds),
    samples: trip?.count,
    meanMs: trip?.meanMs,
    p50Ms: trip?.p50Ms,
    p99Ms: trip?.p99Ms,
    missing,
    jammed,
    generatorCpu: judged.cpuPeak,
    valid: !judged.isLimit,
  };
}

/** A jam outlives its load: the next clients wait until the server answers at once. @param {Awaited<ReturnType<typeof openMeter>>} meter */
async function drained(meter) {
  for (let waitedMs = Infinity; waitedMs > JAMMED_MS / 4;) {
    const startMs = performance.now();
    await meter.read();
    waitedMs = performance.now() - startMs;
  }
  await sleep(QUIET_MS);
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/** @param {Measured} measured */
export function conclude({ points }) {
  const good = points.filter((point) => point['jammed'] === false && point['valid'] !== false);
  const best = good.reduce(
    (most, point) => (Number(point['sentPerS']) > Number(most?.['sentPerS'] ?? 0) ? point : most),
    good[0],
  );
  const largest = points.at(-1)?.['concurrency'];
  const last = good.filter((point) => point['concurrency'] === largest).at(-1);
  const figure = (/** @type {unknown} */ value) => Number(value ?? 0).toLocaleString('en-US');
  return {
    headline:
      `${figure(best?.['sentPerS'])} messages/s with ${best?.['concurrency']} clients before it jams, ` +
      `${figure(last?.['sentPerS'])} with ${figure(largest)}`,
    limitedBy: points.some((point) => point['valid'] === false) ? 'generator, in some points' : 'server CPU',
  };
}
