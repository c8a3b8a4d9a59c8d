/**
 * The parts of the wire that lean on more than ws, Engine.IO and Node.js document, all in one list. At start each is compared with what
 * is installed. One that misses anything is off: the log says so, and its work is done the documented way, at a higher cost for
 * each phone. WIRE=plain turns all of them off.
 */

/** @import { AddressInfo } from 'node:net' */
/** @import { Log } from '../log.js' */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server as Engine } from 'engine.io';
import WebSocket, { WebSocketServer } from 'ws';
import { clientClass } from './lean.js';

/**
 * A connection of the installed versions, at its server's end.
 * @typedef {object} Live
 * @property {any} ws
 * @property {any} conn of Engine.IO
 * @property {any} stream under it
 * @property {readonly Function[]} closers the listeners of ws to the end of the stream
 *
 * @typedef {object} Part
 * @property {string} seen the version that it was written for
 * @property {string} cost of doing without it
 * @property {Record<string, (live: Live) => boolean>} needs by what it is, for the log
 */

/** @satisfies {Record<string, Part>} */
const PARTS = {
  inlet: {
    seen: 'ws 8.23.0',
    cost: 'an input in bytes costs a fifth more, and floods are parsed before they are thrown away',
    needs: {
      'WebSocket._receiver.write': ({ ws }) => typeof ws._receiver?.write === 'function',
      'WebSocket._receiver._buffers': ({ ws }) => Array.isArray(ws._receiver?._buffers),
      'WebSocket._receiver._bufferedBytes': ({ ws }) => ws._receiver?._bufferedBytes === 0,
    },
  },
  frames: {
    seen: 'ws 8.23.0, engine.io 6.6.13',
    cost: 'what all phones are sent is encoded for each of them, and takes two to three times as long',
    needs: {
      'Socket.writeBuffer': ({ conn }) => Array.isArray(conn.writeBuffer),
      'Socket.upgrading': ({ conn }) => typeof conn.upgrading === 'boolean',
      'a write by WebSocket.send at once': ({ ws, stream }) => {
        const before = stream.bytesWritten;
        ws.send('6');
        return stream.bytesWritten > before;
      },
    },
  },
  lean: {
    seen: 'engine.io 6.6.13, socket.io 4.8.4',
    cost: 'each connection takes some 4 KB more',
    needs: {
      'the methods of a Socket': ({ conn }) =>
        areMethods(conn, ['onPacket', 'onDrain', 'flush', 'onError', 'onClose']),
      'the lists of a Socket': ({ conn }) => [conn.cleanupFn, conn.sentCallbackFn].every(Array.isArray),
      'the methods of a Transport': ({ conn }) =>
        areMethods(conn.transport, ['onData', 'onError', 'onClose']),
      'EventEmitter._events': ({ conn, ws, stream }) =>
        [conn, conn.transport, ws, stream].every(({ _events }) => typeof _events === 'object'),
      'one listener of Engine.IO to the end of a Socket': ({ conn }) =>
        conn.rawListeners('close').length === 1,
      'Server.clients': ({ conn }) => conn.server.clients[conn.id] === conn && conn.server.clientsCount === 1,
      'the Client of Socket.IO': () =>
        areMethods(clientClass()?.prototype, [
          'setup',
          'destroy',
          'ondata',
          'ondecoded',
          'onerror',
          'onclose',
        ]),
    },
  },
  goodbyes: {
    seen: 'Node.js 20 to 24, ws 8.23.0',
    cost: 'thousands that leave in one moment hold everybody up for longer',
    needs: {
      'Socket._handle.onread': ({ stream }) => typeof stream._handle?.onread === 'function',
      'Socket._handle.reading': ({ stream }) => stream._handle?.reading === true,
      'Socket._handle.readStop': ({ stream }) => typeof stream._handle?.readStop === 'function',
      'Socket._handle.readStart': ({ stream }) => typeof stream._handle?.readStart === 'function',
      'one listener of ws to the end of a stream': ({ closers }) => closers.length === 1,
    },
  },
  pauses: {
    seen: 'Node.js 20 to 24',
    cost: 'a phone that is paused is read for a little longer',
    needs: {
      'Socket._readableState.highWaterMark': ({ stream }) => stream._readableState?.highWaterMark >= 0,
    },
  },
};

/** @param {any} object @param {readonly string[]} names */
function areMethods(object, names) {
  return names.every((name) => typeof object?.[name] === 'function');
}

/** @typedef {Readonly<Record<keyof typeof PARTS, boolean>>} Parts which of them are on */

/** @param {(name: string) => boolean} isOn @returns {Parts} */
function partsOf(isOn) {
  const on = Object.keys(PARTS).map((name) => [name, isOn(name)]);
  return Object.freeze(Object.fromEntries(on));
}

export const ALL_PARTS = partsOf(() => true);
export const NO_PARTS = partsOf(() => false);

/** By part. What is installed does not change while a process lives. @type {Promise<Map<string, string[]>> | undefined} */
let found;

/**
 * @param {boolean} isPlain none is wanted
 * @param {Pick<Log, 'warn'>} log
 * @returns {Promise<Parts>}
 */
export async function findParts(isPlain, log) {
  if (isPlain) return NO_PARTS;
  try {
    found ??= connectOnce(missingOf);
    return partsWithout(await found, log);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    log.warn(
      null,
      `This server cannot connect to itself, so that the wire goes the documented way: ${message}`,
    );
    return NO_PARTS;
  }
}

/** @param {Live} live @returns {Map<string, string[]>} by part */
export function missingOf(live) {
  return new Map(
    Object.entries(PARTS).map(([name, { needs }]) => [
      name,
      Object.entries(needs).flatMap(([need, isThere]) => (isThere(live) ? [] : [need])),
    ]),
  );
}

/** @param {Map<string, string[]>} missing by part @param {Pick<Log, 'warn'>} log @returns {Parts} */
export function partsWithout(missing, log) {
  for (const [name, { seen, cost }] of Object.entries(PARTS)) {
    const needs = missing.get(name) ?? [];
    if (needs.length === 0) continue;
    const sentence = `The part "${name}" of the wire, written for ${seen}, does not find ${needs.join(', ')} and is off: ${cost}.`;
    log.warn(null, sentence);
  }
  return partsOf((name) => missing.get(name)?.length === 0);
}

/**
 * Connects to a server of its own in this process, and ends both.
 * @template T @param {(live: Live) => T} look @returns {Promise<T>}
 */
async function connectOnce(look) {
  const http = createServer();
  /** @type {Pick<Live, 'stream' | 'closers'>} */
  let below = { stream: null, closers: [] };
  class Watched extends WebSocketServer {
    /** @param {Parameters<WebSocketServer['handleUpgrade']>} args */
    handleUpgrade(...[request, stream, head, onUpgraded]) {
      const before = stream.listenerCount('close');
      super.handleUpgrade(request, stream, head, (...upgraded) => {
        below = { stream, closers: stream.listeners('close').slice(before) };
        onUpgraded(...upgraded);
      });
    }
  }
  const engine = new Engine({ wsEngine: Watched, transports: ['websocket'] });
  engine.attach(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = /** @type {AddressInfo} */ (http.address());
  const client = new WebSocket(`ws://127.0.0.1:${port}/engine.io/?EIO=4&transport=websocket`);
  try {
    const [[conn]] = await Promise.all([once(engine, 'connection'), once(client, 'open')]);
    return look({ ...below, conn, ws: conn.transport.socket });
  } finally {
    client.terminate();
    engine.close();
    http.close();
  }
}
