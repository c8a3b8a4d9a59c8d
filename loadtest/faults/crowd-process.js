/**
 * Phones and screens of a fault, in a process of their own: they play, and note when they received what. A phone is the page's
 * own session, outbox and link (bots/), without a person: it says a level, and submits one numbered word after the other,
 * each until it is answered.
 */

/** @import { Group, Log, PhoneLog, Place, ScreenLog, WitnessLog } from './types.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { createPhone } from '../../bots/index.js';
import { createLink } from '../../public/shared/link.js';
import { NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';
import { serve } from '../harness/child.js';
import { comeBack, get } from '../harness/sockets.js';
import { createOwnMeter } from '../swarm/own.js';
import { nowMs } from './scope.js';

/** A word of each phone in so long, give or take half of it. */
const WORD_MS = 1000;
const LEVEL_MS = 2000;
/** A page does so every ten seconds; each slow answer halves what it sends, so that many more would change what is measured. */
const PING_MS = 5000;
const JOIN_MS = 60_000;
const ANSWER_MS = 5000;
const LOOK_MS = 50;

const own = createOwnMeter();
/** @type {{ phone: ReturnType<typeof createPhone>, log: PhoneLog, open: number }[]} */
const phones = [];
/** @type {{ socket: ReturnType<typeof createLink>, log: ScreenLog }[]} */
const screens = [];
/** @type {WitnessLog[]} */
const witnesses = [];
let isTalking = false;
let isClosed = false;

serve({ open, begin, glance, quiet, log, results }, async () => {
  isClosed = true;
  for (const { socket } of screens) socket.disconnect();
  await Promise.all(phones.map(({ phone }) => phone.close()));
});

/** @param {{ groups: Group[], screens: Place[] }} show */
async function open({ groups, screens: places }) {
  for (const place of places) openScreen(place);
  for (const group of groups) {
    for (let n = 0; n < group.phones; n += 1) openPhone(group, n);
    openWitness(group);
  }
  await Promise.all(phones.map(({ phone }) => phone.connect()));
}

/** @param {Group} group @param {number} n */
function openPhone({ name, url, ca }, n) {
  /** @type {PhoneLog} */
  const log = { place: name, name: `${name}-${n}`, welcomes: [], notices: [], pings: [], acks: [], over: '' };
  const phone = createPhone({
    ...{
      url,
      name: log.name,
      character: null,
      pingMs: PING_MS,
      patienceMs: JOIN_MS,
      seed: phones.length + 1,
    },
    ...(ca && { socket: { ca, extraHeaders: { origin: url } } }),
    onWelcome: () => void log.welcomes.push(nowMs()),
    onNotice: () => void log.notices.push(nowMs()),
    onRtt: () => void log.pings.push(nowMs()),
    onOver: (code) => (log.over = code),
  });
  phones.push({ phone, log, open: 0 });
}

/** @param {Place} place */
function openScreen({ name, url, ca }) {
  const socket = createLink(new URL(NAMESPACE.playfield, url).href, () => ({}), {
    forceNew: true,
    ...(ca && { ca }),
  });
  /** @type {ScreenLog} */
  const log = { place: name, frames: [], disconnects: 0 };
  socket.on(SERVER_EVENT.frame, ({ view }) => log.frames.push([nowMs(), view.levels]));
  socket.on('disconnect', () => !isClosed && (log.disconnects += 1));
  comeBack(socket);
  socket.connect();
  screens.push({ socket, log });
}

/** Opens a plain client that submits once a second under a new id, and notes what it is told at once. @param {Group} group */
function openWitness({ name, url, ca }) {
  const socket = createLink(new URL(NAMESPACE.players, url).href, () => ({ name: `${name}-witness` }), {
    forceNew: true,
    ...(ca && { ca, extraHeaders: { origin: url } }),
  });
  comeBack(socket);
  socket.connect();
  /** @type {WitnessLog} */
  const log = { place: name, answers: [] };
  witnesses.push(log);
  void (async () => {
    for (let n = 0; !isClosed; n += 1) {
      await wait(WORD_MS);
      if (!isTalking || !socket.connected) continue;
      const askedAtMs = nowMs();
      const word = `${name}-witness-${n}`;
      const answer = await socket
        .timeout(ANSWER_MS)
        .emitWithAck('submit', 'say', { word }, word)
        .catch(() => null);
      const code = answer === null ? 'none' : answer.ok ? 'ok' : answer.code;
      log.answers.push({ word, code, askedAtMs, tookMs: nowMs() - askedAtMs });
    }
  })();
}

function begin() {
  isTalking = true;
  own.read();
  for (const one of phones) {
    void talk(one);
    void push(one);
  }
}

/** @param {typeof phones[number]} one */
async function talk(one) {
  const { phone, log } = one;
  await wait(WORD_MS * Math.random());
  for (let n = 0; isTalking && !isClosed; n += 1) {
    const word = `${log.name}-${n}`;
    const sentAtMs = nowMs();
    one.open = 1;
    const answer = await phone.submit('say', { word });
    one.open = 0;
    log.acks.push({ word, sentAtMs, ackedAtMs: nowMs(), code: answer.ok ? 'ok' : answer.code });
    await wait(WORD_MS * (0.5 + Math.random()));
  }
}

/** @param {typeof phones[number]} one */
async function push({ phone }) {
  while (!isClosed) {
    phone.send({ y: Math.round(Math.random() * 100) / 100 });
    await wait(LEVEL_MS * (0.5 + Math.random()));
  }
}

/**
 * Tells who has what again that was begun or shown since then.
 * @param {{ sinceMs: number, levels: number }} options `levels`: a screen counts when it shows so many
 */
function glance({ sinceMs, levels }) {
  const isBack = (/** @type {PhoneLog} */ { acks, notices }) =>
    (acks.at(-1)?.ackedAtMs ?? 0) > sinceMs && (notices.at(-1) ?? 0) > sinceMs;
  return {
    phones: phones.filter(({ log }) => !isBack(log)).map(({ log }) => log.name),
    screens: screens
      .filter(({ log }) => {
        const [atMs, shown] = log.frames.at(-1) ?? [0, 0];
        return atMs <= sinceMs || shown < levels;
      })
      .map(
        ({ log }) => `the screen of ${log.place}, which shows ${log.frames.at(-1)?.[1]} of ${levels} levels`,
      ),
  };
}

/** Submits nothing new, and waits for what is open. @param {{ withinMs: number }} options @returns {Promise<number>} never answered */
async function quiet({ withinMs }) {
  isTalking = false;
  const untilMs = nowMs() + withinMs;
  const open = () => phones.reduce((sum, one) => sum + one.open, 0);
  while (open() > 0 && nowMs() < untilMs) await wait(LOOK_MS);
  return open();
}

/** @returns {Log} */
function log() {
  return {
    phones: phones.map(({ phone, log: noted }) => ({ ...noted, isPlaying: phone.state === 'playing' })),
    screens: screens.map(({ log: noted }) => noted),
    witnesses,
    generators: [own.read()],
  };
}

/** Asks for the results as an operator does. @param {{ url: string, key: string }} target @returns {Promise<string[]>} all words */
async function results({ url, key }) {
  const headers = { authorization: `Bearer ${key}` };
  const { text } = await get(`${url}/api/rooms/main/results.json`, { headers, timeout: 30_000 });
  const { tables } = JSON.parse(text);
  return tables[0].rows.map((/** @type {string[]} */ [word]) => word);
}
