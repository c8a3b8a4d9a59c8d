/** A show of its own for the pages of games: a server, a phone, a screen and a panel in Chromium, and a crowd of bots. */

/** @import { Browser, Page } from 'playwright-core' */
/** @import { LoadedGame } from '../../lib/contract/types.js' */
/** @import { ControlWelcome, Status } from '../../lib/contract/wire.js' */

import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { extensionsOf } from '../../extensions.js';
import { createApp } from '../../lib/app.js';
import { readConfig } from '../../lib/config.js';
import { FALLBACK_GAME } from '../../lib/load-games.js';
import { bringAxe, violationsOf } from './axe.js';
import { launchChromium } from './chromium.js';
import { leaksOf, recordLeaks } from './leaks.js';

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-US' },
  playfield: { viewport: { width: 960, height: 540 }, locale: 'en-US' },
  panel: { viewport: { width: 1440, height: 900 }, locale: 'en-US' },
};
/** Where a page shows a game. */
const PARTS = { phone: '#stage', playfield: '#game' };
const ANSWER_MS = 30_000;
/** The panel gets a status four times a second, and the server gathers faults of pages for 200 ms: whatever happened before is in the last of so many. */
const STATUSES = 5;
/** A phone keeps to itself what the server refuses this soon after a switch: it may be of the game before. */
const GRACE_MS = 2200;
/** A page is reported as one that hangs after 4 s without a beat (public/shared/hang-watch.js). */
const LONG_MS = 3000;
/** A page takes off a game when the next one has loaded. */
const LEAVE_MS = 10_000;

/** @typedef {keyof typeof SIZES} PageName */

/** @typedef {{ crowd?: number, isDev?: boolean, browser?: Browser }} Options crowd: bots who play; the browser is closed with the show */

