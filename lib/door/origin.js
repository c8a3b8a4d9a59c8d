/**
 * Which requests may open a connection: those of our own pages, and those of programs that are no browser. The CORS
 * setting of Socket.IO does not stop a WebSocket of another site's page.
 */

/** @import { IncomingMessage } from 'node:http' */

import { performance } from 'node:perf_hooks';
import { createBucket } from '../bucket.js';

/** Opening a foreign page in a loop must not fill the log: 6 lines a minute. */
export const LOG_LINES = Object.freeze({ perS: 0.1, burst: 3 });

/**
 * @param {object} options
 * @param {ProtocolOf} options.protocolOf
 * @param {readonly string[]} options.allowed further origins, such as PUBLIC_URL behind a proxy; compared to the letter
 * @param {import('../log.js').Log} options.log
 * @returns {(request: IncomingMessage, decide: (error: string | null, success: boolean) => void) => void} for the option
 *   `allowRequest` of Engine.IO
 */
export function createRequestCheck({ protocolOf, allowed, log }) {
  const isOurOrigin = createOriginCheck({ protocolOf, allowed });
  const lines = createBucket(LOG_LINES.perS, LOG_LINES.burst, performance.now());
  return (request, decide) => {
    if (asksForScript(request)) return decide('jsonp', false);
    if (isOurOrigin(request)) return decide(null, true);
    if (lines.tryConsume(performance.now()))
      log.warn(
        null,
        `A page of ${String(request.headers.origin).slice(0, 100)} was refused. If it is yours, set PUBLIC_URL or ORIGINS.`,
      );
    decide('origin', false);
  };
}

/**
 * @typedef {Pick<IncomingMessage, 'headers'> & { socket?: { remoteAddress?: string } }} Asking
 * @typedef {(peer: string | undefined, headers: IncomingMessage['headers']) => 'http' | 'https'} ProtocolOf by which the
 *   browser speaks, see createProxies
 */

/**
 * @param {{ protocolOf: ProtocolOf, allowed: readonly string[] }} options
 * @returns {(request: Asking) => boolean} true: may connect. A request without `Origin` may,
 *   because it comes from a program that is no browser, and no page can misuse that
 */
export function createOriginCheck({ protocolOf, allowed }) {
  const others = new Set(allowed);
  return ({ headers, socket }) => {
    const { origin, host } = headers;
    if (origin === undefined || others.has(origin)) return true;
    return Boolean(host) && origin === `${protocolOf(socket?.remoteAddress, headers)}://${host}`;
  };
}

/** The requests of ordinary clients have names of several plain letters, and need no parser, which costs some 10 µs a join. */
const HARMLESS = /^\/[\w./-]*\?(?:[\w-]{2,}=[\w.-]*(?:&|$))*$/;

/**
 * Engine.IO answers `?j=` with a script (JSONP). A browser loads scripts from anywhere and sends no `Origin`, so a page
 * of another site could join as a phone and read its token. The query is read as Engine.IO reads it.
 * @param {Pick<IncomingMessage, 'url'>} request
 */
export function asksForScript({ url = '' }) {
  if (HARMLESS.test(url)) return false;
  if (!URL.canParse(url, 'http://localhost')) return true;
  const { searchParams } = new URL(url, 'http://localhost');
  return [...searchParams.keys()].some((name) => name.trim().toLowerCase() === 'j');
}
