/** Asks other processes, and lets this one answer its parent: a question is a verb with options, and has a number. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SwarmError, problem } from '../swarm/errors.js';
import { Calls } from '../../lib/calls.js';
import { pinnedTo } from './pin.js';

/** A process is killed if its goodbyes take longer than this. */
const CLOSE_MS = 5000;
/** Why a channel is closed is known this much later, by the exit. */
const EXIT_MS = 1000;

/** @typedef {{ id: number, value?: unknown, error?: { code: string, message: string } }} Answer */

/**
 * Starts a process of Node that calls `serve`. What it is asked before it is up, it answers then.
 * @param {URL} file
 * @param {{ name: string, core?: number | null, execArgv?: readonly string[], env?: Record<string, string>,
 *   within?: readonly string[], onEnd?: (reason: SwarmError) => void }} options `name`: as it stands in sentences; `core`: hold
 *   it there, where that is possible, null: to none; `env`: besides this process's; `within`: words before the command, as
 *   `ip netns exec <name>`; `onEnd`: called once, also after `close`
 */
export function startChild(
  file,
  { name, core = null, execArgv = [], env = {}, within = [], onEnd = () => {} },
) {
  const words = [...within, ...pinnedTo(core), process.execPath, ...execArgv, fileURLToPath(file)];
  const child = spawn(words[0] ?? '', words.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const fail = (/** @type {Error} */ { message }) => void setTimeout(end, EXIT_MS, `: ${message}`).unref();
  const calls = new Calls();
  /** @type {SwarmError | null} */
  let over = null;

  /** @param {string} how */
  function end(how) {
    if (over) return;
    const reason = (over = problem('swarm-ended', { name, problem: how }));
    calls.rejectAll(() => reason);
    onEnd(reason);
  }
  child.on('message', (/** @type {Answer} */ { id, value, error }) => {
    const call = calls.take(id);
    if (error) call?.reject(new SwarmError(error.code, error.message));
    else call?.resolve(value);
  });
  const exited = once(child, 'exit').then(
    ([code, signal]) => end(signal ? ` by ${signal}` : ` with code ${code}`),
    (error) => end(`: ${error.message}`),
  );

  return {
    name,
    pid: child.pid ?? 0,
    /**
     * @param {string} verb @param {unknown} [options]
     * @returns {Promise<any>} rejects with a SwarmError: what was answered, or `swarm-ended`
     */
    async ask(verb, options) {
      if (over) throw over;
      const { number, answer } = calls.add({});
      try {
        child.send({ id: number, verb, options }, (error) => error && fail(error));
      } catch (error) {
        // Options that cannot be copied.
        calls.take(number)?.reject(/** @type {Error} */ (error));
      }
      return answer;
    },
    /** @param {string} why follows on the name */
    kill(why) {
      end(why);
      child.kill('SIGKILL');
    },
    /** Lets it say its goodbyes, and waits until it has ended. */
    async close() {
      const hurry = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
      if (child.connected) child.disconnect();
      await exited;
      clearTimeout(hurry);
    },
  };
}

/**
 * Answers the questions of this process's parent, and ends with it.
 * @param {Record<string, (options: any) => unknown>} answers by verb @param {() => unknown} [goodbye] before it ends
 */
export function serve(answers, goodbye = () => {}) {
  process.on('message', async (/** @type {{ id: number, verb: string, options: any }} */ message) => {
    const answer = await answerOf(message.id, () => answers[message.verb]?.(message.options));
    if (process.connected) process.send?.(answer);
  });
  process.on('disconnect', async () => {
    try {
      await goodbye();
    } finally {
      process.exit(0);
    }
  });
  // Ctrl-C reaches the whole group, so it is left to the parent to decide.
  process.on('SIGINT', () => {});
}

/** @typedef {ReturnType<typeof startChild>} Child */

/**
 * Runs what was asked and gives the answer. A fault in our own code comes with its trace, because the caller has no
 * other way to see it.
 * @param {number} id @param {() => unknown} run @returns {Promise<Answer>}
 */
async function answerOf(id, run) {
  try {
    return { id, value: await run() };
  } catch (error) {
    if (error instanceof SwarmError) return { id, error: { code: error.code, message: error.message } };
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { id, error: { code: 'internal', message } };
  }
}
