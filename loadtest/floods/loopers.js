/** Floods by coming: every connection of a group shakes hands, drops, and comes again. */

/** @import { Crowd } from './crowd.js' */
/** @import { Group } from './floods.js' */
/** @import { Target } from './flooder.js' */

import { performance } from 'node:perf_hooks';
import { uncounted } from './crowd.js';
import { Flooder } from './flooder.js';

/** @param {Group} group @param {URL} url @param {Target} target @returns {Crowd} */
export function createLoopers({ count, loopsPerS = 1, steps }, url, target) {
  const counts = uncounted();
  /** @type {Set<Flooder>} */
  const open = new Set();
  let isOver = false;

  /** @param {number} index */
  function come(index) {
    if (isOver) return;
    counts.sent += 1;
    const flooder = new Flooder(target, steps(url, index), {
      onReady() {
        counts.opened += 1;
        // Half of them say nothing, as when a phone loses its network.
        flooder.drop(counts.opened % 2 === 0 ? 'reset' : 'goodbye');
      },
      onEnded() {
        open.delete(flooder);
        if (flooder.readyAtMs === Infinity) counts.refused += 1;
        const waitMs = flooder.openedAtMs + 1000 / loopsPerS - performance.now();
        if (!isOver) setTimeout(come, Math.max(0, waitMs), index);
      },
      onAnswer: null,
    });
    open.add(flooder);
  }

  return {
    counts,
    arrive: async () => {},
    start() {
      for (let index = 0; index < count; index++) setTimeout(come, (index * 1000) / loopsPerS / count, index);
    },
    turn: () => false,
    waitMs: () => Infinity,
    look(_queues, nowMs) {
      for (const flooder of open) flooder.expire(nowMs);
      counts.taken = counts.opened;
      return open.size;
    },
    fates: () => [],
    close() {
      isOver = true;
      for (const flooder of open) flooder.drop();
    },
  };
}
