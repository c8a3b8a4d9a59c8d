/**
 * A virtual clock: the code of thousands of processes runs in this one, in a time that passes only between two of their events.
 * It stands in for the timers and `performance.now` of the whole program until it is closed, because the code under test asks
 * these. What each process uses of the real processor is measured around each of its events; what an event leaves to a later
 * turn of the promises is not attributed to anybody, which is less than a millionth of a second for a message of the bus.
 */

import { Heap } from './heap.js';

/** One of the processes whose code runs here. */
export class Owner {
  /** Real time in which its code ran. */
  busyNs = 0;
  /** The same by event, in µs, for as long as somebody wants it. @type {Times | null} */
  times = null;
}

/**
 * The times of events. The garbage of all processes is collected in the events of any of them, so the few that took longest are
 * counted as the one before them. A process of its own collects its own, which is in its price.
 */
export class Times {
  /** @type {Record<'message' | 'timer', number[]>} */
  #of = { message: [], timer: [] };

  /** @param {'message' | 'timer'} what @param {number} us */
  note(what, us) {
    this.#of[what].push(us);
  }

  /** Returns the µs of all events together, without the longest of each kind. */
  sumUs() {
    return this.#sumOf('message', 0.99) + this.#sumOf('timer', 0.95);
  }

  /** Returns what a timer took at most, without the longest. */
  timerUs() {
    return at(this.#of.timer, 0.95);
  }

  /** @param {'message' | 'timer'} what @param {number} share */
  #sumOf(what, share) {
    const most = at(this.#of[what], share);
    return this.#of[what].reduce((sum, us) => sum + Math.min(us, most), 0);
  }
}

/** @param {readonly number[]} values @param {number} share */
function at(values, share) {
  return Float64Array.from(values).sort()[Math.floor(values.length * share)] ?? 0;
}

/** @typedef {{ atMs: number, order: number, owner: Owner, run: (() => void) | null, what: 'message' | 'timer' }} Event `run` of null: it was cleared */

/** Everything that an event leaves to promises is done before the next moment. */
const realTurn = globalThis.setImmediate;

/** Takes the place of the program's clock. One at a time. */
// eslint-disable-next-line max-lines-per-function -- one clock, in the place of all that Node.js has
export function openClock() {
  const heap = new Heap(isBefore);
  const nobody = new Owner();
  let nowMs = 1000;
  let order = 0;
  let owner = nobody;
  /** Is told whose event comes next. @type {((of: Owner) => void) | null} */
  let onTurn = null;
  const real = {
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
    setImmediate: globalThis.setImmediate,
    clearTimeout: globalThis.clearTimeout,
    clearInterval: globalThis.clearInterval,
    clearImmediate: globalThis.clearImmediate,
  };

  /** @param {number} atMs @param {Owner} of @param {() => void} run @param {Event['what']} [what] @returns {Event} */
  function schedule(atMs, of, run, what = 'timer') {
    const event = { atMs, order: order++, owner: of, run, what };
    heap.push(event);
    return event;
  }

  /** @param {(...args: any[]) => void} run @param {number} [ms] @param {any[]} args */
  function setTimeout(run, ms = 0, ...args) {
    const event = schedule(nowMs + Math.max(0, ms), owner, () => run(...args));
    return new Timer(() => (event.run = null));
  }

  /** @param {(...args: any[]) => void} run @param {number} ms @param {any[]} args */
  function setInterval(run, ms, ...args) {
    const of = owner;
    let event = schedule(nowMs + ms, of, beat);
    function beat() {
      event = schedule(nowMs + ms, of, beat);
      run(...args);
    }
    return new Timer(() => (event.run = null));
  }

  /** @param {Timer | undefined} timer */
  const clear = (timer) => timer?.end();
  Object.assign(globalThis, {
    ...{ setTimeout, setInterval, clearTimeout: clear, clearInterval: clear, clearImmediate: clear },
    setImmediate: (/** @type {(...args: any[]) => void} */ run, /** @type {any[]} */ ...args) =>
      setTimeout(run, 0, ...args),
  });
  Object.defineProperty(performance, 'now', { value: () => nowMs, configurable: true });

  /** @param {Event} event */
  function play(event) {
    const { run } = event;
    if (!run) return;
    owner = event.owner;
    onTurn?.(owner);
    const fromNs = process.hrtime.bigint();
    run();
    const tookNs = Number(process.hrtime.bigint() - fromNs);
    owner.busyNs += tookNs;
    owner.times?.note(event.what, tookNs / 1000);
    owner = nobody;
  }

  return {
    now: () => nowMs,
    schedule,
    /** Plays events apart from each other, from now on. @param {((of: Owner) => void) | null} listener is told whose event comes next */
    tellTurns(listener) {
      onTurn = listener;
    },
    /** Runs code of a process now. @template T @param {Owner} of @param {() => T} run @returns {T} */
    as(of, run) {
      const before = owner;
      owner = of;
      try {
        return run();
      } finally {
        owner = before;
      }
    },
    /** Lets time pass. @param {number} untilMs */
    async run(untilMs) {
      for (;;) {
        const next = heap.peek();
        if (!next || next.atMs > untilMs) break;
        nowMs = Math.max(nowMs, next.atMs);
        for (let event = heap.peek(); event && event.atMs <= nowMs; event = heap.peek()) {
          heap.pop();
          play(event);
          // Otherwise what events leave to promises would run after all events of this moment.
          if (onTurn) await new Promise((resolve) => realTurn(resolve));
        }
        await new Promise((resolve) => realTurn(resolve));
      }
      nowMs = untilMs;
    },
    /** Lets time pass until a promise is settled. @template T @param {Promise<T>} promise @returns {Promise<T>} */
    async until(promise) {
      let isDone = false;
      const done = () => void (isDone = true);
      promise.then(done, done);
      while (!isDone) await this.run((heap.peek()?.atMs ?? nowMs) + 1);
      return promise;
    },
    /** Gives the program its own clock back. */
    close() {
      Object.assign(globalThis, real);
      Reflect.deleteProperty(performance, 'now');
    },
  };
}

/** @typedef {ReturnType<typeof openClock>} Clock */

/** A timer, as far as the code under test uses one. */
class Timer {
  /** @param {() => void} end */
  constructor(end) {
    this.end = end;
  }

  ref() {
    return this;
  }

  unref() {
    return this;
  }
}

/** @param {Event} a @param {Event} b */
function isBefore(a, b) {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
