/**
 * Watches a screen as the hall sees it. Several times a second the composed picture is read, without the dock, and it is blank when
 * nothing stands out from its ground. The page itself counts its animation frames, and the longest pause between two.
 *
 * A blank picture is measured twice: in ms, from the last picture with something on it to the next one, and in animation frames of
 * the page. A second and a half has 90 frames at most, and fewer on a machine that is busy, so that a test can hold the count on any
 * machine; the ms are for a command on a quiet one.
 */

/** @import { Page } from 'playwright-core' */
/* global paced -- of the pages, see ../../test/support/globals.d.ts */

import { setTimeout as wait } from 'node:timers/promises';
import { contrastOf } from './picture.js';

/** Below this nothing can be seen. */
const LEAST_CONTRAST = 40;
/** Each picture takes 20 to 60 ms of the machine that is measured. */
const SAMPLE_MS = 250;

/**
 * @typedef {object} Sample
 * @property {number} atMs since the document of the page began
 * @property {number} frames that the page has drawn since then
 * @property {string} game that is mounted
 * @property {number} contrast 0 to 255
 *
 * @typedef {object} Blank
 * @property {number} ms
 * @property {number} frames of the page that passed in that time
 * @property {number} atMs since the document began
 * @property {string} game of the first blank picture
 * @property {boolean} isOpening nothing had been on it before
 *
 * @typedef {object} Seen
 * @property {Sample[]} samples
 * @property {Blank[]} blanks
 * @property {number} pauseMs the longest between two animation frames
 * @property {number} [firstMs] the first picture with something on it, since the document began
 */

/** From its next document on the page counts its frames. @param {Page} page */
export async function countFrames(page) {
  await page.addInitScript(() => {
    const counts = { frames: 0, pauseMs: 0, lastMs: 0 };
    /** @type {any} */ (globalThis).paced = counts;
    requestAnimationFrame(function count(nowMs) {
      requestAnimationFrame(count);
      if (counts.frames > 0) counts.pauseMs = Math.max(counts.pauseMs, nowMs - counts.lastMs);
      counts.frames += 1;
      counts.lastMs = nowMs;
    });
  });
}

/** @param {Page} page that counts its frames, and that is about to open */
export function watchScreen(page) {
  /** @type {Sample[]} */
  const samples = [];
  let pauseMs = 0;
  let isOver = false;
  const watching = watch();
  // The caller of `stop` gets it; until then nobody listens.
  watching.catch(() => {});

  async function watch() {
    const session = await page.context().newCDPSession(page);
    while (!isOver && !page.isClosed()) {
      const sample = await look(session).catch(fail);
      if (sample) samples.push(sample);
      await wait(SAMPLE_MS);
    }
    await session.detach().catch(() => {});
  }

  /** A page that is closed, or just loads another document, has no picture. @param {unknown} error */
  function fail(error) {
    const { message } = /** @type {Error} */ (error);
    if (
      isOver ||
      page.isClosed() ||
      /closed|navigation|navigating|context was destroyed|detached/i.test(message)
    )
      return null;
    throw error;
  }

  /** @param {import('playwright-core').CDPSession} session */
  async function look(session) {
    const { bottom, counts, fromMs, game } = await page.evaluate(() => ({
      game: document.documentElement.dataset['game'] ?? '',
      bottom: document.getElementById('game')?.getBoundingClientRect().bottom ?? innerHeight,
      counts: { ...paced },
      fromMs: performance.timeOrigin,
    }));
    pauseMs = Math.max(pauseMs, counts.pauseMs);
    // A clip or a scale would lay the page out anew for each picture, before the eyes of the hall.
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    return {
      atMs: Date.now() - fromMs,
      frames: counts.frames,
      game,
      contrast: contrastOf(Buffer.from(data, 'base64'), bottom),
    };
  }

  return {
    samples,
    /** @returns {Promise<Seen>} once the last picture was read */
    async stop() {
      isOver = true;
      await watching;
      const first = samples.find(isLit);
      return { samples, blanks: blanksOf(samples), pauseMs, ...(first && { firstMs: first.atMs }) };
    },
  };
}

/** @param {Sample} sample */
const isLit = ({ contrast }) => contrast >= LEAST_CONTRAST;

/** Joins the blank pictures that follow one another. @param {readonly Sample[]} samples in order @returns {Blank[]} */
export function blanksOf(samples) {
  /** @type {Blank[]} */
  const blanks = [];
  /** The last picture with something on it. */
  let lit = { atMs: 0, frames: 0 };
  let isOpening = true;
  /** The first without. @type {Sample | null} */
  let blank = null;
  const close = (/** @type {Sample} */ { atMs, frames }, /** @type {Sample} */ { game }) =>
    void blanks.push({ ms: atMs - lit.atMs, frames: frames - lit.frames, atMs: lit.atMs, game, isOpening });
  for (const sample of samples) {
    if (!isLit(sample)) {
      blank ??= sample;
      continue;
    }
    if (blank) close(sample, blank);
    blank = null;
    lit = sample;
    isOpening = false;
  }
  const last = samples.at(-1);
  if (blank && last) close(last, blank);
  return blanks;
}

/** @param {Page} page that counts its frames @returns {Promise<number>} ms, its longest pause between two */
export function pauseOf(page) {
  return page.evaluate(() => paced.pauseMs);
}
