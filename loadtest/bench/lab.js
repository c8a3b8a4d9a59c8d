/** Runs the processes of a benchmark: servers on one core, the generator on the other, all up at once. */

/** @import { Usage } from './child.js' */
/** @import { About } from './servers.js' */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SERVER_CORE = '0';
const GENERATOR_CORE = '1';
const START_MS = 20_000;

/**
 * @typedef {object} Member one process
 * @property {number} pid
 * @property {(ask: string, argument?: unknown) => Promise<any>} ask
 * @property {() => void} end
 */

/**
 * @param {string} file beside this one
 * @param {{ core: string, args?: string[], env?: Record<string, string>, node?: string[] }} options
 * @returns {Promise<Member>}
 */
async function start(file, { core, args = [], env = {}, node = [] }) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn('taskset', ['-c', core, process.execPath, ...node, path, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const open = new Map();
  let asked = 0;
  child.on('message', (/** @type {any} */ { id, value, error }) => {
    const waiting = open.get(id);
    if (!waiting) return;
    open.delete(id);
    if (error) waiting.reject(new Error(`${file}: ${error}`));
    else waiting.resolve(value);
  });
  child.on('exit', (code) => {
    for (const { reject } of open.values()) reject(new Error(`${file} ended with code ${code}`));
  });
  await once(child, 'message', { signal: AbortSignal.timeout(START_MS) });
  return {
    pid: /** @type {number} */ (child.pid),
    ask: (ask, argument) =>
      new Promise((resolve, reject) => {
        open.set(++asked, { resolve, reject });
        child.send({ id: asked, ask, argument });
      }),
    end: () => void (child.connected && child.disconnect()),
  };
}

/**
 * Starts the servers of a comparison, by name, and the generator.
 * @param {Record<string, About>} servers
 */
export async function openLab(servers) {
  /** @type {Map<string, Member & { target: any }>} */
  const members = new Map();
  for (const [name, { file, env, node }] of Object.entries(servers)) {
    const member = await start(file, { core: SERVER_CORE, env, node });
    members.set(name, { ...member, target: await member.ask('target') });
  }
  const generator = await start('./generator.js', { core: GENERATOR_CORE });

  /** @param {string} name */
  function server(name) {
    const member = members.get(name);
    if (!member) throw new Error(`There is no server "${name}" in this lab.`);
    return member;
  }

  return {
    server,
    generator,
    /**
     * Measures what a job costs the server and the generator.
     * @template T
     * @param {string} name of the server
     * @param {() => Promise<T>} job
     */
    async measure(name, job) {
      const before = await usages(name);
      const result = await job();
      const after = await usages(name);
      return { result, server: between(before[0], after[0]), generator: between(before[1], after[1]) };
    },
    close() {
      generator.end();
      for (const member of members.values()) member.end();
    },
  };

  /** @param {string} name @returns {Promise<[Usage, Usage]>} */
  function usages(name) {
    return Promise.all([server(name).ask('usage'), generator.ask('usage')]);
  }
}

/** @typedef {Awaited<ReturnType<typeof openLab>>} Lab */

/** @param {Usage} from @param {Usage} to */
function between(from, to) {
  const ms = to.atMs - from.atMs;
  const cpuMs = to.cpuMs - from.cpuMs;
  return { ms, cpuMs, share: cpuMs / ms, rss: to.rss };
}
