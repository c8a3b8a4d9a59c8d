/** Socket.IO: how it is set up, and which pages may connect. */

import { performance } from 'node:perf_hooks';
import { Server } from 'socket.io';
import { createBucket } from '../door/bucket.js';
import { createOriginCheck } from '../door/origin.js';
import { FastServer } from './fast-socket.js';
import { LeanAdapter } from './lean-adapter.js';

/** A dead phone is seen within 20 s; nobody holds a half-open connection for long. */
const ENGINE = Object.freeze({
  maxHttpBufferSize: 8192,
  connectTimeout: 5000,
  pingInterval: 10_000,
  pingTimeout: 10_000,
  perMessageDeflate: false,
  httpCompression: false,
  allowEIO3: false,
  serveClient: false,
  wsEngine: FastServer,
  adapter: LeanAdapter,
});
/** A foreign page that is opened in a loop must not fill the log: 6 lines a minute. */
const ORIGIN_LINES = { perS: 0.1, burst: 3 };

/**
 * A Socket.IO server that is not attached to an HTTP server yet.
 * @param {object} options
 * @param {'http' | 'https'} options.protocol
 * @param {readonly string[]} options.allowed origins beside the server's own
 * @param {import('../log.js').Log} options.log
 */
export function createSockets({ protocol, allowed, log }) {
  const mayConnect = createOriginCheck({ protocol, allowed });
  const lines = createBucket(ORIGIN_LINES.perS, ORIGIN_LINES.burst, performance.now());
  return new Server({
    ...ENGINE,
    allowRequest: (request, decide) => {
      const isGood = mayConnect(request);
      if (!isGood && lines.tryConsume(performance.now()))
        log.warn(
          null,
          `A page of ${String(request.headers.origin).slice(0, 100)} was refused. If it is yours, set PUBLIC_URL or ORIGINS.`,
        );
      decide(isGood ? null : 'origin', isGood);
    },
  });
}
