/**
 * A Colyseus server with a room without state that adds to its client's slot and broadcasts to all. It is installed by
 * `npm ci --prefix loadtest/bench/rivals/colyseus`, and the benchmarks start it with NODE_ENV=production.
 */

import { answer, tellCount } from '../../child.js';

/** The import takes its name from a variable, so that tsc does not ask for packages that need not be installed. */
const [core, wsTransport] = ['@colyseus/core', '@colyseus/ws-transport'];
const { Room, Server } = await import(core);
const { WebSocketTransport } = await import(wsTransport);

const slots = new Float64Array(20_000);
let taken = 0;
let connections = 0;
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
    this.onMessage('input', (/** @type {any} */ client, /** @type {{ n: number }} */ { n }) => {
      const { slot } = client.userData;
      slots[slot] = Number(slots[slot]) + n;
      taken += 1;
    });
    this.onMessage('echo', (/** @type {any} */ _client, /** @type {string} */ text) =>
      this.broadcast('echo', text),
    );
  }

  /** @param {any} client */
  onJoin(client) {
    client.userData = { slot: connections++ };
  }
}

// It pings as seldom as Socket.IO does, instead of every 3 s.
const transport = new WebSocketTransport({ pingInterval: 25_000 });
const server = new Server({ transport, greet: false, gracefullyShutdown: false });
server.define('bench', Crowd);
await server.listen(0, '127.0.0.1');

const countPort = await tellCount(() => taken);
answer({
  target: () => ({ kind: 'colyseus', port: transport.server.address().port, countPort }),
  counts: () => ({ inputs: taken, sum: slots.reduce((a, b) => a + b, 0) }),
  gc: () => /** @type {any} */ (globalThis).gc?.(),
});
