/**
 * Starts the generator of HTTP load, a process on the generator's core that makes one load at a time. Its code is warm
 * after the first load, and its CPU time contains nothing else.
 */

/** @import { Answers, Load } from './requests.js' */

import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { layoutOf } from '../harness/layout.js';
import { LabError } from '../harness/errors.js';
import { spawnNode } from '../harness/pin.js';
import { makeRequests } from './requests.js';

const SELF = fileURLToPath(import.meta.url);

/** @typedef {Answers & { cpu: number }} Loaded `cpu`: of the generator meanwhile, in shares of a core */

if (process.argv[1] === SELF && process.send) serve();

/** The process does what it is told, and ends with its parent. */
function serve() {
  process.once('disconnect', () => process.exit());
  process.on('message', async (/** @type {Load} */ load) => {
    const before = process.cpuUsage();
    const answers = await makeRequests(load);
    const { user, system } = process.cpuUsage(before);
    process.send?.({ ...answers, cpu: (user + system) / 1000 / answers.durationMs });
  });
  process.send?.('ready');
}

/** @param {{ signal?: AbortSignal }} [options] `signal` ends it at once */
export async function startHttpLoad({ signal } = {}) {
  signal?.throwIfAborted();
  const { child, core } = spawnNode([SELF], { core: layoutOf(1).generators[0] ?? null });
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
    /** The core that it is held to; null: none. */
    core,
    /**
     * Makes a load; the one before it must be over.
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
