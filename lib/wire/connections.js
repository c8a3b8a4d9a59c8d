/**
 * The connections under Socket.IO, whoever is behind them: who does not read is cut off, who floods is
 * read more slowly. One look at all of them a second; a packet costs an addition.
 */

/** @import { Server, Socket } from 'engine.io' */

import { performance } from 'node:perf_hooks';
import { SKIP_BYTES } from './fan-out.js';
import { FastSocket } from './fast-socket.js';
import { Latency } from './latency.js';

/** Nothing taken for so long, and it is cut off; it comes back by itself, on a new connection. */
const STALLED_MS = 10_000;
const SAMPLE_MS = 1000;
/** What may wait for one client: a burst of 300 answers fits. Beyond 16 KB it is not told more (audience.js). */
const MAX_QUEUED_BYTES = 256 * 1024;
/** What a phone at 20 inputs/s, or a panel with a hand at a slider, never reaches. */
const PACKETS = Object.freeze({ perS: 100, burst: 600 });
/**
 * After a rest so many are read again in one turn: of a phone some inputs have piled up, of a flooder some hundred.
 * Two thousand phones take 60 turns, a few ms each.
 */
const WOKEN_PER_TURN = 32;

class Connection {
  /** Infinity: it takes what it is sent. */
  stalledSinceMs = Infinity;
  /** Messages, forgotten at `PACKETS.perS`. */
  heard = 0;
  /** Of packets that Engine.IO keeps until those before have left. */
  queuedBytes = 0;
  /** It floods. */
  isPaused = false;
  /** Not read until then. */
  restUntilMs = -Infinity;
  /** False: may send and be sent as much as it likes. */
  isLimited = true;
  latency = new Latency();

  /** @param {Socket} socket @param {Shared} shared */
  constructor(socket, shared) {
    this.socket = socket;
    this.shared = shared;
  }

  hear() {
    const { meter, turn, burst } = this.shared;
    meter.counts.messagesIn += 1;
    turn?.hear();
    if (++this.heard > burst && this.isLimited) slow(this);
  }
}

/**
 * @typedef {object} Shared by all connections
 * @property {import('./meter.js').Meter} meter
 * @property {number} burst
 * @property {import('./stall.js').TurnWatch} [turn]
 *
 * @typedef {object} WebSocketLike of `ws`
 * @property {number} bufferedAmount bytes
 * @property {() => void} pause
 * @property {() => void} resume
 * @property {() => void} terminate
 * @property {(event: 'close', run: () => void) => void} on
 */

/**
 * @param {object} options
 * @param {Server} options.engine
 * @param {import('./meter.js').Meter} options.meter
 * @param {import('./stall.js').TurnWatch} [options.turn] hears of every message
 * @param {number} [options.stalledMs]
 * @param {{ perS: number, burst: number }} [options.packets]
 */
