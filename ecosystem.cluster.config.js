/**
 * PM2: a home with edges on one machine, over the Redis of REDIS_URL, encrypted with CLUSTER_SECRET. The home is at PORT, the
 * edges are at the ports after it, and nginx in front of all of them spreads the phones (deploy/nginx/). EDGES says how many
 * edges there are; without it every core has a process.
 */

import { availableParallelism } from 'node:os';
import { appOf } from './ecosystem.config.js';

/** As in lib/settings.js, which PM2 has no need to load. */
const DEFAULT_PORT = 8080;
const MOST_EDGES = 64;

/**
 * @param {string} name of a variable of the shell @param {number} fallback @param {number} least @param {number} most
 * @returns {number}
 * @throws {Error} with the name and the remedy
 */
function whole(name, fallback, least, most) {
  const text = process.env[name]?.trim() || String(fallback);
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`${name} is "${text}": give a whole number from ${least} to ${most}.`);
}

/** @param {string} name of a variable of the shell @param {string} why it is needed, and an example */
function needed(name, why) {
  if (!process.env[name]?.trim()) throw new Error(`${name} is not set, and ${why}`);
}

needed('REDIS_URL', 'home and edges meet there: REDIS_URL=redis://127.0.0.1:6379');
needed('CLUSTER_SECRET', 'home and edges encrypt with it: CLUSTER_SECRET=$(openssl rand -hex 16)');

const edges = whole('EDGES', Math.max(1, availableParallelism() - 1), 1, MOST_EDGES);
const port = whole('PORT', DEFAULT_PORT, 1, 65_535 - edges);

export const apps = [
  // In this mode PM2 starts the next home before it ends the last one, which then waits for nothing but its data.
  { ...appOf('mass-mobile-home', { ROLE: 'home', PORT: String(port) }), exec_mode: 'cluster' },
  ...Array.from({ length: edges }, (_, index) =>
    appOf(`mass-mobile-edge-${index + 1}`, { ROLE: 'edge', PORT: String(port + index + 1) }),
  ),
];