/** @param {string} gamesDir @param {Options} [options] */
export async function openShow(gamesDir, { crowd = 0, isDev = false, browser } = {}) {
  /** The last one is done first. @type {(() => Promise<unknown>)[]} */
  const ends = [];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    browser ??= await launchChromium();
    ends.push(() => /** @type {Browser} */ (browser).close());
    const dataDir = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
    ends.push(() => rm(dataDir, { recursive: true, force: true }));
    const places = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, GAMES_DIR: gamesDir };
    const env = { ...places, LOG_LEVEL: 'silent', DEV: isDev ? 'on' : 'off' };
    const config = readConfig({ env, argv: [] });
    const app = await createApp(config, { extensions: await extensionsOf(config) });
    ends.push(() => app.close());
    // Pages that come while their modules are joined get them one by one, and a place of theirs could be meant either way.
    await app.prepare();
    const socket = io(`${app.url}/control`, { auth: { key: app.operatorKey }, transports: ['websocket'] });
    ends.push(async () => socket.disconnect());
    /** @type {Status['faults']} */
    let faults = [];
    let statuses = 0;
    socket.on('status', (/** @type {Status} */ status) => {
      ({ faults } = status);
      statuses += 1;
    });
    /** A busy machine is late with all of it, so that no time is enough. @returns {Promise<string[]>} what pages have reported by now */
    const settle = async () => {
      const from = statuses;
      while (statuses < from + STATUSES) await wait(50);
      return faults.map(sentenceOf);
    };
    const { games } = await new Promise(
      (/** @type {(welcome: ControlWelcome) => void} */ resolve, reject) => {
        socket.once('welcome', resolve).once('connect_error', reject);
      },
    );
    const ask = (/** @type {string} */ event, /** @type {unknown[]} */ ...args) =>
      socket.timeout(ANSWER_MS).emitWithAck(event, ...args);

    /** @param {PageName} name @param {string} path */
    const open = async (name, path) => {
      const page = await /** @type {Browser} */ (browser).newPage(SIZES[name]);
      await recordLeaks(page);
      await bringAxe(page);
      await page.goto(`${app.url}${path}`);
      return page;
    };
    const pages = {
      phone: await open('phone', '/'),
      playfield: await open('playfield', '/playfield'),
      panel: await open('panel', `/control#key=${app.operatorKey}`),
    };
    if (crowd > 0) await ask('rehearsal', { count: crowd });
    return {
      close,
      pages,
      ask,
      /** @param {LoadedGame} loaded one of the folder @returns {Promise<string[]>} what is wrong */
      check: (loaded) => {
        const next = games.find(({ id }) => id !== loaded.id);
        return checkGame({ pages, ask, settle }, loaded, next?.id ?? FALLBACK_GAME);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @typedef {{ pages: Record<PageName, Page>, ask: (event: string, ...args: unknown[]) => Promise<any>, settle: () => Promise<string[]> }} Show */

/** @param {Show} show @param {LoadedGame} loaded @param {string} next */
async function checkGame({ pages, ask, settle }, { id, card, game }, next) {
  const begun = await ask('switch', id, { anew: true });
  if (!begun.ok) return [String(begun.message)];
  for (const [name, page] of Object.entries(pages)) {
    const file = card.files[/** @type {PageName} */ (name)];
    if (file) await page.waitForFunction(hasLoaded, file, { timeout: ANSWER_MS });
  }
  await pages.phone.waitForFunction(isOn, { id, sinceMs: 0 }, { timeout: ANSWER_MS });
  const problems = await settle();
  if (problems.length > 0) return problems;
  const axeFromMs = performance.now();
  for (const [name, part] of Object.entries(PARTS)) {
    const found = await violationsOf(pages[/** @type {PageName} */ (name)], { part });
    problems.push(...groupByRule(found).map((problem) => `${name}: ${problem}`));
  }
  // On a busy machine axe holds a page for so long that it is reported as one that hangs, which is not the game's fault.
  const ofAxe = performance.now() - axeFromMs > LONG_MS ? await settle() : [];

  await pages.phone.waitForFunction(isOn, { id, sinceMs: GRACE_MS }, { timeout: ANSWER_MS });
  await pages.phone.evaluate(useEverything);
  problems.push(...(await settle()).filter((fault) => !ofAxe.includes(fault)));
  for (const action of Object.keys(game.actions)) await ask('run', action, {});
  await pages.phone.evaluate(useEverything);
  problems.push(...(await settle()).filter((fault) => ![...ofAxe, ...problems].includes(fault)));
  await ask('switch', next);
  const left = await Promise.all(Object.values(pages).map((page) => leftBehind(page, id)));
  for (const one of left.flat()) {
    const place = await sourceOf(pages.phone, one);
    problems.push(
      `${place.replace(`/games/${id}/`, '')} is left behind after unmount: end it there, or by host.signal`,
    );
  }
  return problems;
}

/** @param {Page} page @param {string} id of the game that it has left, or is about to @returns {Promise<string[]>} */
async function leftBehind(page, id) {
  const untilMs = performance.now() + LEAVE_MS;
  for (;;) {
    const left = await leaksOf(page, id);
    if (left.length === 0 || performance.now() > untilMs) return left;
    await wait(100);
  }
}

/** @param {Status['faults'][number]} fault */
const sentenceOf = ({ place, message, hook }) => `${place} ${message}${hook && `, in ${hook}()`}`.trim();

/** @param {string} file */
function hasLoaded(file) {
  return performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === file);
}

/** @param {{ id: string, sinceMs: number }} game @returns {boolean} the phone has had it for so long, or it has stumbled */
function isOn({ id, sinceMs }) {
  const stage = /** @type {HTMLElement & { since?: number, sinceOf?: string } | null} */ (
    document.querySelector('#stage')
  );
  if (!stage || stage.querySelector('.broken')) return true;
  if (stage.dataset['game'] !== id) return false;
  if (stage.sinceOf !== id) Object.assign(stage, { sinceOf: id, since: performance.now() });
  return performance.now() >= Number(stage.since) + sinceMs;
}

/** Types into each field of the game, and presses each of its buttons, as a finger does. */
function useEverything() {
  const stage = document.querySelector('#stage');
  for (const field of stage?.querySelectorAll('textarea, input') ?? []) {
    if (
      field instanceof HTMLTextAreaElement ||
      (field instanceof HTMLInputElement && field.type === 'text')
    ) {
      field.value = 'banana';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
  for (const button of stage?.querySelectorAll('button') ?? []) {
    for (const type of ['pointerdown', 'pointerup'])
      button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0 }));
    button.click();
  }
}

/** Keeps the first of each rule, and how many there are. @param {string[]} violations such as `target-size: button.x: …` */
function groupByRule(violations) {
  /** @type {Map<string, string[]>} */
  const rules = new Map();
  for (const one of violations) {
    const [rule = ''] = one.split(':', 1);
    rules.set(rule, [...(rules.get(rule) ?? []), one]);
  }
  return [...rules.values()].map(([first, ...more]) =>
    more.length > 0 ? `${first} (and ${more.length} more)` : String(first),
  );
}

/**
 * Finds the line in the source of a module that was joined.
 * @param {Page} page @param {string} text such as `setInterval of /games/tug/phone.js:1:356` @returns {Promise<string>} the same, of the source
 */
async function sourceOf(page, text) {
  const [, what = text, file = '', line, column] = /^(.*) of (\S+):(\d+):(\d+)$/.exec(text) ?? [];
  const map = await page.request.get(new URL(`${file}.map`, page.url()).href);
  if (file === '' || !map.ok()) return text;
  const origin = new SourceMap(await map.json()).findOrigin(Number(line), Number(column));
  return 'fileName' in origin
    ? `${what} of ${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`
    : text;
}

/**
 * Opens a show for one game, which may lie anywhere.
 * @param {LoadedGame} loaded @param {Options} options @returns {Promise<string[]>} what is wrong with its pages
 */
export async function checkInBrowser(loaded, options) {
  const { id, folder } = loaded;
  const gamesDir = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
  try {
    await symlink(folder, join(gamesDir, id));
    const show = await openShow(gamesDir, options);
    try {
      return await show.check(loaded);
    } finally {
      await show.close();
    }
  } finally {
    await rm(gamesDir, { recursive: true, force: true });
  }
}
