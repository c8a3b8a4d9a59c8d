/** Which web pages may open a connection: our own. Socket.IO's CORS setting does not stop a WebSocket. */

/** @import { IncomingMessage } from 'node:http' */

/**
 * @param {{ protocol: 'http' | 'https', allowed: readonly string[] }} options `allowed`: further origins,
 *   such as PUBLIC_URL behind a proxy; compared to the letter
 * @returns {(request: Pick<IncomingMessage, 'headers'>) => boolean} true: may connect. A client without
 *   `Origin` is no browser, so nobody's page can misuse it: it may.
 */
export function createOriginCheck({ protocol, allowed }) {
  const others = new Set(allowed);
  return ({ headers: { origin, host } }) => {
    if (origin === undefined) return true;
    return others.has(origin) || (Boolean(host) && origin === `${protocol}://${host}`);
  };
}
