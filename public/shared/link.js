/**
 * The connection of a page: one Socket.IO socket with the project's rules for coming back, and the time of the stage at its
 * other end. Both are in one file because a phone counts its requests.
 */

/** @import { StageNow, Welcome } from '../../lib/contract/wire.js' */

import { io } from '../../vendor/socket.io-client.js';
import { fetchInTime } from './in-time.js';
import { tabMemory } from './memory.js';

/** Two quartz clocks drift apart by at most this share. */
const DRIFT = 2e-4;
/** Until an answer has been measured: usual on a wireless network. */
const USUAL_WAY_MS = 25;
/** Half of a longer round trip would be noticed. A page that is just loading answers itself late. */
const VAGUE_MS = 60;
/** Not more often in a row: behind a slow network it gets no better. */
export const MOST_ASKED = 4;

/** A connection that has not opened, or not been answered, for so long may be one that hangs: see `watchHanging`. */
const SUSPECT_MS = 2500;
const [ASK_MS, AGAIN_MS] = [2500, 1000];
const PROBE_MS = 8000;
/** It may open while the server is being asked, and be told so a little later than the answer. */
const GRACE_MS = 500;
/** A server that lets people in this late is busy, and so is the connection. */
const BUSY_MS = 300;
/** WebSockets hang in this network: in this tab connections begin by polling from now on, and are upgraded when that goes. */
const HANGS = 'mass-mobile.websockets-hang';
/** While one of these has a WebSocket, the others only wait: browsers open many at once one after the other. @type {Set<import('socket.io-client').Socket>} */
const connected = new Set();
const [USUAL, CAREFUL] = [
  ['websocket', 'polling'],
  ['polling', 'websocket'],
];

/**
 * Makes a socket that tries WebSocket first, and polling only where WebSockets fail or hang. It reconnects by itself: first
 * after about half a second, at most every 8 s, with full jitter, so that 2,000 phones do not return in the same moment.
 * Every request of it bears the same random `link`, by which a proxy may send all polls of a session to one server, also
 * when a whole hall has one address.
 * @param {string} namespace one of NAMESPACE in wire.js; outside a browser, with the server's address before it
 * @param {() => Record<string, unknown>} auth called at every attempt, so that a new token is used
 * @param {Parameters<typeof io>[1]} [more] outside a browser: options of its WebSockets
 * @returns {import('socket.io-client').Socket} not yet connected: add listeners, then `connect()`
 */
export function createLink(namespace, auth, more = {}) {
  const socket = io(namespace, {
    auth: (give) => give(auth()),
    autoConnect: false,
    query: { link: Math.random().toString(36).slice(2) },
    transports: tabMemory.get(HANGS) ? CAREFUL : USUAL,
    tryAllTransports: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 8000,
    randomizationFactor: 1,
    timeout: 8000,
    ...more,
  });
  if (globalThis.document) watchHanging(socket);
  return socket;
}

/**
 * In some networks (proxies, guest wifi, iPhones on plain HTTP) a WebSocket neither opens nor fails, or opens and carries nothing.
 * A server that lets many people in at once looks the same from here, and polling would cost it more; so a page asks by
 * plain HTTP how long the server lets people wait.
 * @param {import('socket.io-client').Socket} socket
 */
