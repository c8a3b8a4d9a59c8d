/**
 * The desk of a play: hands each message to the play, answers questions in their own time, and ends the play when its game
 * fails. A message is `{ kind, args }`, with a number if it is a question.
 */

/** @import { Output } from './types.js' */
/** @import { Refused } from './values.js' */

import { ShowError } from '../errors.js';
import { HookTimes } from './hook-times.js';
import { faultOf, toRefused } from './values.js';

/**
 * @typedef {{ kind: string, args: unknown[], number?: number }} Message
 * @typedef {{ answer: number, value: unknown } | { answer: number, refused: Refused } | { output: Output }} Reply
 */

/** Questions that only read, or are there to find a fault, so that it goes to the caller and ends nothing. */
const READING = new Set(['results', 'desk', 'text', 'tryOut', 'inspect', 'tape']);

/**
 * @param {(say: (output: Output) => void, onFault: (error: unknown) => void, onHook: (hook: string) => void) => import('./play.js').Play} open
 *   may throw
 * @param {(reply: Reply) => void} reply
 */
export function createDesk(open, reply) {
  let isOver = false;
  const say = (/** @type {Output} */ output) => {
    if (!isOver) reply({ output });
  };
  const times = new HookTimes((text) => say(['warning', text]));
  const play = open(
    say,
    (error) => fail(error),
    (hook) => times.enter(hook),
  );

  /** @param {unknown} error */
  function fail(error) {
    if (isOver) return;
    reply({ output: ['fault', faultOf(error)] });
    isOver = true;
  }

  /** @param {number} answer @param {unknown} error @param {boolean} isReading */
  function refuse(answer, error, isReading) {
    if (isReading || error instanceof ShowError) reply({ answer, refused: toRefused(error) });
    else fail(error);
  }

  /** @param {number} answer @param {Promise<unknown>} promise @param {boolean} isReading */
  async function answerLater(answer, promise, isReading) {
    try {
      reply({ answer, value: await promise });
    } catch (error) {
      refuse(answer, error, isReading);
    }
  }

  return {
    /** The time of the stage now. */
    time: play.time,
    /** @param {Message} message */
    handle({ kind, args, number }) {
      if (isOver) return;
      times.begin(kind === 'step');
      try {
        const value = /** @type {any} */ (play)[kind](...args);
        if (number === undefined) return;
        if (value instanceof Promise) void answerLater(number, value, READING.has(kind));
        else reply({ answer: number, value });
      } catch (error) {
        if (number === undefined) fail(error);
        else refuse(number, error, READING.has(kind));
      } finally {
        times.rest();
      }
    },
  };
}
