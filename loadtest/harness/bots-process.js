/** One process of a hall of bots: they come, play, lose their network and come back, and it says how busy it is. */

/** @import { Trust } from './trust.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../../lib/stage/random.js';
import { USUAL_CROWD, createCrowd, createPhone } from '../../bots/index.js';
import { createOwnMeter } from '../swarm/own.js';
import { serve } from './child.js';
import { tlsOf } from './trust.js';

/** Beyond this share of the core, or when a turn waits so long, they play less and later than people would. */
const MOST_CPU = 0.9;
const MOST_LATE_MS = 250;
/** Phones that come in vain for so long come in vain. */
const PATIENCE_MS = 5000;
const LOOK_MS = 100;
/** The pauses of a phone between attempts: public/shared/link.js. */
const BACK = { firstMs: 500, mostMs: 8000 };
const MOST_WHY = 5;

/** @type {ReturnType<typeof createCrowd>} */
let crowd;
let random = Math.random;
let url = '';
/** @type {Record<string, unknown>} */
let socket = {};
/** @type {string[]} */
const why = [];
const own = createOwnMeter();
let last = { sent: 0, atMs: performance.now() };
/** When everybody lost their connection; Infinity: nobody has. */
let lostAtMs = Infinity;
/** Everybody who has been here, by the ids of their players. @type {Set<string>} */
const known = new Set();
/** When each was welcomed first after the loss. @type {Map<string, number>} */
const back = new Map();
let strangers = 0;

// A game may throw after an `await`, where no phone can catch it: that phone loses its round, and the hall goes on.
process.on('unhandledRejection', fault);
process.on('uncaughtException', fault);

serve(
  {
    ...{ open, arrive, stats, read, mark, cut, comeback, missing },
    lock: ({ share, forMs }) => void crowd.lock(share, forMs),
  },
  () => crowd?.close(),
);

/** @param {{ url: string, arrivalsPerS: number, seed: number, pressHz?: number, isUsual?: boolean } & Trust} options */
function open({ arrivalsPerS, seed, pressHz, isUsual = true, ...target }) {
  url = target.url;
  random = createRandom(seed).next;
  socket = tlsOf(target);
  crowd = createCrowd({
    ...{ url, seed, socket, arrivalsPerS, pressHz, onFault: fault },
    characters: isUsual ? USUAL_CROWD : { ...USUAL_CROWD, 'bad-wifi': 0 },
    // The probe measures the delay, and the hall's own pings would be load.
    pingMs: 0,
    onWelcome: ({ player }) => welcome(player.id),
  });
}

/** @param {string} id */
function welcome(id) {
  if (lostAtMs === Infinity) return void known.add(id);
  if (back.has(id)) return;
  back.set(id, nowMs());
  if (!known.has(id)) strangers += 1;
}

/** @param {unknown} error */
function fault(error) {
  if (why.length < MOST_WHY) why.push(error instanceof Error ? error.message : String(error));
}

/** Lets phones come, until all are in or nobody gets in any more. @param {{ count: number }} wish */
async function arrive({ count }) {
  let [most, sinceMs, isOver] = [0, performance.now(), false];
  void crowd.resize(count).then(() => (isOver = true));
  while (!isOver && performance.now() - sinceMs <= PATIENCE_MS) {
    await wait(LOOK_MS);
    // Those with bad wifi come and go: those who have been in were let in.
    if (known.size > most || crowd.phones.length === known.size) sinceMs = performance.now();
    most = known.size;
  }
  const joined = known.size;
  return joined >= count ? { joined, why: '' } : { joined, why: await reasonOfOneMore() };
}

/** @returns {Promise<string>} what the server tells one phone more */
async function reasonOfOneMore() {
  const phone = createPhone({ url, socket, character: null, patienceMs: 1500 });
  const reason = await phone.connect().then(
    () => 'they had no welcome in time',
    (error) =>
      phone.state === 'waiting' ? 'the server is full, and lets them wait in its queue' : error.message,
  );
  await phone.close();
  return reason;
}

function stats() {
  const { sent, states, faults, acknowledged, refused, unreached } = crowd.stats();
  return { playing: states['playing'] ?? 0, states, sent, faults, why, acknowledged, refused, unreached };
}

/** Says what a swarm says of itself, as far as it is true of bots. */
function read() {
  const { sent: total, received } = crowd.stats();
  const sent = total - last.sent;
  const seconds = Math.max(0.001, (performance.now() - last.atMs) / 1000);
  last = { sent: total, atMs: performance.now() };
  const generator = own.read();
  const because = limitOf(generator);
  return {
    ...{ seconds, received, generator: { ...generator, isLimit: because !== null, because } },
    loads: { bots: { due: sent, sent, throttled: 0, heldBack: 0, gone: 0, unsent: 0, times: {} } },
  };
}

/** Without figures, so that a bad evening tells it once. @param {ReturnType<typeof own.read>} reading */
function limitOf({ cpuPeak, loopP99Ms }) {
  const later = 'they played later than people would.';
  if (cpuPeak > MOST_CPU) return `The bots used more than ${MOST_CPU * 100} % of their core: ${later}`;
  if (loopP99Ms > MOST_LATE_MS) return `A process of bots was more than ${MOST_LATE_MS} ms late: ${later}`;
  return null;
}

function mark() {
  back.clear();
  strangers = 0;
  lostAtMs = nowMs();
}

/** @param {{ outageMs: number }} options */
function cut({ outageMs }) {
  for (const phone of crowd.phones) {
    phone.sleep();
    setTimeout(() => phone.state === 'asleep' && void phone.wake().catch(() => {}), backAfterMs(outageMs));
  }
}

/**
 * Draws when a phone's first attempt after an outage is, by Socket.IO's pauses with full jitter. Attempts before it are
 * taken to fail at once.
 * @param {number} outageMs
 */
function backAfterMs(outageMs) {
  let ms = 0;
  for (let attempt = 0; attempt === 0 || ms < outageMs; attempt++)
    ms += Math.min(BACK.mostMs, random() * 2 * BACK.firstMs * 2 ** attempt);
  return ms;
}

function comeback() {
  return { afterMs: [...back.values()].map((atMs) => Math.round(atMs - lostAtMs)), strangers };
}

/** Waits until each was seen playing once more: with bad wifi, some are always away. @param {{ withinMs: number }} options */
async function missing({ withinMs }) {
  const untilMs = performance.now() + withinMs;
  for (let unseen = crowd.phones; ; await wait(LOOK_MS)) {
    unseen = unseen.filter(({ state }) => state !== 'playing');
    if (unseen.length === 0 || performance.now() >= untilMs) return unseen.length;
  }
}

/** Processes of one machine share this clock. */
function nowMs() {
  return performance.timeOrigin + performance.now();
}
