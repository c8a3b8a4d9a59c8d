/** The figures that a phone can measure of its own answer, and how well they part right from wrong. */

/** @import { Bot } from './quiz.js' */

import { performance } from 'node:perf_hooks';

/** So many thresholds are tried for each figure. */
const CUTS = 64;

/**
 * Answers, and measures all that comes back until the answer is shown to its player.
 * @param {Bot} bot @param {string} choice @param {number} round
 * @returns {Promise<Record<string, number>>}
 */
export async function measure(bot, choice, round) {
  const { engine } = bot.socket.io;
  let [packets, bytes] = [0, 0];
  const count = (/** @type {{ data?: unknown }} */ { data }) => {
    packets += 1;
    bytes += String(data).length;
  };
  engine.on('packet', count);
  const startMs = performance.now();
  const shown = new Promise((resolve) => {
    const look = (/** @type {any} */ { personal }) => {
      if (personal.phase !== 'open' || personal.mine === null) return;
      bot.socket.off('personal', look);
      resolve(performance.now() - startMs);
    };
    bot.socket.on('personal', look);
  });
  await bot.answer(choice, round);
  const answeredMs = performance.now() - startMs;
  const shownMs = /** @type {number} */ (await shown);
  engine.off('packet', count);
  return { answeredMs, shownMs, packets, bytes };
}

/**
 * Learns from every second row at which value of a figure right and wrong part best, and tries that on the others.
 * @param {{ isRight: boolean, figures: Record<string, number> }[]} rows
 * @returns {Record<string, number>} the share that was guessed, of each figure; half is chance
 */
export function guessed(rows) {
  const known = rows.filter((_, at) => at % 2 === 0);
  const asked = rows.filter((_, at) => at % 2 === 1);
  const names = Object.keys(rows[0]?.figures ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const values = known.map(({ figures }) => Number(figures[name])).sort((a, b) => a - b);
      const cuts = Array.from({ length: CUTS }, (_, n) =>
        Number(values[Math.floor((n * values.length) / CUTS)]),
      );
      const share = (/** @type {typeof rows} */ of, /** @type {number} */ cut) =>
        of.filter(({ isRight, figures }) => Number(figures[name]) > cut === isRight).length / of.length;
      const best = cuts.toSorted(
        (a, b) => Math.abs(share(known, b) - 0.5) - Math.abs(share(known, a) - 0.5),
      )[0];
      const found = share(asked, Number(best));
      // Below the cut may mean right as well.
      return [name, share(known, Number(best)) < 0.5 ? 1 - found : found];
    }),
  );
}
