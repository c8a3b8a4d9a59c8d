/** The HTTP server below the pages and the sockets: how long it waits for a client, where it listens, how it ends. */

/** @import { Express } from 'express' */
/** @import { Server } from 'node:http' */

import { IncomingMessage, ServerResponse, createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { messageOf } from '../errors.js';

const OPTIONS = Object.freeze({
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5000,
  // A connection that is not read still buffers this much, in pieces of a few bytes at 250 each: with the usual 16 KB,
  // 500 muted flooders were 100 MB, and a stall when they were read again. The rest waits at the sender.
  highWaterMark: 1024,
});

/**
 * So many connections the system holds until the loop takes them (Linux: at most `net.core.somaxconn`). It drops those beyond, as with the
 * 511 of Node when a hall comes at once, and TCP tries again after 1 s, and then after 3 s.
 */
const BACKLOG = 4096;

const STARTING = 'The server is starting. Try again in a second.';

/** @typedef {(request: IncomingMessage, response: ServerResponse) => void} Handler */

/**
 * Listens at once, so that a port in use stops the start before anything else is opened. Until `serve` is called it
 * answers that the server is starting.
 * @param {object} options
 * @param {object | null} options.tls
 * @param {number} options.port 0: any free one
 * @param {string} options.host
 * @param {() => string} [options.reason] why it does not serve yet, for a start that may take long
 * @returns {Promise<{ http: Server, port: number, serve: (handler: Handler, app: Express) => void,
 *   close: () => Promise<void> }>} `app` is behind the handler
 * @throws {Error} with a sentence that names the port or the address and the remedy
 */
export async function openHttp({ tls, port, host, reason = () => STARTING }) {
  /** @type {Handler} */
  let handler = (request, response) => starting(request, response, reason());
  const kinds = createKinds();
  const options = { ...OPTIONS, ...kinds };
  // This listener stays: Socket.IO puts itself before the listeners that are there when it is attached.
  const onRequest = (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) =>
    handler(request, response);
  const http = tls ? createSecureServer({ ...options, ...tls }, onRequest) : createServer(options, onRequest);
  return {
    http,
    port: await listen(http, port, host),
    serve(given, { request, response }) {
      kinds.IncomingMessage.prototype = request;
      kinds.ServerResponse.prototype = response;
      handler = given;
    },
    close: () => close(http),
  };
}

/**
 * Makes requests and responses with the prototypes that Express would otherwise give to each of them. To change the
 * prototype of an object costs V8 so much that a request took two and a half times as long, and 8 KB of each outlived
 * the young generation: a flood of requests let the memory grow by 90 MB.
 */
function createKinds() {
  // Classes would do, but the prototype of a class cannot be replaced.
  /** @this {IncomingMessage} @param {import('node:net').Socket} socket */
  function Request(socket) {
    IncomingMessage.call(this, socket);
  }
  /** @this {ServerResponse} @param {IncomingMessage} request @param {object} [options] */
  function Response(request, options) {
    Reflect.apply(ServerResponse, this, [request, options]);
    // Here, because the answers of Socket.IO and those of a start pass no other place.
    this.setHeader('X-Content-Type-Options', 'nosniff');
  }
  Request.prototype = IncomingMessage.prototype;
  Response.prototype = ServerResponse.prototype;
  return {
    IncomingMessage: /** @type {typeof IncomingMessage} */ (/** @type {unknown} */ (Request)),
    ServerResponse: /** @type {typeof ServerResponse} */ (/** @type {unknown} */ (Response)),
  };
}

/** @param {IncomingMessage} request @param {ServerResponse} response @param {string} reason */
function starting({ url }, response, reason) {
  const [status, text] = url === '/healthz' ? [200, 'ok'] : [503, reason];
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1' });
  response.end(text);
}

/** @param {Server} server @returns {Promise<void>} once it listens no longer */
function close(server) {
  return new Promise((resolve) => {
    // An error means that Socket.IO has closed the server already.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** @param {Server} server @param {number} port @param {string} host @returns {Promise<number>} the port */
function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      reject(new Error(listenProblem(error, port, host))),
    );
    server.listen(port, host, BACKLOG, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** @param {NodeJS.ErrnoException} error @param {number} port @param {string} host */
function listenProblem(error, port, host) {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the program that has it, or start with --port ${port + 1}.`;
  if (error.code === 'EACCES') return `Port ${port} needs more rights: start with --port 8080.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine: leave it unset to listen on all.`;
  return `The server cannot listen on ${host}:${port}: ${messageOf(error)}.`;
}
