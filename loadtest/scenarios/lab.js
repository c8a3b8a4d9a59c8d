/** Gives the processors of all scenarios the target and settings of the run, and a way to tell their findings. */

/** @import { Finding } from '../harness/findings.js' */
/** @import { Phase } from '../harness/scenario.js' */

import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';

const ANSWER_MS = 5000;
/** A jammed server answers late, and its counts are needed just then. */
const PATIENCE_MS = 30_000;

/**
 * @typedef {object} Lab
 * @property {string} url
 * @property {string} key
 * @property {Record<string, any>} settings `config.lab` of the script
 * @property {Phase[]} phases
 */

/** @returns {Lab} the target and settings that the runner passed on */
export function readLab() {
  const { LAB_TARGET, LAB_SETTINGS, LAB_PHASES } = process.env;
  if (!LAB_TARGET)
    throw new Error('This script runs by "npm run loadtest -- <scenario>", not by Artillery alone.');
  return {
    ...JSON.parse(LAB_TARGET),
    settings: JSON.parse(LAB_SETTINGS ?? '{}'),
    phases: JSON.parse(LAB_PHASES ?? '[]'),
  };
}

/**
 * Writes a finding at once, so that nothing found before a crash is lost.
 * @param {Finding} finding
 */
export function tell(finding) {
  const file = process.env['LAB_EVENTS'];
  if (file) appendFileSync(file, `${JSON.stringify(finding)}\n`);
}

/** @param {string} name @param {number} value for `ensure` */
export function tellMetric(name, value) {
  tell({ kind: 'metric', name, value });
}

/**
 * Tells the terminal what goes on now, and resolves when it is over.
 * @param {string} name
 * @param {number} forS
 */
export async function phase(name, forS) {
  tell({ kind: 'phase', name, forS });
  await sleep(forS * 1000);
}

/**
 * Returns the same promise to every caller: the first phone starts what all are part of. A failure is told once, and
 * ends all of them.
 * @template {unknown[]} A
 * @param {(...args: A) => Promise<void>} run
 * @returns {(...args: A) => Promise<void>}
 */
export function together(run) {
  /** @type {Promise<void> | null} */
  let running = null;
  return (...args) =>
    (running ??= run(...args)
      .catch((error) => {
        tell({ kind: 'problem', text: error instanceof Error ? error.message : String(error) });
        throw error;
      })
      .finally(() => tell({ kind: 'over' })));
}

/**
 * Connects to the namespace of the lab, which gives the counters of the server.
 * @param {Lab} lab
 */
export async function openMeter({ url, key }) {
  const socket = await open(`${url}/loadtest`, { key, watches: true });
  return {
    socket,
    /** @returns {Promise<import('../../lib/contract/wire.js').MeterReading>} */
    async read() {
      return (await socket.timeout(PATIENCE_MS).emitWithAck('meter')).meter;
    },
    close: () => void socket.disconnect(),
  };
}

/**
 * Connects as an operator, who can do what the panel does.
 * @param {Lab} lab
 */
export async function openOperator({ url, key }) {
  const socket = await open(`${url}/control`, { key });
  return {
    /** @param {string} event @param {...unknown} args @returns {Promise<any>} @throws {Error} if it was refused */
    async ask(event, ...args) {
      const answer = await socket.timeout(PATIENCE_MS).emitWithAck(event, ...args);
      if (!answer.ok) throw new Error(`The server refused "${event}": ${answer.message}`);
      return answer;
    },
    close: () => void socket.disconnect(),
  };
}

/** @param {string} address with the namespace @param {Record<string, unknown>} auth */
async function open(address, auth) {
  const socket = io(address, { auth, transports: ['websocket'], forceNew: true });
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', reject);
    setTimeout(() => reject(new Error(`${address} did not answer.`)), ANSWER_MS).unref();
  });
  return socket;
}
