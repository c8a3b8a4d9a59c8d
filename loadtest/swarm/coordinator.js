/**
 * Lets other machines lend their processes to a crowd. A helper joins over a WebSocket with a key that is made for this
 * run; messages are JSON. helper.js is the other side.
 *
 *     helper → { hello: { protocol, key, name, processes } }
 *            ← { refused: sentence }, or { welcome: { target } }; the helper looks whether the target consents
 *     helper → { ready: true }, or { refused: sentence }
 *            ← { id, process, verb, options }, answered by { id, value } or { id, error }
 *
 * Twice a second the coordinator sends a ping of WebSocket, by which each side knows that the other one lives. The target
 * and its key are passed on to every helper, so give only a target that consents to be loaded.
 */

/** @import { AddressInfo } from 'node:net' */
/** @import { WebSocket } from 'ws' */
/** @import { Target } from '../harness/trust.js' */
/** @import { Member } from './pool.js' */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { WebSocketServer } from 'ws';
import { isSame } from '../../lib/door/keys.js';
import { createCalls } from '../harness/child.js';
import { problem } from './errors.js';

export const PROTOCOL = 2;
const BEAT_MS = 500;
const DEAD_MS = 5000;
/** A helper says hello within this. */
const HELLO_MS = 5000;
/** A reading has some 20 KB for each of its histograms. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * @param {object} options
 * @param {Target} options.target that consents to be loaded
 * @param {string} [options.host] to listen at; 127.0.0.1, so that another machine is let in only if that is asked for
 * @param {number} [options.port] 0: any
 * @param {number} [options.deadMs] a helper that was not heard for this long is dead
 * @param {(sentence: string) => void} [options.onNews] that a helper came, was refused or has gone
 */
export async function openCoordinator({
  target,
  host = '127.0.0.1',
  port = 0,
  deadMs = DEAD_MS,
  onNews = () => {},
}) {
  const key = randomBytes(12).toString('base64url');
  /** @type {{ name: string, lend: () => Member[] }[]} */
  const helpers = [];
  const server = new WebSocketServer({ host, port, maxPayload: MOST_BYTES, perMessageDeflate: false });
  await once(server, 'listening');
  server.on('connection', (socket) => receive(socket));

  /** @param {WebSocket} socket */
  async function receive(socket) {
    const slow = setTimeout(() => socket.terminate(), HELLO_MS);
    socket.on('error', () => {});
    socket.once('close', () => clearTimeout(slow));
    const hello = Object((await nextOf(socket)).hello);
    const refusal = refusalOf(hello);
    if (refusal !== '') {
      onNews(`A helper was refused: ${refusal}`);
      return socket.send(JSON.stringify({ refused: refusal }), () => socket.close());
    }
    socket.send(JSON.stringify({ welcome: { target } }));
    const { ready } = await nextOf(socket);
    clearTimeout(slow);
    if (ready === true) enter(socket, hello);
    else socket.close();
  }

  /** @param {any} hello @returns {string} '': it may help */
  function refusalOf({ protocol, key: given, name, processes }) {
    if (protocol !== PROTOCOL)
      return `This coordinator speaks version ${PROTOCOL} of its protocol, and the helper ${JSON.stringify(protocol) ?? 'none'}. Use the same version of Mass Mobile on both machines.`;
    if (typeof given !== 'string' || !isSame(given, key))
      return 'This is not the key of this run. The coordinator shows it when it starts.';
    if (typeof name !== 'string' || name === '' || name.length > 100)
      return 'A helper needs a name of up to 100 characters.';
    if (helpers.some((helper) => helper.name === name))
      return `A helper of the name "${name}" is there already. Give this one another name.`;
    if (!Number.isInteger(processes) || processes < 1 || processes > 64)
      return 'A helper brings 1 to 64 processes.';
    return '';
  }

  /** @param {WebSocket} socket @param {{ name: string, processes: number }} hello */
  function enter(socket, { name, processes }) {
    // JSON has no word for Infinity, and it is what all options are without.
    const known = (/** @type {string} */ _key, /** @type {unknown} */ value) =>
      value === Infinity ? undefined : value;
    const calls = createCalls((message) => socket.send(JSON.stringify(message, known)));
    let nextProcess = 0;
    let heardMs = performance.now();
    let why = 'its connection closed';
    const timer = setInterval(beat, Math.min(BEAT_MS, deadMs / 4));

    function beat() {
      if (performance.now() - heardMs < deadMs) return socket.ping();
      why = `it was not heard for ${Math.round(deadMs / 100) / 10} s`;
      socket.terminate();
    }

    /** @returns {Member} a new process of the helper */
    function lendOne() {
      const process = nextProcess++;
      const ask = (/** @type {string} */ verb, /** @type {unknown} */ options = undefined) =>
        calls.call({ process, verb, options });
      return { name: memberName(process % processes, name), ask, close: () => ask('close') };
    }

    const helper = { name, lend: () => Array.from({ length: processes }, lendOne) };
    helpers.push(helper);
    onNews(`${name} helps with ${processes} ${processes === 1 ? 'process' : 'processes'}.`);
    socket.on('pong', () => (heardMs = performance.now()));
    socket.on('message', (data) => calls.answer(parse(data)));
    socket.once('close', () => {
      clearInterval(timer);
      const at = new Date().toISOString().slice(11, 19);
      calls.end(problem('swarm-ended', { name: `The helper ${name}`, problem: ` at ${at} UTC: ${why}` }));
      helpers.splice(helpers.indexOf(helper), 1);
      onNews(`${name} has gone.`);
    });
    server.emit('joined');
  }

  const address = /** @type {AddressInfo} */ (server.address());
  return {
    key,
    url: `ws://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    helpers: /** @type {readonly { name: string }[]} */ (helpers),
    /** Resolves when this many helpers are there. @param {number} count @param {AbortSignal} [signal] rejects by it */
    async joined(count, signal) {
      while (helpers.length < count) await once(server, 'joined', signal ? { signal } : {});
    },
    /** @returns {Member[]} new processes of all helpers */
    lend: () => helpers.flatMap((helper) => helper.lend()),
    /** Sends the helpers home, whose processes end. */
    async close() {
      for (const socket of server.clients) socket.close(1000);
      const hurry = setTimeout(() => server.clients.forEach((socket) => socket.terminate()), HELLO_MS);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(hurry);
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openCoordinator>>} Coordinator */

/** @param {number} index @param {string} machine */
export function memberName(index, machine) {
  return `Generator process ${index + 1} of ${machine}`;
}

/** @param {import('ws').RawData} data @returns {any} an object, empty if it was none */
export function parse(data) {
  try {
    return Object(JSON.parse(String(data)));
  } catch {
    return {};
  }
}

/** @param {WebSocket} socket @returns {Promise<any>} its next message; `once` of node:events would reject by an error */
export function nextOf(socket) {
  return new Promise((resolve) => socket.once('message', (data) => resolve(parse(data))));
}
