/** One virtual phone: how it joins, which events it gets, when it is away. index.js documents its API. */

/** @import { Input } from '../lib/contract/types.js' */
/** @import { Notice, PhoneThrottle, PublicPlayer, Queued, Scene, StageNow, Welcome } from '../lib/contract/wire.js' */
/** @import { SessionEvent, Todo } from '../public/phone/session-types.js' */
/** @import { Network } from './network.js' */
/** @import { PhoneOptions } from './phone-options.js' */
/** @import { Timer, Wheel } from './wheel.js' */

// This import comes first: Socket.IO looks for a browser when it is loaded, and must find none.
import { createLink } from '../public/shared/link.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../public/shared/wire.js';
import { createOutbox } from '../public/phone/outbox.js';
import { createInputs, createSender } from '../public/phone/sender.js';
import { NEW_SESSION, advance, isWanted } from '../public/phone/session.js';
import { createRandom } from '../lib/stage/random.js';
import { CHARACTERS, drawTemper } from './characters.js';
import { GAMES_DIR, NO_LIBRARY, loadBotGame } from './games.js';
import { BAD_NETWORK, createChannel } from './network.js';
import { goodbye, webSocketOf } from './goodbye.js';
import { createPlayer } from './player.js';
import { createWaiters } from './waiters.js';
import { createWheel } from './wheel.js';

/** As in the page. */
const PING_MS = 10_000;
const ANSWER_MS = 5000;
const PATIENCE_MS = 20_000;
/** The highest rate that a server grants. */
const DEAF_HZ = 20;
const PRESS_HZ = 4;
const RTT_KEPT = 60;

/** Phones that are given no wheel share this one. */
const sharedWheel = createWheel();

