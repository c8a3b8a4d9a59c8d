/** What the system allows before it is tried: open files, and source addresses with their ports. */

import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { problem } from './errors.js';

/** Node's own files: streams, epoll, the channel to the parent. */
const OWN_FILES = 50;
/** Of some 28,000 ports an address has, as many as leave room for those of the run before, in TIME_WAIT. */
const PER_SOURCE = 12_000;

/** Node raises its soft limit to the hard one when it starts. @returns {number} Infinity where it is unknown */
export function openFileLimit() {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return found ? Number(found[1]) : Infinity;
  } catch {
    return Infinity;
  }
}

/**
 * @param {number} count connections in all
 * @throws {import('./errors.js').SwarmError} `files-few`
 */
export function checkOpenFiles(count) {
  const limit = openFileLimit();
  const need = count + OWN_FILES;
  if (need > limit) throw problem('files-few', { limit, count, need });
}

/**
 * The source address of each connection: 127.0.0.2 and on towards a target on this machine, else the system's.
 * @param {string} host of the target
 * @param {readonly string[] | undefined} sources
 * @returns {(index: number) => string | undefined}
 */
export function createSources(host, sources) {
  if (sources && sources.length > 0) return (index) => sources[index % sources.length];
  if (!isIPv4(host) || !host.startsWith('127.')) return () => undefined;
  return (index) =>
    `127.0.${Math.floor(index / PER_SOURCE / 200)}.${2 + (Math.floor(index / PER_SOURCE) % 200)}`;
}
