/**
 * An edge's end of the bus over Redis. It looks for a home, is sent everything an edge must know, and says who is here.
 * While there is no home it keeps what it knows and its phones connected, and refuses what has to be asked. A home that
 * comes back, or another one, is met the same way, and phones do not notice.
 */

/** @import { Message } from './bundles.js' */
/** @import { Answer, Asking, Down, EdgeEnd, Joined, Opened, Reports, Welcome } from './contract.js' */
/** @import { Greeting } from './redis-wire.js' */
/** @import { Redis } from './redis.js' */

import { performance } from 'node:perf_hooks';
import { BUNDLE } from './bundles.js';
import { createDrains } from './drains.js';
import { createLink } from './link.js';
import { DOWN, UP, checkKind } from './messages.js';
import { createNumbering } from './numbering.js';
import { createPictures } from './pictures.js';
import { createQuestions, noHome } from './questions.js';
import { afterAnswers, createQueue } from './redis-queue.js';
import { channelsOf, pack, packGreeting, unpack, unpackGreeting } from './redis-wire.js';

/** A home that is started again is there within this time. */
const JOIN_WAIT_MS = 3000;

/**
 * A home sends this over Redis beside what it publishes. `losses`: how often messages may have been lost on their way down;
 * `lost`: how often answers may have been among them.
 * @typedef {Welcome & { number: number, losses: number, lost: number }} WelcomeOverRedis
 * @typedef {[kind: 'welcome', value: WelcomeOverRedis] | [kind: 'answer', value: Parameters<import('./questions.js').Questions['settle']>[0]] |
 *   [kind: 'beat', value: { losses: number }] | [kind: 'again' | 'bye', value: null] | Down} Said
 * @typedef {[incarnation: number, ...Said]} FromHome
 *
 * @typedef {object} RedisEdge
 * @property {EdgeEnd} bus
 * @property {() => Promise<Omit<Welcome, 'rooms'>>} met the welcome of the first home; rejects when that refuses this edge
 * @property {() => string} trouble why nothing can be asked now; '': a home is there
 */

/**
 * @param {object} options
 * @param {Omit<Redis, 'pub' | 'sub'>} options.redis
 * @param {string} options.cluster
 * @param {import('./redis-wire.js').EdgeAbout} options.about
 * @param {Pick<import('../log.js').Log, 'info' | 'warn' | 'error'>} options.log
 * @param {(error: Error) => void} [options.onRefused] a home will have nothing to do with this edge, and says why
 * @param {import('./contract.js').FoldAway} [options.foldAway] see createDrains
 * @param {() => number} [options.now] monotonic ms
 * @returns {Promise<RedisEdge>} listening
 */
