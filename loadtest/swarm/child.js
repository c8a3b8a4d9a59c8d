/** Runs a swarm in a process that does what its parent says. */

/** @import { Swarm, SwarmOptions } from './swarm.js' */

import { serve } from '../harness/child.js';
import { badOption } from './errors.js';
import { createSwarm } from './swarm.js';

const VERBS = /** @type {const} */ ([
  ...['arrive', 'prepare', 'begin', 'end', 'pending', 'stop', 'tell', 'leave', 'read', 'size'],
]);

/** @type {Swarm | null} */
let swarm = null;

const answers = VERBS.map((verb) => [
  verb,
  (/** @type {any} */ options) => {
    if (!swarm) throw badOption('open', 'comes first');
    return swarm[verb](options);
  },
]);
const open = (/** @type {SwarmOptions} */ options) => void (swarm = createSwarm(options));
serve({ open, ...Object.fromEntries(answers) }, () => swarm?.close());
