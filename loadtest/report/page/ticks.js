/** Chooses an axis's ends and ticks: round numbers on a linear scale, 1-2-5 on a logarithmic one. */

const LINEAR_STEPS = [1, 2, 2.5, 5, 10];
/** An axis with more decades than this shows their powers of ten only. */
const DECADES_WITH_STEPS = 3.2;

/** @param {number} min @param {number} max @param {number} wanted @returns {number[]} so many at most */
export function linearTicks(min, max, wanted) {
  const rough = (max - min) / Math.max(1, wanted) || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (LINEAR_STEPS.find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(min / step);
  const count = Math.floor((max - min) / step + 1e-9) + 1;
  return Array.from({ length: count }, (_none, index) => Number(((first + index) * step).toPrecision(12)));
}

/** @param {number} min above 0 @param {number} max @returns {number[]} */
export function logTicks(min, max) {
  const factors = Math.log10(max / min) > DECADES_WITH_STEPS ? [1] : [1, 2, 5];
  const ticks = [];
  for (let power = 10 ** Math.floor(Math.log10(min)); power <= max; power *= 10)
    ticks.push(...factors.map((factor) => Number((factor * power).toPrecision(6))));
  return ticks.filter((tick) => tick >= min && tick <= max);
}

/** @param {number} max @returns {number[]} 1, 10, 100 …, where a percentile gains a nine */
export function tens(max) {
  return Array.from({ length: Math.floor(Math.log10(max)) + 1 }, (_none, index) => 10 ** index);
}

/**
 * @param {number[]} values
 * @param {'linear' | 'log'} scale
 * @param {number} [reach] where a linear axis must reach at least
 * @returns {[min: number, max: number]} a linear axis starts at 0, so that heights can be compared
 */
export function rangeOf(values, scale, reach = 0) {
  const isLog = scale === 'log';
  const most = values.reduce((high, value) => Math.max(high, value), isLog ? 0 : reach);
  if (!isLog) return [0, (most || 1) * 1.05];
  if (most <= 0) return [1, 10];
  const least = values.reduce((low, value) => (value > 0 ? Math.min(low, value) : low), most);
  return [least / 1.25, Math.max(most, least * 2) * 1.25];
}
