/** Formats numbers in the report and in its charts. */

/** This stands where there is no figure. */
export const NONE = '–';

/**
 * Shows three digits, which are enough for the eye: 8,253 · 143 · 12.4 · 0.86.
 * @param {unknown} value
 * @returns {string}
 */
export function tidy(value) {
  if (typeof value !== 'number') return value == null || value === '' ? NONE : String(value);
  if (!Number.isFinite(value)) return NONE;
  const size = Math.abs(value);
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
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
