/**
 * The guard: the only file that listens to sockets. What is not in a table of events is refused; what is
 * in it is limited, checked and caught, so that nothing a client sends, and no fault in a handler, ever
 * reaches the process.
 */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { Bucket } from './bucket.js' */

import { performance } from 'node:perf_hooks';
import { ShowError, toAck } from '../errors.js';
import { createBucket } from './bucket.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

/** At most one `problem` a second goes back for events that carry no acknowledgement. */
const PROBLEM_PER_S = 1;
/** A client that talks nonsense is cut off after so many refusals within a minute. */
const MAX_REFUSALS_PER_S = 5;
const REFUSAL_BURST = 100;
/** @type {readonly string[]} */
const NONE = Object.freeze([]);

/**
 * @typedef {(value: unknown) => string} Check '' if the argument fits, else what is wrong
 *
 * @typedef {object} Rule one event of a table
 * @property {number} perS
 * @property {number} burst
 * @property {(self: any) => Bucket} [bucketOf] one that outlives the connection; else each connection has its own
 * @property {Check[]} args one for each argument before the acknowledgement
 * @property {boolean} [isHot] limits and checks by itself: `run` is given the first argument, and returns an error
 *   or null, as with `guardHot`
 * @property {(...args: any[]) => unknown} run its (awaited) result, an object, is spread into the ack
 *
 * @typedef {{ log: import('../log.js').Log, onDrop?: (reason: string) => void }} Guardian
 */

/**
 * Answer the events of one socket by a table. One table may serve all sockets of a kind: `self` is then the first
 * argument of each `run`.
 * @param {Socket} socket
 * @param {Record<string, Rule>} rules
 * @param {Guardian} guardian
 * @param {readonly string[]} [hot] events that `guardHot` takes care of
 * @param {unknown} [self]
 */
export function guard(socket, rules, guardian, hot = NONE, self = undefined) {
  const guarded = new Guarded(socket, rules, guardian, hot, self);
  socket.onAny((event, ...args) => guarded.hear(event, args));
}

/** Buckets are made when they are needed: most phones only ever send inputs, and there are thousands. */
class Guarded {
  /** @type {Map<string, Bucket> | null} */
  #buckets = null;
  /** @type {Bucket | null} */
  #refusals = null;
  /** @type {Problems | null} */
  #problems = null;

  /**
   * @param {Socket} socket @param {Record<string, Rule>} rules @param {Guardian} guardian
   * @param {readonly string[]} hot @param {unknown} self
   */
  constructor(socket, rules, guardian, hot, self) {
    this.socket = socket;
    this.rules = rules;
    this.guardian = guardian;
    this.hot = hot;
    this.self = self;
  }

  /** @param {string} event @param {unknown[]} args */
  hear(event, args) {
    if (!this.socket.connected || this.hot.includes(event)) return;
    const rule = Object.hasOwn(this.rules, event) ? this.rules[event] : undefined;
    if (rule?.isHot) return this.#answerHot(event, rule, args);
    const ack = takeAck(args);
    try {
      if (!rule) throw this.#unknown(event);
      const result = this.#run(event, rule, args);
      if (result instanceof Promise)
        return void result.then(
          (value) => ack?.(accept(value)),
          (error) => this.#refuse(error, ack),
        );
      ack?.(accept(result));
    } catch (error) {
      this.#refuse(error, ack);
    }
  }

  /** @param {string} event @param {Rule} rule @param {unknown[]} args */
  #run(event, rule, args) {
    if (!this.#bucketOf(event, rule).tryConsume(performance.now()))
      throw new ShowError('rate-exceeded', { event, perS: rule.perS });
    checkArgs(event, rule.args, args);
    return this.self === undefined ? rule.run(...args) : rule.run(this.self, ...args);
  }

