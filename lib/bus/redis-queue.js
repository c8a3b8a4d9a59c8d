/** A queue of messages that came in: they are taken in order, and a pile of them leaves the event loop room in between. */

/** After this time the rest waits for the next turn of the event loop. */
const SLICE_MS = 8;

/**
 * @template T
 * @param {object} options
 * @param {(message: T) => void} options.take
 * @param {(error: unknown) => void} options.onFault is called with what `take` threw: nothing of it may reach the connection
 * @param {(message: T) => boolean} [options.mustWait] true: this one is taken in a turn of its own
 * @param {() => number} options.now ms
 */
export function createQueue({ take, onFault, mustWait = () => false, now }) {
  /** @type {T[]} */
  let waiting = [];
  let isRunning = false;

  function run() {
    isRunning = true;
    const untilMs = now() + SLICE_MS;
    let at = 0;
    for (; at < waiting.length; at += 1) {
      const message = /** @type {T} */ (waiting[at]);
      const isApart = mustWait(message);
      if (at > 0 && (isApart || now() >= untilMs)) break;
      try {
        take(message);
      } catch (error) {
        onFault(error);
      }
    }
    waiting = waiting.slice(at);
    isRunning = false;
    if (waiting.length > 0) again();
  }

  function again() {
    isRunning = true;
    setImmediate(run);
  }

  return {
    /** @param {T} message */
    push(message) {
      waiting.push(message);
      if (isRunning) return;
      if (waiting.length === 1 && !mustWait(message)) run();
      else again();
    },
  };
}

/**
 * Which message waits for the next turn of the event loop: one that follows an answer, so that the caller goes on
 * first. Answers in a row need not wait for each other.
 * @returns {(message: readonly unknown[]) => boolean}
 */
export function afterAnswers() {
  let hasAnswered = false;
  return ([, kind]) => {
    if (kind === 'answer') {
      if (!hasAnswered) {
        hasAnswered = true;
        setImmediate(() => (hasAnswered = false));
      }
      return false;
    }
    return hasAnswered;
  };
}
