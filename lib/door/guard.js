/**
 * The event guard: the only file that listens to the sockets of Socket.IO. An event that is in no table is refused; one
 * that is in a table is limited and checked, and its faults are caught, so that nothing a client sends, and no fault in
 * a handler, ever reaches the process.
 */

/** @import { Namespace, Socket } from 'socket.io' */
/** @import { Bucket } from '../bucket.js' */

import { performance } from 'node:perf_hooks';
import { ShowError, toAck } from '../errors.js';
import { createBucket } from '../bucket.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

/** Events that carry no acknowledgement are answered by at most one `problem` a second. */
const PROBLEM_PER_S = 1;
/** A client that sends nonsense is cut off when its refusals go beyond this. */
const MAX_REFUSALS_PER_S = 5;
const REFUSAL_BURST = 100;
/** These refusals pass by themselves: a client that gets one, and no other time with it, comes again after so many ms. @type {Record<string, number>} */
const PASSES_MS = Object.freeze({ draining: 1000, internal: 5000 });
/** @type {readonly string[]} */
const NONE = Object.freeze([]);

/**
 * @typedef {(value: unknown) => string} Check gives '' if the argument fits, else what is wrong with it
 *
 * @typedef {object} Rule one event of a table
 * @property {number} perS
 * @property {number} burst
 * @property {(self: never) => Bucket} [bucketOf] a bucket that outlives the connection; else each connection has its own
 * @property {Check[]} args one for each argument before the acknowledgement
 * @property {boolean} [isHot] `run` limits and checks by itself: it gets the first argument, and returns an error or
 *   null, as with `guardHot`
 * @property {(...args: never[]) => unknown} run its result, an object or the promise of one, is spread into the answer
 *
 * @typedef {(self: unknown, payload: unknown) => ShowError | null} RunHot
 * @typedef {{ log: import('../log.js').Log, onDrop?: (reason: string) => void }} Guardian
 */

/**
 * Answers the events of one socket by a table. One table may serve all sockets of a kind: `self` is then the first
 * argument of each `run`.
 * @param {Socket} socket
 * @param {Record<string, Rule>} rules
 * @param {Guardian} guardian
 * @param {readonly string[]} [hot] events that `guardHot` answers
 * @param {unknown} [self]
 */
export function guard(socket, rules, guardian, hot = NONE, self = undefined) {
  socket.data.guarded = new Guarded(socket, rules, guardian, hot, self);
  socket.onAny(answer);
}

/** Takes an event that came another way as one of a guarded socket. @param {Socket} socket @param {string} event @param {unknown[]} args */
export const deliver = (socket, event, args) => answer.call(socket, event, ...args);

/** One listener for all sockets, not a closure for each. @this {Socket} @param {string} event @param {unknown[]} args */
function answer(event, ...args) {
  /** @type {Guarded | undefined} */ (this.data.guarded)?.onEvent(event, args);
}

