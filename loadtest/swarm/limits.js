/** Checks the limits of the system before they are hit: open files, and source addresses with their ports. */

import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { problem } from './errors.js';

/** Node needs these files for itself: streams, epoll, the channel to the parent. */
const OWN_FILES = 50;
/**
 * An address has some 28,000 ports, but finding a free one becomes slow long before they are used up:
 * the first 3,000 of an address allow 20,000 connections a second, those beyond 6,000 fewer than 2,000.
 */
const PER_SOURCE = 1000;
const SOURCES = 200;

/** Node raises its soft limit to the hard one when it starts. @returns {number} Infinity if the limit is unknown */
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
 * Chooses each connection's source address: from 127.0.0.2 on towards this machine, else the system chooses.
 * @param {string} host of the target
 * @param {readonly string[] | undefined} sources
 * @returns {(index: number) => string | undefined}
 */
export function createSources(host, sources) {
  if (sources && sources.length > 0) return (index) => sources[index % sources.length];
  if (!isIPv4(host) || !host.startsWith('127.')) return () => undefined;
  return (index) => {
    const number = Math.floor(index / PER_SOURCE);
    return `127.0.${Math.floor(number / SOURCES)}.${2 + (number % SOURCES)}`;
  };
}
