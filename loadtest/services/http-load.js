/**
 * Requests as ApacheBench sends them (`ab -n 1000 -c users`): so many users, each with its next request as soon as
 * its last one was answered, on a new connection each time. On bare TCP, so that the generator's core is not the limit.
 */

import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

const PATIENCE_MS = 60_000;

/**
 * @typedef {object} Answers
 * @property {number} requests answered with 200
 * @property {number} errors
 * @property {string[]} problems the first of each kind
 * @property {number} seconds
 * @property {number} perS
 * @property {number} meanMs
 * @property {number} p50Ms
 * @property {number} p95Ms
 * @property {number} p99Ms
 * @property {number} cpu of this process meanwhile, in shares of one core
 */

/**
 * @param {object} options
 * @param {string} options.url with the path
 * @param {number} options.users at once
 * @param {number} options.requests in all
 * @param {number} [options.patienceMs] for one answer
 * @returns {Promise<Answers>}
 */
export async function loadHttp({ url, users, requests, patienceMs = PATIENCE_MS }) {
  const { hostname, port, pathname, search } = new URL(url);
  const text = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`;
  const times = new Float64Array(requests);
  /** @type {Map<string, number>} */
  const problems = new Map();
  let begun = 0;
  let answered = 0;

  async function user() {
    while (begun < requests) {
      begun += 1;
      const startMs = performance.now();
      const problem = await ask({ hostname, port: Number(port), text, patienceMs });
      if (problem) problems.set(problem, (problems.get(problem) ?? 0) + 1);
      else times[answered++] = performance.now() - startMs;
    }
  }

  const cpu = process.cpuUsage();
  const startMs = performance.now();
  await Promise.all(Array.from({ length: Math.min(users, requests) }, user));
  const seconds = (performance.now() - startMs) / 1000;
  const { user: userUs, system } = process.cpuUsage(cpu);
  const sorted = times.subarray(0, answered).sort();
  return {
    requests: answered,
    errors: requests - answered,
    problems: [...problems].map(([problem, count]) => `${count} × ${problem}`),
    seconds,
    perS: answered / seconds,
    meanMs: sorted.reduce((sum, ms) => sum + ms, 0) / Math.max(1, answered),
    p50Ms: at(sorted, 0.5),
    p95Ms: at(sorted, 0.95),
    p99Ms: at(sorted, 0.99),
    cpu: (userUs + system) / 1e6 / seconds,
  };
}

/**
 * One request. The answer ends with the connection.
 * @param {{ hostname: string, port: number, text: string, patienceMs: number }} options
 * @returns {Promise<string>} what was wrong; empty: nothing
 */
function ask({ hostname, port, text, patienceMs }) {
  return new Promise((resolve) => {
    let status = '';
    const socket = connect({ host: hostname, port, noDelay: true });
    socket.setTimeout(patienceMs, () => done(`no answer within ${patienceMs / 1000} s`));
    socket.once('connect', () => socket.write(text));
    socket.on('data', (bytes) => (status ||= bytes.toString('latin1', 9, 12)));
    socket.once('error', (error) => done(/** @type {NodeJS.ErrnoException} */ (error).code ?? error.message));
    socket.once('close', () =>
      done(status === '200' ? '' : status ? `status ${status}` : 'closed without an answer'),
    );
    /** @param {string} problem */
    function done(problem) {
      socket.destroy();
      resolve(problem);
    }
  });
}

/** @param {Float64Array} sorted @param {number} share */
function at(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
