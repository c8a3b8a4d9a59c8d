/**
 * Makes HTTP requests in one of two ways. In a closed loop, as ApacheBench does (`ab -n 1000 -c users`), each user sends
 * the next request as soon as the last one was answered, so a slow server gets fewer. When users arrive, each makes one
 * request and they come by chance at a rate (Poisson), whatever the server does. A request opens a connection unless told
 * otherwise.
 */

import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
/**
 * So many users of a closed loop may be connecting for the first time, each for at least so long: 6,400 a second. Node and
 * Apache queue 511 connections that they have not accepted; beyond, the kernel drops the handshake, and the client
 * repeats it up to a second later, which `nstat TcpExtListenOverflows` counts.
 */
const START_AT_ONCE = 64;
const START_MS = 10;

/**
 * @typedef {object} Load
 * @property {string} url with its path; `{n}` in it becomes 1 to 1,000, another one for each request
 * @property {number} requests in all
 * @property {number} [users] of a closed loop, at once
 * @property {number} [arrivalsPerS] of arriving users; instead of `users`
 * @property {boolean} [keepAlive] a connection for each user of a closed loop, kept. Default false, as `ab` without -k
 * @property {number} [patienceMs] for one answer. Default 60 s
 * @property {number} [startAtOnce] how many users of a closed loop may be connecting for the first time. Default 64
 *
 * @typedef {object} Answers
 * @property {number[]} latenciesMs from the moment at which a request was due to the last byte of its answer; of those
 *   with 200. A user of a closed loop is due at the start, and whenever the last answer has come
 * @property {number[]} lateMs how long after it was due each request of arriving users began
 * @property {Record<string, number>} errors by kind: `status 404`, `ECONNREFUSED`, `timeout`, …
 * @property {number} durationMs
 */

/** @param {Load} load @param {() => number} [random] @returns {Promise<Answers>} */
export async function makeRequests(load, random = Math.random) {
  const { url, users = 0, requests, keepAlive = false, patienceMs = PATIENCE_MS } = load;
  // False makes it `Connection: close`. An agent with a limit would reuse connections, whatever it was told.
  const agent = keepAlive ? new Agent({ keepAlive, maxSockets: users }) : false;
  /** @type {Answers} */
  const answers = { latenciesMs: [], lateMs: [], errors: {}, durationMs: 0 };
  let begun = 0;

  /** @param {number} dueMs @param {() => void} [onConnect] */
  async function makeOne(dueMs, onConnect) {
    const address = url.replace('{n}', String((begun++ % 1000) + 1));
    const problem = await ask(address, agent, patienceMs, onConnect);
    if (problem === '') answers.latenciesMs.push(performance.now() - dueMs);
    else answers.errors[problem] = (answers.errors[problem] ?? 0) + 1;
  }

  const startMs = performance.now();
  if (load.arrivalsPerS === undefined) {
    const places = createPlaces(load.startAtOnce ?? START_AT_ONCE);
    const beUser = async () => {
      await places.take();
      if (begun >= requests) return places.free();
      await makeOne(startMs, places.free);
      while (begun < requests) await makeOne(performance.now());
    };
    await Promise.all(Array.from({ length: Math.min(users, requests) }, beUser));
  } else {
    const asked = [];
    let dueMs = startMs;
    for (let count = 0; count < requests; count++) {
      dueMs += (-Math.log(1 - random()) * 1000) / load.arrivalsPerS;
      const waitMs = dueMs - performance.now();
      // A timer is a millisecond late; those that are due within it go together.
      if (waitMs > 1) await sleep(waitMs);
      answers.lateMs.push(Math.max(0, performance.now() - dueMs));
      asked.push(makeOne(dueMs));
    }
    await Promise.all(asked);
  }
  answers.durationMs = performance.now() - startMs;
  if (agent) agent.destroy();
  return answers;
}

/** @param {number} count @returns a number of places; who finds none waits in line */
function createPlaces(count) {
  /** @type {(() => void)[]} */
  const line = [];
  return {
    /** @returns {Promise<void> | void} */
    take() {
      if (count > 0) return void (count -= 1);
      return new Promise((resolve) => line.push(resolve));
    },
    free() {
      const next = line.shift();
      if (next) next();
      else count += 1;
    },
  };
}

/**
 * @param {string} url
 * @param {Agent | false} agent
 * @param {number} patienceMs
 * @param {() => void} [onConnect] called once, a moment after it has a connection, or when it will have none
 * @returns {Promise<string>} what kind of error it was; empty: none
 */
function ask(url, agent, patienceMs, onConnect = () => {}) {
  return new Promise((resolve) => {
    const fail = (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? error.message);
    const request = get(url, { agent }, (response) => {
      // A status line alone is no answer: a response that breaks off emits its error here.
      response.once('error', fail);
      response.once('end', () => resolve(response.statusCode === 200 ? '' : `status ${response.statusCode}`));
      response.resume();
    });
    let isTold = false;
    const tell = () => void (isTold || ((isTold = true), onConnect()));
    request.once('error', fail);
    request.once('socket', (socket) =>
      socket.connecting ? socket.once('connect', () => setTimeout(tell, START_MS)) : tell(),
    );
    const timer = setTimeout(() => {
      resolve('timeout');
      request.destroy();
    }, patienceMs);
    request.once('close', () => {
      clearTimeout(timer);
      tell();
    });
  });
}
