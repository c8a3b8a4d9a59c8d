/**
 * Times what the lab times, by nothing but socket.io-client, to check what it says:
 *
 *     node loadtest/outside/clients.mjs ping <url>                        as phones do
 *     node loadtest/outside/clients.mjs echo <url> --key <key>            each message goes to everybody
 *     node loadtest/outside/clients.mjs broadcast <url> --key <key>       1,000 characters, until they are at each client
 *
 * --clients 10, --joins 200 (clients that come a second), --rate 12 (sends a second, of all clients together), --seconds 10.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';

/** An answer that has not come after this is lost. */
const PATIENCE_MS = 5000;

/** @typedef {import('socket.io-client').Socket} Socket */

/** @type {Record<string, { namespace: string, joinedBy: string, listen?(socket: Socket): void, send(socket: Socket): void }>} */
const TESTS = {
  ping: {
    ...{ namespace: '/players', joinedBy: 'welcome' },
    send(socket) {
      const sentMs = performance.now();
      socket.timeout(PATIENCE_MS).emit('ping', (/** @type {unknown} */ late, /** @type {any} */ answer) => {
        if (!late && answer.ok) hear(sentMs);
      });
    },
  },
  echo: {
    ...{ namespace: '/loadtest', joinedBy: 'connect' },
    // Each times what it sent itself, and what others than these clients have sent counts for nothing.
    listen: (socket) =>
      socket.on('echo', (/** @type {string} */ text) => {
        const [from, id, sentMs] = text.split(' ');
        if (from === 'outside') hear(id === socket.id ? Number(sentMs) : NaN);
      }),
    send: (socket) => socket.emit('echo', `outside ${socket.id} ${performance.now()} `),
  },
  broadcast: {
    ...{ namespace: '/loadtest', joinedBy: 'connect' },
    listen: (socket) => socket.on('broadcast', ({ id }) => isOwn.has(id) && hear(Number(id))),
    send(socket) {
      const id = String(performance.now());
      isOwn.add(id);
      socket.emit('broadcast', 'x'.repeat(1000), id);
    },
  },
};

const text = /** @type {const} */ ({ type: 'string' });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: text, clients: text, joins: text, rate: text, seconds: text },
});
const [name = 'ping', url = 'http://127.0.0.1:8080'] = positionals;
const { key, clients = 10, joins = 200, rate = 12, seconds = 10 } = values;
const test = TESTS[name];
if (!test) throw new Error(`"${name}" is none of ${Object.keys(TESTS).join(', ')}.`);
/** @type {number[]} */
const times = [];
let heard = 0;
/** @type {Set<string>} */
const isOwn = new Set();

/** @type {Socket[]} */
const sockets = [];
while (sockets.length < Number(clients)) {
  const socket = io(url + test.namespace, { auth: { key }, transports: ['websocket'], forceNew: true });
  await new Promise((joined) => socket.once(test.joinedBy, joined));
  test.listen?.(socket);
  sockets.push(socket);
  await sleep(1000 / Number(joins));
}

const startMs = performance.now();
let sent = 0;
const timer = setInterval(() => {
  for (; (sent * 1000) / Number(rate) < performance.now() - startMs; sent++)
    test.send(/** @type {Socket} */ (sockets[sent % sockets.length]));
}, 1);
await sleep(Number(seconds) * 1000);
clearInterval(timer);
await sleep(PATIENCE_MS);
for (const socket of sockets) socket.disconnect();

times.sort((a, b) => a - b);
const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
const at = (/** @type {number} */ share) => times[Math.ceil(share * times.length) - 1]?.toFixed(2);
console.log(
  `${sent} sent, ${heard} heard, ${times.length} timed: mean ${mean.toFixed(2)} ms, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`,
);

/** @param {number} sentMs NaN: it is not timed here */
function hear(sentMs) {
  heard += 1;
  if (sentMs > 0) times.push(performance.now() - sentMs);
}
