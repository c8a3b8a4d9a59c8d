/**
 * Repeats the ramp of 2012: phones come in steps and send at a fixed rate; what arrives, what is lost and what it costs.
 * First with the governor, which is what a hall gets; then on a server without it, on until its core is full.
 */

/** @import { Crowd, Lab, Ledger, OtherServer, Point, Window } from '../types.js' */

import { CLAIMS, accountOf, fill } from '../harness/hall.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { count, ms, percent, say } from '../verdict/headline.js';
import { sumOf } from '../verdict/ledger.js';

const SETTLE_MS = 1000;
/** A core is full beyond this share (a window has a quiet end), and a server jams beyond this delay, as in jamming. */
const FULL = 0.9;
const JAMMED_MS = 200;
/** Beyond the largest step each step is this much faster. */
const FASTER = 1.25;
/** A phone may send no faster: lib/rates/rates.js. */
const MOST_HZ = 20;
const ON = 'governor on';
const OFF = 'governor off';

/**
 * @typedef {{ phones: number[], hz: number, holdS: number, arrivalsPerS: number, mostHz: number, game: string,
 *   payload: Record<string, unknown> }} Settings
 * @typedef {{ mode: string, crowd: Crowd, server: OtherServer | undefined }} Hall
 * @typedef {{ window: Window, ledger: Ledger, receivedPerS: number, isBeyond: boolean, hall: Hall }} Step `isBeyond`: it
 *   was more than the server can do without its governor, or it was measured to find that out
 */

export default defineScenario({
  name: 'ramp',
  title: 'The ramp',
  summary:
    'phones in steps, each sending at a fixed rate, with the governor and without, beside the ramp of 2012',
  generator: 'the swarm',
  settings: {
    phones: { value: [250, 500, 1000, 1500, 2000], help: 'phones of each step', least: 1, most: 100_000 },
    hz: { value: 4, help: 'inputs a second of each phone', least: 0.1, most: MOST_HZ },
    holdS: { value: 12, help: 'seconds that each step is held', least: 1, most: 3600 },
    arrivalsPerS: { value: 100, help: 'phones that come a second', least: 1, most: 5000 },
    mostHz: {
      value: MOST_HZ,
      help: 'without the governor, the largest step goes on faster and faster up to this; 0: it does not',
      least: 0,
      most: MOST_HZ,
    },
    game: { value: 'lobby', help: 'the game that they play' },
    payload: { value: { taps: 1, x: 0.5 }, help: 'their input' },
  },
  sizes: { smoke: { phones: [40], holdS: 1, mostHz: 0 } },
  plan: ({ phones, holdS, arrivalsPerS, hz, mostHz }) => {
    const further = mostHz > hz ? Math.ceil(Math.log(mostHz / hz) / Math.log(FASTER)) : 0;
    return {
      connections: Math.max(...phones),
      forS: 2 * (Math.max(...phones) / arrivalsPerS) + (2 * phones.length + further) * (holdS + 2),
    };
  },
  claims: () => [
    CLAIMS.nothingLost,
    CLAIMS.nothingTwice,
    CLAIMS.somethingSent,
    CLAIMS.nobodyLost,
    { ...CLAIMS.noJam, words: 'with the governor, an answer takes no longer than a jam' },
  ],

  async run(lab) {
    const tell = teller(lab);
    const steps = [...lab.settings.phones].sort((a, b) => a - b);
    const crowd = await openHall(lab);
    for (const phones of steps) tell(await hold(lab, { mode: ON, crowd, server: undefined }, phones));
    await crowd.close();

    lab.phase('a server without the governor');
    const server = await lab.openServer({ GOVERNOR: 'off' });
    if (!server)
      return lab.table({
        title: 'Not measured',
        note: 'What the core can without the governor is measured only on a server that the lab starts by itself.',
        columns: [],
        rows: [],
      });
    const hall = { mode: OFF, crowd: await openHall(lab, server), server };
    /** @type {Step[]} */
    const all = [];
    for (const phones of steps) {
      const step = await hold(lab, hall, phones);
      all.push(step);
      if (step.isBeyond) break;
      tell(step);
    }
    await goOn(lab, hall, all);
    await hall.crowd.close();
    await server.close();
  },

  conclude({ points, metrics }) {
    const top = topOf(points, ON);
    if (!top) return null;
    const lost = metrics['messages.lost'];
    const most = metrics['core.receivedPerS'];
    const isFull = metrics['core.isFull'] === 1;
    const core =
      most === undefined
        ? ''
        : say`; without the governor its core can ${isFull ? '' : 'at least '}${count(most)}`;
    return {
      headline: say`${count(top['connections'])} phones at ${count(top['sendHz'])}/s: ${count(top['receivedPerS'])} messages/s, ${percent(top['cpu'])} of a core, p99 ${ms(top['p99Ms'])}, ${lost === 0 ? 'nothing lost' : `${count(lost)} lost`}${core}`,
      limitedBy: Number(top['cpu']) > FULL ? 'the server’s core' : 'nothing',
    };
  },
});

/** @param {readonly Point[]} points @param {string} mode */
function topOf(points, mode) {
  return points.findLast((point) => point.validity === 'valid' && point['mode'] === mode && !point.isSearch);
}

