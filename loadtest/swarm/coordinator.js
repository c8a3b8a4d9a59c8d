/**
 * Lets other machines lend their processes to a crowd. A helper joins over a WebSocket with a key that is made for this
 * run; messages are JSON. helper.js is the other side.
 *
 *     helper → { hello: { protocol, key, name, processes } }
 *            ← { refused: sentence }, or { welcome: { target } }; the helper looks whether the target consents
 *     helper → { ready: true }, or { refused: sentence }
 *            ← { beat: number } every half second, answered by { beat, atMs }
 *            ← { id, process, verb, options }, answered by { id, value } or { id, error }
 *     helper → { ended: { process, message } } when a process of it died
 *
 * The target and its key are passed on to every helper, so give only a target that consents to be loaded.
 */

/** @import { AddressInfo } from 'node:net' */
/** @import { WebSocket } from 'ws' */
/** @import { Target } from './helper.js' */
/** @import { Member } from './process.js' */
/** @import { MachineClock } from './readings.js' */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { WebSocketServer } from 'ws';
import { isSame } from '../../lib/door/keys.js';
import { createCalls } from './calls.js';
import { createClockMeter } from './clock-meter.js';
import { SwarmError, problem } from './errors.js';

export const PROTOCOL = 1;
const BEAT_MS = 500;
const DEAD_MS = 5000;
/** A helper says hello within this. */
const HELLO_MS = 5000;
/** A reading has some 20 KB for each of its histograms. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * @typedef {object} Helper
 * @property {string} name
 * @property {number} processes
 * @property {(onEnd: (reason: SwarmError) => void) => Member[]} lend new processes
 * @property {() => MachineClock} clock
 */

/**
 * @param {object} options
 * @param {Target} options.target that consents to be loaded
 * @param {string} [options.host] to listen at; 127.0.0.1, so that another machine is let in only if that is asked for
 * @param {number} [options.port] 0: any
 * @param {string} [options.key] made for this run
 * @param {number} [options.beatMs]
 * @param {number} [options.deadMs] a helper that was not heard for this long is dead
 * @param {(sentence: string) => void} [options.onNews] that a helper came, was refused or has gone
 */
