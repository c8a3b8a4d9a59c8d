/** Holds the computation of the load lab's services, which runs on the event loop or in a pool of threads. */

/**
 * Computes by plain recursion, because the point is to keep a processor busy.
 * @param {number} n 0 to 40
 * @returns {number}
 */
export function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