/** @param {Lab<Settings>} lab @param {OtherServer} [server] @returns {Promise<Crowd>} nobody yet, and the game is on */
async function openHall(lab, server) {
  const operator = await lab.openOperator(server);
  await operator.ask('switch', lab.settings.game);
  // Without a governor the operator's rate holds, and it is meant to be no limit.
  if (server) await operator.ask('throttle', { mode: 'MAX', sendHz: MOST_HZ, tickHz: 30 });
  operator.close();
  return lab.openCrowd({ namespace: '/players', ...(server && { url: server.url }) });
}

/**
 * Brings the hall to a number of phones, and lets them play.
 * @param {Lab<Settings>} lab @param {Hall} hall @param {number} phones
 * @param {{ hz?: number, isSearch?: boolean }} [options]
 * @returns {Promise<Step>}
 * @throws {LabError} if they could not join, or the server did not say what it had received
 */
async function hold(lab, hall, phones, { hz = lab.settings.hz, isSearch = false } = {}) {
  const { mode, crowd, server } = hall;
  const { holdS, arrivalsPerS, payload } = lab.settings;
  const more = phones - crowd.joined;
  if (more > 0) {
    lab.phase(`to ${phones} phones, ${mode}`, more / arrivalsPerS);
    await fill(crowd, { count: more, arrivalsPerS });
    await lab.sleep(SETTLE_MS);
  }
  lab.phase(`${phones} phones at ${hz}/s, ${mode}`, holdS);
  const window = await lab.window(
    async () => {
      await crowd.start({ kind: 'input', hz, payload });
      await lab.sleep(holdS * 1000);
      const { input } = await crowd.stop({ kind: 'input', settleMs: 0 });
      // A full core has a queue, of which each message counts as received once it is handled.
      if (isSearch) await lab.settled(server);
      await lab.counted(server);
      return input;
    },
    { tries: 2, ...(server && { server }) },
  );
  const ledger = accountOf(lab, window, window.result);
  const isTooMuch = isFull({ window, ledger });
  const receivedPerS = Math.round(ledger.received / (isSearch && isTooMuch ? window.seconds : holdS));
  const isBeyond = isSearch || (server !== undefined && isTooMuch);
  const fields = fieldsOf(window);
  lab.point({
    ...{ mode, connections: phones, sendHz: hz, duePerS: Math.round(ledger.due / holdS), receivedPerS },
    ...ledger,
    ...fields,
    ...{ probeP50Ms: fields['p50Ms'], probeP99Ms: fields['p99Ms'], disconnects: crowd.disconnects },
    ...(isBeyond ? { isSearch: true } : {}),
  });
  return { window, ledger, receivedPerS, isBeyond, hall };
}

/**
 * Goes on faster, with the largest crowd, until the core is full, or it jams, or the generator or the phones can no more.
 * @param {Lab<Settings>} lab @param {Hall} hall @param {Step[]} all those that were measured, which it adds to
 */
async function goOn(lab, hall, all) {
  const { hz: firstHz, mostHz } = lab.settings;
  for (let hz = firstHz * FASTER; hz <= mostHz && !all.some(isFull); hz *= FASTER) {
    const step = await hold(lab, hall, hall.crowd.joined, { hz: Math.round(hz * 100) / 100, isSearch: true });
    all.push(step);
    // Neighbours only make it slower: what is fast enough in spite of them says that it can do more.
    if (step.window.validity !== 'valid' && (step.window.validity !== 'disturbed' || isSlow(step))) break;
  }
  const valid = all.filter(({ window }) => window.validity === 'valid');
  if (valid.length === 0) return;
  lab.metric('core.receivedPerS', Math.max(...valid.map(({ receivedPerS }) => receivedPerS)));
  lab.metric('core.isFull', valid.some(isFull) ? 1 : 0);
}

/** @param {Pick<Step, 'window' | 'ledger'>} step @returns {boolean} by figures that can be believed */
function isFull({ window, ledger }) {
  return window.validity === 'valid' && isSlow({ window, ledger });
}

/** @param {Pick<Step, 'window' | 'ledger'>} step */
function isSlow({ window: { cpu, probe }, ledger }) {
  return (cpu ?? 0) > FULL || (probe.times.p99Ms ?? Infinity) > JAMMED_MS || ledger.lost > 0;
}

/** Sums up the steps that are judged, and says it at once. @param {Lab<Settings>} lab */
function teller(lab) {
  /** @type {Ledger[]} */
  const ledgers = [];
  /** @type {Map<string, number>} by mode */
  const gone = new Map();
  let worstMs = 0;
  return (/** @type {Step} */ { window, ledger, hall: { mode, crowd } }) => {
    ledgers.push(ledger);
    gone.set(mode, crowd.disconnects);
    const { sent, lost, extra, throttled, refused } = sumOf(ledgers);
    lab.metric('messages.sent', sent);
    lab.metric('messages.lost', lost);
    lab.metric('messages.extra', extra);
    lab.metric('messages.throttled', throttled);
    lab.metric('messages.refused', refused);
    lab.metric(
      'connections.lost',
      [...gone.values()].reduce((sum, one) => sum + one, 0),
    );
    if (mode !== ON || window.validity !== 'valid') return;
    worstMs = Math.max(worstMs, Number(fieldsOf(window)['p99Ms']));
    lab.metric('probe.p99Ms', worstMs);
  };
}
