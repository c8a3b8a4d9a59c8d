/** The rates of one room: what its operator asks, by the dial, and what the governor grants. Pure: time is passed in. */

/** @import { Throttle } from '../contract/wire.js' */
/** @import { Setting } from './override.js' */
/** @import { Rates, Wish } from './rates.js' */

import { createOverride } from './override.js';
import { LIMITS } from './rates.js';

/** A fall of the phones' rate counts from here on, and a rise: phones need not hear of less. */
const FALL = 0.97;
const RISE = 1.1;

/** @param {unknown} saved what `save` gave @param {number} atMs wall clock, as everywhere here */
export function createThrottle(saved, atMs) {
  const dial = createOverride(saved, atMs);
  let granted = grantedBy(dial.setting);

  return {
    /** What phones and screens get now. */
    get granted() {
      return granted;
    },
    /** @returns {Throttle} */
    get reading() {
      const { mode, sendHz, tickHz, endsAtMs, forcedUntilMs } = dial.setting;
      return { mode, ...granted, asked: { sendHz, tickHz }, endsAtMs, forcedUntilMs };
    },
    /** @param {{ phones: number, slowestHz?: number }} room @returns {Wish} */
    wish({ phones, slowestHz }) {
      const { mode, sendHz, tickHz } = dial.setting;
      return { mode, sendHz, tickHz, noticeHz: LIMITS.noticeHz.most, phones, slowestHz };
    },
    /**
     * From now on.
     * @param {Rates} rates
     * @returns {boolean} phones must hear of it
     */
    grant(rates) {
      const isNews = matters(granted.sendHz, rates.sendHz);
      granted = isNews ? rates : { ...rates, sendHz: granted.sendHz };
      return isNews;
    },
    /**
     * @param {unknown} wish of the operator @param {number} nowMs
     * @returns {string} it in words
     * @throws {import('../errors.js').ShowError} `throttle-bad`
     */
    turn(wish, nowMs) {
      dial.turn(wish, nowMs);
      return say(dial.setting);
    },
    /**
     * Does the operator's wish end?
     * @param {number} hardForMs how long the server is about to jam already @param {number} nowMs
     * @returns {{ level: 'info' | 'warn', text: string } | null} why
     */
    check(hardForMs, nowMs) {
      const { mode } = dial.setting;
      const reason = dial.check({ hardForMs }, nowMs);
      if (reason === '') return null;
      if (reason === 'ended')
        return { level: 'info', text: `Rates: ${mode} was for ten minutes; AUTO again.` };
      const text = `Rates: the server was about to jam for 2 s, so ${mode} was given up; AUTO again.`;
      return { level: 'warn', text };
    },
    save: dial.save,
  };
}

/** Until a governor says otherwise. @param {Setting} setting */
function grantedBy({ mode, sendHz, tickHz }) {
  return { sendHz: mode === 'CALM' ? 0 : sendHz, tickHz, noticeHz: LIMITS.noticeHz.most };
}

/** A rise to a whole rate counts too: that is all there is. @param {number} before @param {number} hz */
function matters(before, hz) {
  if (before === 0 || hz === 0) return before !== hz;
  return hz < before * FALL || hz > before * RISE || (hz > before && Number.isInteger(hz));
}

/** @param {Readonly<Setting>} setting */
function say({ mode, sendHz, tickHz, forcedUntilMs }) {
  const rates = `phones ${sendHz}/s, frames ${tickHz}/s`;
  if (mode === 'AUTO') return `Rates: AUTO, at most ${rates}.`;
  if (mode === 'MAX') return `Rates: at most ${rates}, for ten minutes.`;
  if (mode === 'CALM') return 'Rates: CALM, phones send nothing, for ten minutes.';
  return `Rates: pinned at ${rates}, for ten minutes${forcedUntilMs ? ', forced for 60 s' : ''}.`;
}
