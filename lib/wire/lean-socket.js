/**
 * Gives back what Socket.IO and what is under it hold for a connection that is set up: half of a phone's memory was for
 * its handshake, for events that it never has, and for tables with one entry.
 */

/** @import { Socket } from 'socket.io' */

import { shareListeners, sharedListeners } from './lean-listeners.js';
import { SingleMap } from './single-map.js';

const NO_LISTENERS = sharedListeners({});
/** An adapter that asks all processes for their sockets takes them apart. */
const NO_HANDSHAKE = Object.freeze({});

/**
 * The fields of a socket that nothing needs once it is connected, or that are larger than they need be. They are private;
 * the version is pinned.
 * @typedef {object} Fields
 * @property {unknown} handshake
 * @property {SingleMap<number, unknown>} acks
 * @property {unknown[]} [_anyListeners]
 */

/**
 * Slims a phone that has joined, after all of its listeners are there. Nobody may ask for its handshake
 * any more, some 10 KB.
 * @param {Socket} socket
 */
export function slim(socket) {
  const fields = /** @type {Fields} */ (/** @type {unknown} */ (socket));
  const { _anyListeners: listeners } = fields;
  fields.handshake = NO_HANDSHAKE;
  fields.acks = new SingleMap();
  // A list that was added to has room for sixteen more.
  if (listeners) fields._anyListeners = [...listeners];
  shareListeners(
    /** @type {import('node:events').EventEmitter} */ (/** @type {unknown} */ (socket)),
    NO_LISTENERS,
  );
}

/**
 * Keeps of a connection's request only what handshakes with Socket.IO are made of: the whole of it would be a quarter of what a connection
 * takes that joins nothing. And lets go of the address, which Engine.IO has, and Node looks up again if it is asked for.
 * @param {import('engine.io').Socket} conn
 */
export function slimConnection(conn) {
  const { headers, url, socket } = conn.request;
  const { encrypted } = /** @type {import('node:tls').TLSSocket} */ (socket);
  const left = { headers, url, connection: { encrypted } };
  /** @type {{ request: unknown }} */ (/** @type {unknown} */ (conn)).request = left;
  const stream = /** @type {{ _peername?: object | null }} */ (/** @type {unknown} */ (socket));
  if (stream._peername) stream._peername = null;
}
