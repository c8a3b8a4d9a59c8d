/** Lets a hall play for hours, with coming and going and other games, and looks for what grows. */

/** @import { Claim, Lab, Point } from '../types.js' */

import { playAndChurn } from '../harness/churn.js';
import { CLAIMS, fill } from '../harness/hall.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { count, decimal, ms, say } from '../verdict/headline.js';
import { sumOf } from '../verdict/ledger.js';
import { worstOf } from '../verdict/points.js';
import { FEWEST_POINTS, certainGrowth, slopeOf } from '../verdict/slope.js';

/** @type {{ game: string, payload: Record<string, number> }[]} */
const GAMES = [
  { game: 'lobby', payload: { taps: 1, x: 0.5 } },
  { game: 'pong', payload: { y: 0.4 } },
  { game: 'tug', payload: { pulls: 2 } },
];
/** One in ten minutes: when a phone a second comes and goes, what each leaves behind is far more. */
const MOST_HANDLES_PER_MIN = 0.1;

export default defineScenario({
  name: 'soak',
  title: 'The soak',
  summary: 'a hall plays for hours, phones come and go, games change; what grows',
  generator: 'the swarm',
  settings: {
    hours: { value: 1, help: 'how long', least: 0.0005, most: 1000 },
    phones: { value: 500, help: 'phones in the hall', least: 1, most: 100_000 },
    arrivalsPerS: { value: 50, help: 'phones that come a second at the beginning', least: 1, most: 5000 },
    hz: { value: 1, help: 'inputs a second of each phone', least: 0.1, most: 20 },
    churnPerS: { value: 1, help: 'phones that come a second, and as many go', least: 0, most: 1000 },
    windowS: { value: 60, help: 'seconds of each point', least: 0.5, most: 3600 },
    warmS: { value: 300, help: 'seconds at the beginning that no slope counts', least: 0, most: 36_000 },
    switchEveryS: { value: 300, help: 'seconds between two games', least: 0.5, most: 36_000 },
    games: { value: GAMES, help: 'what is played in turn, with the input of the phones' },
    memoryKbPerMin: { value: 200, help: 'the most that memory may surely grow', least: 0, most: 1e6 },
    delayMsPerMin: { value: 0.5, help: 'the most that p99 may surely grow', least: 0, most: 1e6 },
  },
  sizes: {
    smoke: {
      ...{ hours: 6 / 3600, phones: 40, arrivalsPerS: 60, churnPerS: 2, windowS: 1.5, warmS: 0 },
      switchEveryS: 2,
    },
  },
  plan: ({ hours, phones, arrivalsPerS, churnPerS }) => ({
    connections: Math.ceil(phones + churnPerS),
    forS: phones / arrivalsPerS + hours * 3600,
  }),
  claims(settings) {
    /** @type {Claim[]} */
    const claims = [
      CLAIMS.nothingLost,
      CLAIMS.nothingTwice,
      CLAIMS.somethingSent,
      CLAIMS.nobodyLost,
      CLAIMS.allGetIn,
      CLAIMS.noJam,
    ];
    return hasSlopes(settings) ? [...claims, ...slopeClaims(settings)] : claims;
  },
  async run(lab) {
    const { hours, phones, arrivalsPerS, windowS, switchEveryS, games } = lab.settings;
    const operator = await lab.openOperator();
    const crowd = await lab.openCrowd({ namespace: '/players' });
    lab.phase(`to ${phones} phones`, phones / arrivalsPerS);
    await fill(crowd, { count: phones, arrivalsPerS });
    const startMs = performance.now();
    const atS = () => (performance.now() - startMs) / 1000;
    const found = { points: /** @type {Point[]} */ ([]), ledgers: [], failed: 0 };
    let played = -1;
    for (let leftS = hours * 3600; leftS > 0.5; leftS = hours * 3600 - atS()) {
      const turn = Math.floor(atS() / switchEveryS) % games.length;
      const { game, payload } = /** @type {(typeof GAMES)[number]} */ (games[turn]);
      if (turn !== played) await operator.ask('switch', game);
      played = turn;
      lab.phase(game, leftS);
      const why = await playOn(lab, crowd, {
        ...{ game, payload, found, atS },
        forMs: Math.min(windowS, leftS) * 1000,
      });
      if (why !== '') return lab.problem(why);
      tell(lab, crowd, found);
    }
    lab.table(tellSlopes(lab, found.points));
  },
  conclude({ settings, points, metrics }) {
    if (!points.some(({ validity }) => validity === 'valid')) return null;
    const lost = metrics['messages.lost'];
    const grows =
      metrics['memory.kbPerMin'] === undefined
        ? 'too short for slopes'
        : say`memory ${decimal(metrics['memory.kbPerMin'])} KB/min (95 %: ${decimal(metrics['memory.kbPerMin.lower'])} to ${decimal(metrics['memory.kbPerMin.upper'])})`;
    return {
      headline: say`${decimal(settings.hours)} h with ${count(settings.phones)} phones: ${count(metrics['messages.sent'])} messages, ${lost === 0 ? 'nothing lost' : `${count(lost)} lost`}, p99 at most ${ms(metrics['probe.p99Ms'])}, ${grows}`,
      limitedBy: 'nothing',
    };
  },
});