export async function openCoordinator({
  target,
  host = '127.0.0.1',
  port = 0,
  key = randomBytes(12).toString('base64url'),
  beatMs = BEAT_MS,
  deadMs = DEAD_MS,
  onNews = () => {},
}) {
  /** @type {Helper[]} */
  const helpers = [];
  const server = new WebSocketServer({ host, port, maxPayload: MOST_BYTES, perMessageDeflate: false });
  await once(server, 'listening');
  server.on('connection', (socket) => receive(socket));

  /** @param {WebSocket} socket */
  function receive(socket) {
    const slow = setTimeout(() => socket.terminate(), HELLO_MS);
    socket.on('error', () => {});
    socket.once('close', () => clearTimeout(slow));
    socket.once('message', (data) => {
      const refusal = refusalOf(parse(data)?.hello, key, helpers);
      if (refusal === '') {
        // The target is looked at now, and its answer may take longer.
        socket.send(JSON.stringify({ welcome: { target } }));
        socket.once('message', (answer) => {
          clearTimeout(slow);
          if (parse(answer)?.ready === true) enter(socket, parse(data).hello);
          else socket.close();
        });
      } else {
        onNews(`A helper was refused: ${refusal}`);
        socket.send(JSON.stringify({ refused: refusal }), () => socket.close());
      }
    });
  }

  /** @param {WebSocket} socket @param {{ name: string, processes: number }} hello */
  function enter(socket, { name, processes }) {
    const helper = createHelper({ socket, name, processes, beatMs, deadMs });
    helpers.push(helper);
    onNews(`${name} helps with ${processes} ${processes === 1 ? 'process' : 'processes'}.`);
    socket.once('close', () => {
      helpers.splice(helpers.indexOf(helper), 1);
      onNews(`${name} has gone.`);
    });
    server.emit('joined');
  }

  const { port: heard } = /** @type {AddressInfo} */ (server.address());
  return {
    key,
    port: heard,
    url: `ws://${host.includes(':') ? `[${host}]` : host}:${heard}`,
    helpers: /** @type {readonly Helper[]} */ (helpers),
    /** Resolves when this many helpers are there. @param {number} count @param {AbortSignal} [signal] rejects by it */
    async joined(count, signal) {
      while (helpers.length < count) await once(server, 'joined', signal ? { signal } : {});
    },
    /** @param {(reason: SwarmError) => void} onEnd @returns {Member[]} new processes of all helpers */
    lend: (onEnd) => helpers.flatMap((helper) => helper.lend(onEnd)),
    /** @returns {MachineClock[]} */
    clocks: () => helpers.map((helper) => helper.clock()),
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

/** @param {any} hello @param {string} key @param {readonly Helper[]} helpers @returns {string} '': it may help */
function refusalOf(hello, key, helpers) {
  const { protocol, key: given, name, processes } = hello ?? {};
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

/**
 * @param {{ socket: WebSocket, name: string, processes: number, beatMs: number, deadMs: number }} options
 * @returns {Helper}
 */
function createHelper({ socket, name, processes, beatMs, deadMs }) {
  const clock = createClockMeter();
  /** @type {Map<number, (reason: SwarmError) => void>} */
  const lent = new Map();
  /** @type {Map<number, number>} when each beat was sent */
  const beats = new Map();
  let nextBeat = 0;
  let nextProcess = 0;
  let heardMs = performance.now();
  let why = 'its connection closed';
  const calls = createCalls((message) => socket.send(JSON.stringify(message, omitInfinity)));
  const timer = setInterval(beat, beatMs);

  function beat() {
    if (performance.now() - heardMs > deadMs) {
      why = `it was not heard for ${Math.round(deadMs / 100) / 10} s`;
      return socket.terminate();
    }
    beats.set(nextBeat, performance.now());
    socket.send(JSON.stringify({ beat: nextBeat++ }));
  }
  socket.on('message', (data) => {
    const message = parse(data);
    heardMs = performance.now();
    if (message?.beat !== undefined) {
      const sentMs = beats.get(message.beat);
      beats.delete(message.beat);
      if (sentMs !== undefined) clock.note(sentMs, heardMs, Number(message.atMs));
    } else if (message?.ended) {
      const { process, message: said } = message.ended;
      const onEnd = lent.get(process);
      lent.delete(process);
      onEnd?.(new SwarmError('swarm-ended', String(said)));
    } else if (message) calls.answer(message);
  });
  socket.once('close', () => {
    clearInterval(timer);
    const at = new Date().toISOString().slice(11, 19);
    const reason = problem('swarm-ended', { name: `The helper ${name}`, problem: ` at ${at} UTC: ${why}` });
    calls.end(reason);
    for (const onEnd of lent.values()) onEnd(reason);
    lent.clear();
  });

  return {
    name,
    processes,
    clock: () => ({ name, ...clock.read() }),
    lend: (onEnd) =>
      Array.from({ length: processes }, () => {
        const process = nextProcess++;
        const ask = (/** @type {string} */ verb, /** @type {unknown} */ options) =>
          calls.call({ process, verb, options });
        lent.set(process, onEnd);
        return {
          name: memberName(process % processes, name),
          pid: null,
          ask,
          async close() {
            lent.delete(process);
            await ask('close', undefined);
          },
        };
      }),
  };
}

/** @param {number} index @param {string} machine */
export function memberName(index, machine) {
  return `Generator process ${index + 1} of ${machine}`;
}

/** Leaves out what JSON has no word for: in all options, Infinity is what they are without. @param {string} _key @param {unknown} value */
function omitInfinity(_key, value) {
  return value === Infinity ? undefined : value;
}

/** @param {import('ws').RawData} data @returns {any} null if it is not JSON */
export function parse(data) {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
