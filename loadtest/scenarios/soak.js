/** Lets a hall play for hours, with coming and going and other games, and looks for what grows. */

import { CLAIMS, atMost } from '../harness/claims.js';
import { memoryWords, noneOr, tell, tellSlope } from '../harness/findings.js';
import { defineScenario } from '../harness/scenario.js';
import { gather, startCourse } from '../harness/steps.js';
import { count, decimal, ms, say } from '../verdict/headline.js';
import { FEWEST_POINTS, certainGrowth } from '../verdict/slope.js';

/** @type {{ game: string, payload: Record<string, number> }[]} */
const GAMES = [
  { game: 'lobby', payload: { taps: 1, x: 0.5 } },
  { game: 'pong', payload: { y: 0.4 } },
  { game: 'tug', payload: { pulls: 2 } },
];
/** One in ten minutes: when a phone a second comes and goes, what each leaves behind is far more. */
const MOST_HANDLES = { limit: 0.1, unit: '/min' };
/** A neighbour may spoil a minute of an hour, but of what is left two thirds must be the server's own time. */
const MOST_DISTURBED = 1 / 3;

/** Memory and handles count in every window: neighbours take time, and none of these. */
const SLOPES = [
  { slope: 'memory.kbPerMin', growth: 'memory.growthKbPerMin', unit: 'KB/min', field: 'rssMb', times: 1024 },
  { slope: 'heap.kbPerMin', growth: 'heap.growthKbPerMin', unit: 'KB/min', field: 'heapMb', times: 1024 },
  { slope: 'handles.perMin', growth: 'handles.growthPerMin', unit: '/min', field: 'handles' },
  { slope: 'p99.msPerMin', growth: 'p99.growthMsPerMin', unit: 'ms/min', field: 'p99Ms', isTime: true },
];

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
  // Nothing can be measured again in a hall that goes on. So disturbed windows are left out, up to this share; the
  // headline says how many they were. With more of them the run is disturbed.
  mostDisturbed: MOST_DISTURBED,
  claims: ({ hours, windowS, warmS, memoryKbPerMin, delayMsPerMin }) => {
    const always = [
      ...[CLAIMS.nothingLost, CLAIMS.nothingTwice, CLAIMS.somethingSent],
      ...[CLAIMS.nobodyLost, CLAIMS.allGetIn, CLAIMS.noJam],
    ];
    const windows = (hours * 3600) / windowS;
    // A slope needs so many even if all that are left out come after the warm-up.
    if (windows - warmS / windowS - windows * MOST_DISTURBED < FEWEST_POINTS) return always;
    const memory = { limit: memoryKbPerMin, unit: 'KB/min' };
    const delay = { limit: delayMsPerMin, unit: 'ms/min', kind: /** @type {const} */ ('time') };
    return [
      ...always,
      atMost('memory.growthKbPerMin', 'memory does not surely grow by more', memory),
      atMost('handles.growthPerMin', 'no open files or connections are left behind', MOST_HANDLES),
      atMost('p99.growthMsPerMin', 'answers do not surely get slower by more', delay),
    ];
  },

  async run(lab) {
    const { hours, phones, arrivalsPerS, hz, churnPerS, windowS, warmS, switchEveryS, games } = lab.settings;
    const operator = await lab.openOperator();
    const crowd = await lab.openCrowd({ namespace: '/players' });
    await gather(lab, crowd, { to: phones, arrivalsPerS });
    const { atS, points, play } = startCourse(lab, crowd);
    let played = -1;
    for (let leftS = hours * 3600; leftS > 0.5; leftS = hours * 3600 - atS()) {
      const turn = Math.floor(atS() / switchEveryS) % games.length;
      const { game, payload } = /** @type {(typeof GAMES)[number]} */ (games[turn]);
      if (turn !== played) await operator.ask('switch', game);
      played = turn;
      lab.phase(game, leftS);
      await play({ hz, payload, perS: churnPerS, forS: Math.min(windowS, leftS) }, ({ window, moved }) => ({
        ...{ game, isWarm: atS() > warmS, came: moved.came, handles: window.handles },
      }));
    }

    const warm = points.filter(({ isWarm }) => isWarm === true);
    const valid = warm.filter(({ validity }) => validity === 'valid');
    lab.table({
      title: 'What grows',
      note: 'Slopes by Theil and Sen, with the interval that holds the true one in 95 of 100 runs. An empty row has fewer than 8 windows.',
      columns: ['Slope', 'a minute', 'from', 'to', 'Unit', 'Windows'],
      rows: SLOPES.map(({ slope: metric, growth, unit, field, times, isTime }) => {
        const from = isTime ? valid : warm;
        const slope = tellSlope(lab, metric, from, field, times);
        if (slope) tell(lab, { [growth]: certainGrowth(slope) });
        return [metric, slope?.perUnit, slope?.lower, slope?.upper, unit, slope?.points ?? from.length];
      }),
    });
  },

  conclude({ settings, points, metrics }) {
    if (!points.some(({ validity }) => validity === 'valid')) return null;
    const lost = noneOr(metrics['messages.lost'], 'nothing lost', 'lost');
    const disturbed = points.filter(({ validity }) => validity === 'disturbed').length;
    const leftOut = `; ${count(disturbed)} of ${count(points.length)} windows were disturbed, and left out`;
    return {
      headline: say`${decimal(settings.hours)} h with ${count(settings.phones)} phones: ${count(metrics['messages.sent'])} messages, ${lost}, p99 at most ${ms(metrics['probe.p99Ms'])}, ${memoryWords(metrics) || 'too short for slopes'}${disturbed > 0 ? leftOut : ''}`,
      limitedBy: 'nothing',
    };
  },
});