function watchHanging(socket) {
  const { io: manager } = socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let doubt;
  /** It is not called off by the next try. @type {ReturnType<typeof setTimeout> | undefined} */
  let verdict;
  /** Counts tries, so that an answer about an earlier one changes nothing. */
  let tries = 0;
  const begin = () => {
    clearTimeout(doubt);
    doubt = setTimeout(suspect, SUSPECT_MS, (tries += 1));
  };
  const stop = () => {
    clearTimeout(doubt);
    clearTimeout(verdict);
    tries += 1;
  };
  const connect = socket.connect.bind(socket);
  socket.connect = () => {
    begin();
    return connect();
  };
  manager.on('reconnect_attempt', begin);
  manager.on('open', limitProbe);
  socket.on('connect', () => {
    stop();
    connected.add(socket);
  });
  socket.on('disconnect', () => {
    stop();
    connected.delete(socket);
  });
  // The server has answered, if only to refuse.
  socket.on('connect_error', (error) => 'data' in error && stop());

  /** @param {number} mine the number of its try */
  async function suspect(mine) {
    if (!isWebSocket(socket)) return;
    const waitMs = [...connected].some(isWebSocket) ? Infinity : await askWaitMs();
    if (mine !== tries) return;
    if (waitMs > BUSY_MS) doubt = setTimeout(suspect, AGAIN_MS, mine);
    else verdict = setTimeout(giveUp, GRACE_MS);
  }

  function giveUp() {
    tabMemory.set(HANGS, 'yes');
    manager.opts.transports = CAREFUL;
    const { engine } = manager;
    const { transport, readyState } = engine;
    if (!isWebSocket(socket)) return;
    // The manager knows of it: it begins anew.
    if (readyState === 'open') engine.close();
    if (readyState !== 'opening') return;
    // The engine drops the first of its transports, and tries the next.
    /** @type {any} */ (engine).transports = ['', ...CAREFUL];
    /** @type {any} */ (transport).onError('the WebSocket hangs');
    transport.close();
  }

  /** Gives a WebSocket up that hangs beside polling: a browser has few connections for a server. */
  function limitProbe() {
    const engine = /** @type {any} */ (manager.engine);
    const make = engine.createTransport;
    engine.createTransport = (/** @type {string} */ name) => {
      const probe = make.call(engine, name);
      setTimeout(() => probe !== engine.transport && probe.onError('the WebSocket hangs'), PROBE_MS);
      return probe;
    };
  }
}

/** @param {import('socket.io-client').Socket} socket */
const isWebSocket = ({ io: { engine } }) => engine?.transport.name === 'websocket';

/** @returns {Promise<number>} how long the server lets people wait who come now; Infinity: nobody knows */
async function askWaitMs() {
  try {
    const { headers } = await fetchInTime('/healthz', { cache: 'no-store' }, ASK_MS);
    return Number(/^arrivals;dur=(\d+)$/.exec(headers.get('server-timing') ?? '')?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/**
 * Tells whether everything handed to the socket has left this machine's buffers, so that a new input will not queue
 * behind old ones.
 * @param {import('socket.io-client').Socket} socket
 */
export function isDrained(socket) {
  const engine = socket.io.engine;
  if (!socket.connected || !engine || engine.writeBuffer.length > 0) return false;
  const transport = /** @type {{ writable: boolean, ws?: WebSocket }} */ (
    /** @type {unknown} */ (engine.transport)
  );
  return transport.writable && (transport.ws?.bufferedAmount ?? 0) === 0;
}

/**
 * Stage time on a page. The server tells when stage time was 0 on a clock of its own, whenever that changes; how far that
 * clock is from the page's is known from answers that come anyway: it was read between question and answer, and what one
 * answer leaves open the next one narrows. Times are in ms.
 * @param {() => number} [now]
 */
export function createStageTime(now = () => performance.now()) {
  let zeroMs = 0;
  /** The stage stands still at this. @type {number | undefined} */
  let stillMs;
  /** The clock of the server minus that of the page lies between these, as known at `atMs`. */
  let least = -Infinity;
  let most = Infinity;
  let atMs = 0;

  /** The server's clock showed `serverMs` at a moment between the other two. @param {number} serverMs @param {number} fromMs @param {number} toMs */
  function measure(serverMs, fromMs, toMs) {
    const slack = Math.abs(toMs - atMs) * DRIFT;
    const [low, high] = [serverMs - toMs, serverMs - fromMs];
    const isLost = low > most + slack || high < least - slack;
    least = isLost ? low : Math.max(least - slack, low);
    most = isLost ? high : Math.min(most + slack, high);
    atMs = toMs;
  }

  return {
    /** A connection is there. @param {Welcome['stage']} stage */
    begin(stage) {
      // It may lead to another server, with another clock.
      [least, most] = [-Infinity, Infinity];
      ({ zeroMs, stillMs } = stage);
      measure(stage.nowMs, -Infinity, now());
    },
    /** @param {Pick<StageNow, 'zeroMs' | 'stillMs'>} stage */
    receive(stage) {
      ({ zeroMs, stillMs } = stage);
    },
    measure,
    /** The answers came so late that it is worth asking again. */
    get isVague() {
      return !(most - least <= VAGUE_MS);
    },
    /** @returns {number} stage time; 0 before the server has said anything */
    nowMs() {
      if (least === -Infinity) return 0;
      if (stillMs !== undefined) return stillMs;
      const ahead = least + (most === Infinity ? USUAL_WAY_MS : (most - least) / 2);
      return Math.max(0, now() + ahead - zeroMs);
    },
  };
}

/** @typedef {ReturnType<typeof createStageTime>} StageTime */
