/** Matches the answers of another process, or machine, to the calls that wait for them. */

import { SwarmError, problem } from './errors.js';

/**
 * @typedef {{ code: string, message: string }} SentError
 * @typedef {{ id: number, value?: unknown, error?: SentError }} Answer
 */

/** @param {(message: { id: number } & Record<string, unknown>) => void} send may throw */
export function createCalls(send) {
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const open = new Map();
  let nextId = 0;
  /** @type {SwarmError | null} */
  let over = null;

  return {
    /** @param {Record<string, unknown>} message @returns {Promise<any>} rejects with a SwarmError */
    call(message) {
      return new Promise((resolve, reject) => {
        if (over) return reject(over);
        const id = nextId++;
        send({ id, ...message });
        open.set(id, { resolve, reject });
      });
    },
    /** @param {Answer} answer */
    answer({ id, value, error }) {
      const call = open.get(id);
      open.delete(id);
      if (error) call?.reject(new SwarmError(error.code, error.message));
      else call?.resolve(value);
    },
    /** Rejects all calls, those that are yet to come too. @param {SwarmError} reason */
    end(reason) {
      over ??= reason;
      for (const { reject } of open.values()) reject(over);
      open.clear();
    },
  };
}

/**
 * Runs what was called and gives the answer. A fault in our own code is told with its trace, because the caller has no
 * other way to see it.
 * @param {number} id @param {() => unknown} run @returns {Promise<Answer>}
 */
export async function answerOf(id, run) {
  try {
    return { id, value: await run() };
  } catch (error) {
    if (error instanceof SwarmError) return { id, error: { code: error.code, message: error.message } };
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { id, error: { code: 'internal', message } };
  }
}

/** @param {string} verb @param {unknown} options @throws {SwarmError} `option-bad` for what cannot be sent */
export function assertPlain(verb, options) {
  for (const [option, value] of Object.entries(options ?? {}))
    if (typeof value === 'function')
      throw problem('option-bad', {
        option,
        problem: `of "${verb}" cannot be a function, because it goes to other processes`,
      });
}
