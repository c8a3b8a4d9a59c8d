/** Numbers that are easy on the eye: steps of a slider, ends of a chart. */

/** @import { Field } from '../../lib/contract/types.js' */

/** Enough steps that a slider feels smooth on a laptop. */
const STEPS = 200;

/**
 * Gives the step of a slider: 1, 2 or 5 times a power of ten, so that about 200 steps fill the range; whole numbers
 * go one by one.
 * @param {Pick<Field, 'type' | 'minimum' | 'maximum'>} field
 */
export function stepOf({ type, minimum = 0, maximum = 1 }) {
  if (type === 'integer') return 1;
  return roundUp(Math.max((maximum - minimum) / STEPS, 1e-6), [1, 2, 5, 10]);
}

/**
 * Gives the end of a scale for a highest value: a round number that seldom changes.
 * @param {number} value above 0
 */
export function niceAbove(value) {
  return roundUp(value, [1, 1.5, 2, 3, 5, 7.5, 10]);
}

/**
 * Gives the marks of an axis: multiples of 1, 2 or 5 times a power of ten, both ends included where they are round.
 * @param {number} from @param {number} to above `from` @param {number} most marks at most, 2 or more
 * @returns {number[]} from the lowest to the highest
 */
export function ticksOf(from, to, most) {
  const step = roundUp((to - from) / Math.max(1, most - 1), [1, 2, 5, 10]);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, place) =>
    Number(((first + place) * step).toPrecision(12)),
  );
}

/** @param {number} value @param {number[]} steps from 1 to 10 */
function roundUp(value, steps) {
  const decade = 10 ** Math.floor(Math.log10(value));
  // 0.1 × 3 is a little more than 0.3: values that are as good as equal must not take the next step.
  const step = steps.find((candidate) => candidate * decade >= value * 0.9999) ?? 10;
  return Number((step * decade).toPrecision(3));
}
