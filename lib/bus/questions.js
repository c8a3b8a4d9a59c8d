/** The questions of an edge that a home far away has not answered yet. Pure: time is passed in. */

import { ShowError } from '../errors.js';
import { fromRefusal } from './refusal.js';

/** Whoever asked is told to try again after this time. */
export const ANSWER_MS = 5000;
/** These may take long by themselves: an import, a report. @type {Readonly<Record<string, number>>} */
const LONG_MS = Object.freeze({ content: 60_000, command: 60_000, start: 60_000 });
/** They count once however often they are asked, or do the same again. */
const REPEATABLE = new Set(['submit', 'join', 'knock', 'rename', 'team']);
/** A place that is granted after that is given back; no answer comes later than this. */
const LATE_MS = 60_000;
/** Phones that are refused come again after this time, each a little earlier or later. */
const RETRY_MS = 1000;

/**
 * @typedef {object} Question
 * @property {string} kind
 * @property {any} value
 * @property {number} untilMs
 * @property {((value: any) => void) | null} resolve null: nobody waits for it any more
 * @property {(error: Error) => void} reject
 */

/** @returns {ShowError} for whoever asks while there is no home: to try again helps */
export function noHome() {
  return Object.assign(new ShowError('draining'), { retryAfterMs: RETRY_MS });
}

/**
 * @param {object} options
 * @param {() => number} options.now ms
 * @param {(room: string, player: string, session: unknown) => void} options.onLateJoin somebody was let in of whom nobody
 *   waits to hear
 */
export function createQuestions({ now, onLateJoin }) {
  /** Oldest first. @type {Map<number, Question>} */
  const open = new Map();
  let last = 0;

  /** @param {Question} question */
  function refuse(question) {
    if (question.resolve) question.reject(noHome());
    question.resolve = null;
  }

  return {
    /** @param {string} kind @param {unknown} value @returns {{ number: number, answer: Promise<any> }} */
    open(kind, value) {
      const number = ++last;
      const answer = new Promise((resolve, reject) =>
        open.set(number, { kind, value, untilMs: now() + (LONG_MS[kind] ?? ANSWER_MS), resolve, reject }),
      );
      return { number, answer };
    },
    /** @param {{ number: number, value?: any, refusal?: import('./refusal.js').Refusal }} answer */
    settle({ number, value, refusal }) {
      const question = open.get(number);
      if (!question) return;
      open.delete(number);
      if (!question.resolve) {
        if (question.kind === 'join' && value)
          onLateJoin(question.value.room, value.player.id, question.value.session);
      } else if (refusal) question.reject(fromRefusal(refusal));
      else question.resolve(value);
    },
    /** It could not even be asked. @param {number} number */
    reject(number) {
      const question = open.get(number);
      open.delete(number);
      if (question) refuse(question);
    },
    /** The number of the last one that was asked. */
    get last() {
      return last;
    },
    /**
     * They, or their answers, may have been lost on the way: whoever asked what does no harm twice is told to try again. An
     * answer that comes all the same is taken as one that comes late.
     * @param {number} upTo the number of the last of them
     */
    rejectRepeatable(upTo) {
      for (const [number, question] of open)
        if (number <= upTo && REPEATABLE.has(question.kind)) refuse(question);
    },
    /** Nobody will answer them: their home is gone. */
    rejectAll() {
      for (const question of open.values()) refuse(question);
      open.clear();
    },
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
