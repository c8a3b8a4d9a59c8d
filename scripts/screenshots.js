#!/usr/bin/env node
/**
 * The pictures of the README: a real server in a temporary folder, a crowd on plain Socket.IO, and real pages in
 * Chromium. `npm run screenshots` writes them to docs/pictures/.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { io } from 'socket.io-client';
import { launchChromium } from '../check/browser/chromium.js';
import { freePort } from '../test/support/process.js';
import { BUSY_MS } from '../control-panel/parts/health.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../public/shared/wire.js';
import { createAudience } from './screenshots/audience.js';

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PICTURES = join(ROOT, 'docs', 'pictures');
const OPERATOR_KEY = 'screenshots-operator-key';
const PHONES = 160;
/** So many must have been played, or the picture looks like a beginning. */
const LEAST_POINTS = 5;
/** So many have answered when the panel's picture is taken. */
const MOST_SHARE = 0.7;
/** A question on the phone that takes answers. */
const OPEN = '.quiz[data-phase="open"] .quiz-option';
/** Four come in a second. */
const CALM_STATUSES = 40;
const MOST_STATUSES = 360;
/** The screen of the desk has drawn another moment then. */
const DRAWN_MS = 1000;
const MOST_BYTES = 500 * 1024;
const WEBP_QUALITY = 82;
const PATIENCE_MS = 90_000;
/** Guests would scan this address; the server itself listens on this machine alone. */
const PUBLIC_URL = 'https://play.example.org';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const SCREEN = { viewport: { width: 1920, height: 1080 } };
const LAPTOP = { viewport: { width: 1440, height: 900 } };

