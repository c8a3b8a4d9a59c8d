/** Numbers as people read them, in the operator's language. */

import { lang } from './texts.js';

const whole = new Intl.NumberFormat(lang, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(lang, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const shares = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 0 });
const clock = new Intl.DateTimeFormat(lang, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** @param {number} value */
export const integer = (value) => whole.format(value);

/** Formats with one decimal below 10 and none above: a glance in the dark takes in no more. @param {number} value */
export const short = (value) => (value !== 0 && Math.abs(value) < 9.95 ? tenths : whole).format(value);

/** Formats a rate, which is a whole number most of the time. @param {number} value */
export const rate = (value) => (Number.isInteger(value) ? whole : tenths).format(value);

/** `9:05`. @param {number} ms */
export const minutes = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const hours = new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** `20:05`. @param {number} atMs */
export const minutesOf = (atMs) => hours.format(atMs);

/** The bare number, for a place that has its own sign. @param {number} share 0 to 1 */
export const percent = (share) => whole.format(share * 100);

/** `42%`, or `42 %` in German. @param {number} part 0 to 1 */
export const share = (part) => shares.format(part);

/** @param {number} atMs */
export const timeOfDay = (atMs) => clock.format(atMs);
