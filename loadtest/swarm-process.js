/** Runs a swarm in a process and on a core of its own, with the same verbs as a swarm, over messages. */

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Arrival, ArriveOptions } from './swarm/arrival.js' */
/** @import { LoadReading, Reading } from './swarm/readings.js' */
/** @import { LoadOptions, SwarmOptions } from './swarm/swarm.js' */

import { fileURLToPath } from 'node:url';
import { spawnNode } from './harness/pin.js';
import { SwarmError, problem } from './swarm/errors.js';

const CHILD = fileURLToPath(new URL('./swarm/child.js', import.meta.url));
/** The process is ended if its goodbyes take longer than this. */
const CLOSE_MS = 5000;

/**
 * @typedef {object} SwarmProcess
 * @property {number | null} core it is held to; null: the system's choice
 * @property {number} pid
 * @property {(options: SwarmOptions) => Promise<void>} open first of all, once
 * @property {(options: ArriveOptions) => Promise<Arrival>} arrive
 * @property {(load: LoadOptions) => Promise<void>} start
 * @property {() => Promise<Reading>} read
 * @property {(options?: { kind?: string, settleMs?: number }) => Promise<Record<string, LoadReading>>} stop
 * @property {(options: { count: number }) => Promise<void>} leave
 * @property {() => Promise<void>} close the swarm and its process
 */

/**
 * @param {object} [options]
 * @param {number} [options.core] hold it to this core, where there are two and `taskset` is there
 * @param {readonly string[]} [options.execArgv] for its Node
 * @returns {SwarmProcess} calls reject with a SwarmError: what the swarm says, or `swarm-ended`
 */
export function createSwarmProcess({ core, execArgv = [] } = {}) {
  const { child, core: pinned } = spawnNode([...execArgv, CHILD], { core });
  const ask = createAsk(child);

  async function close() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const hurry = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
    await ask('close').catch(() => {});
    if (child.connected) child.disconnect();
    await ended;
    clearTimeout(hurry);
  }

  return {
    core: pinned,
    pid: child.pid ?? 0,
    open: (options) => ask('open', options),
    arrive: (options) => ask('arrive', options),
    start: (load) => ask('start', load),
    read: () => ask('read'),
    stop: (options) => ask('stop', options),
    leave: (options) => ask('leave', options),
    close,
  };
}

/**
 * @param {ChildProcess} child
 * @returns {(verb: string, options?: unknown) => Promise<any>}
 */
function createAsk(child) {
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
  const open = new Map();
  let number = 0;
  /** @type {SwarmError | null} */
  let over = null;

  child.on('message', (/** @type {any} */ { id, value, error }) => {
    const call = open.get(id);
    open.delete(id);
    if (error) call?.reject(new SwarmError(error.code, error.message));
    else call?.resolve(value);
  });
  /** @param {string} how */
  const end = (how) => {
    over ??= problem('swarm-ended', { problem: how });
    for (const { reject } of open.values()) reject(over);
    open.clear();
  };
  child.once('error', (error) => end(`: ${error.message}`));
  child.once('exit', (code, signal) => end(signal ? ` by ${signal}` : ` with code ${code}`));

  return (verb, options) =>
    new Promise((resolve, reject) => {
      if (over) return reject(over);
      const id = number++;
      open.set(id, { resolve, reject });
      child.send({ id, verb, options }, (error) => error && end(`: ${error.message}`));
    });
}
