/** Checks the target and the room for connections before a run, so that its first minute is not wasted. */

/** @import { Target } from './trust.js' */

import { readFile } from 'node:fs/promises';
import { openFileLimit } from '../swarm/errors.js';
import { LabError } from './errors.js';
import { get, openMeter } from './sockets.js';

/** A process needs this many for files, pipes and libraries besides its connections. */
const SPARE_FILES = 200;
const ANSWER_MS = 5000;

/**
 * @param {number} connections at once, from one process
 * @param {{ files?: number, range?: string, sources?: number }} [machine] its limits, given by tests instead of read;
 *   `sources`: addresses from which the connections come
 * @throws {LabError} naming the command that mends it
 */
export async function checkRoom(connections, { files = openFileLimit(), range, sources = 1 } = {}) {
  const needed = connections + SPARE_FILES;
  if (files < needed)
    throw new LabError(
      `${connections} connections need ${needed} open files, and this shell allows ${files}.\n` +
        `Run: ulimit -n ${needed}   and then again. Where that is refused, as root: ulimit -Hn ${needed}`,
    );
  const text = range ?? (await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => ''));
  const [, first, last] = /^(\d+)\s+(\d+)/.exec(text) ?? [];
  const ports = first === undefined ? Infinity : (Number(last) - Number(first) + 1) * sources;
  if (ports < connections)
    throw new LabError(
      `${connections} connections need as many ports, and this machine offers ${ports}.\n` +
        'Run as root: sysctl -w net.ipv4.ip_local_port_range="1024 65535"',
    );
}

/** @param {string} target @returns {boolean} whether it is this machine */
export function isHere(target) {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(target).hostname);
}

/**
 * Checks that the target is one of our servers and agrees to be loaded: it runs with LOADTEST=on, and the key is its
 * operator's. Nobody else's server does both, wherever it stands.
 * @param {Target} target
 * @throws {LabError} saying what is missing, and what to do
 */
export async function checkTarget({ url, key, ...trust }) {
  const ask = (/** @type {string} */ path) => get(url + path, { ...trust, timeout: ANSWER_MS, most: 1000 });
  const health = await ask('/healthz').catch((/** @type {NodeJS.ErrnoException} */ { message, code }) => {
    throw new LabError(
      `Nothing answers at ${url} (${message || code}). ` +
        (isHere(url)
          ? `Start it there: LOADTEST=on npm start -- --port ${new URL(url).port || 80}`
          : 'Start it there with LOADTEST=on, and look whether a firewall is between.'),
    );
  });
  if (health.text !== 'ok')
    throw new LabError(`What answers at ${url} is no Mass Mobile server. Give the address of one.`);
  const page = await ask('/loadtest/page').catch(() => null);
  if (page?.status !== 200)
    throw new LabError(
      `The server at ${url} runs without LOADTEST=on, so it has not agreed to be loaded. Start it again with it.`,
    );
  const meter = await openMeter({ url, key, ...trust }).catch(({ message }) => {
    throw new LabError(
      `The server at ${url} refuses this key: ${message}\n` +
        'Give the operator key it printed at its start: --key <text>, or OPERATOR_KEY.',
    );
  });
  meter.close();
}
