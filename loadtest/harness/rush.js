/** Lets many phones come within a moment, and tells how long each waited, how many were refused, and how long turns were. */

/** @import { Claim, Crowd, Lab, Point, Row, TurnsReading } from '../types.js' */
/** @import { Arrival } from '../swarm/arrival.js' */

import { none, quick } from './claims.js';
import { fieldsOf } from './lab.js';
import { totalOf } from '../swarm/merge.js';

/** The server has done all that came with the last phone after this time. */
const SETTLE_MS = 1000;
/** A turn of the event loop as long as this is felt by those who play. */
const LONG_TURN_MS = 100;

/**
 * Lets phones come evenly spread over a time, as those with random pauses do. None of them waits for another: each asks
 * when it is due, and is timed from then to its `welcome`, so that whatever holds it up counts. Who fails tries again with
 * the pauses of a phone.
 * @param {Lab} lab @param {Crowd} crowd
 * @param {{ count: number, withinS: number, turns: Awaited<ReturnType<Lab['watchTurns']>>, before?: () => Promise<Row> }}
 *   options `before`: makes them come, and says more of the point
 * @returns {Promise<Point & Coming>}
 */
export async function letRush(lab, crowd, { count, withinS, turns, before = async () => ({}) }) {
  await turns.read();
  const window = await lab.window(
    async () => {
      const more = await before();
      const arrivalsPerS = count / withinS;
      const arrival = await crowd.arrive({ count, arrivalsPerS, joiningAtOnce: count, persists: true });
      tellRefusals(lab, arrival);
      await lab.sleep(SETTLE_MS);
      return { ...more, ...comingOf(arrival), ...(await turns.read()) };
    },
    // Phones that are inside make room for those who come.
    { isThrottledOk: true },
  );
  return { ...window.result, ...fieldsOf(window) };
}

/** @typedef {ReturnType<typeof comingOf> & TurnsReading} Coming */

/** @param {Arrival} arrival */
function comingOf({ wanted, joined, failed, again, queued, changed, joinTimes }) {
  const { p50Ms, p99Ms, maxMs } = joinTimes;
  const refused = totalOf(failed) + totalOf(again) + queued;
  return {
    ...{ came: joined, missing: wanted - joined, refused, queued, changed },
    ...{ join50Ms: p50Ms, join99Ms: p99Ms, joinMaxMs: maxMs },
  };
}

/** @param {Lab} lab @param {Arrival} arrival */
function tellRefusals(lab, { failed, again, why }) {
  const rows = [
    ...Object.entries(again).map(([code, times]) => [why[code], times, 'tried again']),
    ...Object.entries(failed).map(([code, times]) => [why[code], times, 'never got in']),
  ];
  if (rows.length > 0) lab.table({ title: 'Why attempts failed', columns: ['Reason', 'Attempts', ''], rows });
}

/** Tells the figures that the claims of a rush are judged by. @param {ReturnType<typeof import('./findings.js').keepFigures>} figures @param {Point & Coming} point */
export function tellRush(figures, point) {
  const { missing, refused, join50Ms, join99Ms, waitMs, turnMs } = point;
  figures.add({ 'phones.missing': missing, 'phones.refused': refused });
  figures.worst(point, { 'join.p50Ms': join50Ms, 'join.p99Ms': join99Ms });
  figures.worst(point, { 'turn.outsideMs': waitMs, 'turn.insideMs': turnMs });
}

/** @param {number} limitS after which 99 % must be in @returns {Claim[]} */
export function rushClaims(limitS) {
  return [
    none('phones.missing', 'everybody gets in'),
    none('phones.refused', 'nobody is refused, or told to wait'),
    quick('join.p99Ms', '99 % are in soon', limitS * 1000),
    quick('turn.outsideMs', 'nobody outside waits long for a turn of the server', LONG_TURN_MS),
    quick('turn.insideMs', 'by its own clock no turn of the server is long', LONG_TURN_MS),
  ];
}
