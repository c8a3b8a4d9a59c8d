/** Plays an evening: phones join in a minute and play whatever the operator puts on; screens lock and come back. */

/** @import { Bots, Claim, Lab, Operator, Point } from '../types.js' */

import { CLAIMS } from '../harness/hall.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { count, ms, say } from '../verdict/headline.js';
import { worstOf } from '../verdict/points.js';

/** A phone whose screen is locked longer than this has left, as far as a show is concerned. */
const BACK_WITHIN_MS = 15_000;
/** Answers that are on their way when the quiz ends are acknowledged within this time. */
const SETTLE_MS = 1500;
const QUIZ = { pace: 'auto', readS: 0, revealS: 3, boardS: 3 };

/** @type {Claim} */
const ANSWERED = {
  ...{ metric: 'submissions.acknowledged', sign: '>', limit: 0, kind: 'count' },
  words: 'somebody answers the quiz',
};

/**
 * @typedef {object} Act
 * @property {string} game
 * @property {number} s how long
 * @property {number} [lock] the share of the screens that goes dark meanwhile
 */

/** @type {Act[]} */
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
    programme: {
      value: PROGRAMME,
      help: 'what is on, for how many seconds (s), which share locks its screen',
    },
  },
  sizes: {
    smoke: {
      phones: 30,
      doorsS: 1,
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
    ...(programme.some(({ game }) => game === 'quiz') ? [ANSWERED] : []),
    { metric: 'phones.missing', sign: '==', limit: 0, words: 'everybody is there at the end', kind: 'count' },
    { metric: 'phones.faults', sign: '==', limit: 0, words: 'no game fails on a phone', kind: 'count' },
    { metric: 'submissions.lost', sign: '==', limit: 0, words: 'every saved answer counts', kind: 'count' },
    { metric: 'inputs.received', sign: '>', limit: 0, words: 'somebody plays', kind: 'count' },
    CLAIMS.noJam,
  ],
  async run(lab) {
    const { phones, doorsS, pressHz, programme } = lab.settings;
    const operator = await lab.openOperator();
    const bots = await lab.openBots({ pressHz, arrivalsPerS: phones / doorsS });
    /** @type {Point[]} */
    const points = [];
    let inputs = 0;
    let unsaved = 0;
    let why = '';
    const startMs = performance.now();
    for (const [index, act] of programme.entries()) {
      const isFirst = index === 0;
      const atS = Math.round((performance.now() - startMs) / 1000);
      await operator.ask('switch', act.game);
      lab.phase(act.game, act.s);
      const window = await lab.window(async () => {
        const from = Date.now();
        if (act.game === 'quiz') await startQuiz(operator);
        if (act.lock) await bots.lock({ share: act.lock, forMs: (act.s * 1000) / 3 });
        if (isFirst) ({ why } = await bots.arrive({ count: phones }));
        await watch(lab, bots, why === '' ? from + act.s * 1000 : from);
        return bots.stats();
      });
      const { before, after, result } = window;
      if (!before || !after) return lab.problem('The server did not say what it had received.');
      inputs += after.inputs - before.inputs;
      const point = {
        ...{ phase: `${index + 1}. ${act.game}`, atS },
        phones: result.playing,
        receivedPerS: Math.round((after.inputs - before.inputs) / window.seconds),
        ...(act.lock ? { lockedShare: act.lock } : {}),
        faults: result.faults,
        ...fieldsOf(window),
      };
      points.push(point);
      lab.point(point);
      if (why !== '') return lab.problem(`Only ${result.playing} of ${phones} phones could join: ${why}`);
      if (act.game === 'quiz') unsaved += await lostAnswers(lab, operator, bots);
    }
    lab.phase('everybody back', 0);
    await tellEnd(lab, bots);
    lab.metric('inputs.received', inputs);
    // An evening without a quiz submits nothing, and loses nothing of that.
    lab.metric('submissions.lost', unsaved);
    const p99Ms = worstOf(points, 'p99Ms');
    if (p99Ms !== undefined) lab.metric('probe.p99Ms', p99Ms);
  },
  conclude({ points, metrics }) {
    const missing = metrics['phones.missing'];
    const most = Math.max(...points.map(({ receivedPerS }) => Number(receivedPerS)));
    const saved = metrics['submissions.acknowledged'];
    const p99Ms = metrics['probe.p99Ms'];
    const delay = p99Ms === undefined ? 'with no delay that can be believed' : `p99 ${ms(p99Ms)}`;
    const quiz = saved === undefined ? '' : say`, ${count(saved)} answers saved`;
    return {
      headline: say`${count(metrics['phones.joined'])} phones through an evening: up to ${count(most)} inputs/s${quiz}, ${delay}, ${missing === 0 ? 'everybody was there at the end' : `${count(missing)} were missing at the end`}`,
      limitedBy: (worstOf(points, 'cpu') ?? 0) > 0.95 ? 'the server’s core' : 'nothing',
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
 * @param {Lab} lab @param {Operator} operator @param {Bots} bots
 * @returns {Promise<number>} answers that were acknowledged and are not there
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
  const counted = rows.reduce(
    (/** @type {number} */ sum, /** @type {number[]} */ row) => sum + Number(row[column]),
    0,
  );
  lab.metric('submissions.acknowledged', acknowledged);
  lab.metric('submissions.counted', counted);
  return Math.max(0, acknowledged - counted);
}

/** @param {Lab} lab @param {Bots} bots */
async function tellEnd(lab, bots) {
  const missing = await bots.missing({ withinMs: BACK_WITHIN_MS });
  const { states, faults, why } = await bots.stats();
  lab.metric(
    'phones.joined',
    Object.values(states).reduce((sum, some) => sum + some, 0),
  );
  lab.metric('phones.missing', missing);
  lab.metric('phones.faults', faults);
  if (faults > 0)
    lab.table({ title: 'What failed on phones', columns: ['Fault'], rows: why.map((text) => [text]) });
}
