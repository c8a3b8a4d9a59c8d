/**
 * The client of Socket.IO, of which each connection has one, without closures, a timer and tables of its own: those took 1 KB
 * of each connection that has joined nothing. Its listeners are those of all connections (connections.js).
 */

/** @import { Socket } from 'engine.io' */
/** @import { Server } from 'socket.io' */

import { createRequire } from 'node:module';
import { SingleMap } from './single-map.js';

/** Socket.IO keeps it to itself; the version is pinned. @type {{ Client: new (io: Server, conn: Socket) => any }} */
const { Client } = createRequire(createRequire(import.meta.url).resolve('socket.io'))('./client.js');

/** One per connection. */
export class LeanClient extends Client {
  /** Is called at the end of the constructor, where others begin to listen and to wait for a first namespace. */
  setup() {
    this.sockets = new SingleMap();
    this.nsps = new SingleMap();
    this.decoder.client = this;
    this.conn.client = this;
  }

  /** Is called when the connection has ended. */
  destroy() {
    this.decoder.client = null;
    this.conn.client = null;
  }

  /** @returns {boolean} it is in a namespace */
  get hasJoined() {
    const { size } = /** @type {SingleMap<string, unknown>} */ (this.nsps);
    return size > 0;
  }
}

/** @param {Socket} conn @returns {LeanClient | null} null: it has ended */
export function clientOf(conn) {
  return /** @type {{ client: LeanClient | null }} */ (/** @type {unknown} */ (conn)).client;
}

/** Lets Socket.IO make these. @param {Server} io that has not been attached to anything */
export function useLeanClients(io) {
  const maker = /** @type {{ onconnection: (conn: Socket) => Server }} */ (/** @type {unknown} */ (io));
  maker.onconnection = (conn) => {
    new LeanClient(io, conn);
    return io;
  };
}
