/** Long polling: its requests have their share of the loop as others have, and each connection pays for its own. */

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Server, Socket } from 'engine.io' */
/** @import { Connections } from '../wire/connections.js' */
/** @import { HttpShare } from './share.js' */

import { performance } from 'node:perf_hooks';

/** A client waits for the answer to a poll before the next one; it may send besides. */
const MOST_HELD = 2;

/**
 * @param {object} options
 * @param {Server} options.engine
 * @param {Pick<Connections, 'of'>} options.connections
 * @param {HttpShare} options.share
 */
export function limitPolls({ engine, connections, share }) {
  /** Requests that are answered later because their connection sends too much. @type {WeakMap<Socket, number>} */
  const held = new WeakMap();
  const { clients } = /** @type {{ clients: Record<string, Socket> }} */ (/** @type {unknown} */ (engine));

  engine.use(
    (
      /** @type {IncomingMessage & { _query: { sid: string } }} */ request,
      /** @type {ServerResponse} */ response,
      /** @type {() => void} */ next,
    ) => {
      if (isUpgrade(request)) return next();
      const socket = clients[request._query.sid];
      share.admit(
        request,
        response,
        () => (socket ? pollOf(socket, response, next) : next()),
        () => refuse(response),
      );
    },
  );

  /** @param {Socket} socket @param {ServerResponse} response @param {() => void} next */
  function pollOf(socket, response, next) {
    const connection = connections.of(socket);
    if (!connection || connection.pay(1)) return next();
    connection.thrownAway(1, 1);
    const count = held.get(socket) ?? 0;
    if (count >= MOST_HELD || connection.isCondemned) return refuse(response);
    held.set(socket, count + 1);
    setTimeout(
      () => {
        held.set(socket, (held.get(socket) ?? 1) - 1);
        next();
      },
      Math.max(0, connection.pausedUntilMs - performance.now()),
    ).unref();
  }
}

/** @param {IncomingMessage} request */
function isUpgrade({ headers }) {
  return headers.upgrade !== undefined;
}

/** @param {ServerResponse} response */
function refuse(response) {
  response.writeHead(429, { 'Retry-After': '5', 'Content-Type': 'text/plain' }).end('Too many requests.');
}
