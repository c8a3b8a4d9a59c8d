/** The eyes of a case: two screens and two panels, the time between frames, and how long an operator and `/healthz` take to answer. */

/** @import { Socket } from 'socket.io-client' */

import { performance } from 'node:perf_hooks';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';
import { socketTo } from '../harness/sockets.js';

const ASK_EVERY_MS = 25;
const ANSWER_MS = 20_000;

/** @typedef {{ url: string, key: string }} Target */

/** @param {Target} target @param {string} room @returns {Promise<{ socket: Socket, ask: (event: string, ...args: unknown[]) => Promise<any> }>} a panel that watches a room */
export async function openPanel(target, room) {
  const socket = socketTo(target, NAMESPACE.control, { key: target.key });
  await new Promise((resolve) => socket.once(SERVER_EVENT.welcome, resolve));
  const ask = (/** @type {string} */ event, /** @type {unknown[]} */ ...args) =>
    socket.timeout(ANSWER_MS).emitWithAck(event, ...args);
  if (room !== '') await ask(CLIENT_EVENT.watch, room);
  return { socket, ask };
}

/** Counts the frames of a room. @param {Target} target @param {string} room */
export async function openScreen(target, room) {
  const socket = socketTo(target, NAMESPACE.playfield, { room });
  let scene = await new Promise((resolve) => socket.once(SERVER_EVENT.scene, resolve));
  let lastMs = performance.now();
  let longestMs = 0;
  let [ticks, missed, frames] = [NaN, 0, 0];
  socket.on(SERVER_EVENT.scene, (next) => (scene = next));
  socket.on(SERVER_EVENT.frame, ({ view }) => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    frames += 1;
    // A tick that the screen was not shown: a number is left out.
    if (view.ticks > ticks + 1) missed += view.ticks - ticks - 1;
    ticks = view.ticks;
  });
  return {
    scene: () => scene,
    /** Tells what was seen since the last call; a picture that stands still counts until now. */
    read() {
      const seen = { longestMs: Math.max(longestMs, performance.now() - lastMs), missed, frames };
      [longestMs, missed, frames] = [0, 0, 0];
      return seen;
    },
    close: () => socket.disconnect(),
  };
}

/** Gives commands all the time, of which every other one is written to the disk. @param {Awaited<ReturnType<typeof openPanel>>} panel */
export const command = ({ ask }) =>
  repeat((n) => (n % 2 ? ask(CLIENT_EVENT.lock, false) : ask(CLIENT_EVENT.players, { limit: 1 })));

/** Asks all the time whether the server is well. @param {Target} target */
export const askHealth = ({ url }) => repeat(async () => (await fetch(`${url}/healthz`)).text());

/** @param {(n: number) => Promise<unknown>} ask is called again when it has been answered */
function repeat(ask) {
  /** @type {number[]} */
  const delays = [];
  let isOpen = true;
  const done = give();

  async function give() {
    for (let n = 0; isOpen; n++) {
      const sentMs = performance.now();
      await ask(n).catch(() => {});
      const tookMs = performance.now() - sentMs;
      delays.push(tookMs);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, ASK_EVERY_MS - tookMs)));
    }
  }

  return {
    /** @returns {Promise<{ p99Ms: number, count: number }>} */
    async end() {
      isOpen = false;
      await done;
      delays.sort((a, b) => a - b);
      return {
        p99Ms: delays[Math.min(delays.length - 1, Math.floor(delays.length * 0.99))] ?? NaN,
        count: delays.length,
      };
    },
  };
}
