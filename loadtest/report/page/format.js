/** Formats numbers in the report and in its charts. */

/** This stands where there is no figure. */
export const NONE = '–';

/** @param {unknown} value @returns {string} counts in full, because accounts must add up, anything else with three digits */
export function tidy(value) {
  if (typeof value !== 'number') return value == null || value === '' ? NONE : String(value);
  if (!Number.isSafeInteger(value)) return short(value);
  return value.toLocaleString('en-US');
}

/** @param {number} value @returns {string} what was measured, with three digits: 161 for 161.207, 1,790,000 for 1,792,520 */
export function short(value) {
  if (!Number.isFinite(value)) return NONE;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return value.toExponential(2);
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

/** @param {number} value 1 / (1 - share) @returns {string} the share: 1 → "0 %", 10 → "90 %", 1,000 → "99.9 %" */
export function nines(value) {
  return `${Number((100 - 100 / value).toFixed(6))} %`;
}

/** @param {number | null | undefined} value @param {number | null | undefined} base @returns {string} "12 ×", "0.85 ×", or that there is none */
export function times(value, base) {
  if (typeof value !== 'number' || typeof base !== 'number' || base === 0) return NONE;
  return `${(value / base).toLocaleString('en-US', { maximumSignificantDigits: value / base >= 100 ? 3 : 2 })} ×`;
}
