/**
 * All connections under Socket.IO, whatever is behind them: one that does not read is cut off, and each pays a toll for
 * what it sends (toll.js). The tolls of all are swept every 400 ms; of what waits for them, those that something may wait
 * for are looked at as often, the others in a round that takes seconds, because that costs milliseconds for ten thousand.
 * A message costs two additions.
 */

/** @import { Socket } from 'engine.io' */
/** @import { Server } from 'socket.io' */
/** @import { FloodListener, WebSocketLike } from './connection.js' */
/** @import { Tariff } from './toll.js' */

import { EventEmitter } from 'node:events';
import { performance } from 'node:perf_hooks';
import { watchNamespaces } from '../door/guard.js';
import { Connection, READS } from './connection.js';
import { FastSocket } from './fast-socket.js';
import { forgetAt, forgetListeners, joinLayers } from './lean.js';
import { createReadPauses, createRests } from './read-pauses.js';
import { SWEEP_MS, TARIFFS, tollOf } from './toll.js';

/** A connection that reads nothing for this long, in which this process could have seen it read, is closed, and its client reconnects. */
const STUCK_MS = 10_000;
/** A connection that has joined nothing is ended after this time: in a rush a phone waits for seconds before it is let in, or in line. */
const NOBODY_MS = 10_000;
/** One of so many parts of all connections is looked at in each sweep. */
const ROUND = 16;
/** So much may wait for one client: a burst of 300 answers fits. Beyond 16 KB it gets no more notices (fan-out.js). */
const MAX_WAITING_BYTES = 256 * 1024;
/** A screen may also wait for a frame and a backdrop, a panel for two views of a game, of 256 KB in all (lib/contract/limits.js). */
const MAX_BYTES_OF_FEW = 640 * 1024;
/** @typedef {Socket & { client?: any }} Client `client`: of Socket.IO, which is called in place of listeners (lean.js) */
/** There are few of these, and most have a key. @type {ReadonlySet<Tariff>} */
const FEW = new Set([TARIFFS.screen, TARIFFS.presenter, TARIFFS.panel]);

/** @type {FloodListener} */
const UNHEARD = { slowed() {}, muted() {}, cut: (connection) => connection.cut() };

/**
 * @param {object} options
 * @param {Server} options.io attached to its HTTP server
 * @param {import('./meter.js').Meter} options.meter
 * @param {import('./stall.js').StallWatch} [options.stall] is called for every message
 * @param {import('./descriptors.js').Descriptors} [options.descriptors] is called for connections that have a role
 * @param {number} [options.stuckMs]
 * @param {{ perS: number, burst: number }} [options.packets] what every connection may send, whatever it is
 * @param {boolean} [options.isLean] its layers call each other, see lean.js
 * @param {() => number} [options.now] ms
 */
