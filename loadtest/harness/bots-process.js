/** One process of a hall of bots: they come, play, lose their network and come back, and it says how busy it is. */

import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../../lib/stage/random.js';
import { USUAL_CROWD, createCrowd, createPhone } from '../../bots/index.js';
import { answer } from '../bench/child.js';
import { createOwnMeter } from '../swarm/own.js';

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
/** Whoever has been here, by the id of their player. @type {Set<string>} */
const known = new Set();
/** When each was welcomed first after the loss. @type {Map<string, number>} */
const back = new Map();
let strangers = 0;

// A game may throw after an `await`, where no phone can catch it: that phone loses its round, and the hall goes on.
process.on('unhandledRejection', fault);
process.on('uncaughtException', fault);
// Ctrl-C reaches the whole group; the parent decides.
process.on('SIGINT', () => {});

answer({ open, arrive, stats, read, lock, mark, cut, comeback, missing, close: () => crowd.close() });

/** @param {{ url: string, arrivalsPerS: number, seed?: number, pressHz?: number, isUsual?: boolean, ca?: string, insecure?: boolean }} options */
function open({ arrivalsPerS, seed = 1, pressHz, isUsual = true, ca, insecure = false, ...options }) {
  url = options.url;
  random = createRandom(seed).next;
  socket = { ...(ca === undefined ? {} : { ca }), ...(insecure ? { rejectUnauthorized: false } : {}) };
  crowd = createCrowd({
    ...{ url, seed, socket, onFault: fault },
    arrivalsPerS,
    ...(pressHz === undefined ? {} : { pressHz }),
    ...(isUsual ? {} : { characters: { ...USUAL_CROWD, 'bad-wifi': 0 } }),
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
  let most = 0;
  let sinceMs = performance.now();
  let isOver = false;
  void crowd.resize(count).then(() => (isOver = true));
  while (!isOver) {
    await wait(LOOK_MS);
    // Those with bad wifi come and go: whoever has been in was let in.
    if (known.size > most || crowd.phones.length === known.size) {
      most = known.size;
      sinceMs = performance.now();
    }
    if (performance.now() - sinceMs > PATIENCE_MS) break;
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
  const { cpuPeak, loopP99Ms } = generator;
  let because = null;
  // Without figures, so that a bad evening tells it once.
  if (cpuPeak > MOST_CPU) because = `The bots used more than ${MOST_CPU * 100} % of their core`;
  else if (loopP99Ms > MOST_LATE_MS) because = `A process of bots was more than ${MOST_LATE_MS} ms late`;
  return {
    seconds,
    loads: { bots: { due: sent, sent, throttled: 0, heldBack: 0, gone: 0, unsent: 0, times: {} } },
    received,
    generator: {
      ...generator,
      isLimit: because !== null,
      because: because && `${because}: they played later than people would.`,
    },
  };
}

/** @param {{ share: number, forMs: number }} options */
function lock({ share, forMs }) {
  crowd.lock(share, forMs);
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
  const afterMs = [...back.values()].map((atMs) => Math.round(atMs - lostAtMs)).sort((a, b) => a - b);
  return { afterMs, strangers };
}

/** Waits until each was seen playing once more: with bad wifi, some are always away. @param {{ withinMs: number }} options */
async function missing({ withinMs }) {
  const unseen = new Set(crowd.phones);
  const untilMs = performance.now() + withinMs;
  for (;;) {
    for (const phone of unseen) if (phone.state === 'playing') unseen.delete(phone);
    if (unseen.size === 0 || performance.now() >= untilMs) return unseen.size;
    await wait(LOOK_MS);
  }
}

/** Processes of one machine share this clock. */
function nowMs() {
  return performance.timeOrigin + performance.now();
}
