/** Floods by asking over HTTP: every connection of a group asks the next question as soon as the last was answered. */

/** @import { Crowd } from './crowd.js' */
/** @import { Group } from './floods.js' */
/** @import { Flooder, Target } from './flooder.js' */

import { uncounted } from './crowd.js';
import { inTurn, openHttpClient, polls } from './http-client.js';

/** A client that was cut comes back after this time, and one that is refused waits as long. */
const BACK_MS = 50;

/** @param {Group} group @param {URL} url @param {Target} target @returns {Crowd} */
export function createAskers({ count, http, paths = [] }, url, target) {
  const counts = uncounted();
  /** @type {Set<Flooder>} */
  const open = new Set();
  let isOver = false;

  function come() {
    if (isOver) return;
    counts.opened += 1;
    const asks = http === 'poll' ? polls() : inTurn(paths);
    const flooder = openHttpClient(target, url.host, asks, {
      onHttp(status) {
        counts.sent += 1;
        if (status < 400 || status === 404) counts.taken += 1;
        else counts.refused += 1;
      },
      onEnded() {
        open.delete(flooder);
        if (!isOver) setTimeout(come, BACK_MS);
      },
    });
    open.add(flooder);
  }

  return {
    counts,
    arrive: async () => {},
    start() {
      for (let index = 0; index < count; index++) come();
    },
    turn: () => false,
    waitMs: () => Infinity,
    look: () => open.size,
    fates: () => [],
    close() {
      isOver = true;
      for (const flooder of open) flooder.drop();
    },
  };
}
