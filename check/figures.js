/** The cost of a game with a room of bots: the time of each of its hooks, and the bytes that it shows and keeps. */

/** @import { LoadedGame } from '../lib/contract/types.js' */

import { performance } from 'node:perf_hooks';
import { createBotShow } from './bot-show.js';
import { readPages } from './pages.js';

const BOTS = 200;
const SECONDS = 20;
const HOOKS = /** @type {const} */ (['tick', 'frame', 'backdrop', 'notice', 'personal', 'panel', 'bot']);
/** A hook that takes longer than a step at 30 Hz freezes the picture: everything else of the game has to happen in that time as well. */
const STEP_MS = 1000 / 30;

/** @typedef {{ hook: string, calls: number, medianMs: number, bytes: number | null }} Row bytes: of what it gave last, as JSON;
 *   of the phone page gzipped, with what it imports */

/** @param {LoadedGame} loaded @returns {Promise<{ bots: number, rows: Row[], problems: string[] }>} */
export async function figuresOf(loaded) {
  const { game } = loaded;
  /** @type {Map<string, { times: number[], last: unknown }>} */
  const measured = new Map();
  const timed = HOOKS.filter((hook) => game[hook]).map((hook) => {
    /** @type {{ times: number[], last: unknown }} */
    const one = { times: [], last: undefined };
    measured.set(hook, one);
    const call = /** @type {(...args: unknown[]) => unknown} */ (game[hook]);
    const time = (/** @type {unknown[]} */ ...args) => {
      const beganMs = performance.now();
      one.last = call(...args);
      one.times.push(performance.now() - beganMs);
      return one.last;
    };
    return [hook, time];
  });
  const content = game.content?.empty() ?? null;
  const show = await createBotShow({ game: { ...game, ...Object.fromEntries(timed) }, count: BOTS, content });
  show.run(SECONDS);
  show.stage.panel();
  const rows = [...measured].map(([hook, { times, last }]) => ({
    hook,
    calls: times.length,
    medianMs: times.sort((a, b) => a - b)[times.length >> 1] ?? 0,
    bytes: hook === 'tick' || hook === 'bot' || last === undefined ? null : sizeOf(last),
  }));
  const problems = rows
    .filter(({ medianMs }) => medianMs > STEP_MS)
    .map(
      ({ hook, medianMs }) =>
        `${hook}() takes ${Math.round(medianMs)} ms with ${BOTS} people, and a step of the show has ${Math.round(STEP_MS)} ms`,
    );
  const { phoneBytes } = await readPages(loaded);
  rows.push(
    { hook: 'state', calls: 0, medianMs: 0, bytes: sizeOf(show.stage.save().state) },
    { hook: 'phone', calls: 0, medianMs: 0, bytes: phoneBytes },
  );
  return { bots: BOTS, rows, problems };
}

/** @param {unknown} value */
const sizeOf = (value) =>
  value instanceof Uint8Array ? value.length : Buffer.byteLength(JSON.stringify(value) ?? '');
