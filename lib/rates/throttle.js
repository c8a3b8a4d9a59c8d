/** The throttle of one room: the rates that its operator asks for and the governor grants. Pure: time is passed in. */

/** @import { Rates, Throttle } from '../contract/wire.js' */
/** @import { Setting } from './override.js' */
/** @import { Wish } from './rates.js' */

import { createOverride } from './override.js';
import { LIMITS } from './rates.js';

/** Phones are sent a fall below this share of their rate, and of a rise above this one. */
const FALL = 0.97;
const RISE = 1.1;

/** @param {unknown} saved the result of `save` @param {number} atMs wall clock, as everywhere in this file */
export function createThrottle(saved, atMs) {
  const override = createOverride(saved, atMs);
  let granted = grantedBy(override.setting);

  return {
    /** Returns the rates that hold for phones and screens now. */
    get granted() {
      return granted;
    },
    /** @returns {Throttle} */
    get reading() {
      const { mode, sendHz, tickHz, endsAtMs, forcedUntilMs } = override.setting;
      return { mode, ...granted, asked: { sendHz, tickHz }, endsAtMs, forcedUntilMs };
    },
    /**
     * Sets the rates that hold from now on.
     * @param {Rates} rates
     * @returns {boolean} phones must be sent it
     */
    grant(rates) {
      const isNews = matters(granted.sendHz, rates.sendHz);
      granted = isNews ? rates : { ...rates, sendHz: granted.sendHz };
      return isNews;
    },
    /**
     * @param {unknown} wish of the operator @param {number} nowMs
     * @returns {string} a sentence for the log
     * @throws {import('../errors.js').ShowError} `throttle-bad`
     */
    set(wish, nowMs) {
      override.set(wish, nowMs);
      return sentenceOf(override.setting);
    },
    /**
     * Ends the operator's override when its time is up.
     * @param {number} hardForMs how long the server has been about to jam @param {number} nowMs
     * @returns {{ level: 'info' | 'warn', text: string } | null} why it has just ended
     */
    check(hardForMs, nowMs) {
      const { mode } = override.setting;
      const reason = override.check({ hardForMs }, nowMs);
      if (reason === '') return null;
      if (reason === 'ended')
        return { level: 'info', text: `Rates: ${mode} was set for ten minutes; AUTO again.` };
      const text = `Rates: the server was about to jam for 2 s, so ${mode} was given up; AUTO again.`;
      return { level: 'warn', text };
    },
    save: override.save,
  };
}

/**
 * Makes the wish of a room for the governor.
 * @param {Pick<Throttle, 'mode' | 'asked'>} throttle @param {{ phones: number, slowestHz?: number }} room
 * @returns {Wish}
 */
export function wishOf({ mode, asked }, { phones, slowestHz }) {
  return { mode, ...asked, noticeHz: LIMITS.noticeHz.most, phones, slowestHz };
}

/** Returns the rates that hold until a governor grants others. @param {Setting} setting */
function grantedBy({ sendHz, tickHz }) {
  return { sendHz, tickHz, noticeHz: LIMITS.noticeHz.most };
}

/** Decides whether phones must be sent it. A small rise to a whole rate matters too, as it may be the last one. @param {number} before @param {number} hz */
function matters(before, hz) {
  if (before === 0 || hz === 0) return before !== hz;
  return hz < before * FALL || hz > before * RISE || (hz > before && Number.isInteger(hz));
}

/** @param {Readonly<Setting>} setting */
function sentenceOf({ mode, sendHz, tickHz, forcedUntilMs }) {
  const rates = `phones ${sendHz}/s, frames ${tickHz}/s`;
  if (mode === 'AUTO') return `Rates: AUTO, at most ${rates}.`;
  if (mode === 'MAX') return `Rates: at most ${rates}, for ten minutes.`;
  return `Rates: pinned at ${rates}, for ten minutes${forcedUntilMs ? ', forced for 60 s' : ''}.`;
}
