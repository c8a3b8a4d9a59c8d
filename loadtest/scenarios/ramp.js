/**
 * Repeats the ramp of 2012: phones come in steps and send at a fixed rate; what arrives, what is lost and what it costs.
 * First with the governor, which is what a hall gets; then on a server without it, on until its core is full.
 */

/** @import { Crowd, Lab, OtherServer } from '../types.js' */

import { CLAIMS } from '../harness/claims.js';
import { FULL, keepFigures, limitedBy, noneOr, tell, tellNotMeasured } from '../harness/findings.js';
import { accountOf } from '../harness/hall.js';
import { fieldsOf } from '../harness/lab.js';
import { defineScenario } from '../harness/scenario.js';
import { gather, loadFor } from '../harness/steps.js';
import { JAMMED_MS } from '../report/anchors.js';
import { count, ms, percent, say } from '../verdict/headline.js';

const SETTLE_MS = 1000;
/** Beyond the largest step each step is this much faster. */
const FASTER = 1.25;
/** A phone may send no faster: lib/rates/rates.js. */
const MOST_HZ = 20;
const ON = 'governor on';
const OFF = 'governor off';

/** @typedef {{ mode: string, crowd: Crowd, server?: OtherServer }} Hall */

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
    ...[CLAIMS.nothingLost, CLAIMS.nothingTwice, CLAIMS.somethingSent, CLAIMS.nobodyLost],
    { ...CLAIMS.noJam, words: 'with the governor, an answer takes no longer than a jam' },
  ],

  async run(lab) {
    const steps = lab.settings.phones.toSorted((a, b) => a - b);
    const figures = keepFigures(lab);
    const hall = { mode: ON, crowd: await openHall(lab) };
    for (const phones of steps) {
      const { fields, ledger, lost } = await hold(lab, hall, phones);
      figures.addAccount(ledger);
      figures.add({ 'connections.lost': lost });
      figures.worst(fields, { 'probe.p99Ms': fields['p99Ms'] });
    }
    await hall.crowd.close();

    lab.phase('a server without the governor');
    const server = await lab.openServer({ GOVERNOR: 'off' });
    if (!server)
      return tellNotMeasured(
        lab,
        'What the core can without the governor is measured only on a server that the lab starts by itself.',
      );
    const free = { mode: OFF, crowd: await openHall(lab, server), server };
    const all = /** @type {Step[]} */ ([]);
    for (const phones of steps) {
      const step = await hold(lab, free, phones);
      all.push(step);
      if (step.isBeyond) break;
      figures.addAccount(step.ledger);
      figures.add({ 'connections.lost': step.lost });
    }
    await goOn(lab, free, all);
    await free.crowd.close();
    await server.close();
  },

  conclude({ points, metrics }) {
    const top = points.findLast(({ validity, mode }) => validity === 'valid' && mode === ON);
    if (!top) return null;
    const lost = noneOr(metrics['messages.lost'], 'nothing lost', 'lost');
    const most = metrics['core.receivedPerS'];
    const atLeast = metrics['core.isFull'] === 1 ? '' : 'at least ';
    const core = most === undefined ? '' : `; without the governor its core can ${atLeast}${count(most)}`;
    return {
      headline: say`${count(top['connections'])} phones at ${count(top['sendHz'])}/s: ${count(top['receivedPerS'])} messages/s, ${percent(top['cpu'])} of a core, p99 ${ms(top['p99Ms'])}, ${lost}${core}`,
      limitedBy: limitedBy(top['cpu']),
    };
  },
});

/** @param {Lab} lab @param {OtherServer} [server] @returns {Promise<Crowd>} nobody yet, and the game is on */
async function openHall(lab, server) {
  const operator = await lab.openOperator(server);
  await operator.ask('switch', lab.settings['game']);
  // Without a governor the operator's rate holds, and it is meant to be no limit.
  if (server) await operator.ask('throttle', { mode: 'MAX', sendHz: MOST_HZ, tickHz: 30 });
  operator.close();
  return lab.openCrowd({ namespace: '/players', ...(server && { url: server.url }) });
}

/**
 * Brings the hall to a number of phones, and lets them play.
 * @param {Lab} lab @param {Hall} hall @param {number} phones
 * @param {{ hz?: number, isSearch?: boolean }} [options]
 * @returns `lost`: connections; `isFull`: slow, by figures that can be believed; `isBeyond`: it was more than the server
 *   can do without its governor, or it was measured to find that out
 * @throws {LabError} if they could not join, or the server did not say what it had received
 */
async function hold(lab, hall, phones, { hz = lab.settings['hz'], isSearch = false } = {}) {
  const { mode, crowd, server } = hall;
  const { holdS, arrivalsPerS, payload } = lab.settings;
  const before = crowd.disconnects;
  if (phones > crowd.joined) {
    await gather(lab, crowd, { to: phones, arrivalsPerS, where: `, ${mode}` });
    await lab.sleep(SETTLE_MS);
  }
  lab.phase(`${phones} phones at ${hz}/s, ${mode}`, holdS);
  const window = await lab.window(
    async () => {
      const input = await loadFor(lab, crowd, { kind: 'input', hz, payload }, { forS: holdS, settleMs: 0 });
      // A full core has a queue, of which each message counts as received once it is handled.
      if (isSearch) await lab.settled(server);
      await lab.counted(server);
      return input;
    },
    { tries: 2, server },
  );
  const ledger = accountOf(lab, window, window.result);
  const { cpu, probe, validity } = window;
  const isSlow = (cpu ?? 0) > FULL || (probe.times.p99Ms ?? Infinity) > JAMMED_MS || ledger.lost > 0;
  const isFull = isSlow && validity === 'valid';
  const receivedPerS = Math.round(ledger.received / (isSearch && isFull ? window.seconds : holdS));
  const isBeyond = isSearch || (server !== undefined && isFull);
  const fields = fieldsOf(window);
  lab.point({
    ...{ mode, connections: phones, sendHz: hz, duePerS: Math.round(ledger.due / holdS), receivedPerS },
    ...ledger,
    ...fields,
    ...{ probeP50Ms: fields['p50Ms'], probeP99Ms: fields['p99Ms'], disconnects: crowd.disconnects },
    ...(isBeyond ? { isSearch: true } : {}),
  });
  return { fields, ledger, lost: crowd.disconnects - before, receivedPerS, isSlow, isFull, isBeyond };
}

/** @typedef {Awaited<ReturnType<typeof hold>>} Step */

/**
 * Goes on faster, with the largest crowd, until the core is full, or it jams, or the generator or the phones can no more.
 * @param {Lab} lab @param {Hall} hall @param {Step[]} all those that were measured, which it adds to
 */
async function goOn(lab, hall, all) {
  const { hz: firstHz, mostHz } = lab.settings;
  const isFull = () => all.some((step) => step.isFull);
  for (let hz = firstHz * FASTER; hz <= mostHz && !isFull(); hz *= FASTER) {
    const step = await hold(lab, hall, hall.crowd.joined, { hz: Math.round(hz * 100) / 100, isSearch: true });
    all.push(step);
    // Neighbours only make it slower: what is fast enough in spite of them says that it can do more.
    const { validity } = step.fields;
    if (validity !== 'valid' && (validity !== 'disturbed' || step.isSlow)) break;
  }
  const valid = all.filter(({ fields }) => fields.validity === 'valid');
  if (valid.length === 0) return;
  const most = Math.max(...valid.map(({ receivedPerS }) => receivedPerS));
  tell(lab, { 'core.receivedPerS': most, 'core.isFull': isFull() ? 1 : 0 });
}
