/**
 * All connections under Socket.IO, whatever is behind them: one that does not read is cut off, and each pays a toll for
 * what it sends (toll.js). All of them are swept once a second; a message costs two additions.
 */

/** @import { Server, Socket } from 'engine.io' */
/** @import { FloodListener, WebSocketLike } from './connection.js' */
/** @import { Tariff } from './toll.js' */

import { performance } from 'node:perf_hooks';
import { Connection } from './connection.js';
import { FastSocket } from './fast-socket.js';
import { createReadPauses, createRests } from './read-pauses.js';
import { TARIFFS, tollOf } from './toll.js';

/** A connection that reads nothing for this long is closed, and its client reconnects. */
const STUCK_MS = 10_000;
const SWEEP_MS = 1000;
/** So much may wait for one client: a burst of 300 answers fits. Beyond 16 KB it gets no more notices (fan-out.js). */
const MAX_WAITING_BYTES = 256 * 1024;

/** @type {FloodListener} */
const UNHEARD = { slowed() {}, muted() {}, cut: (connection) => connection.cut() };

/**
 * @param {object} options
 * @param {Server} options.engine
 * @param {import('./meter.js').Meter} options.meter
 * @param {import('./stall.js').StallWatch} [options.stall] is told of every message
 * @param {number} [options.stuckMs]
 * @param {{ perS: number, burst: number }} [options.packets] what every connection may send, whatever it is
 * @param {() => number} [options.now] ms
 */
export function watchConnections({
  engine,
  meter,
  stall,
  stuckMs = STUCK_MS,
  packets,
  now = () => performance.now(),
}) {
  /** @type {Map<Socket, Connection>} */
  const open = new Map();
  const usual = packets && { ...TARIFFS.extension, ...packets };
  const webSockets = createWebSockets();
  const pauses = createReadPauses({ now });
  const rests = createRests({ open, pauses, now });
  const shared = { meter, stall, pauses, now, floods: UNHEARD };
  const listeners = createListeners({ open, meter, pauses, now, onUpgrade: watchWebSocket });
  engine.on('connection', add);
  const timer = setInterval(sweep, Math.min(SWEEP_MS, stuckMs));
  timer.unref();

  /** @param {Socket} conn */
  function add(conn) {
    const connection = new Connection(conn, shared);
    connection.toll.tariff = tariffFor(TARIFFS.stranger);
    connection.toll.isPolled = connection.webSocket === null;
    open.set(conn, connection);
    watchWebSocket(connection);
    for (const [event, listener] of Object.entries(listeners)) conn.on(/** @type {any} */ (event), listener);
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
    if (webSocket instanceof FastSocket) webSocket.watcher = connection;
    connection.toll.isPolled = false;
    webSockets.add(webSocket);
  }

  function sweep() {
    const nowMs = now();
    for (const connection of open.values()) {
      connection.toll.forgive(nowMs);
      if (isOverfull(connection)) connection.cut();
      else if (!connection.isStuck) connection.stuckSinceMs = Infinity;
      else if (connection.stuckSinceMs === Infinity) connection.stuckSinceMs = nowMs;
      else if (nowMs - connection.stuckSinceMs >= stuckMs) connection.cut();
    }
  }

  return {
    /** @param {Socket} socket @returns {Connection | undefined} */
    of: (socket) => open.get(socket),
    /** @param {FloodListener} listener is told of those that send too much */
    onFlood: (listener) => void (shared.floods = listener),
    /**
     * Says what a connection may send from now on. Until it is said, it is a stranger.
     * @param {Socket} socket @param {Tariff} tariff @param {unknown} [owner] for the listener
     * @returns {Connection | undefined} undefined: it is gone
     */
    permit(socket, tariff, owner = null) {
      const connection = open.get(socket);
      if (!connection) return undefined;
      connection.toll.tariff = tariffFor(tariff);
      connection.owner = owner;
      return connection;
    },
    /** Reads nothing for a while from the next ones in turn: their own sending blocks, and nothing is lost. */
    rest: rests.rest,
    /** Counts the connections that do not read what they are sent at this moment. */
    stuck() {
      let stuck = 0;
      for (const connection of open.values()) if (connection.isStuck) stuck += 1;
      return { stuck, open: open.size };
    },
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
      webSockets.cutAll();
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
 * @param {import('./meter.js').Meter} options.meter
 * @param {import('./read-pauses.js').ReadPauses} options.pauses
 * @param {() => number} options.now
 * @param {(connection: Connection) => void} options.onUpgrade
 * @returns {Record<string, (this: Socket, ...args: any[]) => void>}
 */
function createListeners({ open, meter, pauses, now, onUpgrade }) {
  return {
    upgrade() {
      const connection = open.get(this);
      if (connection) onUpgrade(connection);
    },
    close() {
      const connection = open.get(this);
      open.delete(this);
      if (connection) pauses.delete(connection);
    },
    drain() {
      const connection = open.get(this);
      if (connection) connection.stuckSinceMs = Infinity;
    },
    flush() {
      const connection = open.get(this);
      if (connection) connection.queuedBytes = 0;
    },
    packet({ data }) {
      const connection = open.get(this);
      connection?.onMessage();
      // It is parsed already, so it is let through; the next ones wait.
      if (connection && !connection.hasInlet && !connection.pay(tollOf(data?.length ?? 0)))
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
      if (isOverfull(connection)) connection.cut();
    },
  };
}

/** @param {Connection} connection */
function isOverfull(connection) {
  return connection.isLimited && connection.waitingBytes > MAX_WAITING_BYTES;
}

/**
 * All WebSockets until they are really gone: Engine.IO forgets one while its goodbye, which may wait for 30 s, is unread.
 */
function createWebSockets() {
  /** @type {Set<WebSocketLike>} */
  const open = new Set();
  /** @this {WebSocketLike} */
  function forget() {
    open.delete(this);
  }
  return {
    /** @param {WebSocketLike} webSocket */
    add(webSocket) {
      open.add(webSocket);
      webSocket.on('close', forget);
    },
    cutAll() {
      for (const webSocket of open) webSocket.terminate();
    },
  };
}
