/** A quiz in tests: a pack, phones by the hundred on plain Socket.IO, and an operator who plays it. */

/** @import { TestContext } from 'node:test' */
/** @import { Socket } from 'socket.io-client' */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { must, playDocument } from './documents.js';
import { next, openControl } from './server.js';
import { PATIENCE_MS, until } from './until.js';

/** So many phones join at a time. If all came at once, the admission would send most of them away for later. */
const WAVE = 100;
const ACK_MS = 60_000;
/** Longer than the countdown before a question. */
const SOON_MS = 5000;

/**
 * A phone that saves its token and its unanswered submissions, as the page does.
 * @typedef {object} Bot
 * @property {Socket} socket
 * @property {string} id @property {string} name @property {string} token
 * @property {any} notice the last one @property {any} personal the last one
 * @property {(choice: string, round: number) => Promise<any>} answer resolves to the acknowledgement, however long it takes
 * @property {number} resent
 */

/**
 * @param {TestContext} t @param {string} url @param {number} count
 * @returns {Promise<Bot[]>} once all have joined
 */
export async function joinBots(t, url, count) {
  /** @type {Bot[]} */
  const bots = [];
  t.after(() => bots.forEach(({ socket }) => socket.disconnect()));
  for (let from = 0; from < count; from += WAVE) {
    const wave = Array.from({ length: Math.min(WAVE, count - from) }, (_, n) =>
      openBot(url, `Player ${from + n}`),
    );
    bots.push(...wave);
    await Promise.all(wave.map((bot) => joined(bot)));
  }
  return bots;
}

/** @param {string} url @param {string} name @returns {Bot} */
function openBot(url, name) {
  /** @type {Bot} */
  const bot = {
    socket: /** @type {any} */ (null),
    id: '',
    name,
    token: '',
    notice: null,
    personal: null,
    answer,
    resent: 0,
  };
  const socket = io(`${url}/players`, {
    auth: (give) => give({ name, token: bot.token || undefined }),
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 1000,
  });
  bot.socket = socket;
  socket.on('welcome', ({ player }) => {
    bot.id ||= player.id;
    bot.token = player.token;
  });
  socket.on('notice', ({ notice }) => (bot.notice = notice));
  socket.on('personal', ({ personal }) => (bot.personal = personal));
  socket.on('connect_error', (error) => {
    const { retryAfterMs } = /** @type {any} */ (error).data ?? {};
    if (retryAfterMs !== undefined) setTimeout(() => socket.connect(), retryAfterMs * Math.random());
  });

  /** @param {string} choice @param {number} round */
  async function answer(choice, round) {
    const id = randomUUID();
    for (;;) {
      if (!socket.connected) await once(/** @type {any} */ (socket), 'connect');
      const ack = await socket
        .timeout(ACK_MS)
        .emitWithAck('submit', 'answer', { round, choice }, id)
        .catch(() => null);
      if (ack && ack.code !== 'not-saved') return ack;
      bot.resent += 1;
      if (ack) await delay(100);
    }
  }
  return bot;
}

/** @param {Bot} bot */
async function joined(bot) {
  while (bot.id === '') await next(bot.socket, 'welcome', undefined, 60_000).catch(() => {});
}

/**
 * @param {TestContext} t @param {{ url: string, operatorKey: string }} app @param {object} pack
 * @param {Record<string, unknown>} [settings]
 */
export async function openQuiz(t, app, pack, settings = {}) {
  const control = await openControl(t, app);
  await playDocument(app, control.ask, 'quiz', pack);
  await must(control.ask('set', { readS: 0, ...settings }));
  return { ...control, run: (/** @type {string} */ action) => must(control.ask('run', action)) };
}

/**
 * Resolves to the first view of the screen that fits.
 * @param {Socket} screen @param {(view: any) => boolean} fits @param {number} [withinMs]
 */
export async function view(screen, fits, withinMs = PATIENCE_MS) {
  const frame = await next(
    screen,
    'frame',
    ({ view: shown }) => shown?.phase !== undefined && fits(shown),
    withinMs,
  );
  return frame.view;
}

/**
 * Goes on in a quiz until the screen shows what fits. Open answers are left to the caller, and it waits for phases that are about to
 * end by themselves: a "next" for them could arrive after that and close the answers of the question that has just opened.
 * @param {{ run: (action: string) => Promise<unknown> }} quiz of {@link openQuiz}
 * @param {Socket} screen
 * @param {(view: any) => boolean} fits
 * @returns {Promise<any>} the view that fits
 */
export async function playTo(quiz, screen, fits) {
  for (;;) {
    const now = await view(screen, () => true);
    if (fits(now)) return now;
    if (now.phase === 'idle') await quiz.run('start');
    else if (now.phase !== 'open' && (now.leftMs ?? Infinity) > SOON_MS) await quiz.run('next');
    await view(screen, ({ phase, n }) => phase !== now.phase || n !== now.n);
  }
}

/** @param {Bot[]} bots @param {(bot: Bot) => boolean} fits */
export async function untilAll(bots, fits) {
  const waiting = () => bots.find((bot) => !fits(bot));
  await until(
    () => waiting()?.name ?? '',
    (name) => name === '',
    { about: 'the bots that wait' },
  );
}
