/**
 * All connections under Socket.IO, whatever is behind them: one that does not read is cut off, one that floods is read
 * more slowly. All of them are swept once a second; a packet costs an addition.
 */

/** @import { Server, Socket } from 'engine.io' */
/** @import { WebSocketLike } from './connection.js' */

import { performance } from 'node:perf_hooks';
import { Connection } from './connection.js';
import { FastSocket } from './fast-socket.js';
import { createReadPauses } from './read-pauses.js';

/** A connection that reads nothing for this long is closed, and its client reconnects. */
const STUCK_MS = 10_000;
const SWEEP_MS = 1000;
/** So much may wait for one client: a burst of 300 answers fits. Beyond 16 KB it gets no more notices (fan-out.js). */
const MAX_WAITING_BYTES = 256 * 1024;
/** A phone at 20 inputs/s, or a panel with a hand at a slider, never reaches this. */
const PACKETS = Object.freeze({ perS: 100, burst: 600 });

/**
 * @param {object} options
 * @param {Server} options.engine
 * @param {import('./meter.js').Meter} options.meter
 * @param {import('./stall.js').StallWatch} [options.stall] is told of every message
 * @param {number} [options.stuckMs]
 * @param {{ perS: number, burst: number }} [options.packets]
 * @param {() => number} [options.now] ms
 */
export function watchConnections({
  engine,
  meter,
  stall,
  stuckMs = STUCK_MS,
  packets = PACKETS,
  now = () => performance.now(),
}) {
  /** @type {Map<Socket, Connection>} */
  const open = new Map();
  const webSockets = createWebSockets();
  const pauses = createReadPauses({ connectionOf: (socket) => open.get(socket), now });
  const shared = { meter, stall, burst: packets.burst };
  const listeners = createListeners({ open, meter, now, onUpgrade: watchWebSocket });
  const forgiven = createAllowance(packets.perS, now());
  engine.on('connection', add);
  const timer = setInterval(sweep, Math.min(SWEEP_MS, stuckMs));
  timer.unref();

  /** @param {Socket} conn */
  function add(conn) {
    const connection = new Connection(conn, shared);
    open.set(conn, connection);
    watchWebSocket(connection);
    for (const [event, listener] of Object.entries(listeners)) conn.on(/** @type {any} */ (event), listener);
  }

  /** @param {Connection} connection */
  function watchWebSocket(connection) {
    const { webSocket } = connection;
    if (!webSocket) return;
    // Messages that are taken off before Engine.IO are no packets of it.
    if (webSocket instanceof FastSocket) webSocket.watcher = connection;
    webSockets.add(webSocket);
  }

  function sweep() {
    const nowMs = now();
    const messages = forgiven.take(nowMs);
    for (const connection of open.values()) {
      connection.forgive(messages, nowMs);
      if (isOverfull(connection)) connection.cut();
      else if (!connection.isStuck) connection.stuckSinceMs = Infinity;
      else if (connection.stuckSinceMs === Infinity) connection.stuckSinceMs = nowMs;
      else if (nowMs - connection.stuckSinceMs >= stuckMs) connection.cut();
    }
  }

  return {
    /**
     * Reads nothing from these for a while: their own sending blocks, and nothing is lost. The time must be shorter
     * than the ping timeout, because a pong is not read either.
     * @param {Iterable<Socket>} sockets @param {number} ms
     */
    pauseReads: pauses.start,
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
      if (connection) connection.isLimited = false;
    },
    /** Ends all that are left, read or not. */
    cutAll() {
      for (const connection of open.values()) connection.cut();
      webSockets.cutAll();
    },
    stop: () => clearInterval(timer),
  };
}

/** @typedef {ReturnType<typeof watchConnections>} Connections */

/**
 * One listener of each event for all connections, not closures for each: `this` is the connection of Engine.IO.
 * @param {object} options
 * @param {Map<Socket, Connection>} options.open
 * @param {import('./meter.js').Meter} options.meter
 * @param {() => number} options.now
 * @param {(connection: Connection) => void} options.onUpgrade
 * @returns {Record<string, (this: Socket, ...args: any[]) => void>}
 */
function createListeners({ open, meter, now, onUpgrade }) {
  return {
    upgrade() {
      const connection = open.get(this);
      if (connection) onUpgrade(connection);
    },
    close() {
      open.delete(this);
    },
    drain() {
      const connection = open.get(this);
      if (connection) connection.stuckSinceMs = Infinity;
    },
    flush() {
      const connection = open.get(this);
      if (connection) connection.queuedBytes = 0;
    },
    packet() {
      open.get(this)?.onMessage();
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
 * Counts how much a rate allows in the time that has passed, in whole numbers. The remainder counts the next time.
 * @param {number} perS @param {number} startMs
 */
function createAllowance(perS, startMs) {
  let takenAtMs = startMs;
  let left = 0;
  return {
    /** @param {number} nowMs @returns {number} how much the time since the last call allows */
    take(nowMs) {
      left += ((nowMs - takenAtMs) / 1000) * perS;
      takenAtMs = nowMs;
      const whole = Math.floor(left);
      left -= whole;
      return whole;
    },
  };
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