// eslint-disable-next-line max-lines-per-function -- one end of the bus: all that it sends and receives depends on the home that it has met
export async function createRedisEdge({
  redis,
  cluster,
  about,
  log,
  onRefused = () => {},
  foldAway,
  now = () => performance.now(),
}) {
  const { id } = about;
  const channels = channelsOf(cluster);
  const audience = createAudience();
  /** @type {ReturnType<typeof withResolvers<Omit<Welcome, 'rooms'>>>} */
  const meeting = withResolvers();
  let isOpen = true;
  let refusal = '';
  /** Tokens are signed with it: a home with another one has other data, and other players. @type {string | undefined} */
  let secret;
  /** The last question before the last hello. */
  let askedBefore = 0;
  /** The last one that this edge itself, or its answer, may have lost. */
  let lastInDoubt = 0;
  /** As the home has counted it: in its last welcome. */
  let lostAtHome = 0;

  const questions = createQuestions({
    now,
    onLateJoin: (room, player, session) => up('leave', { room, player, session }),
  });
  const comeback = createComeback();
  const drains = createDrains({ send: (window) => up('window', window), now, foldAway });
  const pictures = createPictures({
    redis,
    channelOf: channels.pictures,
    receive,
    report: (value) => up('screens', value),
  });
  const link = createLink({
    sayHello(hello) {
      askedBefore = questions.last;
      if (isOpen) redis.publish(channels.home, packGreeting({ hello }));
    },
    sayBeat: () => up('beat', null),
    about,
    onLost(why) {
      questions.rejectAll();
      if (isOpen) log.warn(null, `The home ${why}: the phones here stay, and wait for it to come back.`);
    },
    onBeat: questions.expire,
    now,
  });

  /** @param {string} kind @param {unknown} value @param {number} [number] @returns {boolean} false: it was dropped */
  function up(kind, value, number) {
    const { home } = link;
    if (!home) return false;
    const isSent = redis.publish(channels.home, pack([id, home.incarnation, kind, value, number]));
    // The home has missed something of this edge, so it is sent all of it as soon as it can be.
    if (!isSent) link.hello();
    return isSent;
  }

  /** @param {FromHome} message */
  function take([incarnation, ...message]) {
    const [kind, value] = message;
    if (!link.receive(incarnation, kind)) return;
    if (kind === 'welcome') welcome(value, incarnation);
    else if (kind === 'again') link.hello();
    else if (kind === 'answer') questions.settle(value);
    else if (kind === 'bye') link.lose('has closed');
    else if (kind === 'drain') drains.contribute(value.room);
    else if (kind === 'beat') link.compare(value.losses);
    // Its welcome brings all its rooms once they are open; before, one that this edge misses would count as unknown.
    else if (Object.hasOwn(DOWN, kind) && (link.home?.isOpen || kind === 'log'))
      audience.emit(/** @type {Down} */ (message), incarnation);
  }

  /** @param {WelcomeOverRedis} welcome @param {number} incarnation */
  function welcome({ number, losses, lost, rooms, ...more }, incarnation) {
    if (secret !== undefined && more.secret !== secret)
      return refuse({ refused: 'its keys are others, so this edge has to begin anew.', incarnation });
    const met = link.meet(number, { incarnation, losses, isOpen: rooms !== null });
    if (met === null) return;
    if (met === 'other') {
      questions.rejectAll();
      audience.beginHome();
      log.info(null, `The home ${incarnation} is there.`);
    } else {
      // To ask again before the home is back could be in vain a second time.
      questions.rejectRepeatable(lost === lostAtHome ? lastInDoubt : Math.max(lastInDoubt, askedBefore));
    }
    lastInDoubt = 0;
    lostAtHome = lost;
    refusal = '';
    ({ secret } = more);
    meeting.resolve(more);
    if (rooms === null) return;
    audience.meet(rooms ?? [], incarnation);
    // The players here have been introduced, and those who wait to come in may.
    comeback.isThere();
  }

  const onFault = (/** @type {unknown} */ error) => log.error(null, 'A message of the home failed.', error);
  const queue = createQueue({ take, onFault, mustWait: afterAnswers(), now });
  /** @param {Buffer} bytes */
  function receive(bytes) {
    if (!isOpen) return;
    const greeting = unpackGreeting(bytes);
    if (greeting) return refuse(greeting);
    const message = unpack(bytes);
    if (!message) return;
    const [incarnation, kind, value] = message;
    if (kind !== BUNDLE) return queue.push(/** @type {FromHome} */ (message));
    for (const one of /** @type {Message[]} */ (value))
      queue.push(/** @type {FromHome} */ ([incarnation, ...one]));
  }

  /** @param {Greeting} greeting */
  function refuse({ refused, incarnation = 0 }) {
    if (typeof refused !== 'string') return;
    if (incarnation < link.newest) return;
    link.lose('will not have this edge');
    if (refused === refusal) return;
    refusal = refused;
    const error = new Error(`The home refused this edge: ${refused}`);
    meeting.reject(error);
    onRefused(error);
  }

  /** @param {Asking} message @returns {Promise<unknown>} */
  async function ask(message) {
    const [kind, value] = message;
    // A phone that was sent away by a process that is reloaded would have to come again, a second later.
    if (kind === 'join' && !link.home?.isOpen) await comeback.wait(JOIN_WAIT_MS);
    const { home } = link;
    if (!home?.isOpen) throw noHome();
    const { number, answer } = questions.open(message);
    if (!up(kind, value, number)) questions.reject(number);
    const result = await answer;
    if (kind === 'join') renumber(/** @type {Joined} */ (result));
    else if (kind === 'here') /** @type {Answer<'here'>} */ (result).players.forEach(renumber);
    return result;
  }

  /** @param {Answer<'here'>['players'][number]} joined */
  function renumber(joined) {
    if ('personal' in joined) joined.personal = audience.numbering.view(joined.personal);
  }

  await Promise.all([redis.subscribe(channels.edges, receive), redis.subscribe(channels.edge(id), receive)]);
  redis.onBack(() => {
    lastInDoubt = questions.last;
    link.hello();
  });
  link.hello();

  return {
    met: () => meeting.promise,
    trouble() {
      if (link.home?.isOpen) return '';
      return refusal || (link.home ? 'The home has no open rooms yet.' : 'There is no home that answers.');
    },
    bus: {
      id,
      ask(kind, value) {
        checkKind(UP, kind, 'ask');
        return /** @type {Promise<never>} */ (ask(/** @type {Asking} */ ([kind, value])));
      },
      send(kind, value) {
        checkKind(UP, kind, 'send');
        if (!isOpen) return;
        if (kind === 'screens') pictures.note(/** @type {Reports['screens']} */ (value));
        else up(kind, value);
      },
      subscribe: audience.subscribe,
      onDrain: drains.onDrain,
      close() {
        up('bye', null);
        isOpen = false;
        link.stop();
        link.lose('');
        comeback.isThere();
        for (const channel of [channels.edges, channels.edge(id)]) redis.unsubscribe(channel).catch(() => {});
      },
    },
  };
}