/** One socket. Its buckets are made when they are needed, because most of thousands of phones only ever send inputs. */
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

  /** Nothing of it leaves the process when another one asks for all sockets and their data. */
  toJSON() {
    return undefined;
  }

  /** @param {string} event @param {unknown[]} args */
  onEvent(event, args) {
    if (!this.socket.connected || this.hot.includes(event)) return;
    const rule = Object.hasOwn(this.rules, event) ? this.rules[event] : undefined;
    if (rule?.isHot) return this.#answerHot(event, rule, args);
    const ack = popAck(args);
    try {
      if (!rule) throw this.#unknown(event);
      const result = this.#run(event, rule, args);
      if (result instanceof Promise)
        return void result.then(
          (value) => ack?.(okAck(value)),
          (error) => this.#refuse(error, ack),
        );
      ack?.(okAck(result));
    } catch (error) {
      this.#refuse(error, ack);
    }
  }

  /** @param {string} event @param {Rule} rule @param {unknown[]} args */
  #run(event, rule, args) {
    if (!this.#bucketOf(event, rule).tryConsume(performance.now()))
      throw new ShowError('rate-exceeded', { event, perS: rule.perS });
    checkArgs(event, rule.args, args);
    const given = this.self === undefined ? args : [this.self, ...args];
    return /** @type {(...args: unknown[]) => unknown} */ (rule.run)(...given);
  }

  /** @param {string} event @param {Rule} rule @param {unknown[]} args */
  #answerHot(event, rule, [payload, ack]) {
    const refusal = runHot(event, () => /** @type {RunHot} */ (rule.run)(this.self, payload), this.guardian);
    if (typeof ack === 'function') ack(refusal ? toAck(refusal) : { ok: true });
    else if (refusal) this.#sendProblem(refusal);
  }

  /** @param {string} event @param {Rule} rule */
  #bucketOf(event, rule) {
    if (rule.bucketOf) return rule.bucketOf(/** @type {never} */ (this.self));
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
    else this.#sendProblem(answer);
    const nowMs = performance.now();
    this.#refusals ??= createBucket(MAX_REFUSALS_PER_S, REFUSAL_BURST, nowMs);
    if (!this.#refusals.tryConsume(nowMs)) this.socket.disconnect(true);
  }

  /** @param {{ code: string, message: string }} problem */
  #sendProblem(problem) {
    this.#problems ??= createProblems();
    if (this.#problems.maySend()) this.#problems.send(this.socket, problem);
  }
}

/**
 * Answers one event without a table, with the same promises: for inputs, 40,000 a second, whose inbox limits and checks
 * them itself.
 * @param {Socket} socket
 * @param {string} event
 * @param {(payload: unknown) => ShowError | null} accept gives null if the input counts
 * @param {Guardian} guardian
 */
export function guardHot(socket, event, accept, { log, onDrop }) {
  const problems = createProblems();
  socket.on(event, (/** @type {unknown} */ payload, /** @type {unknown} */ ack) => {
    const refusal = runHot(event, () => accept(payload), { log, onDrop });
    if (typeof ack === 'function') ack(refusal ? toAck(refusal) : { ok: true });
    else if (refusal && problems.maySend()) problems.send(socket, refusal);
  });
}

/**
 * @param {string} event @param {() => ShowError | null} run @param {Guardian} guardian
 * @returns {ShowError | null} why it was refused, which has been counted
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

/** Answers messages that carry no acknowledgement, for the authors of games and clients. */
export function createProblems() {
  const bucket = createBucket(PROBLEM_PER_S, 3, performance.now());
  return {
    /** Must be asked before each `send`, and counts. */
    maySend: () => bucket.tryConsume(performance.now()),
    /** @param {Socket} socket @param {{ code: string, message: string }} problem */
    send: (socket, { code, message }) => void socket.emit(SERVER_EVENT.problem, { code, message }),
  };
}

/** @typedef {ReturnType<typeof createProblems>} Problems */

/**
 * Refuses every event until the function that it returns is called: for phones that wait for admission.
 * @param {Socket} socket
 * @param {import('../errors.js').ErrorCode} code
 * @param {Guardian} guardian
 * @returns {() => void}
 */
export function guardShut(socket, code, { onDrop }) {
  const refusals = createBucket(MAX_REFUSALS_PER_S, REFUSAL_BURST, performance.now());
  const listen = (/** @type {string} */ _event, /** @type {unknown[]} */ ...args) => {
    onDrop?.(code);
    popAck(args)?.(toAck(new ShowError(code)));
    if (!refusals.tryConsume(performance.now())) socket.disconnect(true);
  };
  socket.onAny(listen);
  return () => void socket.offAny(listen);
}

