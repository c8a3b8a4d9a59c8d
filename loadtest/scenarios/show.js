/** Plays an evening: phones join in a minute and play whatever the operator puts on; screens lock and come back. */

/** @import { Bots, Lab, Operator } from '../types.js' */

import { CLAIMS, none, some } from '../harness/claims.js';
import { LabError } from '../harness/errors.js';
import { keepFigures, limitedBy, noneOr, tell, tellFaults, worstOf } from '../harness/findings.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { startClock } from '../harness/steps.js';
import { totalOf } from '../swarm/merge.js';
import { count, ms, say } from '../verdict/headline.js';

/** A phone whose screen is locked longer than this has left, as far as a show is concerned. */
const BACK_WITHIN_MS = 15_000;
/** Answers that are on their way when the quiz ends are acknowledged within this time. */
const SETTLE_MS = 1500;
const QUIZ = { pace: 'auto', readS: 0, revealS: 3, boardS: 3 };

/** For `s` seconds; `lock`: the share of the screens that goes dark meanwhile. @type {{ game: string, s: number, lock?: number }[]} */
const PROGRAMME = [
  { game: 'lobby', s: 70 },
  { game: 'pong', s: 40 },
  { game: 'lobby', s: 10 },
  { game: 'tug', s: 30, lock: 0.3 },
  { game: 'quiz', s: 50 },
  { game: 'lobby', s: 10 },
];

export default defineScenario({
  name: 'show',
  title: 'An evening',
  summary: 'phones join in a minute, games change, screens lock and come back, it ends',
  generator: 'bots that play as people do, in a process of their own',
  settings: {
    phones: { value: 1000, help: 'phones of the audience', least: 1, most: 20_000 },
    doorsS: { value: 60, help: 'seconds in which they come', least: 1, most: 3600 },
    pressHz: { value: 2, help: 'presses a second of a lively person', least: 0.1, most: 10 },
    programme: { value: PROGRAMME, help: 'games, for how many seconds, which share locks its screen' },
  },
  sizes: {
    smoke: {
      ...{ phones: 30, doorsS: 1 },
      programme: [
        { game: 'lobby', s: 1.5 },
        { game: 'pong', s: 1, lock: 0.3 },
        { game: 'quiz', s: 6 },
      ],
    },
    'full-house': { phones: 2000, pressHz: 1 },
  },
  plan: ({ phones, programme }) => ({
    connections: phones,
    forS: programme.reduce((sum, { s }) => sum + s, 0) + SETTLE_MS / 1000,
  }),
  claims: ({ programme }) => [
    ...(programme.some(({ game }) => game === 'quiz')
      ? [some('submissions.acknowledged', 'somebody answers the quiz')]
      : []),
    none('phones.missing', 'everybody is there at the end'),
    CLAIMS.noFaults,
    none('submissions.lost', 'every saved answer counts'),
    some('inputs.received', 'somebody plays'),
    CLAIMS.noJam,
  ],

  async run(lab) {
    const { phones, doorsS, pressHz, programme } = lab.settings;
    const operator = await lab.openOperator();
    const bots = await lab.openBots({ pressHz, arrivalsPerS: phones / doorsS });
    const figures = keepFigures(lab);
    const clock = startClock();
    for (const [index, { game, s, lock }] of programme.entries()) {
      const atS = Math.round(clock());
      await operator.ask('switch', game);
      lab.phase(game, s);
      const { result, ...window } = await lab.window(async () => {
        const from = Date.now();
        if (game === 'quiz') await startQuiz(operator);
        if (lock) await bots.lock({ share: lock, forMs: (s * 1000) / 3 });
        const why = index === 0 ? (await bots.arrive({ count: phones })).why : '';
        await watch(lab, bots, why === '' ? from + s * 1000 : from);
        return { ...(await bots.stats()), why };
      });
      const { before, after } = window;
      if (!before || !after) throw new LabError('The server did not say what it had received.');
      const inputs = after.inputs - before.inputs;
      const fields = fieldsOf(window);
      figures.add({ 'inputs.received': inputs });
      figures.worst(fields, { 'probe.p99Ms': fields['p99Ms'] });
      lab.point({
        ...{ phase: `${index + 1}. ${game}`, atS, phones: result.playing },
        receivedPerS: Math.round(inputs / window.seconds),
        ...(lock ? { lockedShare: lock } : {}),
        faults: result.faults,
        ...fields,
      });
      if (result.why !== '')
        throw new LabError(`Only ${result.playing} of ${phones} phones could join: ${result.why}`);
      // An evening without a quiz submits nothing, and loses nothing of that.
      figures.add({ 'submissions.lost': game === 'quiz' ? await lostAnswers(lab, operator, bots) : 0 });
    }
    lab.phase('everybody back', 0);
    const missing = await bots.missing({ withinMs: BACK_WITHIN_MS });
    const stats = await bots.stats();
    tellFaults(lab, stats);
    tell(lab, {
      'phones.joined': totalOf(stats.states),
      'phones.missing': missing,
    });
  },

  conclude({ points, metrics }) {
    const most = Math.max(...points.map(({ receivedPerS }) => Number(receivedPerS)));
    const saved = metrics['submissions.acknowledged'];
    const quiz = saved === undefined ? '' : `, ${count(saved)} answers saved`;
    const p99Ms = metrics['probe.p99Ms'];
    const delay = p99Ms === undefined ? 'with no delay that can be believed' : `p99 ${ms(p99Ms)}`;
    const missing = noneOr(metrics['phones.missing'], 'everybody was there', 'were missing');
    return {
      headline: say`${count(metrics['phones.joined'])} phones through an evening: up to ${count(most)} inputs/s${quiz}, ${delay}, ${missing} at the end`,
      limitedBy: limitedBy(worstOf(points, 'cpu')),
    };
  },
});

/** Says each second how many play. @param {Lab} lab @param {Bots} bots @param {number} untilMs by the clock */
async function watch(lab, bots, untilMs) {
  while (Date.now() < untilMs) {
    lab.second({ phones: (await bots.stats()).playing });
    await lab.sleep(Math.min(1000, Math.max(1, untilMs - Date.now())));
  }
}

/** Plays the first pack that ships with the quiz, by itself. @param {Operator} operator */
async function startQuiz(operator) {
  const { documents } = await operator.ask('documents', 'quiz');
  await operator.ask('choose', documents[0].id);
  await operator.ask('set', QUIZ);
  await operator.ask('run', 'start');
  // Nobody here has to get ready.
  await operator.ask('run', 'next');
}

/**
 * Ends the quiz and compares what the phones were told with what it counted.
 * @param {Lab} lab @param {Operator} operator @param {Bots} bots @returns answers that were acknowledged and are not there
 */
async function lostAnswers(lab, operator, bots) {
  // The podium forgets a question that is still open; where none is, closing is refused, and nothing is lost.
  await operator.ask('run', 'correct').catch(() => {});
  await operator.ask('run', 'finish');
  await lab.sleep(SETTLE_MS);
  const { acknowledged } = await bots.stats();
  const { tables = [] } = await operator.get('/rooms/main/results.json');
  const { columns, rows } = tables.find(({ name = '' }) => name === 'Questions') ?? { columns: [], rows: [] };
  const column = columns.indexOf('Answers');
  const answers = rows.map((/** @type {unknown[]} */ row) => Number(row[column]));
  const counted = answers.reduce((/** @type {number} */ sum, /** @type {number} */ some) => sum + some, 0);
  tell(lab, { 'submissions.acknowledged': acknowledged, 'submissions.counted': counted });
  return Math.max(0, acknowledged - counted);
}
