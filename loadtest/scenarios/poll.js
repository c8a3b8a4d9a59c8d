/** Lets a hall answer one poll of a talk: every answer is acknowledged, and the poll counts each person once. */

/** @import { Operator } from '../types.js' */

import { parseDeck } from '../../games/presentation/shared/deck.js';
import { CLAIMS, none, some } from '../harness/claims.js';
import { LabError } from '../harness/errors.js';
import { keepFigures, limitedBy, noneOr, tell, tellFaults } from '../harness/findings.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { startClock } from '../harness/steps.js';
import { count, ms, say } from '../verdict/headline.js';

/** Answers that are on their way when the poll is closed are acknowledged within this time. */
const SETTLE_MS = 1500;
/** Nothing but the poll is submitted, so that what was acknowledged can be compared with what it counts. */
const TALK = { ask: false, autoOpen: false };

export default defineScenario({
  name: 'poll',
  title: 'A poll',
  summary: 'a hall answers a poll of a talk, and each answer is acknowledged and counted once',
  generator: 'bots that answer as people do, in a process of their own',
  settings: {
    phones: { value: 1000, help: 'phones of the audience', least: 1, most: 20_000 },
    doorsS: { value: 30, help: 'seconds in which they come', least: 1, most: 3600 },
    openS: { value: 30, help: 'seconds for which the poll is open', least: 1, most: 600 },
  },
  sizes: {
    smoke: { phones: 30, doorsS: 1, openS: 12 },
    'full-house': { phones: 2000, doorsS: 40 },
  },
  plan: ({ phones, doorsS, openS }) => ({ connections: phones, forS: doorsS + openS + SETTLE_MS / 1000 }),
  claims: () => [
    some('submissions.acknowledged', 'somebody answers the poll'),
    none('submissions.lost', 'every acknowledged answer counts'),
    none('submissions.doubled', 'none counts twice'),
    CLAIMS.noFaults,
    CLAIMS.noJam,
  ],

  async run(lab) {
    const { phones, doorsS, openS } = lab.settings;
    const operator = await lab.openOperator();
    const bots = await lab.openBots({ arrivalsPerS: phones / doorsS });
    const figures = keepFigures(lab);
    const clock = startClock();
    await operator.ask('switch', 'presentation');
    const slide = await choosePoll(operator);
    await operator.ask('set', TALK);
    await operator.ask('run', 'go', { slide });
    lab.phase('the doors', doorsS);
    const { why } = await bots.arrive({ count: phones });
    if (why !== '') throw new LabError(`Not all of ${phones} phones could join: ${why}`);
    lab.phase('the poll', openS);
    const atS = Math.round(clock());
    const window = await lab.window(async () => {
      await operator.ask('run', 'open');
      for (const untilMs = Date.now() + openS * 1000; Date.now() < untilMs;) {
        const { playing, acknowledged } = await bots.stats();
        lab.second({ phones: playing, acknowledged });
        await lab.sleep(Math.min(1000, Math.max(1, untilMs - Date.now())));
      }
      await operator.ask('run', 'open');
      await lab.sleep(SETTLE_MS);
      return bots.stats();
    });
    const fields = fieldsOf(window);
    figures.worst(fields, { 'probe.p99Ms': fields['p99Ms'] });
    const { acknowledged } = window.result;
    const counted = await countedBy(operator, slide);
    lab.point({ phase: 'poll', atS, phones: window.result.playing, acknowledged, counted, ...fields });
    tellFaults(lab, window.result);
    tell(lab, {
      'submissions.acknowledged': acknowledged,
      'submissions.counted': counted,
      'submissions.lost': Math.max(0, acknowledged - counted),
      'submissions.doubled': Math.max(0, counted - acknowledged),
    });
  },

  conclude({ points, metrics }) {
    const [point] = points;
    if (!point) return null;
    const lost = noneOr(metrics['submissions.lost'], 'none lost', 'lost');
    const doubled = noneOr(metrics['submissions.doubled'], 'none counted twice', 'counted twice');
    return {
      headline: say`${count(Number(point['phones']))} phones at a poll: ${count(metrics['submissions.acknowledged'])} answers acknowledged, ${count(metrics['submissions.counted'])} counted, ${lost}, ${doubled}, p99 ${ms(metrics['probe.p99Ms'])}`,
      limitedBy: limitedBy(point['cpu']),
    };
  },
});

/** Chooses the first deck that comes with the game and has a poll of one choice. @param {Operator} operator @returns {Promise<number>} its slide, from 0 */
async function choosePoll(operator) {
  const { documents } = await operator.ask('documents', 'presentation');
  for (const { id } of documents) {
    const { json } = await operator.ask('document', 'presentation', id);
    const slide = parseDeck(json.markdown).slides.findIndex(
      ({ element }) => element?.kind === 'poll' && element.most === 1,
    );
    if (slide < 0) continue;
    await operator.ask('choose', id);
    return slide;
  }
  throw new LabError('No deck of the presentation has a poll of one choice.');
}

/** @param {Operator} operator @param {number} slide @returns {Promise<number>} the votes that the results hold */
async function countedBy(operator, slide) {
  const { tables = [] } = await operator.get('/rooms/main/results.json');
  const { columns, rows } = tables.find(({ name = '' }) => name === `Poll ${slide + 1}`) ?? {
    columns: [],
    rows: [],
  };
  const column = columns.indexOf('Count');
  return rows.reduce(
    (/** @type {number} */ sum, /** @type {unknown[]} */ row) => sum + Number(row[column]),
    0,
  );
}
