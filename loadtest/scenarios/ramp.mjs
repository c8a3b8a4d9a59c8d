/** Repeats the ramp of 2012: connections come in steps and send at a fixed rate; losses and costs are measured. */

/** @import { Measured, Phase } from '../harness/scenario.js' */
/** @import { Fleet } from './fleet.js' */

import { setTimeout as sleep } from 'node:timers/promises';
import { arrivalsOf } from '../harness/scenario.js';
import { createFleet } from './fleet.js';
import { openMeter, openOperator, readLab, tell, tellMetric, together } from './lab.js';

export const title = 'The ramp';
export const summary = 'connections in steps, each sending at a fixed rate, beside the ramp of 2012';
export const generator = 'the lean generator, paced by Artillery';

/** A step settles this long after its last phone came, and before the next step. */
const SETTLE_S = 1;
const QUIET_MS = 300;
const PINGS_PER_S = 40;
const SAMPLE_MS = 250;

/** @param {Record<string, any>} lab @param {Phase[]} phases */
export function connections({ perVirtualUser }, phases) {
  return phases.reduce((sum, phase) => sum + arrivalsOf(phase), 0) * perVirtualUser;
}

/** @type {Promise<Fleet> | null} */
let fleet = null;

/** Plays a virtual user as a row of seats: a number of phones that come together and stay. */
export async function row() {
  const lab = readLab();
  fleet ??= createFleet(lab, { namespace: '/players' });
  void (await fleet).bring(lab.settings['perVirtualUser']);
  await climb(await fleet);
}

const climb = together(async (/** @type {Fleet} */ fleet) => {
  const lab = readLab();
  const { hz, payload, perVirtualUser } = lab.settings;
  const operator = await openOperator(lab);
  const meter = await openMeter(lab);
  const total = { connections: 0, sent: 0, lost: 0 };
  try {
    await operator.ask('switch', lab.settings['game']);
    for (const { arrivals, holdS } of stepsOf(lab.phases)) {
      total.connections += arrivals * perVirtualUser;
      tell({ kind: 'phase', name: `to ${total.connections} phones` });
      await fleet.joined(total.connections);
      await sleep(SETTLE_S * 1000);
      await fleet.judge();
      const before = await meter.read();
      await fleet.start({ kind: 'input', hz, payload });
      await fleet.start({ kind: 'ping', perS: PINGS_PER_S });
      tell({ kind: 'phase', name: `${total.connections} phones`, forS: holdS - 2 * SETTLE_S });
      const seconds = holdS - 2 * SETTLE_S - 1;
      const { cpu, rssMb } = await watch(meter, seconds);
      const input = await fleet.stop('input', 0);
      const ping = await fleet.stop('ping', 2000);
      // After this pause nothing is on its way any more, so that both counts are of the same messages.
      await sleep(QUIET_MS);
      const after = await meter.read();
      const received = after.inputs - before.inputs;
      const judged = await fleet.judge();
      total.sent += input.sent;
      total.lost += input.sent - received;
      tell({
        kind: 'point',
        row: {
          connections: total.connections,
          sendHz: hz,
          offeredPerS: Math.round(input.due / seconds),
          receivedPerS: Math.round(received / seconds),
          sent: input.sent,
          lost: input.sent - received,
          dropped: after.dropped - before.dropped,
          cpu,
          rssMb,
          p50Ms: ping.times['roundTrip']?.p50Ms,
          p99Ms: ping.times['roundTrip']?.p99Ms,
          generatorCpu: judged.cpuPeak,
          valid: !judged.isLimit,
        },
      });
      if (judged.isLimit) tell({ kind: 'generator', limited: true, note: judged.because });
    }
    tellMetric('messages.lost', total.lost);
    tellMetric('messages.sent', total.sent);
    tellMetric('connections.most', total.connections);
    tellMetric('connections.lost', fleet.disconnects);
  } finally {
    operator.close();
    meter.close();
    await fleet.close();
  }
});

/**
 * Reads the server's own measure of its CPU, as a mean over the hold.
 * @param {Awaited<ReturnType<typeof openMeter>>} meter @param {number} forS
 */
async function watch(meter, forS) {
  const untilMs = performance.now() + forS * 1000;
  /** @type {import('../../lib/contract/wire.js').MeterReading[]} */
  const readings = [];
  while (performance.now() < untilMs) {
    await sleep(Math.min(SAMPLE_MS, Math.max(0, untilMs - performance.now())));
    readings.push(await meter.read());
  }
  // The readings of the first second still include the arrivals.
  const settled = readings.slice(Math.min(4, readings.length - 1));
  const mean = settled.reduce((sum, { cpu }) => sum + cpu, 0) / settled.length;
  return { cpu: Math.round(mean * 1000) / 1000, rssMb: readings.at(-1)?.rssMb };
}

/** Makes a step of the arrivals up to each pause, and holds it through the pause. @param {Phase[]} phases */
function stepsOf(phases) {
  const steps = [];
  let arrivals = 0;
  for (const phase of phases) {
    arrivals += phase.pause === undefined ? arrivalsOf(phase) : 0;
    if (phase.pause === undefined) continue;
    steps.push({ arrivals, holdS: Number(phase.pause) });
    arrivals = 0;
  }
  return steps;
}

/** @param {Measured} measured */
export function conclude({ points, metrics }) {
  const top = points.at(-1) ?? {};
  const figure = (/** @type {unknown} */ value) => Number(value).toLocaleString('en-US');
  const lost = metrics['messages.lost'] ?? 0;
  const cpu = Number(top['cpu']);
  return {
    headline:
      `${figure(top['connections'])} phones at ${top['sendHz']}/s: ${figure(top['receivedPerS'])} messages/s, ` +
      `${Math.round(cpu * 100)} % of a core, p99 ${top['p99Ms']} ms, ${lost === 0 ? 'nothing lost' : `${figure(lost)} lost`}`,
    limitedBy: top['valid'] === false ? 'generator' : cpu > 0.95 ? 'server CPU' : 'none',
  };
}
