/** Opens a run to helpers on other machines, and lends this machine to a run elsewhere. */

/** @import { RunOptions } from './options.js' */
/** @import { Out } from './play.js' */
/** @import { Target } from './trust.js' */

import { openCoordinator } from '../swarm/coordinator.js';
import { SwarmError } from '../swarm/errors.js';
import { joinCoordinator } from '../swarm/helper.js';
import { LabError } from './errors.js';

/**
 * Waits until the helpers that a run was promised have joined.
 * @param {RunOptions} options
 * @param {{ target: Target, out: Out, signal: AbortSignal }} run
 * @returns {Promise<import('../swarm/coordinator.js').Coordinator | null>} null: the run is this machine's alone
 * @throws {LabError} if the port is taken
 */
export async function openToHelpers({ listen, helpers }, { target, out, signal }) {
  if (listen === null) return null;
  const say = (/** @type {string} */ sentence) => out.write(`  ${sentence}\n`);
  const coordinator = await openCoordinator({ target, ...listen, onNews: say }).catch((error) => {
    throw new LabError(`--listen ${listen.host}:${listen.port}: ${error.message}. Give another port.`);
  });
  say(`waiting for ${helpers} to join, by this command on the other machine:`);
  say(`npm run loadtest -- --join ${coordinator.url} --key ${coordinator.key}`);
  try {
    await coordinator.joined(helpers, signal);
  } catch (error) {
    await coordinator.close();
    throw signal.aborted ? signal.reason : error;
  }
  return coordinator;
}

/**
 * Lends this machine until the run is over.
 * @param {{ url: string, key: string, generators: number }} options @param {{ out: Out, signal: AbortSignal }} surroundings
 * @throws {LabError} if it may not join
 */
export async function lendMachine({ url, key, generators }, { out, signal }) {
  try {
    const helper = await joinCoordinator({ url, key, processes: generators });
    const { url: loaded } = helper.target;
    out.write(`Joined: this machine loads ${loaded} with ${generators} processes. Ctrl-C ends that.\n`);
    signal.addEventListener('abort', () => void helper.close(), { once: true });
    out.write(`${await helper.done}\n`);
  } catch (error) {
    if (error instanceof SwarmError) throw new LabError(error.message);
    throw error;
  }
}
