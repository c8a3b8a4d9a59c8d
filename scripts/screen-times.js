#!/usr/bin/env node
/**
 * Measures the pictures of a screen in a real Chromium in front of a rehearsal: how often there is one, how long the page's
 * own code takes for it, and how long it takes until all pixels are there.
 *
 *   node scripts/screen-times.js --game swarm --bots 2000 [--before <commit>] [--seconds 8] [--gl]
 *
 * Server, bots and Chromium share this machine, so the figures are of all of them together. With `--before` the game's page
 * of that commit takes turns with the one of the checkout. `--gl` has the processor play a graphics card.
 */

import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { NAMESPACE, SERVER_EVENT } from '../public/shared/wire.js';
import { launchChromium } from '../check/browser/chromium.js';
import { end, spawnServer } from '../test/support/process.js';

/** @import { Browser, Page } from 'playwright-core' */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOFTWARE_GL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const SCREEN = { viewport: { width: 1920, height: 1080 } };
const PATIENCE_MS = 90_000;
/** A page compiles its code and finds its pace. */
const SETTLE_MS = 2500;
const ROUNDS = 2;

const { values: options } = parseArgs({
  options: {
    game: { type: 'string', default: 'swarm' },
    bots: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '8' },
    before: { type: 'string' },
    gl: { type: 'boolean', default: false },
  },
});
const bots = wholeOf('bots');
const seconds = wholeOf('seconds');

/** @type {(() => unknown)[]} */
const closers = [];
try {
  const url = await openRehearsal();
  const browser = await launchChromium(options.gl ? SOFTWARE_GL : ['--disable-gpu']);
  closers.push(() => browser.close());
  const old = options.before ? await filesAt(options.before) : null;
  console.log(`Chromium ${browser.version()}, ${options.game}, ${bots} bots, 1920 × 1080, ms: median (p95)`);
  for (let round = 0; round < ROUNDS; round++) {
    if (old) console.log('before', await measure(browser, url, old));
    console.log(old ? 'after ' : '', await measure(browser, url, null));
  }
} finally {
  for (const close of closers.reverse()) await close();
}

/** @param {'bots' | 'seconds'} name @returns {number} */
function wholeOf(name) {
  const value = Number(options[name]);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} has to be a whole number above 0, and is ${options[name]}`);
}

/** Starts a server whose hall is full of bots that play the game. @returns {Promise<string>} its address */
async function openRehearsal() {
  const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const after = (/** @type {() => unknown} */ close) => void closers.push(close);
  const server = await spawnServer(/** @type {any} */ ({ after }), { DATA_DIR: folder });
  closers.push(() => end(server.child, 'SIGTERM'));
  const socket = io(server.url + NAMESPACE.control, {
    auth: { key: server.operatorKey },
    transports: ['websocket'],
  });
  closers.push(() => socket.disconnect());
  /** @param {string} event @param {unknown} value */
  const ask = async (event, value) => {
    const ack = await socket.timeout(PATIENCE_MS).emitWithAck(event, value);
    if (!ack.ok) throw new Error(`${event}: ${ack.message}`);
  };
  await ask('switch', options.game);
  const full = new Promise((resolve) =>
    socket.on(SERVER_EVENT.status, ({ presence }) => presence.virtual >= bots && resolve(undefined)),
  );
  await ask('rehearsal', { count: bots });
  await full;
  return server.url;
}

/** Reads the game's page as it was. @param {string} commit @returns {Promise<Map<string, string>>} by path on the server */
async function filesAt(commit) {
  const folder = join(ROOT, 'games', String(options.game));
  const names = await readdir(folder, { recursive: true });
  const listed = execFileSync('git', ['ls-tree', '-r', '--name-only', commit, '--', relative(ROOT, folder)], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const known = new Set(listed.split('\n'));
  const paths = names.map((name) => `games/${options.game}/${name}`).filter((path) => known.has(path));
  return new Map(
    paths
      .filter((path) => /\.(?:js|css)$/.test(path))
      .map((path) => [
        `/${path}`,
        execFileSync('git', ['show', `${commit}:${path}`], { cwd: ROOT, encoding: 'utf8' }),
      ]),
  );
}

/** @param {Browser} browser @param {string} url @param {Map<string, string> | null} old null: the checkout */
async function measure(browser, url, old) {
  const context = await browser.newContext(SCREEN);
  const page = await context.newPage();
  for (const [path, body] of old ?? [])
    await page.route(`**${path}`, (route) =>
      route.fulfill({ body, contentType: path.endsWith('.css') ? 'text/css' : 'text/javascript' }),
    );
  await page.addInitScript(watchPictures, options.gl);
  await page.goto(`${url}/playfield`);
  await page.waitForFunction((least) => /** @type {any} */ (globalThis).pictures?.call.length > least, 30);
  await delay(SETTLE_MS);
  const free = await read(page, false);
  const forced = await read(page, true);
  await context.close();
  return `a picture every ${free.gap}, the page's code ${free.call}, until all pixels are there ${forced.call}`;
}

