/** Says what all crowds of flooders have in common, whatever they do, and adds up what they did. */

/** @import { Queue } from './queues.js' */

/**
 * @typedef {object} Counts since the start; messages, but for `written` and `taken`
 * @property {number} opened connections whose handshakes were done
 * @property {number} refused connections that were not let in, or questions that were not answered
 * @property {number} sent
 * @property {number} heldBack not sent, because the server had not read what was sent before
 * @property {number} written bytes
 * @property {number} taken bytes that the server has read; of those that come or ask, how often they were let in
 * @property {number} breaches what a foreign page got and no page may get
 *
 * @typedef {{ mutedS: number, outS: number }} Fate of one flooder, in seconds since the start; Infinity: never
 *
 * @typedef {object} Crowd flooders that are alike
 * @property {Counts} counts
 * @property {() => Promise<unknown>} arrive resolves when all are in, or have been given up
 * @property {(nowMs: number) => void} start
 * @property {(nowMs: number) => boolean} turn
 * @property {(nowMs: number) => number} waitMs
 * @property {(queues: ReadonlyMap<number, Queue>, nowMs: number) => number} look at the queues of the kernel, by port;
 *   returns how many are open
 * @property {() => Fate[]} fates
 * @property {() => unknown} close
 */

/** @returns {Counts} */
export function uncounted() {
  return { opened: 0, refused: 0, sent: 0, heldBack: 0, written: 0, taken: 0, breaches: 0 };
}

/** @param {readonly Crowd[]} crowds @returns {Counts} of all of them */
export function sumOf(crowds) {
  const sum = uncounted();
  for (const { counts } of crowds)
    for (const [name, value] of Object.entries(counts)) sum[/** @type {keyof Counts} */ (name)] += value;
  return sum;
}
