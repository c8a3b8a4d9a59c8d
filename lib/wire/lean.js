/**
 * Has the layers of a connection call each other directly, in place of a dozen listeners. With these, with their closures, wrappers
 * and tables, WebSocket, transport, connection and client take some 4 KB more, which is half of a connection that has joined nothing.
 */

/** @import { Socket } from 'engine.io' */
/** @import { Server } from 'socket.io' */

import { createRequire } from 'node:module';

/** Shared by all clients that have joined nothing. */
const NO_SOCKETS = new Map();

/** Runs what a transport emits at its connection. @type {Record<string, (conn: any, value: unknown) => void>} */
const CALLS = {
  packet: (conn, packet) => conn.onPacket(packet),
  ready: (conn) => conn.flush(),
  error: (conn, error) => conn.onError(error),
  close: (conn) => conn.onClose('transport close'),
  drain(conn) {
    conn.onDrain();
    // An array that was used keeps the room for sixteen more.
    if (conn.sentCallbackFn.length === 0) conn.sentCallbackFn.length = 0;
  },
};

/** @this {any} a transport @param {string} event @param {unknown} [value] */
function emit(event, value) {
  CALLS[event]?.(this.conn, value);
  return true;
}

/** Stands in place of a method that does nothing without a listener. @this {any} a transport @param {unknown} problem @param {unknown} [description] */
function onError(problem, description) {
  this.conn.onError(Object.assign(new Error(String(problem)), { type: 'TransportError', description }));
}

/**
 * Takes back the room for sixteen more that lists of listeners keep after they have grown. One that is being called carries a mark of
 * Node.js, and stays.
 * @param {object} emitter
 */
export function trimLists(emitter) {
  const { _events: lists } = /** @type {{ _events: Record<string, unknown> }} */ (emitter);
  for (const [event, list] of Object.entries(lists))
    if (Array.isArray(list) && Object.getOwnPropertySymbols(list).length === 0) lists[event] = [...list];
}

/** Takes the listeners of an emitter with their table, which takes 450 bytes also when there are none. @param {object} emitter */
export function forgetListeners(emitter) {
  Object.assign(emitter, { _events: undefined, _eventsCount: 0 });
}

/**
 * Joins the layers of a connection, when it is set up, and when it has been upgraded to a WebSocket.
 * @param {Socket} conn @param {{ carrier: unknown }} socket its FastSocket
 */
export function joinLayers(conn, socket) {
  const transport = /** @type {any} */ (conn.transport);
  forgetListeners(transport);
  forgetListeners(socket);
  Object.assign(conn, { cleanupFn: [] });
  Object.assign(transport, { conn, emit, onError });
  socket.carrier = transport;
}

/** Does what Engine.IO does by a listener when a connection has closed. @param {any} engine @param {any} conn */
export function forgetAt(engine, conn) {
  delete engine.clients[conn.id];
  engine.clientsCount -= 1;
}

/** Socket.IO keeps its client to itself. @returns {(new (...args: any[]) => any) | null} null: it is not there */
export function clientClass() {
  try {
    return createRequire(createRequire(import.meta.url).resolve('socket.io'))('./client.js').Client;
  } catch {
    return null;
  }
}

/** Lets Socket.IO make clients without closures and a timer, which connections.js calls. @param {Server} io not attached yet */
export function useLeanClients(io) {
  const Client = /** @type {new (...args: any[]) => any} */ (clientClass());
  class LeanClient extends Client {
    /** @param {string} name of a namespace @param {object} auth */
    doConnect(name, auth) {
      if (this.sockets === NO_SOCKETS) [this.sockets, this.nsps] = [new Map(), new Map()];
      super.doConnect(name, auth);
    }

    /** Is called at the end of the constructor, where others begin to listen and to wait for a first namespace. */
    setup() {
      this.decoder.on('decoded', (/** @type {unknown} */ packet) => this.ondecoded(packet));
      this.conn.client = this;
      this.sockets = this.nsps = NO_SOCKETS;
    }

    /** Is called when the connection has ended. */
    destroy() {
      this.conn.client = null;
    }
  }
  Object.assign(io, {
    onconnection(/** @type {Socket} */ conn) {
      new LeanClient(io, conn);
      return io;
    },
  });
}
