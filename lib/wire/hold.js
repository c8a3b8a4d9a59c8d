/**
 * The hold: when a thousand connections end in one moment, libuv reads all of their ends in one turn of the event loop, at
 * some 12 µs each, most of it the system's and Node's own. So after a few hundred of them nobody is read any more in that
 * turn, and in each of the next turns some are read again. For ten thousand that takes a third of a second, in which
 * those who stay wait too.
 */

/** @import { Duplex } from 'node:stream' */

/** So many ends are read in a turn, which takes some 4 ms. To hold ten thousand connections takes 10 to 20 ms, once. */
const MOST_ENDS = 250;

/**
 * Node's handle under a stream, which is private; a stream without one, or with another, is not held. `reading`: Node
 * wants to read it.
 * @typedef {{ reading?: boolean, readStop?: () => unknown, readStart?: () => unknown }} Handle
 */

/** @param {{ most?: number }} [options] `most`: ends that are read in a turn */
export function createHold({ most = MOST_ENDS } = {}) {
  /** They have not ended, as far as was read. @type {Set<Duplex>} */
  const open = new Set();
  /** They are not read at the moment. @type {Set<Duplex>} */
  const held = new Set();
  let ends = 0;

  function beginTurn() {
    ends = 0;
    let released = 0;
    for (const stream of held) {
      if (released++ === most) break;
      held.delete(stream);
      const handle = handleOf(stream);
      if (handle?.reading) handle.readStart?.();
    }
    if (held.size > 0) setImmediate(beginTurn);
  }

  function hold() {
    for (const stream of open) {
      const handle = handleOf(stream);
      if (!handle?.reading || !handle.readStop || held.has(stream)) continue;
      handle.readStop();
      held.add(stream);
    }
  }

  /** @this {Duplex} */
  function forget() {
    open.delete(this);
    held.delete(this);
  }

  return {
    /** @param {Duplex} stream that may be held from now on */
    watch(stream) {
      open.add(stream);
      stream.on('close', forget);
    },
    /** Notes that the end of a stream, or a goodbye, has been read. @param {Duplex} stream */
    ended(stream) {
      open.delete(stream);
      ends += 1;
      // Immediates come when all that is ready has been read.
      if (ends === 1 && held.size === 0) setImmediate(beginTurn);
      if (ends === most) hold();
    },
  };
}

/** @param {Duplex} stream @returns {Handle | null | undefined} */
function handleOf(stream) {
  return /** @type {{ _handle?: Handle | null }} */ (/** @type {unknown} */ (stream))._handle;
}
