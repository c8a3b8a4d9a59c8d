/** Starts a Node process that answers questions over its channel, held to a core if wanted. */

import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { spawnNode } from './pin.js';

const START_MS = 20_000;

/**
 * @typedef {object} Child one process, which serves `answer` of bench/child.js
 * @property {number} pid
 * @property {(ask: string, argument?: unknown) => Promise<any>} ask
 * @property {() => void} end
 */

/**
 * @param {string | URL} file
 * @param {{ core?: number | null, args?: string[], env?: Record<string, string>, node?: string[] }} [options]
 * @returns {Promise<Child>} once it is ready
 */
export async function startChild(file, { core = null, args = [], env = {}, node = [] } = {}) {
  const path = file instanceof URL || file.startsWith('file:') ? fileURLToPath(file) : file;
  const { child } = spawnNode([...node, path, ...args], { core, env: { ...process.env, ...env } });
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const open = new Map();
  let asked = 0;
  child.on('message', (/** @type {any} */ { id, value, error }) => {
    const waiting = open.get(id);
    if (!waiting) return;
    open.delete(id);
    if (error) waiting.reject(new Error(`${path}: ${error}`));
    else waiting.resolve(value);
  });
  child.on('exit', (code) => {
    for (const { reject } of open.values()) reject(new Error(`${path} ended with code ${code}`));
    open.clear();
  });
  await once(child, 'message', { signal: AbortSignal.timeout(START_MS) });
  return {
    pid: child.pid ?? 0,
    ask: (ask, argument) =>
      new Promise((resolve, reject) => {
        open.set(++asked, { resolve, reject });
        child.send({ id: asked, ask, argument });
      }),
    end: () => void (child.connected && child.disconnect()),
  };
}
