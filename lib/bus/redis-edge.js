/**
 * An edge's end of the bus over Redis. It looks for a home, is told everything an edge must know, and says who is here.
 * While there is no home it keeps what it knows and its phones connected, and refuses what has to be asked. A home that
 * comes back, or another one, is met the same way, and phones do not notice.
 */

/** @import { Message } from './bundles.js' */
/** @import { EdgeEnd } from './contract.js' */
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
 * @typedef {object} RedisEdge
 * @property {EdgeEnd} bus
 * @property {() => Promise<Record<string, any>>} met the welcome of the first home; rejects when that refuses this edge
 * @property {() => string} trouble why nothing can be asked now; '': a home is there
 */

/**
 * @param {object} options
 * @param {Omit<Redis, 'pub' | 'sub'>} options.redis
 * @param {string} options.cluster
 * @param {import('./redis-home.js').EdgeAbout} options.about
 * @param {Pick<import('../log.js').Log, 'info' | 'warn' | 'error'>} options.log
 * @param {(error: Error) => void} [options.onRefused] a home will have nothing to do with this edge, and says why
 * @param {import('./contract.js').FoldAway} [options.foldAway] see createDrains
 * @param {() => number} [options.now] monotonic ms
 * @returns {Promise<RedisEdge>} listening
 */
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
    tell: (value) => up('screens', value),
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
    // The home has missed something of this edge, so it is told all of it as soon as it can be.
    if (!isSent) link.hello();
    return isSent;
  }

  /** The answers to what a home says, by kind. @type {Record<string, (value: any, incarnation: number) => void>} */
  const ofHome = {
    welcome,
    again: link.hello,
    answer: questions.settle,
    bye: () => link.lose('has closed'),
    drain: ({ room }) => drains.contribute(room),
    beat: ({ losses }) => link.compare(losses),
  };

  /** @param {any[]} message */
  function take([incarnation, kind, value]) {
    if (!link.hear(incarnation, kind)) return;
    const run = Object.hasOwn(ofHome, kind) ? ofHome[kind] : undefined;
    if (run) run(value, incarnation);
    // Its welcome brings all its rooms once they are open; before, one that this edge misses would count as unknown.
    else if (Object.hasOwn(DOWN, kind) && (link.home?.isOpen || kind === 'log'))
      audience.tell(/** @type {any} */ (kind), value, incarnation);
  }

  /** @param {any} welcome @param {number} incarnation */
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
      // To ask again before the home is heard again could be in vain a second time.
      questions.rejectRepeatable(lost === lostAtHome ? lastInDoubt : Math.max(lastInDoubt, askedBefore));
    }
    lastInDoubt = 0;
    lostAtHome = lost;
    refusal = '';
    ({ secret } = more);
    meeting.resolve(more);
    if (rooms === null) return;
    audience.meet(rooms ?? [], incarnation);
    // The players here have been introduced, and whoever waits to come in may.
    comeback.isThere();
  }

  const onFault = (/** @type {unknown} */ error) => log.error(null, 'A message of the home failed.', error);
  const queue = createQueue({ take, onFault, mustWait: afterAnswers(), now });
  /** @param {Buffer} bytes */
  function receive(bytes) {
    if (!isOpen) return;
    const greeting = unpackGreeting(bytes);
    if (greeting) return void (typeof greeting.refused === 'string' && refuse(greeting));
    const message = unpack(bytes);
    if (!message) return;
    const [incarnation, kind, value] = message;
    if (kind !== BUNDLE) return queue.push(message);
    for (const one of /** @type {Message[]} */ (value)) queue.push([incarnation, ...one]);
  }

  /** @param {{ refused: string, incarnation: number }} greeting */
  function refuse({ refused, incarnation }) {
    if (incarnation < link.newest) return;
    link.lose('will not have this edge');
    if (refused === refusal) return;
    refusal = refused;
    const error = new Error(`The home refused this edge: ${refused}`);
    meeting.reject(error);
    onRefused(error);
  }

  /** @param {string} kind @param {unknown} value */
  async function ask(kind, value) {
    // Whoever was sent away by a process that is reloaded would have to come again, a second later.
    if (kind === 'join' && !link.home?.isOpen) await comeback.wait(JOIN_WAIT_MS);
    const { home } = link;
    if (!home?.isOpen) throw noHome();
    const { number, answer } = questions.open(kind, value);
    if (!up(kind, value, number)) questions.reject(number);
    const result = await answer;
    for (const joined of kind === 'here' ? result.players : [kind === 'join' && result])
      if (joined?.personal) joined.personal = audience.numbering.view(joined.personal);
    return result;
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
        return ask(kind, value);
      },
      send(kind, value) {
        checkKind(UP, kind, 'send');
        if (!isOpen) return;
        if (kind === 'screens') pictures.note(value);
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
  /** Messages that came before anybody listened; null: somebody does. @type {[import('./contract.js').DownKind, unknown][] | null} */
  let held = [];

  /** @param {import('./contract.js').DownKind} kind @param {any} value @param {number} home its incarnation */
  function tell(kind, value, home) {
    if (kind === 'opened') known.add(value.id);
    if (kind === 'closed') known.delete(value.room);
    const numbered = numbering.of(kind, value);
    const told = kind === 'opened' ? { ...numbered, home } : numbered;
    // While nobody listens, nobody is here who would have to be introduced.
    if (held) void (kind !== 'met' && held.push([kind, told]));
    else for (const listener of listeners) listener(kind, told);
  }

  return {
    numbering,
    tell,
    /** Another home counts from 1 on. */
    beginHome: numbering.begin,
    /** Takes the rooms of a home as they are now. @param {{ id: string }[]} rooms @param {number} home */
    meet(rooms, home) {
      const ids = new Set(rooms.map((room) => room.id));
      for (const room of [...known]) if (!ids.has(room)) tell('closed', { room }, home);
      for (const room of rooms) tell('opened', room, home);
      tell('met', {}, home);
    },
    /** @type {EdgeEnd['subscribe']} */
    subscribe(listener) {
      listeners.add(listener);
      const missed = held ?? [];
      held = null;
      for (const [kind, value] of missed) listener(kind, value);
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

/** Makes what `Promise.withResolvers` makes, which Node.js 20 does not have. */
function withResolvers() {
  /** @type {(value: any) => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Nobody may be waiting for it yet.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
