/**
 * Makes HTTP requests, in a process on the generator's core that makes one load at a time: its code is warm after the
 * first load, and its CPU time contains nothing else. There are two ways. In a closed loop, as ApacheBench does (`ab -n 1000 -c users`), each user sends
 * the next request as soon as the last one was answered, so a slow server gets fewer. When users arrive, each makes one
 * request and they come by chance at a rate (Poisson), whatever the server does. A request opens a connection unless told
 * otherwise.
 */

import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serve, startChild } from '../harness/child.js';
import { LabError } from '../harness/errors.js';
import { layoutOf } from '../harness/layout.js';

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

/**
 * @param {Load} load
 * @param {{ random?: () => number, now?: () => number, wait?: (ms: number) => Promise<unknown> }} [by] chance and a clock
 * @returns {Promise<Answers>}
 */
export async function makeRequests(load, by = {}) {
  const { random = Math.random, now = () => performance.now(), wait = sleep } = by;
  const { url, users = 0, requests, keepAlive = false, patienceMs = PATIENCE_MS } = load;
  // False makes it `Connection: close`. An agent with a limit would reuse connections, whatever it was told.
  const agent = keepAlive ? new Agent({ keepAlive, maxSockets: users }) : false;
  /** @type {Answers} */
  const answers = { latenciesMs: [], lateMs: [], errors: {}, durationMs: 0 };
  /** @type {Promise<unknown>[]} */
  const asked = [];
  let begun = 0;
  const startMs = now();

  /** @param {number} dueMs @param {() => void} [onConnect] */
  async function makeOne(dueMs, onConnect) {
    const address = url.replace('{n}', String((begun++ % 1000) + 1));
    const problem = await ask(address, agent, patienceMs, onConnect);
    if (problem === '') answers.latenciesMs.push(now() - dueMs);
    else answers.errors[problem] = (answers.errors[problem] ?? 0) + 1;
  }

  /** @param {() => void} onConnect */
  async function beUser(onConnect) {
    if (begun >= requests) return onConnect();
    await makeOne(startMs, onConnect);
    while (begun < requests) await makeOne(now());
  }

  if (load.arrivalsPerS === undefined) {
    let come = 0;
    const lane = async () => {
      while (come++ < users) await new Promise((resolve) => asked.push(beUser(() => resolve(undefined))));
    };
    await Promise.all(Array.from({ length: load.startAtOnce ?? START_AT_ONCE }, lane));
  } else {
    let dueMs = startMs;
    for (let count = 0; count < requests; count++) {
      dueMs += (-Math.log(1 - random()) * 1000) / load.arrivalsPerS;
      const waitMs = dueMs - now();
      // A timer is a millisecond late; those that are due within it go together.
      if (waitMs > 1) await wait(waitMs);
      answers.lateMs.push(Math.max(0, now() - dueMs));
      asked.push(makeOne(dueMs));
    }
  }
  await Promise.all(asked);
  answers.durationMs = now() - startMs;
  if (agent) agent.destroy();
  return answers;
}

/**
 * @param {string} url @param {Agent | false} agent @param {number} patienceMs
 * @param {() => void} [onConnect] called a moment after it has a connection, or when it will have none; maybe again
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
    request.once('error', fail);
    request.once('socket', (socket) =>
      socket.connecting ? socket.once('connect', () => setTimeout(onConnect, START_MS)) : onConnect(),
    );
    const timer = setTimeout(() => {
      resolve('timeout');
      request.destroy();
    }, patienceMs);
    request.once('close', () => {
      clearTimeout(timer);
      onConnect();
    });
  });
}

/** @typedef {Answers & { cpu: number }} Loaded `cpu`: of the generator meanwhile, in shares of a core */
/** @typedef {ReturnType<typeof startHttpLoad>} HttpLoad */

if (process.argv[1] === fileURLToPath(import.meta.url) && process.send) serve({ load });

/** @param {Load} wanted @returns {Promise<Loaded>} */
async function load(wanted) {
  const before = process.cpuUsage();
  const answers = await makeRequests(wanted);
  const { user, system } = process.cpuUsage(before);
  return { ...answers, cpu: (user + system) / 1000 / answers.durationMs };
}

/** Starts the process. @param {AbortSignal} [signal] ends it at once */
export function startHttpLoad(signal) {
  const child = startChild(new URL(import.meta.url), {
    ...{ name: 'The generator of HTTP load', core: layoutOf(1).generators[0] ?? null },
  });
  const kill = () => child.kill(' with the run');
  signal?.addEventListener('abort', kill, { once: true });

  return {
    pid: child.pid,
    /**
     * Makes a load; the one before it must be over.
     * @param {Load} wanted @returns {Promise<Loaded>} @throws the reason of the signal; a LabError if the generator died
     */
    load: (wanted) =>
      child.ask('load', wanted).catch((/** @type {Error} */ { message }) => {
        signal?.throwIfAborted();
        throw new LabError(`${message} Run it again.`);
      }),
    async close() {
      signal?.removeEventListener('abort', kill);
      await child.close();
    },
  };
}
