/** Arrivals: requests and upgrades to WebSockets. Those for a foreign host are refused, and upgrades wait for a slice of the event loop. */

/** @import { IncomingMessage, Server, ServerResponse } from 'node:http' */
/** @import { Server as Engine } from 'engine.io' */
/** @import { Duplex } from 'node:stream' */
/** @import { Goodbyes } from './goodbyes.js' */
/** @import { Slices } from './slices.js' */

import { STATUS_CODES } from 'node:http';

/** The status for a host that is not served here (RFC 9110, section 15.5.20). */
const MISDIRECTED = 421;
/** A stream and its request take some 15 KB. Who comes while so many wait is asked to come again. */
const MOST_WAITING = 5000;

/**
 * Refuses requests and upgrades for a foreign host, and puts the slices before everything that listens to upgrades so far. An upgrade
 * whose client has gone meanwhile costs nothing.
 * @param {Server} http
 * @param {{ engine: Engine, slices: Slices, goodbyes: Goodbyes | null, refusalOf: (request: IncomingMessage) => string }} parts `engine` is
 *   what listens; `refusalOf`: see createHosts
 */
export function queueArrivals(http, { engine, slices, goodbyes, refusalOf }) {
  refusePlainly(engine);
  putBefore(http, 'request', (goOn, request, /** @type {ServerResponse} */ response) => {
    const refusal = refusalOf(request);
    if (refusal === '') return goOn();
    response.writeHead(MISDIRECTED, {
      'Cache-Control': 'no-store',
      Connection: 'close',
      'Content-Type': 'text/plain; charset=utf-8',
    });
    response.end(refusal);
  });
  putBefore(http, 'upgrade', (goOn, request, /** @type {Duplex} */ stream) => {
    // Nobody else listens to the stream while it waits, and an error without a listener would end the process.
    stream.on('error', ignore);
    const refusal = refusalOf(request);
    if (refusal !== '') return refuseUpgrade(stream, MISDIRECTED, refusal);
    if (slices.waiting('handshakes') >= MOST_WAITING)
      return refuseUpgrade(stream, 503, '', 'Retry-After: 2\r\n');
    goodbyes?.deferEnd(stream);
    slices.push('handshakes', () => void (stream.destroyed || goOn()));
  });
}

/**
 * @param {Server} http @param {'request' | 'upgrade'} event
 * @param {(goOn: () => void, request: IncomingMessage, other: never) => void} listen `goOn` calls the listeners so far
 */
function putBefore(http, event, listen) {
  const listeners = http.listeners(event);
  http.removeAllListeners(event);
  http.on(event, (/** @type {unknown[]} */ ...args) => {
    const goOn = () => {
      for (const listener of listeners) listener.call(http, ...args);
    };
    listen(goOn, /** @type {IncomingMessage} */ (args[0]), /** @type {never} */ (args[1]));
  });
}

/** Refuses an upgrade before Engine.IO or ws do, which send their sentences as HTML. @param {Engine} engine */
function refusePlainly(engine) {
  engine.on('connection_error', ({ req: request, message, context }) => {
    // A request that is no upgrade has been given its response.
    if (!request.res) refuseUpgrade(request.socket, 400, String(context?.message ?? message));
  });
  const { ws } = /** @type {{ ws?: import('ws').WebSocketServer }} */ (/** @type {unknown} */ (engine));
  // RFC 6455, section 4.4, asks for the versions after a wrong one; ws does not say which of its rules was broken.
  ws?.on('wsClientError', ({ message }, stream) =>
    refuseUpgrade(stream, 400, message, 'Sec-WebSocket-Version: 13, 8\r\n'),
  );
}

/**
 * Responds to an upgrade by hand: Node has no response object for it.
 * @param {Duplex} stream @param {number} status @param {string} sentence @param {string} [more] headers
 */
function refuseUpgrade(stream, status, sentence, more = '') {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(sentence)}`,
    'X-Content-Type-Options: nosniff',
  ];
  stream.end(`${head.join('\r\n')}\r\n${more}\r\n${sentence}`, () => stream.destroy());
}

function ignore() {}