/** @param {PhoneOptions} options */
// eslint-disable-next-line max-lines-per-function -- one phone: its socket, its player and its figures from the first connection to the last
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
  /** @type {StageNow | null} */
  let stage = null;
  /** @type {Notice | null} */
  let notice = null;
  /** The person says this now. @type {Input | null} */
  let said = null;
  let grantedHz = 0;
  let lastProblem = 'no answer';
  /** @type {Timer | null} */
  let backTimer = null;
  /** @type {Timer | null} */
  let pingTimer = null;

  const address = new URL(NAMESPACE.players, url).href;
  const waiters = createWaiters({
    wheel,
    withinMs: patienceMs,
    late: () => new Error(`No welcome from ${url} within ${patienceMs / 1000} s: ${lastProblem}`),
  });
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
    async send(kind, value, id, withinMs) {
      const answer = await socket.timeout(withinMs).emitWithAck(CLIENT_EVENT.submit, kind, value, id);
      if (answer.ok) stats.acknowledged += 1;
      return answer;
    },
    isConnected: () => socket.connected,
    memory: { get: () => memory.text, set: (text) => void (memory.text = text) },
    gone: 'gone',
    full: 'full',
    setTimer: wheel.setTimer,
    random,
  });
  const temper = options.character === null ? null : drawTemper(characterOf(options), random);
  const person =
    temper &&
    createPlayer({
      temper,
      paceMs: 1000 / pressHz,
      random,
      wheel,
      screen: options.screen ?? null,
      gameOf: (next) => loadBotGame(gamesDir, next),
      library: options.library ?? NO_LIBRARY,
      send: say,
      submit: (kind, value) => void submit(kind, value),
      onMove: () => (stats.moves += 1),
      onFault: fault,
    });
  listen();

  function listen() {
    onEvent(SERVER_EVENT.welcome, welcomed);
    onEvent(SERVER_EVENT.scene, showScene);
    onEvent(SERVER_EVENT.stage, hearStage);
    onEvent(SERVER_EVENT.notice, showNotice);
    if (person) onEvent(SERVER_EVENT.personal, person.personal);
    onEvent(SERVER_EVENT.throttle, (/** @type {PhoneThrottle} */ { sendHz, ttlMs }) =>
      setRate(sendHz, ttlMs),
    );
    onEvent(SERVER_EVENT.queued, (/** @type {Queued} */ { number, ticket }) =>
      step({ type: 'queued', number, ticket }),
    );
    onEvent(SERVER_EVENT.player, setPlayer);
    for (const code of [SERVER_EVENT.kicked, SERVER_EVENT.erased, SERVER_EVENT.replaced])
      onEvent(code, () => step({ type: 'refused', code }));
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
    hearStage(next.stage);
    setRate(next.sendHz);
    outbox.wake();
    channel.start();
    person?.begin();
    if (pingMs > 0) pingTimer = wheel.setTimer(measure, random() * pingMs);
    waiters.resolve(next);
    options.onWelcome?.(next);
  }

  /** @param {Scene} next */
  function showScene(next) {
    const isOther = next.epoch !== scene?.epoch || next.sinceMs !== scene.sinceMs;
    scene = next;
    inputs.setScene(next);
    outbox.setScene(`${next.game.id} ${next.epoch} ${next.sinceMs}`);
    if (isOther) {
      notice = said = null;
      sender.setSource({ ask: takeInput, hold: next.game.hold });
    }
    void person?.show(next);
    options.onScene?.(next);
  }

  /** A person whose vote was cleared has said nothing, until they say it again. @param {StageNow} next */
  function hearStage(next) {
    inputs.setStage(next);
    if (stage?.epoch === next.epoch && next.clears > stage.clears && scene?.game.hold) said = null;
    stage = next;
  }

  /** @param {Notice} next */
  function showNotice(next) {
    stats.notices += 1;
    stats.noticeAtMs = wheel.now();
    notice = next;
    person?.notice(next);
    options.onNotice?.(next);
  }

  /** @param {PublicPlayer} changed */
  function setPlayer({ id, name: called, team: side }) {
    player = { id, name: called, team: side };
    person?.player(player);
  }

  /** Says this from now on: a level until it changes, an event once. @param {Input} input */
  function say(input) {
    said = input;
    sender.changed();
  }

  /** @param {string} kind @param {Input} value */
  async function submit(kind, value) {
    const answer = await outbox.submit(kind, value);
    if (player) options.onAnswer?.({ player, kind, value, answer });
    return answer;
  }

  /** @returns {Input | null} for the sender, when the rate allows it */
  function takeInput() {
    const input = said;
    if (!scene?.game.hold) said = null;
    return input;
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
    waiters.reject(Object.assign(new Error(message ?? because), { code: because }));
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
    stats[data ? 'refused' : 'unreached'] += 1;
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
    person?.stop();
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

  function connect() {
    if (session.state === 'closed')
      return Promise.reject(new Error('This phone is closed: create another one.'));
    step({ type: 'connect' });
    return session.state === 'playing' && welcome ? Promise.resolve(welcome) : waiters.next();
  }

  /** @param {{ isSilent?: boolean }} [how] */
  function sleep({ isSilent = false } = {}) {
    if (!isWanted(session)) return;
    const ws = webSocketOf(socket);
    const isOpen = session.state === 'playing';
    step({ type: 'stop', state: 'asleep' });
    pause();
    waiters.reject(new Error('The phone fell asleep.'));
    if (!isSilent || !isOpen) return breakOff();
    socket.volatile.emit(CLIENT_EVENT.away, true);
    socket.io.reconnection(false);
    ws?.pause();
  }

  function wake() {
    if (session.state !== 'asleep') return connect();
    breakOff();
    socket.io.reconnection(true);
    return connect();
  }

  async function close() {
    if (session.state === 'closed') return;
    step({ type: 'stop', state: 'closed' });
    pause();
    waiters.reject(new Error('The phone was closed.'));
    sender.setSource(null);
    await goodbye(socket, wheel);
  }

  return {
    connect,
    close,
    sleep,
    wake,
    send: say,
    submit,
    stats,
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
    moves: 0,
    reconnects: 0,
    problems: 0,
    acknowledged: 0,
    refused: 0,
    unreached: 0,
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

/** @param {PhoneOptions} options */
function characterOf({ character }) {
  const found = CHARACTERS[character ?? 'usual'];
  if (found) return found;
  throw new Error(`There is no character "${character}". Known: ${Object.keys(CHARACTERS).join(', ')}.`);
}

/** @param {PhoneOptions} options @returns {Network | null} */
function networkOf({ network, character }) {
  const chosen = network ?? (character === 'bad-wifi' ? 'bad' : 'good');
  if (chosen === 'good') return null;
  return chosen === 'bad' ? BAD_NETWORK : chosen;
}