/** @param {Page} page @param {boolean} waits for the pixels */
async function read(page, waits) {
  return page.evaluate(
    async ({ ms, waits: is }) => {
      const { pictures } = /** @type {any} */ (globalThis);
      pictures.waits = is;
      pictures.call.length = pictures.gap.length = 0;
      await new Promise((resolve) => setTimeout(resolve, ms));
      const told = (/** @type {number[]} */ list) => {
        const sorted = list.slice().sort((a, b) => a - b);
        const at = (/** @type {number} */ share) =>
          Number(sorted[Math.floor((sorted.length - 1) * share)]).toFixed(1);
        return `${at(0.5)} (${at(0.95)})`;
      };
      return { gap: told(pictures.gap), call: told(pictures.call) };
    },
    { ms: seconds * 1000, waits },
  );
}

/** Runs in the page before its own code. @param {boolean} isGl the page is to take WebGL even if the processor plays it */
function watchPictures(isGl) {
  const pictures = { gap: /** @type {number[]} */ ([]), call: /** @type {number[]} */ ([]), waits: false };
  Object.assign(globalThis, { pictures });
  const original = /** @type {any} */ (globalThis.HTMLCanvasElement.prototype.getContext);
  globalThis.HTMLCanvasElement.prototype.getContext = /** @type {any} */ (
    /** @this {HTMLCanvasElement} @param {any} kind @param {any} wish */
    function (kind, wish) {
      const options = kind === 'webgl2' ? { ...wish, failIfMajorPerformanceCaveat: !isGl } : wish;
      return original.call(this, kind, options);
    }
  );
  if (isGl) {
    const { prototype } = globalThis.WebGL2RenderingContext;
    const { getParameter } = prototype;
    prototype.getParameter = function (what) {
      // UNMASKED_RENDERER_WEBGL: pages are to take it for a graphics card.
      return what === 0x9246 ? 'a card' : Reflect.apply(getParameter, this, [what]);
    };
  }
  const spot = globalThis.document.createElement('canvas');
  const pen = spot.getContext('2d', { willReadFrequently: true });
  /** A pixel can be read when all are drawn. */
  const waitForPixels = () => {
    for (const canvas of globalThis.document.querySelectorAll('canvas')) pen?.drawImage(canvas, 0, 0, 1, 1);
    pen?.getImageData(0, 0, 1, 1);
  };
  const ask = globalThis.requestAnimationFrame.bind(globalThis);
  let lastMs = 0;
  globalThis.requestAnimationFrame = (run) =>
    ask((timeMs) => {
      const fromMs = performance.now();
      run(timeMs);
      if (pictures.waits) waitForPixels();
      pictures.call.push(performance.now() - fromMs);
      if (lastMs > 0) pictures.gap.push(fromMs - lastMs);
      lastMs = fromMs;
    });
}
