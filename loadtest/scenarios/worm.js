/** Lets a hall hold known levels in a worm: it reports the mean of what was sent, nothing is lost, and its line has no gap. */

/** @import { Crowd, Lab, Operator } from '../types.js' */
/** @import { LoadReading } from '../swarm/readings.js' */

import worm from '../../games/worm/game.js';
import { HEADER_BYTES, createCodec } from '../../public/shared/codec.js';
import { CLAIMS, atMost, none, some } from '../harness/claims.js';
import { LabError } from '../harness/errors.js';
import { keepFigures, limitedBy, noneOr, tell } from '../harness/findings.js';
import { accountOf } from '../harness/hall.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { gather, startClock } from '../harness/steps.js';
import { rounded } from '../harness/watch.js';
import { count, decimal, ms, say } from '../verdict/headline.js';

/** The worm tells its mean on the scale of -100 to 100 with two decimals, so that it is off by half of the last one at most. */
const ROUNDING = 0.005;
/** The sums of numbers in another order differ in their last digits. */
const DIGITS = 1e-6;
/** Half of the range in which phones are, around what the room thinks in a phase. */
const SPREAD = 0.55;
/** The room changes its mind in this order. */
const CENTRES = [0.4, -0.35, 0.1, -0.15, 0.45];
const LOOK_MS = 250;
/** The server pins no rate above this (lib/rates/rates.js). */
const MOST_HZ = 20;
/** A worm writes a row a second; one that has written none for so long is not live. */
const PATIENCE_MS = 10_000;
/** There is neither a question before the line nor a segment. */
const DEBATE = { question1: '', question2: '', question3: '', segmentBy: 'none' };

/** @typedef {{ atS: number, n: number, mean: number, missingS: number }} Row of the line of all */

export default defineScenario({
  name: 'worm',
  title: 'A worm',
  summary: 'a hall holds known levels in a worm, which reports their mean and loses none',
  generator: 'the swarm',
  settings: {
    phones: { value: 1000, help: 'phones of the audience', least: 12, most: 100_000 },
    arrivalsPerS: { value: 200, help: 'phones that come a second', least: 1, most: 5000 },
    hz: { value: 4, help: 'inputs a second of each phone', least: 0.5, most: 20 },
    phases: { value: 5, help: 'times that all levels change', least: 1, most: 100 },
    phaseS: { value: 12, help: 'seconds of each', least: 1, most: 600 },
  },
  sizes: { smoke: { phones: 40, phases: 2, phaseS: 2 }, 'full-house': { phones: 2000 } },
  plan: ({ phones, arrivalsPerS, phases, phaseS }) => ({
    connections: phones,
    forS: phones / arrivalsPerS + phases * (phaseS + 3),
  }),
  claims: () => [
    ...[CLAIMS.somethingSent, CLAIMS.nothingLost, CLAIMS.nothingTwice, CLAIMS.nobodyLost],
    some('phases.compared', 'the mean is compared'),
    atMost('mean.offBy', 'the worm reports the mean of what was sent, to rounding', {
      limit: ROUNDING + DIGITS,
      unit: 'points',
    }),
    none('phones.miscounted', 'n is the number of phones'),
    none('line.missingS', 'the line has no gap'),
    CLAIMS.noJam,
  ],

  async run(lab) {
    const { phones, arrivalsPerS, hz, phases } = lab.settings;
    const operator = await lab.openOperator();
    await operator.ask('switch', 'worm');
    await operator.ask('set', DEBATE);
    // The load is known only if the governor leaves it alone. Inputs that were held up come close together, and get room.
    await operator.ask('throttle', { mode: 'PIN', sendHz: Math.min(MOST_HZ, 2 * hz) });
    const crowd = await lab.openCrowd({ namespace: '/players' });
    await gather(lab, crowd, { to: phones, arrivalsPerS });
    await operator.ask('run', 'next');
    const figures = keepFigures(lab);
    const clock = startClock();
    let worst = 0;
    for (let phase = 0; phase < phases; phase++) {
      lab.phase(`phase ${phase + 1} of ${phases}`, lab.settings.phaseS);
      const atS = clock();
      const window = await lab.window(() => hold(lab, crowd, levelsOf(lab, phase)), { isThrottledOk: true });
      const ledger = accountOf(lab, window, window.result);
      const fields = fieldsOf(window);
      const seen = compare(window.result, await nextRow(lab, operator));
      lab.point({ phase: phase + 1, atS, connections: crowd.joined, ...seen, ...ledger, ...fields });
      figures.addAccount(ledger);
      figures.add({ 'phases.compared': 1, 'phones.miscounted': Math.abs(seen.n - phones) });
      lab.metric('mean.offBy', (worst = Math.max(worst, seen.offBy)));
      figures.worst(fields, { 'probe.p99Ms': fields['p99Ms'] });
      lab.metric('connections.lost', crowd.disconnects);
    }
    const rows = await rowsOf(operator);
    const missingS = rows.reduce((sum, row) => sum + row.missingS, 0);
    tell(lab, { 'line.rows': rows.length, 'line.missingS': missingS });
  },

  conclude({ settings, points, metrics }) {
    const last = points.at(-1);
    if (!last) return null;
    const lost = noneOr(metrics['messages.lost'], 'none lost', 'lost');
    const p99Ms = metrics['probe.p99Ms'];
    // Counts say what they say also where others took the core, and no time can be believed.
    const waited = p99Ms === undefined ? '' : say`, p99 ${ms(p99Ms)}`;
    const gap = noneOr(metrics['line.missingS'], 'no gap', 'seconds missing');
    return {
      headline: say`${count(settings.phones)} phones in a worm: ${count(metrics['messages.sent'])} inputs, ${lost}, the mean of ${count(metrics['phases.compared'])} phases off by ${decimal(metrics['mean.offBy'], 2)} of 100 points at most, a line of ${count(metrics['line.rows'])} s with ${gap}${waited}`,
      limitedBy: limitedBy(last['cpu']),
    };
  },
});

