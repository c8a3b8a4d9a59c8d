/** Connections that are not read for a while because the server is busy, and how they are read again. */

/** @import { Socket } from 'engine.io' */
/** @import { Connection } from './connection.js' */

/**
 * So many connections are read again in one turn of the event loop: a phone has some inputs piled up, a flooder some
 * hundred. Two thousand phones take 60 turns of a few ms each.
 */
const RESUMED_PER_TURN = 32;

/**
 * @param {{ connectionOf: (socket: Socket) => Connection | undefined, now: () => number }} options
 */
export function createReadPauses({ connectionOf, now }) {
  /** Their pause is over, and they wait to be read again. @type {Connection[]} */
  const over = [];

  /** @param {Connection[]} connections */
  function end(connections) {
    if (over.length === 0) setImmediate(resumeSome);
    for (const connection of connections) over.push(connection);
  }

  /** Resumes some in each turn, or everything that piled up meanwhile would be read in one. */
  function resumeSome() {
    const nowMs = now();
    for (const connection of over.splice(0, RESUMED_PER_TURN)) connection.resumeReads(nowMs);
    if (over.length > 0) setImmediate(resumeSome);
  }

  return {
    /** @param {Iterable<Socket>} sockets @param {number} ms a shorter pause does not end a longer one */
    start(sockets, ms) {
      const untilMs = now() + ms;
      /** @type {Connection[]} */
      const paused = [];
      for (const socket of sockets) {
        const connection = connectionOf(socket);
        if (!connection || connection.pausedUntilMs >= untilMs) continue;
        connection.pausedUntilMs = untilMs;
        connection.webSocket?.pause();
        paused.push(connection);
      }
      setTimeout(end, ms + 1, paused).unref();
    },
  };
}
