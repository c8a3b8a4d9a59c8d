/** The reactions of a room's phones at this edge, counted for a moment before they go to the home. */

/** @import { EdgeRoom } from './edge-rooms.js' */

import { REACTIONS } from '../../public/shared/reactions.js';

/** Eyes cannot tell this delay, and a thousand phones that clap are four messages a second. */
const GATHER_MS = 250;

/**
 * Nothing of this is stored, acknowledged or sent again: a reaction that is lost is no loss.
 * @param {{ room: Pick<EdgeRoom, 'id' | 'reacts'>, bus: Pick<import('../bus/contract.js').EdgeEnd, 'send'> }} options
 */
export function createReactions({ room, bus }) {
  /** By the place in `REACTIONS`. @type {number[] | null} null: none since they were sent */
  let counts = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function send() {
    if (counts && room.reacts) bus.send('reactions', { room: room.id, counts });
    counts = null;
  }

  return {
    /** Costs a sum, and nothing at all while the room takes none. @param {number} place in `REACTIONS` */
    note(place) {
      if (!room.reacts) return;
      if (!counts) {
        counts = REACTIONS.map(() => 0);
        timer = setTimeout(send, GATHER_MS).unref();
      }
      counts[place] = Number(counts[place]) + 1;
    },
    stop: () => clearTimeout(timer),
  };
}