/** Draws a level for each phone: a position of its slider. @param {Lab} lab @param {number} phase @returns {number[]} -1 to 1 */
function levelsOf({ settings, random }, phase) {
  const centre = Number(CENTRES[phase % CENTRES.length]);
  return Array.from({ length: settings['phones'] }, () => {
    const level = centre + SPREAD * (2 * random() - 1);
    return Math.round(level * 50) / 50;
  });
}

/**
 * Lets all phones hold their levels for one phase, and waits until the server has counted what they sent.
 * @param {Lab} lab @param {Crowd} crowd @param {number[]} values one for each phone
 * @returns {Promise<LoadReading | undefined>} with what each sent last
 */
async function hold(lab, crowd, values) {
  const { hz, phaseS } = lab.settings;
  const bytes = createCodec(worm.input).pack({ y: 0, s: '-' }, 0);
  if (!bytes) throw new LabError('The worm takes another input than this scenario sends.');
  // The level comes first in it, and no flags stand before, because no field is optional.
  const numbers = { at: HEADER_BYTES, values };
  await crowd.start({ kind: 'input', hz, bytes: [...bytes], isMarked: true, numbers });
  await lab.sleep(phaseS * 1000);
  const { input } = await crowd.stop({ kind: 'input', settleMs: 0 });
  await lab.counted();
  return input;
}

/**
 * Compares what phones held last with what the worm says that they hold.
 * @param {LoadReading | undefined} input @param {Row} row @throws {LabError} if nobody sent a level
 */
function compare(input, { atS, n, mean }) {
  const { holders = 0, held = 0 } = input ?? {};
  if (holders === 0) throw new LabError('No phone sent a level.');
  const sentMean = (100 * held) / holders;
  return { rowS: atS, n, holders, mean, sentMean, offBy: rounded(Math.abs(mean - sentMean), 6) ?? NaN };
}

/** Waits for a row that was written wholly after this moment. @param {Lab} lab @param {Operator} operator @returns {Promise<Row>} */
async function nextRow(lab, operator) {
  const last = async () => (await rowsOf(operator)).at(-1);
  const before = (await last())?.atS ?? -1;
  for (const untilMs = Date.now() + PATIENCE_MS; Date.now() < untilMs; await lab.sleep(LOOK_MS)) {
    const row = await last();
    // The one that follows may have been under way.
    if (row && row.atS >= before + 2) return row;
  }
  throw new LabError(`The worm wrote no row within ${PATIENCE_MS / 1000} s.`);
}

/** @param {Operator} operator @returns {Promise<Row[]>} the line of all, a row a second */
async function rowsOf(operator) {
  const { tables = [] } = await operator.get('/rooms/main/results.json');
  const { columns, rows } = tables.find(({ name = '' }) => name === 'Line') ?? { columns: [], rows: [] };
  const [time, segment, n, mean, missing] = ['Time s', 'Segment', 'n', 'Mean', 'Missing s'].map((column) =>
    columns.indexOf(column),
  );
  return rows
    .filter((/** @type {any[]} */ row) => row[segment] === 'All')
    .map((/** @type {any[]} */ row) => ({
      ...{ atS: Number(row[time]), n: Number(row[n]), mean: Number(row[mean]) },
      missingS: Number(row[missing]),
    }));
}
