/**
 * The clock by which players, tokens and links last. It goes on as the machine does, and not by its wall clock, which a small board
 * without a battery sets by days when it finds a network; the journal carries it from one run to the next.
 */

import { randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import { performance } from 'node:perf_hooks';
import { bootOfThisMachine } from '../this-machine.js';

/** Under this name the journal has it. */
export const CLOCK = 'clock';
const MARK_EVERY_MS = 60_000;
/** A clock that is right is set by less. */
const JUMP_MS = 60_000;
/** Where the system does not say it, only this process knows that the machine has not been started since. */
const BOOT_ID = bootOfThisMachine() ?? randomUUID();

/**
 * The clocks of a machine: `upMs` goes on while it sleeps, and begins anew when it starts.
 * @typedef {{ wallMs: number, upMs: number, bootId: string }} Machine
 * @typedef {Machine & { showMs: number }} Mark what the clock of the show was then
 */

/** @returns {Machine} */
export function readMachine() {
  return { wallMs: Date.now(), upMs: uptime() * 1000, bootId: BOOT_ID };
}

/**
 * Carries the clock of the show on. Between two starts of the machine only the wall clock knows how long it was off.
 * @param {string | undefined} saved the last mark, as the journal has it; undefined: there is none, and the clock begins with the wall's
 * @param {Machine} now
 * @returns {{ mark: Mark, jumpedMs: number }} `jumpedMs`: what the wall clock was set by meanwhile, as far as that is known
 */
export function goOn(saved, now) {
  const last = /** @type {Mark} */ (saved === undefined ? { ...now, showMs: now.wallMs } : JSON.parse(saved));
  const byWallMs = now.wallMs - last.wallMs;
  const isSameRun = now.bootId === last.bootId;
  const passedMs = Math.max(0, isSameRun ? now.upMs - last.upMs : byWallMs);
  return {
    mark: { ...now, showMs: last.showMs + passedMs },
    jumpedMs: isSameRun ? byWallMs - passedMs : Math.min(0, byWallMs),
  };
}

/**
 * @param {object} options
 * @param {string | undefined} options.saved see `goOn`
 * @param {(mark: string) => Promise<unknown>} options.save
 * @param {Pick<import('../log.js').Log, 'warn'>} options.log
 * @param {() => Machine} [options.read]
 * @param {() => number} [options.monoMs] monotonic ms
 */
export function createShowClock({ saved, save, log, read = readMachine, monoMs = () => performance.now() }) {
  let text = saved;
  let showMs = 0;
  let markedAtMs = 0;

  function setMark() {
    const { mark, jumpedMs } = goOn(text, read());
    if (Math.abs(jumpedMs) >= JUMP_MS) log.warn(null, sentenceOn(jumpedMs));
    ({ showMs } = mark);
    markedAtMs = monoMs();
    text = JSON.stringify(mark);
    save(text).catch(() => {}); // The journal reports it.
  }

  setMark();
  const timer = setInterval(setMark, MARK_EVERY_MS).unref();
  return {
    /** @returns {number} whole ms: the wall clock of the first run, and what has passed since */
    nowMs: () => Math.floor(showMs + (monoMs() - markedAtMs)),
    stop() {
      clearInterval(timer);
      setMark();
    },
  };
}

/** @param {number} jumpedMs */
function sentenceOn(jumpedMs) {
  const minutes = Math.round(Math.abs(jumpedMs) / 60_000);
  const by = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  return `The clock of this machine was set ${jumpedMs > 0 ? 'forward' : 'back'} by ${by}. Players, their phones and links last as long as before.`;
}
