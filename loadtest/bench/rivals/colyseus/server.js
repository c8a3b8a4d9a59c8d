/**
 * A Colyseus server with a room without state that adds to its client's slot and broadcasts to all. It is installed by
 * `npm ci --prefix loadtest/bench/rivals/colyseus`, and the benchmarks start it with NODE_ENV=production.
 */

import { add, nextSlot, present } from '../slots.js';

/** The import takes its name from a variable, so that tsc does not ask for packages that need not be installed. */
const [core, wsTransport] = ['@colyseus/core', '@colyseus/ws-transport'];
const { Room, Server } = await import(core);
const { WebSocketTransport } = await import(wsTransport);

let rooms = 0;

/** A room that costs nothing but the job: it has no state, no patches and no limits. */
class Crowd extends Room {
  maxClients = Infinity;
  maxMessagesPerSecond = Infinity;
  patchRate = null;
  autoDispose = false;
  /** This many seconds are enough for joins that wait their turn in a burst. */
  seatReservationTimeout = 120;

  onCreate() {
    if (++rooms > 1) throw new Error('A second room would halve what each broadcast costs.');
    this.onMessage('input', (/** @type {any} */ client, /** @type {{ n: number }} */ { n }) =>
      add(client.userData, n),
    );
    this.onMessage('echo', (/** @type {any} */ _client, /** @type {string} */ text) =>
      this.broadcast('echo', text),
    );
  }

  /** @param {any} client */
  onJoin(client) {
    client.userData = nextSlot();
  }
}

// It pings as seldom as Socket.IO does, instead of every 3 s.
const transport = new WebSocketTransport({ pingInterval: 25_000 });
const server = new Server({ transport, greet: false, gracefullyShutdown: false });
server.define('bench', Crowd);
await server.listen(0, '127.0.0.1');
await present('colyseus', transport.server.address());
