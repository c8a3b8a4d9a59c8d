/** Formats numbers in the report and in its charts. */

/** This stands where there is no figure. */
export const NONE = '–';

/**
 * Writes counts in full, because accounts must add up, and anything else with three digits: 8,253 · 143 · 12.4 · 0.863.
 * @param {unknown} value
 * @returns {string}
 */
export function tidy(value) {
  if (typeof value !== 'number') return value == null || value === '' ? NONE : String(value);
  if (!Number.isSafeInteger(value)) return short(value);
  return value.toLocaleString('en-US');
}

/**
 * Writes what was measured with three significant digits: 161 for 161.207, 1,790,000 for 1,792,520.
 * @param {number} value
 * @returns {string}
 */
export function short(value) {
  if (!Number.isFinite(value)) return NONE;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return value.toExponential(2);
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

/** @param {number} value 1 / (1 - share) @returns {string} the share: 1 → "0 %", 10 → "90 %", 1,000 → "99.9 %" */
export function nines(value) {
  return `${Number((100 - 100 / value).toFixed(6))} %`;
}

/**
 * @param {number | null | undefined} value
 * @param {number | null | undefined} base
 * @returns {string} "12 ×", "0.85 ×", or nothing if there is nothing to divide
 */
export function times(value, base) {
  if (typeof value !== 'number' || typeof base !== 'number' || base === 0) return NONE;
  return `${(value / base).toLocaleString('en-US', { maximumSignificantDigits: value / base >= 100 ? 3 : 2 })} ×`;
}
