/** One virtual phone: how it joins, which events it gets, when it is away. index.js documents its API. */

/** @import { Motion } from '../lib/contract/pages.js' */
/** @import { Notice, PhoneThrottle, PublicPlayer, Queued, Scene, Welcome } from '../lib/contract/wire.js' */
/** @import { SessionEvent, Todo } from '../public/phone/session-types.js' */
/** @import { Character, CharacterName } from './characters.js' */
/** @import { Network } from './network.js' */
/** @import { Timer, Wheel } from './wheel.js' */

// This import comes first: Socket.IO looks for a browser when it is loaded, and must find none.
import { createLink } from '../public/shared/link.js';
import { createExtra } from '../public/shared/extra.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../public/shared/wire.js';
import { createOutbox } from '../public/phone/outbox.js';
import { createInputs, createSender } from '../public/phone/sender.js';
import { NEW_SESSION, advance, isWanted } from '../public/phone/session.js';
import { createRandom } from '../lib/stage/random.js';
import { createPage } from './browser.js';
import { CHARACTERS } from './characters.js';
import { createGame } from './game.js';
import { GAMES_DIR } from './games.js';
import { createHands } from './hands.js';
import { readMajority } from './majority.js';
import { createMotion } from './motion.js';
import { BAD_NETWORK, createChannel } from './network.js';
import { createPerson } from './person.js';
import { createWheel } from './wheel.js';

/** As in the page. */
const PING_MS = 10_000;
const ANSWER_MS = 5000;
const PATIENCE_MS = 20_000;
/** The highest rate that a server grants. */
const DEAF_HZ = 20;
const PRESS_HZ = 4;
const RTT_KEPT = 60;
/** After this time a phone leaves a server that does not answer its goodbye. */
const GOODBYE_MS = 1000;

/** Phones that are given no wheel share this one. */
const sharedWheel = createWheel();

/**
 * @typedef {object} PhoneOptions
 * @property {string} url of the server: `http://127.0.0.1:8080`
 * @property {string} [room] a room's code. Default: the main room
 * @property {string} [token] of an earlier phone, to be the same player
 * @property {string} [name]
 * @property {string} [team]
 * @property {CharacterName | Character | null} [character] of the person who holds it; null: nobody, it only
 *   does what the program says. Default `random`
 * @property {number} [pressHz] by a lively character. Default 4
 * @property {number} [rate] inputs a second at most, whatever the server grants
 * @property {boolean} [packed] inputs as binary messages, as the page sends them. Default true; false: as events
 * @property {boolean} [deaf] sends at `rate` (default 20/s) whatever the server grants
 * @property {Network | 'good' | 'bad'} [network] default: `bad` for the character `bad-wifi`, else `good`
 * @property {Motion['state']} [sensor] of motion. Default `on`: present and allowed
 * @property {number} [seed] of its random numbers, except those of reconnecting. Default 1
 * @property {string} [gamesDir] folder with `<id>/phone.js`. Default: the games of this checkout
 * @property {Record<string, unknown>} [auth] more for the handshake, for example a mark
 * @property {Record<string, unknown>} [socket] more for the WebSocket: `localAddress`, `rejectUnauthorized`
 * @property {number} [pingMs] between measurements of the round trip; 0: none. Default 10 s, as the page
 * @property {number} [patienceMs] how long `connect()` waits. Default 20 s
 * @property {Wheel} [wheel] a clock that it shares with others
 * @property {(welcome: Welcome) => void} [onWelcome]
 * @property {(scene: Scene) => void} [onScene]
 * @property {(notice: Notice) => void} [onNotice]
 * @property {(code: string) => void} [onOver]
 * @property {(error: unknown) => void} [onFault] gets what a game threw
 * @property {(ms: number) => void} [onRtt]
 */

