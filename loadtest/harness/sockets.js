/** Opens the lab's own connections to the server under test: its meter, and an operator. */

/** @import { Operator } from '../types.js' */
/** @import { Target, Trust } from './trust.js' */
/** @import { GovernorReading, MeterReading } from '../../lib/contract/readings.js' */
/** @import { Status } from '../../lib/contract/wire.js' */

import { once } from 'node:events';
import { io } from 'socket.io-client';
import { tlsOf } from './trust.js';

const ANSWER_MS = 5000;
/** A jammed server answers late, and its counts are needed just then. */
const PATIENCE_MS = 30_000;
/** A server that restarts, or is full, wants to be asked again a little later. */
const AGAIN_MS = 500;

/** Connects to the namespace of the lab, which gives the counters of the server. @param {Target} target */
export async function openMeter(target) {
  const socket = await open(target, '/loadtest', { key: target.key, watches: true });
  return {
    /** Rejects when there is no answer in time. @returns {Promise<{ meter: MeterReading, governor: GovernorReading }>} */
    read: (withinMs = PATIENCE_MS) => socket.timeout(withinMs).emitWithAck('meter'),
    /** @returns {Promise<{ meter: MeterReading }>} once the server has collected its garbage */
    collect: () => socket.timeout(PATIENCE_MS).emitWithAck('collect'),
    /** @returns {Promise<number>} ms: the longest turn of the server's event loop since the last call, by its own monitor */
    longestTurnMs: async () => (await socket.timeout(PATIENCE_MS).emitWithAck('turns')).longestMs,
    /** Holds the server's event loop for so long. @param {number} ms */
    stall: (ms) => socket.timeout(PATIENCE_MS).emitWithAck('stall', ms),
    close: () => void socket.disconnect(),
  };
}

/**
 * Connects as an operator, who can do what the panel does.
 * @param {Target} target @returns {Promise<Operator>}
 */
export async function openOperator(target) {
  const socket = await open(target, '/control', { key: target.key });
  let status = /** @type {Status | null} */ (null);
  socket.on('status', (next) => (status = next));
  return {
    status: () => status,
    async ask(event, ...args) {
      const answer = await socket.timeout(PATIENCE_MS).emitWithAck(event, ...args);
      if (!answer.ok) throw new Error(`The server refused "${event}": ${answer.message}`);
      return answer;
    },
    async get(path) {
      const { url, key, ...trust } = target;
      const headers = { authorization: `Bearer ${key}` };
      return JSON.parse((await get(`${url}/api${path}`, { ...trust, headers, timeout: PATIENCE_MS })).text);
    },
    close: () => void socket.disconnect(),
  };
}

/**
 * Asks over HTTP or HTTPS.
 * @param {string} address
 * @param {Trust & { timeout: number, headers?: Record<string, string>, most?: number }} options `timeout` ms; `most`
 *   characters are kept of an answer, which may be anything, even something that never ends
 * @returns {Promise<{ status: number, text: string }>}
 */
export async function get(address, { timeout, headers = {}, most = Infinity, ...trust }) {
  const http = await import(address.startsWith('https:') ? 'node:https' : 'node:http');
  const asked = http.get(address, { timeout, headers, ...tlsOf(trust) });
  asked.on('timeout', () => asked.destroy(new Error(`no answer within ${timeout / 1000} s`)));
  const [response] = await once(asked, 'response');
  // From here on, the answer itself tells of its faults.
  asked.on('error', () => {});
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text = (text + chunk).slice(0, most);
  return { status: response.statusCode, text };
}

/**
 * Begins to connect.
 * @param {{ url: string } & Trust} target @param {string} namespace @param {import('socket.io-client').SocketOptions['auth']} auth
 */
export function socketTo({ url, ...trust }, namespace, auth) {
  return io(`${url}${namespace}`, { auth, transports: ['websocket'], forceNew: true, ...tlsOf(trust) });
}

/** @param {Target} target @param {string} namespace @param {Record<string, unknown>} auth */
async function open(target, namespace, auth) {
  const socket = socketTo(target, namespace, auth);
  try {
    await new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(null));
      socket.once('connect_error', reject);
      setTimeout(reject, ANSWER_MS, new Error(`${target.url}${namespace} did not answer.`)).unref();
    });
  } catch (error) {
    socket.disconnect();
    throw error;
  }
  comeBack(socket);
  return socket;
}

/**
 * Lets a socket come back also where Socket.IO does not by itself: after a goodbye of the server, and after a refusal
 * that says when to try again.
 * @param {import('socket.io-client').Socket} socket
 */
export function comeBack(socket) {
  const again = (/** @type {number} */ ms) =>
    void setTimeout(() => socket.connect(), ms * (0.5 + Math.random())).unref();
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') again(AGAIN_MS);
  });
  socket.on('connect_error', (/** @type {Error & { data?: { retryAfterMs?: number } }} */ { data }) => {
    if (data?.retryAfterMs !== undefined) again(data.retryAfterMs);
  });
}
