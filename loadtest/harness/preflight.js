/** Checks the target and the room for connections before a run, so that its first minute is not wasted. */

import { readFile } from 'node:fs/promises';
import { openFileLimit } from '../swarm/limits.js';
import { LabError } from './errors.js';

/** A process needs this many for files, pipes and libraries besides its connections. */
const SPARE_FILES = 200;

/**
 * @param {number} connections at once
 * @param {{ files?: number, range?: string, sources?: number }} [machine] its limits, given by tests instead of read
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

/**
 * @param {string} target an origin
 * @throws {LabError} if it is not this machine, not there, not our server, or without LOADTEST=on
 */
export async function checkTarget(target) {
  const { hostname } = new URL(target);
  if (!/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
    throw new LabError(`${target} is another machine. The lab sends its load to 127.0.0.0/8 only.`);
  const health = await ask(`${target}/healthz`);
  if (health === null)
    throw new LabError(
      `Nothing answers at ${target}. Start it there: LOADTEST=on npm start -- --port ${portOf(target)}`,
    );
  if (health.text !== 'ok')
    throw new LabError(`What answers at ${target} is no Mass Mobile server. Give the address of one.`);
  if ((await ask(`${target}/loadtest/page`))?.status !== 200)
    throw new LabError(`The server at ${target} runs without LOADTEST=on. Start it again with it.`);
}

/** @param {string} url */
async function ask(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

/** @param {string} target */
function portOf(target) {
  const { port, protocol } = new URL(target);
  return port || (protocol === 'https:' ? '443' : '80');
}
