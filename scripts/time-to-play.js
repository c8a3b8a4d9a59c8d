#!/usr/bin/env node
/**
 * Measures how long a phone on a bad network takes from the first request until it can play: a real Chromium whose network is as
 * slow as asked for, with an empty cache each time.
 *
 *   node scripts/time-to-play.js [--game pong] [--kbit 400] [--latency 400] [--rounds 5]
 *
 * Server and Chromium share this machine, which makes the figure longer than that of the network.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../public/shared/wire.js';
import { launchChromium } from '../check/browser/chromium.js';
import { spawnServer } from '../test/support/process.js';

/** @import { Browser } from 'playwright-core' */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-US' };
const PATIENCE_MS = 60_000;
/** A kilobit a second, in bytes. */
const KBIT_BYTES = 125;

const { values: options } = parseArgs({
  options: {
    game: { type: 'string', default: 'pong' },
    kbit: { type: 'string', default: '400' },
    latency: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '5' },
  },
});
const { game } = options;
const [kbit, latencyMs, rounds] = [options.kbit, options.latency, options.rounds].map(Number);
if (![kbit, latencyMs, rounds].every((value) => Number(value) > 0))
  throw new Error('--kbit, --latency and --rounds must be numbers above 0, for example --kbit 400');

/** @type {(() => unknown)[]} */
const closers = [];
try {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
  closers.push(() => rm(DATA_DIR, { recursive: true, force: true }));
  const { url, operatorKey } = await spawnServer(
    { after: (/** @type {() => unknown} */ close) => void closers.push(close) },
    { DATA_DIR },
  );
  await switchTo(url, operatorKey);
  const browser = await launchChromium();
  closers.push(() => browser.close());
  const times = [];
  for (let round = 0; round < Number(rounds); round++) times.push(await measure(browser, url));
  times.sort((a, b) => a - b);
  const seconds = (/** @type {number | undefined} */ ms) => ((ms ?? 0) / 1000).toFixed(2);
  console.log(
    `${game} at ${kbit} kbit/s and ${latencyMs} ms: ${seconds(times[times.length >> 1])} s until it is played ` +
      `(median of ${times.length}; ${seconds(times[0])} to ${seconds(times.at(-1))} s)`,
  );
} finally {
  for (const close of closers.reverse()) await close();
}

/** @param {string} url @param {string} key */
async function switchTo(url, key) {
  const socket = io(url + NAMESPACE.control, { auth: { key }, transports: ['websocket'] });
  closers.push(() => void socket.disconnect());
  await new Promise((resolve, reject) => {
    socket.once(SERVER_EVENT.welcome, resolve);
    socket.once('connect_error', reject);
  });
  const ack = await socket.timeout(PATIENCE_MS).emitWithAck(CLIENT_EVENT.switch, game);
  if (!ack.ok) throw new Error(ack.message);
}

/** @param {Browser} browser @param {string} url @returns {Promise<number>} ms from the navigation until the game is on the phone and in hand */
async function measure(browser, url) {
  const context = await browser.newContext({ ...PHONE });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const bytes = Number(kbit) * KBIT_BYTES;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: Number(latencyMs),
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
  const beganMs = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForSelector(`#stage[data-game="${game}"]:not([inert]) > :not(.broken)`, {
    state: 'attached',
    timeout: PATIENCE_MS,
  });
  const tookMs = performance.now() - beganMs;
  await context.close();
  return tookMs;
}
