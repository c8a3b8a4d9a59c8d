/** Steps that faults are made of: wait until something is so, and end processes as a power cut would. */

import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { LabError } from '../harness/errors.js';
import { nowMs } from './scope.js';

const LOOK_MS = 20;
const START_MS = 60_000;

/**
 * @param {() => unknown} look @param {string} about to end the sentence "waited in vain for …"
 * @throws {LabError} if it does not come
 */
export async function untilTrue(look, about) {
  const untilMs = nowMs() + START_MS;
  while (!(await look())) {
    if (nowMs() > untilMs) throw new LabError(`The play waited in vain for ${about}.`);
    await wait(LOOK_MS);
  }
}

/** Waits until a server admits players. @param {string} url @param {string} [said] by its starter */
export async function untilReady(url, said = '') {
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;
  await untilTrue(isReady, `${url} to be ready${said && `: ${said.slice(-500)}`}`);
}

/** @param {string} url of a process @returns {Promise<number>} the phones that are there */
export async function phonesAt(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^mass_mobile_players(?:\{[^}]*\})? (\d+)/m.exec(text)?.[1] ?? NaN);
}

/** Ends a process and those that it has started, all in one moment. @param {number} pid */
export async function cutPower(pid) {
  const all = [pid, ...childrenOf(pid)];
  for (const one of all)
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended with its parent.
    }
  await untilTrue(() => all.every(isGone), `process ${pid} to end`);
}

/** @param {number} pid @returns {number[]} */
function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

/** @param {number} pid @returns {boolean} also of one whose end nobody has asked for yet */
function isGone(pid) {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
