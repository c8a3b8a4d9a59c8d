/** Waits for a game, which may not answer, no longer than people do. */

/**
 * @template T, U
 * @param {Promise<T>} promise its rejection after that time is nobody's fault any more
 * @param {number} ms @param {U} otherwise
 * @returns {Promise<T | U>} `otherwise` when it takes longer
 */
export function within(promise, ms, otherwise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((/** @type {(value: U) => void} */ resolve) => {
    timer = setTimeout(resolve, ms, otherwise);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
