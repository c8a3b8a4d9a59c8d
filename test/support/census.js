/**
 * Lets a server of a test say what it holds: `NODE_OPTIONS=--import=<this file>`. Asked by SIGUSR2, it clears the heap of what nobody
 * refers to any more, and writes a line with the figures to its standard output.
 */

import { readdirSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** @typedef {{ heap: number, threads: number, listeners: number, resources: Record<string, number> }} Census heap: in bytes */

const MARK = 'census ';
/** Finalizers run after a collection, and let go of more. */
const COLLECTIONS = 4;
export const CENSUS = fileURLToPath(import.meta.url);

if (isMainThread && process.env['NODE_OPTIONS']?.includes(CENSUS)) answer();

function answer() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', async () => {
    for (let n = 0; n < COLLECTIONS; n++) {
      collect();
      await turn();
    }
    process.stdout.write(`${MARK}${JSON.stringify(take())}\n`);
  });
}

/** @returns {Census} */
function take() {
  /** @type {Record<string, number>} */
  const resources = {};
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
  return {
    heap: process.memoryUsage().heapUsed,
    threads: readdirSync('/proc/self/task').length,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    resources,
  };
}

/**
 * Asks a server that runs with `CENSUS`.
 * @param {{ child: import('node:child_process').ChildProcess }} server @returns {Promise<Census>}
 */
export function askCensus({ child }) {
  return new Promise((resolve) => {
    let text = '';
    const hear = (/** @type {Buffer} */ chunk) => {
      text += chunk;
      const line = text
        .split('\n')
        .slice(0, -1)
        .find((one) => one.startsWith(MARK));
      if (line === undefined) return;
      child.stdout?.off('data', hear);
      resolve(JSON.parse(line.slice(MARK.length)));
    };
    child.stdout?.on('data', hear);
    child.kill('SIGUSR2');
  });
}
