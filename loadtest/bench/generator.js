/** Generates load for benchmarks and proofs with a swarm for each server, all in one process. */

/** @import { Swarm } from '../swarm/swarm.js' */

import { createSwarm } from '../swarm.js';
import { answer } from './child.js';

/** @type {Map<string, Swarm>} */
const swarms = new Map();

/** @param {string} name */
function swarm(name) {
  const found = swarms.get(name);
  if (!found) throw new Error(`There is no swarm "${name}": open it first.`);
  return found;
}

answer({
  open: ({ name, ...options }) => void swarms.set(name, createSwarm(options)),
  arrive: ({ name, ...options }) => swarm(name).arrive(options),
  start: ({ name, ...load }) => swarm(name).start(load),
  read: ({ name }) => swarm(name).read(),
  stop: ({ name, ...options }) => swarm(name).stop(options),
  leave: ({ name, ...options }) => swarm(name).leave(options),
  async close({ name }) {
    await swarm(name).close();
    swarms.delete(name);
  },
});