/** Those at this edge who listen to the home, and the rooms that they know. */
function createAudience() {
  const numbering = createNumbering();
  /** @type {Set<Parameters<EdgeEnd['subscribe']>[0]>} */
  const listeners = new Set();
  /** @type {Set<string>} */
  const known = new Set();
  /** Messages that came before anybody listened; null: somebody does. @type {Down[] | null} */
  let held = [];

  /** @param {Down} message @param {number} home its incarnation */
  function emit(message, home) {
    const [kind, value] = message;
    if (kind === 'opened') known.add(value.id);
    if (kind === 'closed') known.delete(value.room);
    const numbered = numbering.of(kind === 'opened' ? [kind, { ...value, home }] : message);
    // While nobody listens, nobody is here who would have to be introduced.
    if (held) void (kind !== 'met' && held.push(numbered));
    else for (const listener of listeners) listener(...numbered);
  }

  return {
    numbering,
    emit,
    /** Another home counts from 1 on. */
    beginHome: numbering.begin,
    /** Takes the rooms of a home as they are now. @param {Opened[]} rooms @param {number} home */
    meet(rooms, home) {
      const ids = new Set(rooms.map((room) => room.id));
      for (const room of [...known]) if (!ids.has(room)) emit(['closed', { room }], home);
      for (const room of rooms) emit(['opened', room], home);
      emit(['met', {}], home);
    },
    /** @type {EdgeEnd['subscribe']} */
    subscribe(listener) {
      listeners.add(listener);
      const missed = held ?? [];
      held = null;
      for (const message of missed) listener(...message);
      return () => void listeners.delete(listener);
    },
  };
}

/** Keeps joins waiting for a home that is about to come back. */
function createComeback() {
  /** @type {Set<() => void>} */
  const waiting = new Set();
  return {
    isThere() {
      for (const go of waiting) go();
    },
    /** @param {number} mostMs @returns {Promise<void>} when it is there, or when it has taken too long */
    wait(mostMs) {
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, mostMs);
        waiting.add(go);
      });
    },
  };
}

/**
 * Makes what `Promise.withResolvers` makes, which Node.js 20 does not have.
 * @template T @returns {{ promise: Promise<T>, resolve: (value: T) => void, reject: (error: Error) => void }}
 */
function withResolvers() {
  /** @type {(value: T) => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  /** @type {Promise<T>} */
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Nobody may be waiting for it yet.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
