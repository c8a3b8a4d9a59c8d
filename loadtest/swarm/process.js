/** Runs a swarm in a process and on a core of its own, and is asked the verbs of a swarm. */

import { fileURLToPath } from 'node:url';
import { spawnNode } from '../harness/pin.js';
import { createCalls } from './calls.js';
import { problem } from './errors.js';

/** @import { SwarmError } from './errors.js' */

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url));
/** The process is ended if its goodbyes take longer than this. */
const CLOSE_MS = 5000;
const EXIT_MS = 1000;
/** A process that does not answer for this long hangs. */
const ANSWER_MS = 30_000;
/** These take as long as the server wants, or as Node needs to start. */
const SLOW_VERBS = Object.freeze(['open', 'arrive', 'leave', 'stop']);

/**
 * @typedef {object} Member one process of a crowd, here or on another machine
 * @property {string} name as it stands in sentences
 * @property {number | null} pid null: on another machine
 * @property {(verb: string, options?: unknown) => Promise<any>} ask rejects with a SwarmError: what the swarm says, or
 *   `swarm-ended`
 * @property {() => Promise<void>} close the swarm and its process
 */

/**
 * @param {object} options
 * @param {string} options.name
 * @param {number} [options.core] hold it to this core, where there are two and `taskset` is there
 * @param {readonly string[]} [options.execArgv] for its Node
 * @param {number} [options.answerMs] a process that does not answer for longer hangs, and is ended
 * @param {(reason: SwarmError) => void} options.onEnd called once, also after `close`
 * @returns {Member}
 */
export function spawnMember({ name, core, execArgv = [], answerMs = ANSWER_MS, onEnd }) {
  const { child } = spawnNode([...execArgv, CHILD], { core });
  // Why the channel is closed is known a moment later, by the exit.
  const fail = (/** @type {Error} */ error) => void setTimeout(end, EXIT_MS, `: ${error.message}`).unref();
  const calls = createCalls((message) => child.send(message, (error) => error && fail(error)));
  let isOver = false;

  /** @param {string} how */
  function end(how) {
    if (isOver) return;
    isOver = true;
    const reason = problem('swarm-ended', { name, problem: how });
    calls.end(reason);
    onEnd(reason);
  }

  /** @param {string} verb @param {unknown} [options] */
  async function ask(verb, options) {
    const hang = () => {
      end(`: it did not answer for ${answerMs / 1000} s`);
      child.kill('SIGKILL');
    };
    const patience = SLOW_VERBS.includes(verb) ? undefined : setTimeout(hang, answerMs);
    return calls.call({ verb, options }).finally(() => clearTimeout(patience));
  }
  child.on('message', calls.answer);
  child.once('error', (error) => end(`: ${error.message}`));
  child.once('exit', (code, signal) => end(signal ? ` by ${signal}` : ` with code ${code}`));

  return {
    name,
    pid: child.pid ?? null,
    ask,
    async close() {
      if (isOver) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const hurry = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
      await calls.call({ verb: 'close' }).catch(() => {});
      if (child.connected) child.disconnect();
      await ended;
      clearTimeout(hurry);
    },
  };
}
