/**
 * How long the way from a phone takes, as far as the server grants it: measured by the pings that Engine.IO
 * sends anyway, every 10 s, and every client answers by itself. The client's clock is never asked.
 */

import { performance } from 'node:perf_hooks';

/** The best of so many round trips: to hold back one answer changes nothing. */
const KEPT = 8;
/** RELIABILITY T17: who holds back all of them gains this much, not more. */
const MAX_CREDIT_MS = 150;

/**
 * @param {import('engine.io').Socket} conn
 * @param {() => number} [now]
 * @returns {() => number} ms to take off a moment of arrival: half of the best round trip, 0 until known, at most 150
 */
export function watchLatency(conn, now = () => performance.now()) {
  /** @type {number[]} */
  const roundTripsMs = [];
  let sentAtMs = NaN;
  conn.on('packetCreate', (packet) => {
    if (packet.type === 'ping') sentAtMs = now();
  });
  // A pong that nobody asked for measures nothing.
  conn.on('heartbeat', () => {
    if (Number.isNaN(sentAtMs)) return;
    roundTripsMs.push(now() - sentAtMs);
    sentAtMs = NaN;
    if (roundTripsMs.length > KEPT) roundTripsMs.shift();
  });
  return () => (roundTripsMs.length === 0 ? 0 : Math.min(MAX_CREDIT_MS, Math.min(...roundTripsMs) / 2));
}
