/**
 * Starts the generator of HTTP load, a process on the generator's core that runs one closed loop at a time. Its code
 * is warm after the first loop, and its CPU time contains nothing else.
 */

/** @import { Answers, Load } from './closed-loop.js' */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { GENERATOR_CORE } from '../harness/artillery.js';
import { LabError } from '../harness/errors.js';
import { pinnedTo } from '../harness/pin.js';

const CHILD = fileURLToPath(new URL('./http-load-child.js', import.meta.url));

/** @typedef {Answers & { cpu: number }} Loaded `cpu`: of the generator meanwhile, in shares of a core */

/** @param {{ signal?: AbortSignal }} [options] `signal` ends it at once */
export async function startHttpLoad({ signal } = {}) {
  signal?.throwIfAborted();
  const [command = '', ...args] = [...pinnedTo(GENERATOR_CORE), process.execPath, CHILD];
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const ended = exited.then(([code, killedBy]) => {
    signal?.throwIfAborted();
    throw new LabError(`The generator of HTTP load ended by itself (${killedBy ?? code}). Run it again.`);
  });
  // The next caller gets the error.
  ended.catch(() => {});
  const kill = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  await Promise.race([once(child, 'message'), ended]);

  return {
    pid: child.pid,
    /**
     * Runs a closed loop; the one before it must be over.
     * @param {Load} load
     * @returns {Promise<Loaded>}
     * @throws the reason of the signal; a LabError if the generator died
     */
    async load(load) {
      signal?.throwIfAborted();
      const answered = once(child, 'message');
      child.send(load, () => {});
      const [loaded] = await Promise.race([answered, ended]);
      return loaded;
    },
    async close() {
      signal?.removeEventListener('abort', kill);
      kill();
      await exited;
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startHttpLoad>>} HttpLoad */
