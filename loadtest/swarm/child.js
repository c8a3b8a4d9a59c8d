/** Runs a swarm in a process that does what its parent says, and ends with it. */

import { SwarmError, problem } from './errors.js';
import { createSwarm } from './swarm.js';

/** @type {import('./swarm.js').Swarm | null} */
let swarm = null;

const verbs = {
  /** @param {import('./swarm.js').SwarmOptions} options */
  async open(options) {
    if (swarm)
      throw problem('option-bad', { option: 'open', problem: 'was called before: take another process' });
    swarm = createSwarm(options);
  },
  arrive: (/** @type {import('./arrival.js').ArriveOptions} */ options) => mine().arrive(options),
  start: async (/** @type {import('./swarm.js').LoadOptions} */ load) => mine().start(load),
  read: async () => mine().read(),
  stop: (/** @type {{ kind?: string, settleMs?: number }} */ options) => mine().stop(options),
  leave: (/** @type {{ count: number }} */ options) => mine().leave(options),
  async close() {
    await swarm?.close();
    swarm = null;
  },
};

process.on(
  'message',
  async (/** @type {{ id: number, verb: keyof typeof verbs, options: any }} */ message) => {
    const { id, verb, options } = message;
    try {
      reply({ id, value: await verbs[verb](options) });
    } catch (error) {
      // A fault in our own code is told with its trace, because the parent has no other way to see it.
      const code = error instanceof SwarmError ? error.code : 'internal';
      const text =
        error instanceof Error ? (code === 'internal' && error.stack) || error.message : String(error);
      reply({ id, error: { code, message: text } });
    }
  },
);
// The parent has gone or said goodbye. Ctrl-C reaches the whole group, so it is left to the parent to decide.
process.on('disconnect', () => void verbs.close().finally(() => process.exit(0)));
process.on('SIGINT', () => {});

function mine() {
  if (!swarm) throw problem('option-bad', { option: 'open', problem: 'comes first' });
  return swarm;
}

/** @param {object} answer */
function reply(answer) {
  if (process.connected) process.send?.(answer);
}
