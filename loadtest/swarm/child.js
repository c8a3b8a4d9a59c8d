/** Runs a swarm in a process that does what its parent says, and ends with it. */

import { answerOf } from './calls.js';
import { problem } from './errors.js';
import { createSwarm } from './swarm.js';

/** @type {import('./swarm.js').Swarm | null} */
let swarm = null;

/** @param {{ verb: string, options?: any }} message */
async function run({ verb, options }) {
  if (verb === 'open') {
    if (swarm)
      throw problem('option-bad', { option: verb, problem: 'was called before: open another crowd' });
    swarm = createSwarm(options);
  } else if (verb === 'close') {
    await swarm?.close();
    swarm = null;
  } else {
    if (!swarm) throw problem('option-bad', { option: 'open', problem: 'comes first' });
    if (!Object.hasOwn(swarm, verb))
      throw problem('option-bad', { option: verb, problem: 'is no verb of a swarm' });
    return /** @type {any} */ (swarm)[verb](options);
  }
}

process.on('message', async (/** @type {any} */ message) => {
  const answer = await answerOf(message.id, () => run(message));
  if (process.connected) process.send?.(answer);
});
// The parent has gone or said goodbye. Ctrl-C reaches the whole group, so it is left to the parent to decide.
process.on('disconnect', () => void run({ verb: 'close' }).finally(() => process.exit(0)));
process.on('SIGINT', () => {});
