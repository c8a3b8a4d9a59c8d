/** Two buses of one home as one: the edge of its own process, which goes on whatever happens to Redis, and those of others. */

/** @import { HomeEnd } from './contract.js' */

import { gatherBoth } from './gather.js';
import { withSeats } from './seats.js';

/**
 * @param {object} options
 * @param {HomeEnd} options.local
 * @param {string} options.localId the one edge of that bus
 * @param {HomeEnd} options.remote
 * @param {import('./seats.js').Seats} options.seats of both, kept here
 * @returns {HomeEnd}
 */
export function createBoth({ local, localId, remote, seats }) {
  return {
    serve(wanted) {
      const handlers = withSeats(wanted, seats, (edgeId, room, pid) =>
        this.publish('replaced', { room, pid, edgeId }),
      );
      local.serve(handlers);
      remote.serve(handlers);
    },
    publish(kind, value) {
      const { pid, edgeId } = seats.addressOf(value);
      // The local edge receives at once, and may cause something newer to be published, which the others must receive after this.
      remote.publish(kind, value);
      if (pid === undefined || edgeId === undefined || edgeId === localId) local.publish(kind, value);
    },
    collect(room, game, epoch, clears) {
      const [here, there] = [local, remote].map((end) => end.collect(room, game, epoch, clears));
      return gatherBoth(game.fold, here, there);
    },
    close() {
      local.close();
      remote.close();
    },
  };
}