/**
 * Admits or refuses the connections of a namespace.
 * @template T
 * @param {Namespace} namespace
 * @param {{ admit: (socket: Socket) => T | Promise<T>, enter: (socket: Socket, admitted: T) => void, leave?: (socket: Socket) => void }} door
 *   `admit` throws, or rejects with, a ShowError to refuse (with `retryAfterMs` if trying again makes sense, which a restart and a fault
 *   have by themselves: a home that is not ready yet must send nobody away for good); `enter` is called once the
 *   client is connected, with what `admit` returned; `leave` when it is gone
 * @param {Guardian} guardian
 */
export function guardAdmission(namespace, { admit, enter, leave }, { log }) {
  // One socket per connection, or 500 CONNECT packets would be 500 players.
  const used = new WeakSet();
  /** One listener for all sockets, not a closure for each. @this {Socket} */
  function forget() {
    used.delete(this.conn);
    try {
      leave?.(this);
    } catch (error) {
      log.error(null, 'A departure failed.', error);
    }
  }

  namespace.use(async (socket, next) => {
    const { conn } = socket;
    try {
      if (used.has(conn)) throw new ShowError('join-twice');
      used.add(conn);
      try {
        socket.data.admitted = await admit(socket);
      } catch (error) {
        used.delete(conn);
        throw error;
      }
      next();
    } catch (error) {
      if (!(error instanceof ShowError)) log.error(null, 'A connection failed.', error);
      const { code, message } = toAck(error);
      const { retryAfterMs = PASSES_MS[code] } = /** @type {{ retryAfterMs?: number }} */ (error);
      next(Object.assign(new Error(message), { data: { code, message, retryAfterMs } }));
    }
  });
  namespace.on('connection', (socket) => {
    const { admitted } = socket.data;
    delete socket.data.admitted;
    // It is registered first: a client that sent its CONNECT twice and left in between is gone already.
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
 * Calls back when a connection has entered or left a namespace, whatever is served there.
 * @param {import('socket.io').Server} io before it has namespaces of its own
 * @param {{ onEnter: (conn: Socket['conn']) => void, onLeave: (conn: Socket['conn'], reason: string) => void }} listeners `reason`:
 *   of Socket.IO
 */
export function watchNamespaces(io, { onEnter, onLeave }) {
  /** @this {Socket} @param {string} reason */
  function leave(reason) {
    onLeave(this.conn, reason);
  }
  /** @param {Namespace} namespace */
  function watch(namespace) {
    namespace.on('connection', (socket) => {
      socket.on('disconnect', leave);
      onEnter(socket.conn);
    });
  }
  watch(io.sockets);
  io.on('new_namespace', watch);
}

/**
 * Calls `run` when the socket is gone, for whatever reason.
 * @param {Socket} socket
 * @param {() => void} run
 * @param {Guardian} guardian
 * @returns {() => void} takes that back, and lets go of `run`
 */
export function onLeave(socket, run, { log }) {
  const listener = () => {
    try {
      run();
    } catch (error) {
      log.error(null, 'A departure failed.', error);
    }
  };
  socket.on('disconnect', listener);
  return () => void socket.off('disconnect', listener);
}

/**
 * Calls `run` once, when a connection by polling has become a WebSocket.
 * @param {Socket} socket
 * @param {() => void} run
 */
export function onceUpgraded(socket, run) {
  socket.conn.once('upgrade', run);
}

/** @param {unknown[]} args @returns {((answer: object) => void) | null} removed from the end */
function popAck(args) {
  if (typeof args.at(-1) !== 'function') return null;
  return /** @type {(answer: object) => void} */ (args.pop());
}

/** @param {unknown} value what `run` gave */
function okAck(value) {
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

/** The checks of arguments. */
export const is = Object.freeze({
  /** @type {(most: number) => Check} */
  text: (most) => (value) =>
    typeof value === 'string' && value.length <= most ? '' : `must be a text of at most ${most} characters`,
  /** @type {(least: number, most: number) => Check} */
  integer: (least, most) => (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? ''
      : `must be a whole number from ${least} to ${most}`,
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