/** @param {PhoneOptions} options */
export function createPhone(options) {
  const { url, room, name, team, seed = 1, wheel = sharedWheel, gamesDir = GAMES_DIR } = options;
  const { pressHz = PRESS_HZ, pingMs = PING_MS, patienceMs = PATIENCE_MS } = options;
  const random = createRandom(seed).next;
  const stats = createStats(wheel);
  let session = NEW_SESSION;
  /** A page remembers these after a reload. @type {{ token?: string, ticket?: string }} */
  const identity = { token: options.token };
  /** @type {Welcome | null} */
  let welcome = null;
  /** @type {PublicPlayer | null} */
  let player = null;
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Notice | null} */
  let notice = null;
  let grantedHz = 0;
  let lastProblem = 'no answer';
  /** @type {{ resolve: (welcome: Welcome) => void, reject: (error: Error) => void, timer: Timer }[]} */
  let waiting = [];
  /** @type {Timer | null} */
  let backTimer = null;
  /** @type {Timer | null} */
  let pingTimer = null;

  const page = createPage({ wheel, url, onFault: fault });
  const address = new URL(NAMESPACE.players, url).href;
  const socket = createLink(
    address,
    () => ({ room, ...identity, name: player?.name ?? name, team, lang: 'en', ...options.auth }),
    { forceNew: true, ...options.socket },
  );
  const channel = createChannel({ socket, wheel, random, network: networkOf(options), cut });
  const inputs = createInputs(socket, { isPacked: options.packed ?? true });
  const sender = createSender({
    isReady: channel.isDrained,
    send(input) {
      stats.sent += 1;
      channel.send(() => inputs.send(input));
    },
    now: wheel.now,
    random,
    setTimer: wheel.setTimer,
    clearTimer: wheel.clearTimer,
  });
  const memory = { text: /** @type {string | undefined} */ (undefined) };
  const outbox = createOutbox({
    send: (kind, value, id, withinMs) =>
      socket.timeout(withinMs).emitWithAck(CLIENT_EVENT.submit, kind, value, id),
    isConnected: () => socket.connected,
    memory: { get: () => memory.text, set: (text) => void (memory.text = text) },
    gone: 'gone',
    full: 'full',
    setTimer: wheel.setTimer,
    random,
  });
  const motion = createMotion({ state: options.sensor ?? 'on', page });
  const game = createGame({
    page,
    sender,
    outbox,
    motion: motion.host,
    openExtra: (signal) =>
      createExtra(
        () => ({ room, token: identity.token, extra: true, ...options.auth }),
        signal,
        address,
        options.socket,
      ),
    gamesDir,
  });
  const person = createPerson({
    character: characterOf(options, { random, pressHz }),
    hands: createHands({ page, random, isFree: () => session.state === 'playing' && game.isPlaying }),
    tilt: motion.feed,
    majorityOf: (spots) =>
      readMajority(notice?.notice, {
        team: player?.team ?? null,
        choices: spots.map(({ words }) => words),
      }),
    onPress: () => (stats.presses += 1),
    random,
    wheel,
  });
  listen();

  function listen() {
    onEvent(SERVER_EVENT.welcome, welcomed);
    onEvent(SERVER_EVENT.scene, showScene);
    onEvent(SERVER_EVENT.notice, showNotice);
    onEvent(SERVER_EVENT.personal, (personal) => game.personal(personal));
    onEvent(SERVER_EVENT.throttle, (/** @type {PhoneThrottle} */ { sendHz, ttlMs }) =>
      setRate(sendHz, ttlMs),
    );
    onEvent(SERVER_EVENT.queued, (/** @type {Queued} */ { number, ticket }) =>
      step({ type: 'queued', number, ticket }),
    );
    onEvent(SERVER_EVENT.player, (/** @type {PublicPlayer} */ changed) => game.player(setPlayer(changed)));
    onEvent(SERVER_EVENT.kicked, () => step({ type: 'refused', code: 'kicked' }));
    onEvent(SERVER_EVENT.replaced, () => step({ type: 'refused', code: 'replaced' }));
    onEvent(SERVER_EVENT.draining, ({ inMs }) => step({ type: 'draining', inMs }));
    onEvent(SERVER_EVENT.problem, ({ code }) => noteProblem(code));
    socket.on('connect', channel.renew);
    socket.on('disconnect', lost);
    socket.on('connect_error', refused);
  }

  /** @param {string} event @param {(payload: any) => void} run */
  function onEvent(event, run) {
    channel.on(event, (payload) => {
      stats.received += 1;
      run(payload);
    });
  }

  /** @param {Welcome} next */
  function welcomed(next) {
    if (welcome) stats.reconnects += 1;
    welcome = next;
    step({ type: 'welcome', token: next.player.token });
    setPlayer(next.player);
    showScene(next.scene);
    sender.forget();
    setRate(next.sendHz);
    outbox.wake();
    channel.start();
    person.begin(1000 / pressHz);
    if (pingMs > 0) pingTimer = wheel.setTimer(measure, random() * pingMs);
    for (const { resolve, timer } of takeWaiting()) {
      wheel.clearTimer(timer);
      resolve(next);
    }
    options.onWelcome?.(next);
  }

  /** @param {Scene} next */
  function showScene(next) {
    if (next.epoch !== scene?.epoch) notice = null;
    scene = next;
    inputs.setScene(next);
    if (player) void game.show(next, player);
    options.onScene?.(next);
  }

  /** @param {Notice} next */
  function showNotice(next) {
    stats.notices += 1;
    stats.noticeAtMs = wheel.now();
    notice = next;
    game.notice(next);
    options.onNotice?.(next);
  }

  /** @param {PublicPlayer} changed */
  function setPlayer({ id, name: called, team: side }) {
    return (player = { id, name: called, team: side });
  }

  /** @param {number} hz that the server grants @param {number} [ttlMs] */
  function setRate(hz, ttlMs) {
    grantedHz = hz;
    if (session.state !== 'playing') return;
    if (options.deaf) sender.setRate(options.rate ?? DEAF_HZ);
    else sender.setRate(Math.min(hz, options.rate ?? Infinity), ttlMs);
  }

  /** @param {SessionEvent} event @param {string} [message] for people, when this ends it */
  function step(event, message) {
    const before = session.state;
    /** @type {Todo} */
    let todo;
    [session, todo] = advance(session, event, random());
    const { state, because } = session;
    Object.assign(identity, todo.save);
    if (todo.disconnect) {
      wheel.clearTimer(backTimer);
      socket.disconnect();
    }
    if (todo.connectInMs === 0) socket.connect();
    else if (todo.connectInMs) {
      wheel.clearTimer(backTimer);
      backTimer = wheel.setTimer(() => step({ type: 'retry', inMs: 0 }), todo.connectInMs);
    }
    if (state !== 'over' || before === 'over') return;
    fail(Object.assign(new Error(message ?? because), { code: because }));
    options.onOver?.(because);
  }

  /** @param {string} reason */
  function lost(reason) {
    pause();
    step({ type: 'lost', byServer: reason === 'io server disconnect' });
  }

  /** @param {Error & { data?: { code: string, retryAfterMs?: number } }} error */
  function refused({ message, data }) {
    lastProblem = message;
    step(data ? { type: 'refused', ...data } : { type: 'lost' }, message);
  }

  /** @param {string} code */
  function noteProblem(code) {
    stats.problems += 1;
    lastProblem = code;
  }

  /** @param {unknown} error */
  function fault(error) {
    stats.faults += 1;
    options.onFault?.(error);
  }

  /** Plays a network that takes the connection away. @param {number} forMs */
  function cut(forMs) {
    breakOff();
    step({ type: 'retry', inMs: forMs });
  }

  /** Ends the connection without a goodbye. */
  function breakOff() {
    webSocketOf(socket)?.terminate();
    socket.disconnect();
  }

  /** Stops sending, pressing and measuring until the next welcome. */
  function pause() {
    sender.setRate(0);
    channel.stop();
    person.stop();
    wheel.clearTimer(backTimer);
    wheel.clearTimer(pingTimer);
  }

  async function measure() {
    pingTimer = wheel.setTimer(measure, pingMs);
    const askedAtMs = performance.now();
    const answer = await channel.ask(CLIENT_EVENT.ping, ANSWER_MS);
    if (answer === undefined) return;
    const ms = performance.now() - askedAtMs;
    if (!options.deaf) sender.measured(ms);
    stats.rttMs.push(ms);
    if (stats.rttMs.length > RTT_KEPT) stats.rttMs.shift();
    options.onRtt?.(ms);
  }

  /** @returns {Promise<Welcome>} a rejection needs no catch */
  function nextWelcome() {
    if (session.state === 'playing' && welcome) return Promise.resolve(welcome);
    /** @type {Promise<Welcome>} */
    const promise = new Promise((resolve, reject) => {
      const timer = wheel.setTimer(giveUp, patienceMs);
      waiting.push({ resolve, reject, timer });
    });
    promise.catch(() => {});
    return promise;
  }

  function giveUp() {
    fail(new Error(`No welcome from ${url} within ${patienceMs / 1000} s: ${lastProblem}`));
  }

  function takeWaiting() {
    const taken = waiting;
    waiting = [];
    return taken;
  }

  /** @param {Error} error for every caller that waits for a welcome */
  function fail(error) {
    for (const { reject, timer } of takeWaiting()) {
      wheel.clearTimer(timer);
      reject(error);
    }
  }

  function connect() {
    if (session.state === 'closed')
      return Promise.reject(new Error('This phone is closed: create another one.'));
    step({ type: 'connect' });
    return nextWelcome();
  }

  /** @param {{ isSilent?: boolean }} [how] */
  function sleep({ isSilent = false } = {}) {
    if (!isWanted(session)) return;
    const ws = webSocketOf(socket);
    const isOpen = session.state === 'playing';
    step({ type: 'stop', state: 'asleep' });
    page.hide();
    pause();
    fail(new Error('The phone fell asleep.'));
    if (!isSilent || !isOpen) return breakOff();
    socket.volatile.emit(CLIENT_EVENT.away, true);
    socket.io.reconnection(false);
    ws?.pause();
  }

  function wake() {
    if (session.state !== 'asleep') return connect();
    breakOff();
    socket.io.reconnection(true);
    page.show();
    return connect();
  }

  async function close() {
    if (session.state === 'closed') return;
    step({ type: 'stop', state: 'closed' });
    pause();
    fail(new Error('The phone was closed.'));
    game.close();
    page.close();
    await goodbye(socket, wheel);
  }

  return {
    connect,
    close,
    sleep,
    wake,
    press: person.press,
    hold: person.hold,
    tilt: (/** @type {number} */ x, /** @type {number} */ y) => motion.feed({ x, y }),
    stats,
    root: page.root,
    get state() {
      return session.state;
    },
    get overBecause() {
      return session.because;
    },
    get player() {
      return player;
    },
    get token() {
      return identity.token;
    },
    get scene() {
      return scene;
    },
    get notice() {
      return notice;
    },
    get sendHz() {
      return grantedHz;
    },
  };
}