const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
const server = await startServer();
/** @type {(() => Promise<unknown> | void)[]} */
const closers = [];
try {
  const { url } = server;
  const operator = await openOperator(url);
  const audience = createAudience(url, PHONES);
  closers.push(() => audience.close());
  await audience.joined;
  const browser = await launchChromium();
  closers.push(() => browser.close());
  await mkdir(PICTURES, { recursive: true });
  const sizes = [
    ...(await playPong({ url, operator, audience, browser })),
    ...(await playQuiz({ url, operator, audience, browser })),
    await openDesk(browser),
  ];
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  console.log(`${sizes.length} pictures, ${Math.round(total / 1024)} KB in docs/pictures/`);
  if (total > MOST_BYTES)
    throw new Error(`the pictures may take ${MOST_BYTES / 1024} KB: lower WEBP_QUALITY`);
} finally {
  for (const close of closers.reverse()) await close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** @typedef {Awaited<ReturnType<typeof openOperator>>} Operator */
/** @typedef {{ url: string, operator: Operator, audience: ReturnType<typeof createAudience>, browser: Browser }} Show */

/** Pong in a close game on the big screen. @param {Show} show @returns {Promise<number[]>} bytes */
async function playPong({ url, operator, audience, browser }) {
  await operator.ask(CLIENT_EVENT.switch, 'pong');
  await operator.ask(CLIENT_EVENT.set, { pointsToWin: 0 });
  const screen = await openPage(browser, `${url}/playfield`, SCREEN);
  await screen.waitForSelector('canvas');
  await Promise.race([audience.until(isReturn), delay(PATIENCE_MS, null, { ref: false })]);
  const size = await takePicture(screen, 'playfield.webp');
  await screen.context().close();
  return [size];
}

/**
 * The moment after a return in a game that is not decided: the ball is on its way across while the picture is taken.
 * Nothing is written over it, as it is when a rally is the longest so far, and both sides push.
 * @param {any} view a frame of pong @param {any} before the frame before it
 */
function isReturn({ score, phase, rally, record, crowd }, before) {
  // Frames of the next game come to the same listener.
  if (phase !== 'play') return false;
  const points = score.left + score.right;
  const isClose = Math.abs(score.left - score.right) <= 2;
  const pushing = Object.values(crowd).map((/** @type {any} */ { up, down }) => up + down);
  const isPushed = Math.min(...pushing) > PHONES / 8;
  return points >= LEAST_POINTS && isClose && isPushed && rally > before.rally && rally < record;
}

/** The second question of the sample show: a phone that may answer, then the panel when most have. @param {Show} show @returns {Promise<number[]>} bytes */
async function playQuiz({ url, operator, audience, browser }) {
  const { sheet } = await operator.ask(CLIENT_EVENT.editSheet, { do: 'sample', language: 'en' });
  await operator.ask(CLIENT_EVENT.go, `cue 0 ${sheet.cues[1].id}`);
  await operator.ask(CLIENT_EVENT.set, { readS: 0, pace: 'hand' });
  const panel = await openPage(browser, `${url}/control#key=${OPERATOR_KEY}`, LAPTOP);
  const phone = await openPage(browser, url, PHONE);
  const next = () => operator.ask(CLIENT_EVENT.run, 'next', {});
  await operator.ask(CLIENT_EVENT.run, 'start', {});
  await phone.waitForSelector(OPEN);
  await audience.answer(1);
  await next();
  await next();
  // Here the processor draws every pixel, and the server shares it: between two questions it comes to rest.
  await operator.calm();
  await next();
  await phone.waitForSelector(OPEN);
  const sizes = [await takePicture(phone, 'phone.webp')];
  await audience.answer(MOST_SHARE);
  await panel.waitForSelector(`.host-answered:has-text("${Math.ceil(PHONES * MOST_SHARE)} of")`);
  sizes.push(await takePicture(panel, 'panel.webp'));
  return sizes;
}

/** The drum machine at the author's desk, a moment ago. @param {Browser} browser @returns {Promise<number>} bytes */
async function openDesk(browser) {
  const { url, stop } = await startServer({
    DEV: 'on',
    GAMES_DIR: 'examples',
    DATA_DIR: join(folder, 'desk'),
  });
  closers.push(stop);
  const desk = await openPage(browser, `${url}/desk/drum#key=${OPERATOR_KEY}`, LAPTOP);
  await desk.click('.rehearsal summary');
  await desk.click('.presets button');
  await desk.waitForSelector('.rehearsal .tag:has-text("50")');
  // Their beat is on the screen then.
  await desk.waitForSelector('.desk-time output:text-matches("tick [5-9][0-9][0-9]")');
  await desk.click('.desk-time button');
  await desk.fill('.desk-time .slider', '480');
  await desk.waitForSelector('.desk-time output:has-text("tick 480")');
  await desk.click('.desk-state details details summary');
  await desk.locator('.desk-head').scrollIntoViewIfNeeded();
  await delay(DRAWN_MS);
  return takePicture(desk, 'desk.webp');
}

/** @param {Browser} browser @param {string} url @param {BrowserContextOptions} options @returns {Promise<Page>} */
async function openPage(browser, url, options) {
  const context = await browser.newContext({ ...options, locale: 'en-GB', colorScheme: 'dark' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(url);
  return page;
}

/**
 * Playwright itself writes PNG and JPEG only; Chromium writes WebP.
 * @param {Page} page @param {string} name @returns {Promise<number>} bytes
 */
async function takePicture(page, name) {
  const chromium = await page.context().newCDPSession(page);
  const { data } = await chromium.send('Page.captureScreenshot', { format: 'webp', quality: WEBP_QUALITY });
  const picture = Buffer.from(data, 'base64');
  await writeFile(join(PICTURES, name), picture);
  return picture.length;
}

/** The port is chosen here, since the banner names the address for guests only. @param {Record<string, string>} [more] settings */
async function startServer(more = {}) {
  const port = String(await freePort());
  const child = spawn(process.execPath, ['server.js'], {
    cwd: ROOT,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: folder,
      OPERATOR_KEY,
      PUBLIC_URL,
      LOG_LEVEL: 'error',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ]);
  child.stdout.resume();
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** @param {string} url */
async function openOperator(url) {
  const socket = io(url + NAMESPACE.control, { auth: { key: OPERATOR_KEY }, transports: ['websocket'] });
  closers.push(() => void socket.disconnect());
  await new Promise((resolve, reject) => {
    socket.once(SERVER_EVENT.welcome, resolve);
    socket.once('connect_error', reject);
  });
  /** @param {string} event @param {...unknown} args */
  const ask = async (event, ...args) => {
    const ack = await socket.timeout(PATIENCE_MS).emitWithAck(event, ...args);
    if (!ack.ok) throw new Error(`${event}: ${ack.message}`);
    return ack;
  };

  /** Waits until the server has been calm for a while; a machine that never is has its picture taken as it is. */
  async function calm() {
    for (let calm = 0, all = 0; calm < CALM_STATUSES && all < MOST_STATUSES; all += 1) {
      const [status] = await once(/** @type {any} */ (socket), SERVER_EVENT.status);
      calm = status.meter.loopP95Ms < BUSY_MS ? calm + 1 : 0;
    }
  }

  return { ask, calm };
}
