/** Writes sentences with figures, and refuses to write one with a figure that was not measured. Pure. */

/** A sentence needed a figure that was not measured. Its message names the place. */
export class NotMeasured extends Error {
  name = 'NotMeasured';
}

/** Units may follow without a space, as in "NaNms". */
const NO_FIGURE = /NaN|undefined|null|Infinity|\[object /;

/** @param {string} text @returns {boolean} whether every figure in it was measured */
export function isTold(text) {
  return !NO_FIGURE.test(text);
}

/**
 * say`${count(phones)} phones, p99 ${ms(p99Ms)}`
 * @param {TemplateStringsArray} parts @param {...string} values from the functions below, or words
 * @throws {NotMeasured} if one of them is no figure, and no words
 */
export function say(parts, ...values) {
  const text = parts.reduce((before, part, index) => {
    const value = values[index - 1];
    if (typeof value !== 'string' || !isTold(value))
      throw new NotMeasured(`What stands before "${part.trim() || 'the end'}" was not measured.`);
    return before + value + part;
  });
  return text.replace(/\s+/g, ' ').trim();
}

/** @param {unknown} value @param {(value: number) => string} write @returns {string} @throws {NotMeasured} */
function written(value, write) {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new NotMeasured('A figure of the headline was not measured.');
  return write(value);
}

/** @param {unknown} value @returns {string} a whole number with commas @throws {NotMeasured} */
export function count(value) {
  return written(value, (number) => (Math.round(number) || 0).toLocaleString('en-US'));
}

/** @param {unknown} value @param {number} [digits] significant ones @returns {string} @throws {NotMeasured} */
export function decimal(value, digits = 3) {
  return written(value, (number) =>
    Number(number.toPrecision(digits)).toLocaleString('en-US', { maximumSignificantDigits: digits }),
  );
}

/** @param {unknown} value in milliseconds @returns {string} with its unit: ms, from a second on s @throws {NotMeasured} */
export function ms(value) {
  return written(value, (number) =>
    number >= 1000 ? `${decimal(number / 1000)} s` : `${decimal(number, number < 100 ? 2 : 3)} ms`,
  );
}

/** @param {unknown} share 0 to 1 @returns {string} in percent @throws {NotMeasured} */
export function percent(share) {
  return written(share, (number) => `${decimal(number * 100, number < 0.1 ? 2 : 3)} %`);
}
