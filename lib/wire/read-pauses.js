/** Connections that are not read for a while, how they are read again, and which of them rest while the server is busy. */

/** @import { Connection } from './connection.js' */

/** Those whose pause is over are looked for this often. */
const BEAT_MS = 25;
/**
 * So many connections are read again in one turn of the event loop: a phone has some inputs piled up, a flooder some
 * hundred. Two thousand phones take 60 turns of a few ms each.
 */
const RESUMED_PER_TURN = 32;
/** A connection rests at most one fifth of the time, so that its pings are answered and its game goes on. */
const REST_EVERY_MS = 500;

/** @param {{ now: () => number }} options ms */
export function createReadPauses({ now }) {
  /** @type {Set<Connection>} */
  const paused = new Set();
  /** Their pause is over, and they wait to be read again. @type {Connection[]} */
  const over = [];
  /** @type {NodeJS.Timeout | undefined} only while some are paused */
  let timer;

  function look() {
    const nowMs = now();
    if (over.length === 0) setImmediate(resumeSome);
    for (const connection of paused) {
      if (connection.pausedUntilMs > nowMs) continue;
      paused.delete(connection);
      over.push(connection);
    }
    if (paused.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** Resumes some in each turn, or everything that piled up meanwhile would be read in one. */
  function resumeSome() {
    const nowMs = now();
    for (const connection of over.splice(0, RESUMED_PER_TURN)) {
      if (connection.pausedUntilMs <= nowMs) connection.resume();
      else add(connection);
    }
    if (over.length > 0) setImmediate(resumeSome);
  }

  /** @param {Connection} connection paused: it is read again when its pause is over */
  function add(connection) {
    paused.add(connection);
    timer ??= setInterval(look, BEAT_MS).unref();
  }

  return {
    add,
    /** @param {Connection} connection gone */
    delete: (connection) => void paused.delete(connection),
    stop: () => clearInterval(timer),
  };
}

/** @typedef {ReturnType<typeof createReadPauses>} ReadPauses */

/**
 * Lets connections rest in turn: none rests twice before all others have, and none more often than every half second.
 * Those that send too much are not read anyway.
 * @template K
 * @param {object} options
 * @param {Map<K, Connection>} options.open in the order in which they came; put in the order in which they rested. An
 *   iterator that stood still at the next one would keep all that were ever open: each time V8 makes a map larger or
 *   smaller, the iterator holds the table of before.
 * @param {ReadPauses} options.pauses
 * @param {() => number} options.now ms
 */
export function createRests({ open, pauses, now }) {
  return {
    /** @param {number} share 0 to 1 of all connections @param {number} ms well below the ping timeout */
    rest(share, ms) {
      const nowMs = now();
      const all = open.size;
      const most = Math.ceil(all * share);
      let [seen, rested] = [0, 0];
      for (const [key, connection] of open) {
        if (seen++ === all || rested === most) return;
        if (connection.mayRest) {
          // Those behind it have rested even later.
          if (nowMs - connection.restedAtMs < REST_EVERY_MS) return;
          connection.restedAtMs = Math.round(nowMs);
          connection.pause(nowMs + ms);
          pauses.add(connection);
          rested += 1;
        }
        open.delete(key);
        open.set(key, connection);
      }
    },
  };
}
