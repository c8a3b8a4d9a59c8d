/** Lets phones come and go all the time while the hall stays full; what each that comes costs, and what it leaves behind. */

/** @import { Point } from '../types.js' */

import { playAndChurn } from '../harness/churn.js';
import { CLAIMS, fill } from '../harness/hall.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { count, decimal, ms, percent, say } from '../verdict/headline.js';
import { sumOf } from '../verdict/ledger.js';
import { worstOf } from '../verdict/points.js';
import { slopeOf } from '../verdict/slope.js';

export default defineScenario({
  name: 'churn',
  title: 'Coming and going',
  summary: 'phones come and go all the time, by chance, and the hall stays as full as it is',
  generator: 'the swarm',
  settings: {
    phones: { value: 1000, help: 'phones in the hall', least: 1, most: 100_000 },
    arrivalsPerS: { value: 100, help: 'phones that come a second at the beginning', least: 1, most: 5000 },
    perS: { value: [5, 20, 50], help: 'phones that come a second, and as many go', least: 0, most: 1000 },
    holdS: { value: 60, help: 'seconds that each rate is held', least: 1, most: 86_400 },
    windowS: { value: 6, help: 'seconds of each point', least: 1, most: 3600 },
    hz: { value: 2, help: 'inputs a second of each phone', least: 0.1, most: 20 },
    game: { value: 'lobby', help: 'the game that they play' },
    payload: { value: { taps: 1, x: 0.5 }, help: 'their input' },
  },
  sizes: { smoke: { phones: 40, perS: [5], holdS: 4, windowS: 2 } },
  plan: ({ phones, arrivalsPerS, perS, holdS }) => ({
    connections: phones + Math.max(...perS),
    forS: phones / arrivalsPerS + perS.length * holdS,
  }),
  claims: () => [
    CLAIMS.allGetIn,
    { metric: 'joins', sign: '>', limit: 0, words: 'somebody comes', kind: 'count' },
    CLAIMS.nobodyLost,
    CLAIMS.nothingLost,
    CLAIMS.nothingTwice,
    CLAIMS.noJam,
  ],
  async run(lab) {
    const { phones, arrivalsPerS, perS, holdS, windowS, hz, game, payload } = lab.settings;
    const operator = await lab.openOperator();
    await operator.ask('switch', game);
    const crowd = await lab.openCrowd({ namespace: '/players' });
    lab.phase(`to ${phones} phones`, phones / arrivalsPerS);
    await fill(crowd, { count: phones, arrivalsPerS });
    const startMs = performance.now();
    const ledgers = [];
    /** @type {Point[]} */
    const points = [];
    const sums = { joins: 0, failed: 0 };
    for (const rate of perS) {
      lab.phase(`${rate} come and go a second`, holdS);
      for (let window = 0; window < Math.max(1, Math.round(holdS / windowS)); window++) {
        const {
          window: seen,
          moved,
          ledger,
        } = await playAndChurn(lab, crowd, {
          ...{ hz, payload, perS: rate, forMs: windowS * 1000 },
        });
        ledgers.push(ledger);
        sums.joins += moved.came;
        sums.failed += moved.failed;
        const point = {
          atS: Math.round((performance.now() - startMs) / 100) / 10,
          ...{ connections: crowd.joined, churnPerS: rate },
          joinsPerS: Math.round(moved.perS * 10) / 10,
          worstJoinMs: Math.round(moved.worstJoinMs),
          ...ledger,
          heapMb: seen.after?.heapMb,
          ...fieldsOf(seen),
        };
        points.push(point);
        lab.point(point);
        // The claims are about what was measured so far, should the run end here.
        lab.metric('joins', sums.joins);
        lab.metric('joins.failed', sums.failed);
        lab.metric('connections.lost', crowd.disconnects);
        const { lost, extra } = sumOf(ledgers);
        lab.metric('messages.lost', lost);
        lab.metric('messages.extra', extra);
        if (moved.failed > 0) return lab.problem(`${moved.failed} could not join: ${moved.why}`);
      }
    }
    const p99Ms = worstOf(points, 'p99Ms');
    if (p99Ms !== undefined) lab.metric('probe.p99Ms', p99Ms);
    const slope = slopeOf(points.map(({ atS, rssMb }) => [Number(atS) / 60, Number(rssMb) * 1024]));
    if (!slope) return;
    lab.metric('memory.kbPerMin', slope.perUnit);
    lab.metric('memory.kbPerMin.lower', slope.lower);
    lab.metric('memory.kbPerMin.upper', slope.upper);
  },
  conclude({ settings, points, metrics }) {
    const top = points.findLast(({ validity }) => validity === 'valid');
    if (!top) return null;
    const lost = metrics['connections.lost'];
    const grows =
      metrics['memory.kbPerMin'] === undefined
        ? ''
        : say`, memory ${decimal(metrics['memory.kbPerMin'])} KB/min (95 %: ${decimal(metrics['memory.kbPerMin.lower'])} to ${decimal(metrics['memory.kbPerMin.upper'])})`;
    return {
      headline: say`${count(settings.phones)} phones, of which ${decimal(top['joinsPerS'])} a second go and others come: ${percent(top['cpu'])} of a core, p99 ${ms(top['p99Ms'])}${grows}, ${lost === 0 ? 'nobody lost' : `${count(lost)} lost`}`,
      limitedBy: Number(top['cpu']) > 0.95 ? 'the server’s core' : 'nothing',
    };
  },
});