// eslint-disable-next-line max-lines-per-function -- one table of connections, which each event of a connection changes
export function watchConnections({
  io,
  meter,
  stall,
  descriptors,
  stuckMs = STUCK_MS,
  packets,
  isLean = true,
  now = () => performance.now(),
}) {
  /** @type {Map<Socket, Connection>} */
  const open = new Map();
  const usual = packets && { ...TARIFFS.extension, ...packets };
  /**
   * All WebSockets until they are really gone: Engine.IO forgets one while its goodbye, which may wait for 3 s, is unread.
   * @type {Set<WebSocketLike>}
   */
  const webSockets = new Set();
  const pauses = createReadPauses({ now });
  const rests = createRests({ open, pauses, now });
  /** Those that were sent something which may not have left. @type {Set<Connection>} */
  const waiting = new Set();
  /** So many have come since the start. */
  let came = 0;
  /** Those whose number ends in this are looked at in the next sweep. */
  let part = 0;
  let sweptAtMs = now();
  /** The time in which this process did not stand still. */
  let watchedMs = 0;
  const shared = { meter, stall, pauses, waiting, now, webSockets, floods: UNHEARD };
  /** @type {Record<string, (this: Socket, ...args: never[]) => void>} */
  const listeners = {
    ...createListeners({ open, waiting, meter, now, onUpgrade: watchWebSocket }),
    close,
  };
  /** Stands in place of the `emit` of a connection, because listeners of its own would take a KB of each. @this {Client} */
  function emit(/** @type {string} */ event, /** @type {never[]} */ ...args) {
    const { client } = this;
    if (event === 'data') client?.ondata(args[0]);
    else if (event === 'error') client?.onerror(args[0]);
    else if (event === 'close') client?.onclose(...args);
    listeners[event]?.apply(this, args);
    return EventEmitter.prototype.emit.call(this, event, ...args);
  }
  io.engine.on('connection', add);
  watchNamespaces(io, { onEnter, onLeave });
  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();

  /** @param {Socket} conn */
  function add(conn) {
    const connection = new Connection(conn, shared, came++, Math.round(watchedMs));
    connection.toll.tariff = tariffFor(TARIFFS.stranger);
    connection.toll.isPolled = connection.webSocket === null;
    open.set(conn, connection);
    watchWebSocket(connection);
    forgetRequest(conn);
    Object.assign(conn, { emit });
    // The only one is that of Engine.IO, whose work `close` does.
    if (isLean) forgetListeners(conn);
  }

  /** @param {Socket} conn */
  function onEnter(conn) {
    const connection = open.get(conn);
    if (connection) connection.joined += 1;
  }

  /** @param {Socket} conn @param {string} reason */
  function onLeave(conn, reason) {
    const connection = open.get(conn);
    if (!connection) return;
    connection.joined -= 1;
    // Its way of joining is over, and Socket.IO would let a connection that has left everything stay for ever.
    if (reason === 'client namespace disconnect' && connection.joined === 0) conn.close();
  }

  /** Forgets a connection that has closed. @this {Socket} */
  function close() {
    if (isLean) forgetAt(io.engine, this);
    const connection = open.get(this);
    open.delete(this);
    if (!connection) return;
    if (connection.hasRole) descriptors?.countRole(-1);
    pauses.delete(connection);
    waiting.delete(connection);
  }

  /** @param {Tariff} tariff @returns {Tariff} */
  function tariffFor(tariff) {
    return usual && tariff !== TARIFFS.lifted ? usual : tariff;
  }

  /** @param {Connection} connection */
  function watchWebSocket(connection) {
    const { webSocket } = connection;
    if (!webSocket) return;
    // Messages that are taken off before Engine.IO are no packets of it.
    if (webSocket instanceof FastSocket) {
      webSocket.watcher = connection;
      if (isLean) joinLayers(connection.socket, webSocket);
    } else webSocket.on('close', () => void webSockets.delete(webSocket));
    connection.toll.isPolled = false;
    webSockets.add(webSocket);
    keep(connection);
  }

  /** @param {Connection} connection */
  function keep({ hasRole, webSocket }) {
    if (hasRole && webSocket instanceof FastSocket && webSocket.stream) descriptors?.keep(webSocket.stream);
  }

  function sweep() {
    const nowMs = now();
    watchedMs += Math.min(nowMs - sweptAtMs, 2 * SWEEP_MS);
    sweptAtMs = nowMs;
    for (const connection of open.values()) {
      connection.sweep(nowMs);
      if (watchedMs - connection.cameAtMs >= NOBODY_MS && connection.isNobody) connection.socket.close();
      // This also finds those that nobody but ws has sent anything: the answers to pings.
      if (connection.number % ROUND === part && connection.isBehind) waiting.add(connection);
    }
    part = (part + 1) % ROUND;
    for (const connection of waiting) {
      if (isOverfull(connection)) connection.cut();
      else if (!connection.isStuck) letGoIfRead(connection);
      else if (connection.stuckSinceMs === READS) connection.stuckSinceMs = Math.round(watchedMs);
      else if (watchedMs - connection.stuckSinceMs >= stuckMs) connection.cut();
    }
  }

  /** @param {Connection} connection not stuck */
  function letGoIfRead(connection) {
    connection.stuckSinceMs = READS;
    if (connection.waitingBytes === 0 || !open.has(connection.socket)) waiting.delete(connection);
  }

  return {
    /** @param {Socket} socket @returns {Connection | undefined} */
    of: (socket) => open.get(socket),
    /** @param {FloodListener} listener is called for those that send too much */
    onFlood: (listener) => void (shared.floods = listener),
    /**
     * Says what a connection may send from now on, which has a role with that. Until it is said, it is a stranger.
     * @param {Socket} socket @param {Tariff} tariff @param {unknown} [owner] for the listener
     * @returns {Connection | undefined} undefined: it is gone
     */
    permit(socket, tariff, owner = null) {
      const connection = open.get(socket);
      if (!connection) return undefined;
      connection.toll.tariff = tariffFor(tariff);
      connection.owner = owner;
      if (!connection.hasRole) descriptors?.countRole(1);
      connection.hasRole = true;
      keep(connection);
      return connection;
    },
    /** There are so many connections that no phone may come in that is not in already. */
    get isShort() {
      return descriptors?.isShort ?? false;
    },
    /** Reads nothing for a while from the next ones in turn: their own sending blocks, and nothing is lost. */
    rest: rests.rest,
    /** @param {Socket} socket @returns how long the way from there takes */
    latencyOf: (socket) => open.get(socket)?.latency,
    /** Lifts the limit on what it sends and lets queue. Only the load lab needs this. @param {Socket} socket */
    lift(socket) {
      const connection = open.get(socket);
      if (connection) connection.toll.tariff = TARIFFS.lifted;
    },
    /** Ends all that are left, read or not. */
    cutAll() {
      for (const connection of open.values()) connection.cut();
      for (const webSocket of webSockets) webSocket.terminate();
    },
    stop() {
      clearInterval(timer);
      pauses.stop();
    },
  };
}

