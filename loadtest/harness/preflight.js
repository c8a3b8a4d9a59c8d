/** Checks the target and the room for connections before a run, so that its first minute is not wasted. */

import { readFile } from 'node:fs/promises';
import { openFileLimit } from '../swarm/limits.js';
import { LabError } from './errors.js';
import { openMeter } from './sockets.js';

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
  if (files < needed) {
    throw new LabError(
      `${connections} connections need ${needed} open files, and this shell allows ${files}.\n` +
        `Run: ulimit -n ${needed}   and then again. Where that is refused, as root: ulimit -Hn ${needed}`,
    );
  }
  const ports = portsOf(range ?? (await read('/proc/sys/net/ipv4/ip_local_port_range')));
  if (ports !== null && ports * sources < connections) {
    throw new LabError(
      `${connections} connections need as many ports, and this machine offers ${ports * sources}.\n` +
        'Run as root: sysctl -w net.ipv4.ip_local_port_range="1024 65535"',
    );
  }
}

/** @param {string} range */
function portsOf(range) {
  const found = /^(\d+)\s+(\d+)/.exec(range);
  return found ? Number(found[2]) - Number(found[1]) + 1 : null;
}

/** @param {string} file @returns {Promise<string>} empty where there is no /proc */
async function read(file) {
  return readFile(file, 'utf8').catch(() => '');
}

/** @param {string} target @returns {boolean} whether it is this machine */
export function isHere(target) {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(target).hostname);
}

/**
 * Checks that the target is one of our servers and agrees to be loaded: it runs with LOADTEST=on, and the key is its
 * operator's. Nobody else's server does both, wherever it stands.
 * @param {{ url: string, key: string, ca?: string, insecure?: boolean }} target
 * @throws {LabError} saying what is missing, and what to do
 */
export async function checkTarget({ url, key, ca, insecure = false }) {
  const health = await ask(`${url}/healthz`, { ca, insecure });
  if ('problem' in health)
    throw new LabError(
      `Nothing answers at ${url} (${health.problem}). ` +
        (isHere(url)
          ? `Start it there: LOADTEST=on npm start -- --port ${portOf(url)}`
          : 'Start it there with LOADTEST=on, and look whether a firewall is between.'),
    );
  if (health.text !== 'ok')
    throw new LabError(`What answers at ${url} is no Mass Mobile server. Give the address of one.`);
  const page = await ask(`${url}/loadtest/page`, { ca, insecure });
  if (!('status' in page) || page.status !== 200)
    throw new LabError(
      `The server at ${url} runs without LOADTEST=on, so it has not agreed to be loaded. Start it again with it.`,
    );
  await checkKey({ url, key, insecure, ...(ca === undefined ? {} : { ca }) });
}

/** @param {import('./sockets.js').Target} target @throws {LabError} if the key is refused */
async function checkKey(target) {
  try {
    (await openMeter(target)).close();
  } catch (error) {
    throw new LabError(
      `The server at ${target.url} refuses this key: ${/** @type {Error} */ (error).message}\n` +
        'Give the operator key it printed at its start: --key <text>, or OPERATOR_KEY.',
    );
  }
}

/**
 * @param {string} address @param {{ ca?: string | undefined, insecure: boolean }} trust
 * @returns {Promise<{ status: number, text: string } | { problem: string }>}
 */
async function ask(address, { ca, insecure }) {
  const { request } = await import(address.startsWith('https:') ? 'node:https' : 'node:http');
  return new Promise((resolve) => {
    const asked = request(
      address,
      { timeout: ANSWER_MS, rejectUnauthorized: !insecure, ...(ca === undefined ? {} : { ca }) },
      (/** @type {import('node:http').IncomingMessage} */ response) => {
        let text = '';
        response.setEncoding('utf8');
        // It may be anything that answers, even something that never ends.
        response.on('data', (chunk) => (text = (text + chunk).slice(0, 1000)));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', (error) => resolve({ problem: error.message }));
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${ANSWER_MS / 1000} s`)));
    asked.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve({ problem: error.message || `${error.code}` }),
    );
    asked.end();
  });
}

/** @param {string} target */
function portOf(target) {
  const { port, protocol } = new URL(target);
  return port || (protocol === 'https:' ? '443' : '80');
}
