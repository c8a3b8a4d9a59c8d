/** The time of the stage on a page behind a network, with how far the page may be wrong: half of its round trip. */

import { setTimeout as delay } from 'node:timers/promises';
import { createStageTime } from '../../public/shared/link.js';

/**
 * @param {import('socket.io-client').Socket} socket
 * @param {any} stage of a welcome, or the first that a screen was told
 * @param {number} [delayMs] what it is sent and what it sends is late by this
 */
export async function openPageClock(socket, stage, delayMs = 0) {
  const time = createStageTime();
  socket.on('stage', (next) => setTimeout(() => time.receive(next), delayMs));
  await delay(delayMs);
  if ('nowMs' in stage) time.begin(stage);
  else time.receive(stage);
  let wrongMs = Infinity;

  /** Asks for the clock of the server. */
  async function measure() {
    const askedAtMs = performance.now();
    await delay(delayMs);
    const { nowMs } = await socket.timeout(60_000).emitWithAck('ping');
    await delay(delayMs);
    const answeredAtMs = performance.now();
    time.measure(nowMs, askedAtMs, answeredAtMs);
    // Both ends round.
    wrongMs = Math.min(wrongMs, (answeredAtMs - askedAtMs) / 2 + 1);
  }

  await measure();
  return {
    measure,
    /** @returns {number} stage time is this at least */
    leastMs: () => time.nowMs() - wrongMs,
    /** @returns {number} and this at most */
    mostMs: () => time.nowMs() + wrongMs,
  };
}