/** @typedef {{ points: Point[], ledgers: import('../types.js').Ledger[], failed: number }} Found */

/**
 * Measures one window of play, with its coming and going.
 * @param {Lab} lab @param {import('../types.js').Crowd} crowd
 * @param {{ game: string, payload: Record<string, number>, found: Found, atS: () => number, forMs: number }} options
 * @returns {Promise<string>} why it cannot go on; '' if it can
 */
async function playOn(lab, crowd, { game, payload, found, atS, forMs }) {
  const { hz, churnPerS, warmS } = lab.settings;
  const { window, moved, ledger } = await playAndChurn(lab, crowd, { hz, payload, perS: churnPerS, forMs });
  found.ledgers.push(ledger);
  found.failed += moved.failed;
  const point = {
    atS: Math.round(atS() * 10) / 10,
    ...{ game, isWarm: atS() > warmS, connections: crowd.joined, came: moved.came },
    ...ledger,
    ...{ heapMb: window.after?.heapMb, handles: window.handles },
    ...fieldsOf(window),
  };
  found.points.push(point);
  lab.point(point);
  return moved.failed === 0 ? '' : `${moved.failed} could not join: ${moved.why}`;
}

/** Says what is known so far, should the run end here. @param {Lab} lab @param {import('../types.js').Crowd} crowd @param {Found} found */
function tell(lab, crowd, { points, ledgers, failed }) {
  const { sent, lost, extra } = sumOf(ledgers);
  lab.metric('messages.sent', sent);
  lab.metric('messages.lost', lost);
  lab.metric('messages.extra', extra);
  lab.metric('connections.lost', crowd.disconnects);
  lab.metric('joins.failed', failed);
  const p99Ms = worstOf(points, 'p99Ms');
  if (p99Ms !== undefined) lab.metric('probe.p99Ms', p99Ms);
}

/** @param {{ hours: number, windowS: number, warmS: number }} settings */
function hasSlopes({ hours, windowS, warmS }) {
  return (hours * 3600 - warmS) / windowS >= FEWEST_POINTS;
}

/** @param {{ memoryKbPerMin: number, delayMsPerMin: number }} settings @returns {Claim[]} */
function slopeClaims({ memoryKbPerMin, delayMsPerMin }) {
  return [
    {
      ...{
        metric: 'memory.growthKbPerMin',
        sign: '<=',
        limit: memoryKbPerMin,
        unit: 'KB/min',
        kind: 'count',
      },
      words: 'memory does not surely grow by more',
    },
    {
      ...{
        metric: 'handles.growthPerMin',
        sign: '<=',
        limit: MOST_HANDLES_PER_MIN,
        unit: '/min',
        kind: 'count',
      },
      words: 'no open files or connections are left behind',
    },
    {
      ...{ metric: 'p99.growthMsPerMin', sign: '<=', limit: delayMsPerMin, unit: 'ms/min', kind: 'time' },
      words: 'answers do not surely get slower by more',
    },
  ];
}

/**
 * Memory and handles count in every window: neighbours take time, and none of these.
 * @param {Lab} lab @param {readonly Point[]} points
 * @returns {import('../types.js').Table}
 */
function tellSlopes(lab, points) {
  const warm = points.filter(({ isWarm }) => isWarm === true);
  const valid = warm.filter(({ validity }) => validity === 'valid');
  const rows = [];
  for (const { name, unit, growth, of, from } of [
    {
      ...{ name: 'memory.kbPerMin', unit: 'KB/min', growth: 'memory.growthKbPerMin' },
      ...{ of: (/** @type {Point} */ { rssMb }) => Number(rssMb) * 1024, from: warm },
    },
    {
      ...{ name: 'heap.kbPerMin', unit: 'KB/min', growth: 'heap.growthKbPerMin' },
      ...{ of: (/** @type {Point} */ { heapMb }) => Number(heapMb) * 1024, from: warm },
    },
    {
      ...{ name: 'handles.perMin', unit: '/min', growth: 'handles.growthPerMin' },
      ...{ of: (/** @type {Point} */ { handles }) => Number(handles ?? NaN), from: warm },
    },
    {
      ...{ name: 'p99.msPerMin', unit: 'ms/min', growth: 'p99.growthMsPerMin' },
      ...{ of: (/** @type {Point} */ { p99Ms }) => Number(p99Ms ?? NaN), from: valid },
    },
  ]) {
    const slope = slopeOf(from.map((point) => [Number(point['atS']) / 60, of(point)]));
    rows.push([name, slope?.perUnit, slope?.lower, slope?.upper, unit, slope?.points ?? from.length]);
    if (!slope) continue;
    lab.metric(name, slope.perUnit);
    lab.metric(`${name}.lower`, slope.lower);
    lab.metric(`${name}.upper`, slope.upper);
    lab.metric(growth, certainGrowth(slope));
  }
  return {
    title: 'What grows',
    note: 'Slopes by Theil and Sen, with the interval that holds the true one in 95 of 100 runs. An empty row has fewer than 8 windows.',
    columns: ['Slope', 'a minute', 'from', 'to', 'Unit', 'Windows'],
    rows,
  };
}