/** @typedef {ReturnType<typeof watchConnections>} Connections */

/**
 * One listener of each event for all connections, not closures for each: `this` is the connection of Engine.IO.
 * @param {object} options
 * @param {Map<Socket, Connection>} options.open
 * @param {Set<Connection>} options.waiting
 * @param {import('./meter.js').Meter} options.meter
 * @param {() => number} options.now
 * @param {(connection: Connection) => void} options.onUpgrade
 * @returns {Record<string, (this: Socket, packet: { type?: string, data?: string | Buffer }) => void>}
 */
function createListeners({ open, waiting, meter, now, onUpgrade }) {
  return {
    upgrade() {
      const connection = open.get(this);
      if (connection) onUpgrade(connection);
    },
    drain() {
      const connection = open.get(this);
      if (connection) connection.stuckSinceMs = READS;
    },
    flush() {
      const connection = open.get(this);
      if (connection) connection.queuedBytes = 0;
    },
    packet({ data }) {
      const connection = open.get(this);
      connection?.onMessage();
      // It is parsed already, so it is let through; the next ones wait.
      if (connection && !connection.paysItself && !connection.pay(tollOf(data?.length ?? 0)))
        connection.thrownAway(1, 1);
    },
    heartbeat() {
      open.get(this)?.latency.answered(now());
    },
    packetCreate({ type, data }) {
      meter.counts.messagesOut += 1;
      const connection = open.get(this);
      if (!connection) return;
      if (type === 'ping') connection.latency.sent(now());
      connection.queuedBytes += data?.length ?? 0;
      waiting.add(connection);
      if (isOverfull(connection)) connection.cut();
    },
  };
}

/** @param {Connection} connection */
function isOverfull(connection) {
  const most = FEW.has(connection.toll.tariff) ? MAX_BYTES_OF_FEW : MAX_WAITING_BYTES;
  return connection.waitingBytes > most && connection.isLimited;
}

/**
 * Keeps of a connection's request only what handshakes with Socket.IO are made of, as Socket.IO's own guide to memory does: the whole
 * of it would be a quarter of what a connection takes that joins nothing.
 * @param {Socket} conn
 */
function forgetRequest(conn) {
  const { headers, url, socket } = conn.request;
  const { encrypted } = /** @type {import('node:tls').TLSSocket} */ (socket);
  Object.assign(conn, { request: { headers, url, connection: { encrypted } } });
}
