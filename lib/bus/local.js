/**
 * The bus of one room inside one process. Between edges and stage only values travel: sums up, messages
 * down. A bus over workers or machines keeps this shape, so that neither side knows how long it is.
 */

/** @import { Fold } from '../contract/types.js' */

/**
 * What the home tells its edges. Every message is complete: a later one of the same topic replaces it.
 * @typedef {'scene' | 'frame' | 'notice' | 'personal' | 'override' | 'throttle' | 'join' | 'player' | 'kicked' | 'closed'} Topic
 *
 * @typedef {object} Bus
 * @property {(drain: (nowMs: number) => unknown) => () => void} addEdge returns a function that takes it off
 * @property {(fold: Fold | null, nowMs: number) => unknown} collect the sum of all edges since the last call
 * @property {(topic: Topic, message: any) => void} publish
 * @property {(listener: (topic: Topic, message: any) => void) => () => void} subscribe
 */

/** @returns {Bus} */
export function createLocalBus() {
  /** @type {Set<(nowMs: number) => unknown>} */
  const edges = new Set();
  /** @type {Set<(topic: Topic, message: any) => void>} */
  const listeners = new Set();

  return {
    addEdge(drain) {
      edges.add(drain);
      return () => edges.delete(drain);
    },
    collect(fold, nowMs) {
      let merged = null;
      for (const drain of edges) {
        const sum = drain(nowMs);
        if (fold && sum !== null) merged = merged === null ? sum : fold.merge(merged, sum);
      }
      return merged;
    },
    publish(topic, message) {
      for (const listener of listeners) listener(topic, message);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
