/** The open questions of a play, at the side of the room. */

/** @import { Refused } from './values.js' */

import { Calls } from '../calls.js';
import { PlayOver, fromRefused } from './values.js';

/** Settles questions when their answers come or nobody is left to answer. */
export function createQuestions() {
  const calls = new Calls();
  let isOver = false;

  return {
    /** @param {(number: number) => void} post @returns {Promise<never>} of what that question gives */
    ask(post) {
      if (isOver) return Promise.reject(new PlayOver());
      const { number, answer } = calls.add({});
      post(number);
      return /** @type {Promise<never>} */ (answer);
    },
    /** @param {{ answer: number, value?: unknown, refused?: Refused }} reply */
    settle({ answer, value, refused }) {
      const call = calls.take(answer);
      if (refused) call?.reject(fromRefused(refused));
      else call?.resolve(value);
    },
    /** Nobody answers any more. */
    end() {
      isOver = true;
      calls.rejectAll(() => new PlayOver());
    },
  };
}
