/** Opens the lab's own connections to the server under test: its meter, and an operator. */

/** @import { Operator } from '../types.js' */
/** @import { GovernorReading, MeterReading, Status } from '../../lib/contract/wire.js' */

import { text } from 'node:stream/consumers';
import { io } from 'socket.io-client';

const ANSWER_MS = 5000;
/** A jammed server answers late, and its counts are needed just then. */
const PATIENCE_MS = 30_000;

/** A server that restarts, or is full, wants to be asked again a little later. */
const AGAIN_MS = 500;

/** @typedef {{ url: string, key: string, ca?: string, insecure?: boolean }} Target */

/** Connects to the namespace of the lab, which gives the counters of the server. @param {Target} target */
export async function openMeter(target) {
  const socket = await open(target, '/loadtest', { key: target.key, watches: true });
  return {
    /**
     * @param {number} [withinMs]
     * @returns {Promise<{ meter: MeterReading, governor: GovernorReading }>} rejects when there is no answer in time
     */
    read: (withinMs = PATIENCE_MS) => socket.timeout(withinMs).emitWithAck('meter'),
    /** @returns {Promise<{ meter: MeterReading }>} once the server has collected its garbage */
    collect: () => socket.timeout(PATIENCE_MS).emitWithAck('collect'),
    close: () => void socket.disconnect(),
  };
}

/**
 * Connects as an operator, who can do what the panel does.
 * @param {Target} target
 * @returns {Promise<Operator & { status: () => Status | null }>} `status`: the last that came; null: none has yet
 */
export async function openOperator(target) {
  const socket = await open(target, '/control', { key: target.key });
  /** @type {Status | null} */
  let status = null;
  socket.on('status', (next) => (status = next));
  return {
    status: () => status,
    async ask(event, ...args) {
      const answer = await socket.timeout(PATIENCE_MS).emitWithAck(event, ...args);
      if (!answer.ok) throw new Error(`The server refused "${event}": ${answer.message}`);
      return answer;
    },
    get: (path) => getJson(target, path),
    close: () => void socket.disconnect(),
  };
}

/** @param {Target} target @param {string} path below /api @returns {Promise<any>} */
async function getJson({ url, key, ca, insecure = false }, path) {
  const { get } = await import(url.startsWith('https:') ? 'node:https' : 'node:http');
  const options = {
    ...{ headers: { authorization: `Bearer ${key}` }, timeout: PATIENCE_MS, rejectUnauthorized: !insecure },
    ...(ca === undefined ? {} : { ca }),
  };
  return new Promise((resolve, reject) => {
    const asked = get(
      `${url}/api${path}`,
      options,
      (/** @type {import('node:http').IncomingMessage} */ response) =>
        text(response).then((body) => resolve(JSON.parse(body)), reject),
    );
    asked.on('timeout', () => asked.destroy(new Error(`${url}/api${path} did not answer.`)));
    asked.on('error', reject);
  });
}

/** @param {Target} target @param {string} namespace @param {Record<string, unknown>} auth */
async function open({ url, ca, insecure = false }, namespace, auth) {
  const socket = io(`${url}${namespace}`, {
    ...{ auth, transports: ['websocket'], forceNew: true, rejectUnauthorized: !insecure },
    ...(ca === undefined ? {} : { ca }),
  });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  try {
    await new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(null));
      socket.once('connect_error', reject);
      timer = setTimeout(() => reject(new Error(`${url}${namespace} did not answer.`)), ANSWER_MS);
    });
  } catch (error) {
    socket.disconnect();
    throw error;
  } finally {
    clearTimeout(timer);
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
