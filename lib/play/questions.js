/** The open questions of a play, at the side of the room. */

/** @import { Refused } from './values.js' */

import { PlayOver, fromRefused } from './values.js';

/** Numbers questions, and settles them when their answers come or nobody is left to answer. */
export function createQuestions() {
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const open = new Map();
  let number = 0;
  let isOver = false;

  return {
    /** @param {(number: number) => void} post @returns {Promise<any>} */
    ask(post) {
      if (isOver) return Promise.reject(new PlayOver());
      const own = ++number;
      const answer = new Promise((resolve, reject) => open.set(own, { resolve, reject }));
      post(own);
      return answer;
    },
    /** @param {{ answer: number, value?: unknown, refused?: Refused }} reply */
    settle({ answer, value, refused }) {
      const waiting = open.get(answer);
      open.delete(answer);
      if (refused) waiting?.reject(fromRefused(refused));
      else waiting?.resolve(value);
    },
    /** Nobody answers any more. */
    end() {
      isOver = true;
      for (const { reject } of open.values()) reject(new PlayOver());
      open.clear();
    },
  };
}
