/** Arrivals: the upgrades of HTTP connections to WebSockets, which wait for a slice of the event loop. */

/** @import { IncomingMessage, Server } from 'node:http' */
/** @import { Duplex } from 'node:stream' */
/** @import { Goodbyes } from './goodbyes.js' */
/** @import { Slices } from './slices.js' */

/** A stream and its request take some 15 KB. Who comes while so many wait is told to come again. */
const MOST_WAITING = 5000;
const BUSY =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n';

/**
 * Puts the slices before everything that listens to upgrades so far. One whose client has gone meanwhile costs nothing.
 * @param {Server} http @param {{ slices: Slices, goodbyes: Goodbyes }} parts
 */
export function queueArrivals(http, { slices, goodbyes }) {
  const listeners = http.listeners('upgrade');
  http.removeAllListeners('upgrade');
  http.on('upgrade', (/** @type {IncomingMessage} */ request, /** @type {Duplex} */ stream, head) => {
    // Nobody else listens to the stream while it waits, and an error without a listener would end the process.
    stream.on('error', ignore);
    if (slices.waiting('handshakes') >= MOST_WAITING) return void stream.end(BUSY, () => stream.destroy());
    goodbyes.deferEnd(stream);
    slices.push('handshakes', () => {
      if (stream.destroyed) return;
      for (const listener of listeners) listener.call(http, request, stream, head);
    });
  });
}

function ignore() {}
