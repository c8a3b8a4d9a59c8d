/** Takes the steps that scenarios are made of. */

/** @import { Crowd, Lab, Point, Window } from '../types.js' */
/** @import { LoadOptions } from '../swarm/swarm.js' */
/** @import { LoadReading } from '../swarm/readings.js' */

import { performance } from 'node:perf_hooks';
import { LabError } from './errors.js';
import { keepFigures } from './findings.js';
import { accountOf, fill } from './hall.js';
import { fieldsOf } from './lab.js';
import { totalOf } from '../swarm/merge.js';

/** The shortest time between two looks at who comes. */
const TURN_MS = 250;

/** @returns {() => number} seconds since now, to the tenth */
export function startClock() {
  const startMs = performance.now();
  return () => Math.round((performance.now() - startMs) / 100) / 10;
}

/**
 * Brings a crowd to a number, and goes on only with all of them.
 * @param {Lab} lab @param {Crowd} crowd
 * @param {{ to: number, arrivalsPerS: number, what?: string, where?: string }} options `what` they are: phones
 * @throws {LabError} saying how many could not join, and why
 */
export async function gather(lab, crowd, { to, arrivalsPerS, what = 'phones', where = '' }) {
  lab.phase(`to ${to} ${what}${where}`, Math.max(0, to - crowd.joined) / arrivalsPerS);
  await fill(crowd, { to, arrivalsPerS, what });
}

/**
 * Lets a crowd load the server for a while.
 * @param {Lab} lab @param {Crowd} crowd @param {LoadOptions} load
 * @param {{ forS: number, settleMs: number }} options `settleMs`: so long is waited for what is on its way
 * @returns {Promise<LoadReading | undefined>} its totals
 */
export async function loadFor(lab, crowd, load, { forS, settleMs }) {
  await crowd.start(load);
  await lab.sleep(forS * 1000);
  return (await crowd.stop({ kind: load.kind, settleMs }))[load.kind];
}

/**
 * Plays window after window while phones come and go, and tells after each what is known so far.
 * @param {Lab} lab @param {Crowd} crowd who are there
 */
export function startCourse(lab, crowd) {
  const atS = startClock();
  const points = /** @type {Point[]} */ ([]);
  const figures = keepFigures(lab);
  return {
    ...{ atS, points, figures },
    /**
     * Lets all phones send, while so many come a second by chance and as many go.
     * @param {{ hz: number, payload: Record<string, unknown>, perS: number, forS: number, returns?: boolean }} options
     *   `returns`: the connections of those who have been there longest are reset, and they come back
     * @param {(seen: { window: Window, moved: Awaited<ReturnType<typeof comeAndGo>> }) => Partial<Point>} about what else
     *   its point says
     * @throws {LabError} if somebody could not join, or the server did not say what it had received
     */
    async play({ hz, payload, perS, forS, returns = false }, about) {
      const window = await lab.window(async () => {
        await crowd.start({ kind: 'input', hz, payload });
        const moved = await comeAndGo(lab, crowd, { perS, forS, returns });
        const { input } = await crowd.stop({ kind: 'input', settleMs: 0 });
        await lab.counted();
        return { moved, input };
      });
      const { moved, input } = window.result;
      const ledger = accountOf(lab, window, input);
      /** @type {Point} */
      const point = {
        ...{ atS: atS(), connections: crowd.joined, heapMb: window.after?.heapMb },
        ...{ ...about({ window, moved }), ...ledger, ...fieldsOf(window) },
      };
      points.push(point);
      lab.point(point);
      figures.addAccount(ledger);
      figures.add({ joins: moved.came, 'joins.failed': moved.failed, 'phones.changed': moved.changed });
      figures.worst(point, { 'probe.p99Ms': point['p99Ms'] });
      lab.metric('connections.lost', crowd.disconnects);
      if (moved.failed > 0) throw new LabError(`${moved.failed} could not join: ${moved.why}`);
    },
  };
}

/**
 * Each moment is as likely as any other for somebody to come (Poisson), and for each that has come, one goes: the one
 * that came last, as far as the generator lets those go first. A hall that cannot keep up gets more at a time.
 * @param {Lab} lab @param {Crowd} crowd
 * @param {{ perS: number, forS: number, returns: boolean }} options `perS` 0: nobody comes or goes
 */
async function comeAndGo(lab, crowd, { perS, forS, returns }) {
  const sum = { came: 0, failed: 0, changed: 0, why: '', worstJoinMs: 0 };
  const fromMs = performance.now();
  const untilMs = fromMs + forS * 1000;
  let atMs = fromMs;
  for (let leftMs = forS * 1000; leftMs > 0; leftMs = untilMs - performance.now()) {
    await lab.sleep(Math.min(TURN_MS, leftMs));
    const nowMs = performance.now();
    const count = poisson((perS * (nowMs - atMs)) / 1000, lab.random);
    atMs = nowMs;
    if (count === 0) continue;
    if (returns) await crowd.leave({ count, how: 'reset', isOldest: true });
    const { joined, changed, failed, why, joinTimes } = await crowd.arrive({ count });
    if (!returns) await crowd.leave({ count: joined });
    sum.changed += changed;
    sum.came += joined;
    sum.failed += totalOf(failed);
    sum.why ||= Object.values(why)[0] ?? '';
    sum.worstJoinMs = Math.max(sum.worstJoinMs, joinTimes.maxMs ?? 0);
  }
  return { ...sum, perS: sum.came / ((performance.now() - fromMs) / 1000) };
}

/**
 * Draws how many come in a time in which so many come on average, by counting gaps (Knuth, The Art of Computer
 * Programming 2, 3.4.1 F); large means in parts, because e to their power is no number any more.
 * @param {number} mean 0 or more @param {() => number} random 0 to 1 @returns {number}
 */
export function poisson(mean, random) {
  if (mean > 500) return poisson(500, random) + poisson(mean - 500, random);
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