/** @typedef {ReturnType<typeof createPhone>} Phone */

/** @param {Wheel} wheel */
function createStats(wheel) {
  return {
    sent: 0,
    received: 0,
    notices: 0,
    presses: 0,
    reconnects: 0,
    problems: 0,
    faults: 0,
    /** @type {number[]} */
    rttMs: [],
    /** @type {number | null} */
    noticeAtMs: null,
    /** Null before the first one. @returns {number | null} */
    get lastNoticeAgeMs() {
      return this.noticeAtMs === null ? null : wheel.now() - this.noticeAtMs;
    },
  };
}

/** @param {PhoneOptions} options @param {import('./characters.js').Temper} temper @returns {Character | null} */
function characterOf({ character = 'random' }, temper) {
  if (character === null || typeof character === 'function') return character;
  const make = CHARACTERS[character];
  if (!make)
    throw new Error(`There is no character "${character}". Known: ${Object.keys(CHARACTERS).join(', ')}.`);
  return make(temper);
}

/** @param {PhoneOptions} options @returns {Network | null} */
function networkOf({ network, character }) {
  const chosen = network ?? (character === 'bad-wifi' ? 'bad' : 'good');
  if (chosen === 'good') return null;
  return chosen === 'bad' ? BAD_NETWORK : chosen;
}

/** @param {import('socket.io-client').Socket} socket @returns {import('ws').WebSocket | undefined} below all layers */
function webSocketOf(socket) {
  return /** @type {any} */ (socket.io.engine?.transport)?.ws;
}

/**
 * Ends the connection once everything that was sent is delivered.
 * @param {import('socket.io-client').Socket} socket @param {Wheel} wheel
 * @returns {Promise<void>}
 */
function goodbye(socket, wheel) {
  const ws = webSocketOf(socket);
  socket.disconnect();
  if (!ws || ws.readyState === ws.CLOSED) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = wheel.setTimer(() => ws.terminate(), GOODBYE_MS);
    ws.once('close', () => {
      wheel.clearTimer(timer);
      resolve();
    });
  });
}
