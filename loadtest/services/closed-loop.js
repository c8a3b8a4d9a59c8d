/**
 * Runs users in a closed loop, as ApacheBench does (`ab -n 1000 -c users`): each sends its next request as soon as its
 * last one was answered, so a slow server gets fewer. Each request opens a connection unless told otherwise.
 */

import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';

const PATIENCE_MS = 60_000;

/**
 * @typedef {object} Load
 * @property {string} url with its path; `{n}` in it becomes 1 to 1,000, another one for each request
 * @property {number} users at once
 * @property {number} requests in all
 * @property {boolean} [keepAlive] a connection for each user, kept. Default false, as `ab` without -k
 * @property {number} [patienceMs] for one answer. Default 60 s
 *
 * @typedef {object} Answers
 * @property {number[]} latenciesMs from the first byte of the connection to the last of the answer; of those with 200
 * @property {Record<string, number>} errors by kind: `status 404`, `ECONNREFUSED`, `timeout`, …
 * @property {number} durationMs
 */

/** @param {Load} load @returns {Promise<Answers>} */
export async function runClosedLoop({ url, users, requests, keepAlive = false, patienceMs = PATIENCE_MS }) {
  // False makes it `Connection: close`. An agent with a limit would reuse connections, whatever it was told.
  const agent = keepAlive ? new Agent({ keepAlive, maxSockets: users }) : false;
  /** @type {number[]} */
  const latenciesMs = [];
  /** @type {Record<string, number>} */
  const errors = {};
  let begun = 0;

  async function beUser() {
    while (begun < requests) {
      begun += 1;
      const startMs = performance.now();
      const problem = await ask(url.replace('{n}', String(((begun - 1) % 1000) + 1)), agent, patienceMs);
      if (problem === '') latenciesMs.push(performance.now() - startMs);
      else errors[problem] = (errors[problem] ?? 0) + 1;
    }
  }

  const startMs = performance.now();
  await Promise.all(Array.from({ length: Math.min(users, requests) }, beUser));
  const durationMs = performance.now() - startMs;
  if (agent) agent.destroy();
  return { latenciesMs, errors, durationMs };
}

/**
 * @param {string} url
 * @param {Agent | false} agent
 * @param {number} patienceMs
 * @returns {Promise<string>} what kind of error it was; empty: none
 */
function ask(url, agent, patienceMs) {
  return new Promise((resolve) => {
    const fail = (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? error.message);
    const request = get(url, { agent }, (response) => {
      // A status line alone is no answer: a response that breaks off emits its error here.
      response.once('error', fail);
      response.once('end', () => resolve(response.statusCode === 200 ? '' : `status ${response.statusCode}`));
      response.resume();
    });
    request.once('error', fail);
    const timer = setTimeout(() => {
      resolve('timeout');
      request.destroy();
    }, patienceMs);
    request.once('close', () => clearTimeout(timer));
  });
}
