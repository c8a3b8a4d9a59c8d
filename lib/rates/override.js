/**
 * The override of one room says what its operator asks of the governor, and until when. Pure: time is passed in.
 *
 * AUTO: the governor decides, up to the usual rates. MAX: the governor decides, up to the rates given. PIN: the rates
 * given hold. All modes but AUTO end after ten minutes, so that no experiment outlives the
 * evening.
 */

/** @import { ThrottleMode } from '../contract/wire.js' */

import { ShowError } from '../errors.js';
import { LIMITS } from './rates.js';
import { isObject } from '../contract/schema.js';

const ENDS_AFTER_MS = 10 * 60_000;
/** A server that has been about to jam for this long drops pinned rates, unless they were forced. */
const BEATEN_AFTER_MS = 2000;
/** Forced rates hold in any case for this long. */
const FORCE_MS = 60_000;
const MODES = Object.freeze(['AUTO', 'MAX', 'PIN']);
const USUAL = Object.freeze({ sendHz: LIMITS.sendHz.usual, tickHz: LIMITS.tickHz.usual });

/**
 * @typedef {object} Setting
 * @property {ThrottleMode} mode
 * @property {number} sendHz AUTO and MAX: at most; PIN: exactly
 * @property {number} tickHz
 * @property {number | null} endsAtMs wall clock; null: never
 * @property {number | null} forcedUntilMs until then PIN holds even if the server is about to jam
 */

/**
 * @param {unknown} saved the result of `save`, of this or an older version
 * @param {number} nowMs wall clock, as everywhere in this file: it goes on while the server is down
 */
export function createOverride(saved, nowMs) {
  let setting = restore(saved, nowMs);
  return {
    /** @returns {Readonly<Setting>} */
    get setting() {
      return setting;
    },
    /**
     * @param {unknown} wish `{ mode, sendHz?, tickHz?, force? }`; a rate that is missing stays as it is
     * @param {number} at
     * @throws {ShowError} `throttle-bad`
     */
    set(wish, at) {
      setting = read(wish, setting, at);
    },
    /**
     * Ends the override when it is time. Called four times a second.
     * @param {{ hardForMs: number }} server @param {number} at
     * @returns {'' | 'ended' | 'beaten'} why it went back to AUTO
     */
    check({ hardForMs }, at) {
      const { mode, endsAtMs, forcedUntilMs } = setting;
      if (endsAtMs !== null && at >= endsAtMs) return end('ended');
      if (mode !== 'PIN' || hardForMs < BEATEN_AFTER_MS || (forcedUntilMs ?? 0) > at) return '';
      return end('beaten');
    },
    save: () => ({ ...setting }),
  };

  /** @template {string} T @param {T} reason @returns {T} */
  function end(reason) {
    setting = auto();
    return reason;
  }
}

/** @typedef {ReturnType<typeof createOverride>} Override */

/** @returns {Setting} */
function auto() {
  return { mode: 'AUTO', ...USUAL, endsAtMs: null, forcedUntilMs: null };
}

/** @param {unknown} saved @param {number} nowMs @returns {Setting} */
function restore(saved, nowMs) {
  try {
    if (!isObject(saved)) return auto();
    const { endsAtMs, mode, sendHz, tickHz } = saved;
    const setting = read({ mode, sendHz, tickHz }, auto(), nowMs);
    if (setting.mode === 'AUTO') return setting;
    const ends =
      typeof endsAtMs === 'number' ? Math.min(endsAtMs, nowMs + ENDS_AFTER_MS) : nowMs + ENDS_AFTER_MS;
    return { ...setting, endsAtMs: ends, forcedUntilMs: null };
  } catch {
    return auto();
  }
}

/** @param {unknown} wish @param {Setting} current @param {number} nowMs @returns {Setting} */
function read(wish, current, nowMs) {
  if (!isObject(wish)) throw bad('it must be an object with mode, sendHz, tickHz');
  const { mode = 'PIN', force = false } = wish;
  if (typeof mode !== 'string' || !MODES.includes(mode)) {
    throw bad(`mode is ${JSON.stringify(mode)}, must be one of ${MODES.join(', ')}`);
  }
  if (typeof force !== 'boolean') throw bad(`force is ${JSON.stringify(force)}, must be true or false`);
  if (force && mode !== 'PIN') throw bad('force is for PIN only');
  if (mode === 'AUTO') return auto();
  const endsAtMs = nowMs + ENDS_AFTER_MS;
  const rates = { sendHz: pick(wish, 'sendHz', mode, current), tickHz: pick(wish, 'tickHz', mode, current) };
  const forcedUntilMs = force ? nowMs + FORCE_MS : mode === 'PIN' ? current.forcedUntilMs : null;
  return { mode: /** @type {ThrottleMode} */ (mode), ...rates, endsAtMs, forcedUntilMs };
}

/**
 * @param {Record<string, unknown>} wish @param {'sendHz' | 'tickHz'} name
 * @param {string} mode @param {Setting} current
 */
function pick(wish, name, mode, current) {
  const { least, most } = LIMITS[name];
  // MAX without a rate asks for the highest rate.
  const fallback = mode === 'MAX' && current.mode !== 'MAX' ? most : current[name];
  const value = wish[name] ?? fallback;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw bad(`${name} is ${JSON.stringify(value)}, must be a number from ${least} to ${most}`);
}

/** @param {string} problem */
function bad(problem) {
  return new ShowError('throttle-bad', { problem });
}
