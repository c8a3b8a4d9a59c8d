/**
 * The witness: a small process that floods nothing and sees what a hall sees of a flood. It has a big screen, a panel that
 * reads the log, a newcomer a second, and a phone that loses its connection now and then.
 */

/** @import { Socket } from 'socket.io-client' */
/** @import { Target } from '../harness/trust.js' */

import { performance } from 'node:perf_hooks';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';
import { serve } from '../harness/child.js';
import { comeBack, socketTo } from '../harness/sockets.js';
import { Histogram } from '../histogram.js';

const NEWCOMER_EVERY_MS = 1000;
/** A newcomer without an answer for so long gives up, and counts as one that waited for so long. So does a phone that comes back. */
const PATIENCE_MS = 10_000;
const BLINK_EVERY_MS = 10_000;
const BLINK_MS = 1500;
const ANSWER_MS = 10_000;

let since = nothing();
/** @type {Target} */
let hall;
/** @type {Socket} */
let screen;

try {
  // It shares a core with the generator, and must not wait for it. Only root may.
  setPriority(-10);
} catch {
  // Then it is late when the generator is busy, which is measured.
}
serve({ open, switch: switchGame, tell });

/**
 * Opens the panel, puts the game on, and opens a screen by the link that the panel shows.
 * @param {{ target: Target, game: string }} options @returns {Promise<{ epoch: number, clears: number }>} of the game
 */
async function open({ target, game }) {
  hall = target;
  const panel = socketTo(target, NAMESPACE.control, { key: target.key });
  comeBack(panel);
  const { presenterKey } = await next(panel, SERVER_EVENT.welcome);
  panel.on(SERVER_EVENT.log, (/** @type {unknown} */ lines) => {
    since.lines += Array.isArray(lines) ? lines.length : 1;
  });
  const { ok, message } = await panel.timeout(ANSWER_MS).emitWithAck(CLIENT_EVENT.switch, game);
  if (!ok) throw new Error(`The server does not play "${game}": ${message}`);
  screen = socketTo(target, NAMESPACE.playfield, { key: presenterKey });
  comeBack(screen);
  const { epoch, clears } = await next(screen, SERVER_EVENT.stage);
  screen.on(SERVER_EVENT.frame, () => (since.frames += 1));
  screen.on('disconnect', () => (since.screenCuts += 1));
  setInterval(() => void come(target), NEWCOMER_EVERY_MS);
  void blink(target);
  return { epoch, clears };
}

/**
 * Switches to the lobby from a panel that the server has not seen before.
 * @returns {Promise<number>} ms until the screen had it, or until that was given up
 */
async function switchGame() {
  const fromMs = performance.now();
  const panel = socketTo(hall, NAMESPACE.control, { key: hall.key });
  comeBack(panel);
  const isThere = new Promise((resolve) => {
    screen.on(SERVER_EVENT.scene, ({ game }) => game.id === 'lobby' && resolve(true));
  });
  panel.once(SERVER_EVENT.welcome, () => panel.emit(CLIENT_EVENT.switch, 'lobby', () => {}));
  await Promise.race([isThere, wait(PATIENCE_MS)]);
  panel.disconnect();
  return performance.now() - fromMs;
}

/** Plays as a phone that loses its connection for a moment, again and again. @param {Target} target */
async function blink(target) {
  let auth = {};
  for (;;) {
    const socket = socketTo(target, NAMESPACE.players, auth);
    comeBack(socket);
    const welcomed = new Promise((resolve) => socket.once(SERVER_EVENT.welcome, resolve));
    const welcome = await Promise.race([welcomed, wait(PATIENCE_MS)]);
    if (welcome) auth = { token: welcome.player.token };
    else since.stranded += 1;
    await wait(BLINK_EVERY_MS);
    socket.disconnect();
    await wait(BLINK_MS);
  }
}

/** @param {Socket} socket @param {string} event @returns {Promise<any>} the first one */
function next(socket, event) {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('connect_error', reject);
  });
}

/** Comes as a new phone, and leaves once it is in, or in line. @param {Target} target */
async function come(target) {
  const fromMs = performance.now();
  const socket = socketTo(target, NAMESPACE.players, {});
  comeBack(socket);
  const answer = await new Promise((resolve) => {
    for (const event of [SERVER_EVENT.welcome, SERVER_EVENT.queued]) socket.once(event, () => resolve(event));
    setTimeout(resolve, PATIENCE_MS, '').unref();
  });
  since.newcomers += 1;
  if (answer === '') since.unanswered += 1;
  since.comings.record(Math.min(PATIENCE_MS, performance.now() - fromMs));
  socket.disconnect();
}

function nothing() {
  const counts = { frames: 0, screenCuts: 0, lines: 0, newcomers: 0, unanswered: 0, stranded: 0 };
  return { ...counts, fromMs: performance.now(), comings: new Histogram() };
}

/** Says what was seen since it was asked last. */
function tell() {
  const { fromMs, comings, ...counts } = since;
  since = nothing();
  return { ...counts, seconds: (since.fromMs - fromMs) / 1000, comings: comings.toJSON() };
}

/** @typedef {ReturnType<typeof tell>} Seen */
