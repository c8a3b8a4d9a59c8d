/** The questions of an edge that a home far away has not answered yet. Pure: time is passed in. */

/** @import { Asking, Joined } from './contract.js' */
/** @import { Refusal } from './refusal.js' */

import { Calls } from '../calls.js';
import { ShowError } from '../errors.js';
import { fromRefusal } from './refusal.js';

/** The caller is asked to try again after this time. */
export const ANSWER_MS = 5000;
/** These may take long by themselves: an import, a report. @type {Readonly<Record<string, number>>} */
const LONG_MS = Object.freeze({ content: 60_000, command: 60_000, start: 60_000 });
/** They count once however often they are asked, or do the same again. */
const REPEATABLE = new Set(['submit', 'join', 'knock', 'rename', 'team']);
/** A place that is granted after that is given back; no answer comes later than this. */
const LATE_MS = 60_000;
/** Phones that are refused come again after this time, each a little earlier or later. */
const RETRY_MS = 1000;

/** @typedef {{ message: Asking, untilMs: number }} Question */

/** @returns {ShowError} for a question while there is no home: to try again helps */
export function noHome() {
  return Object.assign(new ShowError('draining'), { retryAfterMs: RETRY_MS });
}

/**
 * @param {object} options
 * @param {() => number} options.now ms
 * @param {(room: string, player: string, session: number) => void} options.onLateJoin somebody was let in of whom nobody
 *   waits for a first message
 */
export function createQuestions({ now, onLateJoin }) {
  /** @type {Calls<Question>} */
  const calls = new Calls();
  const { open } = calls;
  /** Nobody waits for the answers to these any more. @type {WeakSet<Question>} */
  const refused = new WeakSet();

  /** @param {import('../calls.js').Call<Question>} question */
  function refuse(question) {
    question.reject(noHome());
    refused.add(question);
  }

  return {
    /** @param {Asking} message @returns {{ number: number, answer: Promise<unknown> }} */
    open(message) {
      return calls.add({ message, untilMs: now() + (LONG_MS[message[0]] ?? ANSWER_MS) });
    },
    /** @param {{ number: number, value?: unknown, refusal?: Refusal }} answer */
    settle({ number, value, refusal }) {
      const question = calls.take(number);
      if (!question) return;
      if (refused.has(question)) {
        const [kind, asked] = question.message;
        if (kind === 'join' && value)
          onLateJoin(asked.room, /** @type {Joined} */ (value).player.id, asked.session);
      } else if (refusal) question.reject(fromRefusal(refusal));
      else question.resolve(value);
    },
    /** It could not even be asked. @param {number} number */
    reject(number) {
      calls.take(number)?.reject(noHome());
    },
    /** The number of the last one that was asked. */
    get last() {
      return calls.last;
    },
    /**
     * They, or their answers, may have been lost on the way: a caller whose question does no harm twice is asked to try again. An
     * answer that comes all the same is taken as one that comes late.
     * @param {number} upTo the number of the last of them
     */
    rejectRepeatable(upTo) {
      for (const [number, question] of open)
        if (number <= upTo && REPEATABLE.has(question.message[0])) refuse(question);
    },
    /** Nobody will answer them: their home is gone. */
    rejectAll: () => calls.rejectAll(noHome),
    /** Gives up those that wait for too long. */
    expire() {
      const nowMs = now();
      for (const [number, question] of open) {
        if (nowMs < question.untilMs) continue;
        refuse(question);
        if (nowMs >= question.untilMs + LATE_MS) open.delete(number);
      }
    },
  };
}

/** @typedef {ReturnType<typeof createQuestions>} Questions */
