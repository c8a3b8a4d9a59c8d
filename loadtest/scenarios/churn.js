/**
 * Lets phones come and go all the time while the hall stays full, or be cut and come back as who they were; what each that comes costs,
 * and what it leaves behind.
 */

import { CLAIMS, none, some } from '../harness/claims.js';
import { limitedBy, memoryWords, noneOr, tellSlope } from '../harness/findings.js';
import { defineScenario } from '../harness/scenario.js';
import { gather, startCourse } from '../harness/steps.js';
import { count, decimal, ms, percent, say } from '../verdict/headline.js';

/** A status has come since. */
const STATUS_MS = 3000;
/** Says who comes for those who go. */
const WHO = ['others', 'the same'];

export default defineScenario({
  name: 'churn',
  title: 'Coming and going',
  summary: 'phones come and go all the time, by chance, and the hall stays as full as it is',
  generator: 'the swarm',
  settings: {
    phones: { value: 1000, help: 'phones in the hall', least: 1, most: 100_000 },
    arrivalsPerS: { value: 100, help: 'phones that come a second at the beginning', least: 1, most: 5000 },
    perS: { value: [5, 20, 50], help: 'phones that come a second, and as many go', least: 0, most: 1000 },
    who: {
      value: 'others',
      help: 'who comes: others for those who say goodbye, or the same after their connections were reset',
      oneOf: WHO,
    },
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
  claims: ({ who }) => [
    ...[CLAIMS.allGetIn, some('joins', 'somebody comes'), CLAIMS.nobodyLost],
    ...[CLAIMS.nothingTwice, CLAIMS.noJam],
    // A reset loses what is on its way.
    ...(who === 'the same' ? [] : [CLAIMS.nothingLost]),
    none('phones.changed', 'all who come back are who they were'),
    none('phones.ghosts', 'the server counts exactly those who are there'),
  ],

  async run(lab) {
    const { phones, arrivalsPerS, perS: rates, holdS, windowS, hz, game, payload, who } = lab.settings;
    const operator = await lab.openOperator();
    await operator.ask('switch', game);
    const returns = who === 'the same';
    const crowd = await lab.openCrowd({ namespace: '/players', returns });
    await gather(lab, crowd, { to: phones, arrivalsPerS });
    const { points, figures, play } = startCourse(lab, crowd);
    /** Counts players whom the server has and the crowd has not: the probe, and ghosts. */
    const strangers = async () => {
      await lab.sleep(STATUS_MS);
      return Number(operator.status()?.presence.connected) - crowd.joined;
    };
    const before = await strangers();
    for (const perS of rates) {
      lab.phase(`${perS} come and go a second`, holdS);
      for (let window = 0; window < Math.max(1, Math.round(holdS / windowS)); window++)
        await play({ hz, payload, perS, returns, forS: windowS }, ({ moved }) => ({
          churnPerS: perS,
          joinsPerS: Math.round(moved.perS * 10) / 10,
          worstJoinMs: Math.round(moved.worstJoinMs),
        }));
    }
    figures.add({ 'phones.ghosts': Math.abs((await strangers()) - before) });
    tellSlope(lab, 'memory.kbPerMin', points, 'rssMb', 1024);
  },

  conclude({ settings, points, metrics }) {
    const top = points.findLast(({ validity }) => validity === 'valid');
    if (!top) return null;
    const grows = memoryWords(metrics);
    const lost = noneOr(metrics['connections.lost'], 'nobody lost', 'lost');
    return {
      headline: say`${count(settings.phones)} phones, of which ${decimal(top['joinsPerS'])} a second go and ${settings.who} come: ${percent(top['cpu'])} of a core, p99 ${ms(top['p99Ms'])}${grows && `, ${grows}`}, ${lost}`,
      limitedBy: limitedBy(top['cpu']),
    };
  },
});