  /** @param {string} event @param {Rule} rule @param {unknown[]} args */
  #answerHot(event, rule, [payload, ack]) {
    const refusal = runHot(event, () => /** @type {any} */ (rule.run(this.self, payload)), this.guardian);
    if (typeof ack === 'function') ack(refusal ? toAck(refusal) : { ok: true });
    else if (refusal) this.#tell(refusal);
  }

  /** @param {string} event @param {Rule} rule */
  #bucketOf(event, rule) {
    if (rule.bucketOf) return rule.bucketOf(this.self);
    this.#buckets ??= new Map();
    let bucket = this.#buckets.get(event);
    if (!bucket) this.#buckets.set(event, (bucket = createBucket(rule.perS, rule.burst, performance.now())));
    return bucket;
  }

  /** @param {unknown} event */
  #unknown(event) {
    const known = [...this.hot, ...Object.keys(this.rules)].join(', ');
    return new ShowError('event-unknown', { event: String(event).slice(0, 40), known });
  }

  /** @param {unknown} error @param {((answer: object) => void) | null} ack */
  #refuse(error, ack) {
    const { log, onDrop } = this.guardian;
    if (!(error instanceof ShowError)) log.error(null, 'A handler failed.', error);
    onDrop?.(error instanceof ShowError ? error.code : 'internal');
    const answer = toAck(error);
    if (ack) ack(answer);
    else this.#tell(answer);
    const nowMs = performance.now();
    this.#refusals ??= createBucket(MAX_REFUSALS_PER_S, REFUSAL_BURST, nowMs);
    if (!this.#refusals.tryConsume(nowMs)) this.socket.disconnect(true);
  }

  /** @param {{ code: string, message: string }} problem */
  #tell(problem) {
    this.#problems ??= createProblems();
    if (this.#problems.mayTell()) this.#problems.tell(this.socket, problem);
  }
}

/**
 * One event without the table: for the crowd lane, 40,000 times a second, which limits and checks by
 * itself. Same promises.
 * @param {Socket} socket
 * @param {string} event
 * @param {(payload: unknown) => ShowError | null} take null if taken
 * @param {Guardian} guardian
 */
export function guardHot(socket, event, take, { log, onDrop }) {
  const problems = createProblems();
  socket.on(event, (/** @type {unknown} */ payload, /** @type {unknown} */ ack) => {
    const refusal = runHot(event, () => take(payload), { log, onDrop });
    if (typeof ack === 'function') ack(refusal ? toAck(refusal) : { ok: true });
    else if (refusal && problems.mayTell()) problems.tell(socket, refusal);
  });
}

/**
 * @param {string} event @param {() => ShowError | null} run @param {Guardian} guardian
 * @returns {ShowError | null} counted
 */
function runHot(event, run, { log, onDrop }) {
  /** @type {ShowError | null} */
  let refusal;
  try {
    refusal = run();
  } catch (error) {
    log.error(null, `The event "${event}" failed.`, error);
    refusal = new ShowError('internal');
  }
  if (refusal) onDrop?.(refusal.code);
  return refusal;
}

/** What goes back for messages that carry no acknowledgement: at most one a second, for authors. */
export function createProblems() {
  const bucket = createBucket(PROBLEM_PER_S, 3, performance.now());
  return {
    mayTell: () => bucket.tryConsume(performance.now()),
    /** @param {Socket} socket @param {{ code: string, message: string }} problem */
    tell: (socket, { code, message }) => void socket.emit(SERVER_EVENT.problem, { code, message }),
  };
}

/** @typedef {ReturnType<typeof createProblems>} Problems */

/**
 * Refuse everything, until the function that it returns is called: for those who are not in yet.
 * @param {Socket} socket
 * @param {import('../errors.js').ErrorCode} code
 * @param {Guardian} guardian
 * @returns {() => void}
 */
export function guardShut(socket, code, { onDrop }) {
  const refusals = createBucket(MAX_REFUSALS_PER_S, REFUSAL_BURST, performance.now());
  const listen = (/** @type {string} */ _event, /** @type {unknown[]} */ ...args) => {
    onDrop?.(code);
    takeAck(args)?.(toAck(new ShowError(code)));
    if (!refusals.tryConsume(performance.now())) socket.disconnect(true);
  };
  socket.onAny(listen);
  return () => void socket.offAny(listen);
}