export function watchConnections({ engine, meter, turn, stalledMs = STALLED_MS, packets = PACKETS }) {
  /** @type {Map<Socket, Connection>} */
  const open = new Map();
  /** Until they are really gone: Engine.IO forgets one while its goodbye, which takes up to 30 s, is unread. */
  const wires = /** @type {Set<WebSocketLike>} */ (new Set());
  /** Their rest is over. @type {Connection[]} */
  const rested = [];
  const shared = { meter, turn, burst: packets.burst };
  engine.on('connection', add);
  const timer = setInterval(look, Math.min(SAMPLE_MS, stalledMs));
  timer.unref();

  // One of each for all connections, not closures for each: `this` is the connection of Engine.IO.
  const listeners = /** @type {Record<string, (this: Socket, ...args: any[]) => void>} */ ({
    upgrade() {
      keep(this);
    },
    close() {
      open.delete(this);
    },
    drain() {
      const connection = open.get(this);
      if (connection) connection.stalledSinceMs = Infinity;
    },
    flush() {
      const connection = open.get(this);
      if (connection) connection.queuedBytes = 0;
    },
    packet() {
      open.get(this)?.hear();
    },
    heartbeat() {
      open.get(this)?.latency.answered(performance.now());
    },
    packetCreate({ type, data }) {
      meter.counts.messagesOut += 1;
      const connection = open.get(this);
      if (!connection) return;
      if (type === 'ping') connection.latency.sent(performance.now());
      connection.queuedBytes += data?.length ?? 0;
      if (connection.isLimited && queuedBytes(connection) > MAX_QUEUED_BYTES) cut(this);
    },
  });
  /** @this {WebSocketLike} */
  function forget() {
    wires.delete(this);
  }

  /** @param {Socket} conn */
  function add(conn) {
    open.set(conn, new Connection(conn, shared));
    keep(conn);
    for (const [event, listener] of Object.entries(listeners)) conn.on(/** @type {any} */ (event), listener);
  }

  /** @param {Socket} conn */
  function keep(conn) {
    const ws = webSocketOf(conn);
    if (!ws) return;
    // Of what is taken off before Engine.IO there is no packet.
    if (ws instanceof FastSocket) ws.watcher = open.get(conn) ?? null;
    wires.add(ws);
    ws.on('close', forget);
  }

  function look() {
    const nowMs = performance.now();
    for (const connection of open.values()) {
      connection.heard = Math.max(0, connection.heard - packets.perS);
      if (connection.isPaused && connection.heard < packets.burst) resume(connection, nowMs);
      if (connection.isLimited && queuedBytes(connection) > MAX_QUEUED_BYTES) cut(connection.socket);
      else if (!isStuck(connection.socket)) connection.stalledSinceMs = Infinity;
      else if (connection.stalledSinceMs === Infinity) connection.stalledSinceMs = nowMs;
      else if (nowMs - connection.stalledSinceMs >= stalledMs) cut(connection.socket);
    }
  }

  /** Some in each turn, or all that piled up meanwhile would be read in one. */
  function wakeSome() {
    const nowMs = performance.now();
    for (const connection of rested.splice(0, WOKEN_PER_TURN)) {
      if (connection.restUntilMs > nowMs || connection.isPaused) continue;
      webSocketOf(connection.socket)?.resume();
    }
    if (rested.length > 0) setImmediate(wakeSome);
  }

  /** @param {Connection[]} resting */
  function wakeUp(resting) {
    if (rested.length === 0) setImmediate(wakeSome);
    for (const connection of resting) rested.push(connection);
  }

  return {
    /**
     * Read nothing from these for a while; their own sending blocks, and nothing is lost. Not longer than
     * the ping timeout, for a pong is not read either.
     * @param {Iterable<Socket>} sockets @param {number} ms
     */
    rest(sockets, ms) {
      const untilMs = performance.now() + ms;
      const resting = /** @type {Connection[]} */ ([]);
      for (const socket of sockets) {
        const connection = open.get(socket);
        if (!connection || connection.restUntilMs >= untilMs) continue;
        connection.restUntilMs = untilMs;
        webSocketOf(socket)?.pause();
        resting.push(connection);
      }
      setTimeout(wakeUp, ms + 1, resting).unref();
    },
    /** How many connections do not take what they are sent, at this moment. */
    stuck() {
      let stuck = 0;
      for (const { socket } of open.values()) if (isStuck(socket)) stuck += 1;
      return { stuck, open: open.size };
    },
    /** How long the way from there takes. @param {Socket} socket */
    latencyOf: (socket) => open.get(socket)?.latency,
    /** No limit on what it sends or lets queue: for the load lab. @param {Socket} socket */
    lift(socket) {
      const connection = open.get(socket);
      if (connection) connection.isLimited = false;
    },
    /** End all that are left, read or not. */
    cutAll() {
      for (const socket of open.keys()) cut(socket);
      for (const ws of wires) ws.terminate();
    },
    stop: () => clearInterval(timer),
  };
}

/** @typedef {ReturnType<typeof watchConnections>} Connections */

/**
 * TCP does the rest: the flooder's own sending blocks. What is in our buffer already, some 1,500 small
 * packets, still comes through, and is paid for with a longer pause.
 * @param {Connection} connection
 */
function slow(connection) {
  if (connection.isPaused) return;
  const ws = webSocketOf(connection.socket);
  if (!ws) return cut(connection.socket);
  connection.isPaused = true;
  ws.pause();
}

/** @param {Connection} connection @param {number} nowMs */
function resume(connection, nowMs) {
  connection.isPaused = false;
  if (connection.restUntilMs <= nowMs) webSocketOf(connection.socket)?.resume();
}

/**
 * Something is on its way and has not left. By long polling nothing is on its way between two polls.
 * @param {Socket} socket
 */
function isStuck(socket) {
  const ws = webSocketOf(socket);
  if (ws && ws.bufferedAmount > SKIP_BYTES) return true;
  return !socket.transport.writable && (ws !== null || queued(socket) > 0);
}

/** @param {Socket} socket */
function queued(socket) {
  return /** @type {{ writeBuffer: unknown[] }} */ (/** @type {unknown} */ (socket)).writeBuffer.length;
}

/** @param {Connection} connection kept by Engine.IO, and by the stream under it */
function queuedBytes({ socket, queuedBytes: kept }) {
  return kept + (webSocketOf(socket)?.bufferedAmount ?? 0);
}

/** A polite end waits until everything was read, which is what this client does not do. @param {Socket} socket */
function cut(socket) {
  const ws = webSocketOf(socket);
  if (ws) ws.terminate();
  else socket.close(true);
}

/** @param {Socket} socket @returns {WebSocketLike | null} null: long polling */
function webSocketOf(socket) {
  const { name, socket: ws } = /** @type {{ name: string, socket?: WebSocketLike }} */ (
    /** @type {unknown} */ (socket.transport)
  );
  return name === 'websocket' && ws ? ws : null;
}
