/** Lets a hall full of new phones come within a moment, each of which plays as soon as it is in. */

import { keepFigures, limitedBy, noneOr } from '../harness/findings.js';
import { defineScenario } from '../harness/scenario.js';
import { gather, startClock } from '../harness/steps.js';
import { letRush, rushClaims, tellRush } from '../harness/rush.js';
import { count, decimal, ms, say } from '../verdict/headline.js';

export default defineScenario({
  name: 'rush',
  title: 'The rush',
  summary: 'a hall full of new phones comes within two seconds, and each plays as soon as it is in',
  generator: 'the swarm',
  settings: {
    present: { value: 50, help: 'phones that play already', least: 1, most: 20_000 },
    phones: { value: 1500, help: 'new phones', least: 1, most: 20_000 },
    withinS: { value: 2, help: 'seconds in which they come, evenly spread', least: 0.1, most: 60 },
    hz: { value: 10, help: 'inputs a second of each', least: 0.1, most: 20 },
    game: { value: 'pong', help: 'the game that they play' },
    payload: { value: { y: 0.3 }, help: 'their input' },
    calmS: { value: 5, help: 'seconds of play before', least: 0, most: 600 },
    limitS: { value: 3, help: 'seconds within which 99 % must be in', least: 0.1, most: 60 },
  },
  sizes: { smoke: { present: 20, phones: 30, withinS: 0.5, calmS: 1 } },
  plan: ({ present, phones, withinS, calmS }) => ({
    connections: present + phones,
    forS: present / 100 + calmS + withinS + 3,
  }),
  claims: ({ limitS }) => rushClaims(limitS),

  async run(lab) {
    const { present, phones, withinS, hz, game, payload, calmS } = lab.settings;
    const clock = startClock();
    const operator = await lab.openOperator();
    await operator.ask('switch', game);
    const crowd = await lab.openCrowd({ namespace: '/players' });
    await gather(lab, crowd, { to: present, arrivalsPerS: 100 });
    await crowd.start({ kind: 'input', hz, payload });
    lab.phase('play before the rush', calmS);
    await lab.sleep(calmS * 1000);
    lab.phase(`${phones} come within ${withinS} s`);
    const atS = clock();
    const turns = await lab.watchTurns();
    const point = await letRush(lab, crowd, { count: phones, withinS, turns });
    lab.point({ phase: 'rush', atS, phones, ...point });
    tellRush(keepFigures(lab), point);
    await crowd.stop({ kind: 'input', settleMs: 0 });
  },

  conclude({ settings: { phones, withinS }, points }) {
    const [point] = points;
    if (!point) return null;
    const refused = noneOr(point['refused'], 'nobody refused', 'refused or told to wait');
    return {
      headline: say`${count(phones)} new phones within ${decimal(withinS)} s: half are in after ${ms(point['join50Ms'])}, 99 % after ${ms(point['join99Ms'])}; ${refused}; the longest turn was ${ms(point['turnMs'])}`,
      limitedBy: limitedBy(point['cpu']),
    };
  },
});