/**
 * Admit or refuse connections of a namespace.
 * @param {Namespace} namespace
 * @param {{ admit: (socket: Socket) => any, enter: (socket: Socket, admitted: any) => void }} door
 *   `admit` throws, or rejects with, a ShowError to refuse (with `retryAfterMs` if trying again makes sense); `enter` is called
 *   once connected, with what `admit` returned
 * @param {Guardian} guardian
 */
export function guardAdmission(namespace, { admit, enter }, { log }) {
  // One per connection, whatever the client sends: 500 CONNECT packets would otherwise be 500 players.
  const taken = new WeakSet();
  /** One for all, not a closure for each. @this {Socket} */
  function forget() {
    taken.delete(this.conn);
  }

  namespace.use(async (socket, next) => {
    const { conn } = socket;
    try {
      if (taken.has(conn)) throw new ShowError('join-twice');
      taken.add(conn);
      try {
        socket.data.admitted = await admit(socket);
      } catch (error) {
        taken.delete(conn);
        throw error;
      }
      next();
    } catch (error) {
      if (!(error instanceof ShowError)) log.error(null, 'A connection failed.', error);
      const { code, message } = toAck(error);
      const { retryAfterMs } = /** @type {{ retryAfterMs?: number }} */ (error);
      next(Object.assign(new Error(message), { data: { code, message, retryAfterMs } }));
    }
  });
  namespace.on('connection', (socket) => {
    const { admitted } = socket.data;
    delete socket.data.admitted;
    // A client that sent its CONNECT twice and left in between is gone already.
    socket.on('disconnect', forget);
    try {
      enter(socket, admitted);
    } catch (error) {
      log.error(null, 'A connection failed.', error);
      socket.disconnect(true);
    }
  });
}

/**
 * @param {Socket} socket
 * @param {() => void} run
 * @param {Guardian} guardian
 */
export function onLeave(socket, run, { log }) {
  socket.on('disconnect', () => {
    try {
      run();
    } catch (error) {
      log.error(null, 'A departure failed.', error);
    }
  });
}

/**
 * Call once when a connection by polling has become a WebSocket.
 * @param {Socket} socket
 * @param {() => void} run
 */
export function onceUpgraded(socket, run) {
  socket.conn.once('upgrade', run);
}

/** @param {unknown[]} args @returns {((answer: object) => void) | null} taken off the end */
function takeAck(args) {
  if (typeof args.at(-1) !== 'function') return null;
  return /** @type {(answer: object) => void} */ (args.pop());
}

/** @param {unknown} value */
function accept(value) {
  return { ok: true, ...(typeof value === 'object' ? value : {}) };
}

/** @param {string} event @param {Check[]} checks @param {unknown[]} args */
function checkArgs(event, checks, args) {
  if (args.length > checks.length) {
    throw new ShowError('event-bad', {
      event,
      problem: `it takes ${checks.length} arguments, not ${args.length}`,
    });
  }
  checks.forEach((check, index) => {
    const problem = check(args[index]);
    if (problem) throw new ShowError('event-bad', { event, problem: `argument ${index + 1} ${problem}` });
  });
}

/** Checks for arguments. */
export const is = Object.freeze({
  /** @type {(most: number) => Check} */
  text: (most) => (value) =>
    typeof value === 'string' && value.length <= most ? '' : `must be a text of at most ${most} characters`,
  /** @type {Check} */
  boolean: (value) => (typeof value === 'boolean' ? '' : 'must be true or false'),
  /** @type {Check} */
  id: (value) =>
    typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
      ? ''
      : 'must be an id of 1 to 64 letters, digits, _ and -',
  /** @type {Check} */
  object: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? '' : 'must be an object',
  /** @type {(check: Check) => Check} */
  optional: (check) => (value) => (value === undefined || value === null ? '' : check(value)),
});
