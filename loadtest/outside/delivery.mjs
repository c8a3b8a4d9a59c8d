/**
 * Times a text of 1,000 characters until it is at each client, by nothing but socket.io-client:
 * `node loadtest/outside/delivery.mjs <url> <key> <clients> [texts a second] [seconds] [clients that come a second]`.
 */

import { io } from 'socket.io-client';

const [url = '', key = '', clients = '1300', perS = '5', seconds = '10', comingPerS = '200'] =
  process.argv.slice(2);
/** @type {import('socket.io-client').Socket[]} */
const sockets = [];
while (sockets.length < Number(clients)) {
  const socket = io(`${url}/loadtest`, { auth: { key }, transports: ['websocket'], forceNew: true });
  await new Promise((joined) => socket.once('connect', () => joined(null)));
  sockets.push(socket);
  await new Promise((next) => setTimeout(next, 1000 / Number(comingPerS)));
}
/** @type {number[]} */
const times = [];
/** @type {Map<string, number>} */
const sentMs = new Map();
for (const socket of sockets)
  socket.on('broadcast', ({ id }) => sentMs.has(id) && times.push(performance.now() - (sentMs.get(id) ?? 0)));
const timer = setInterval(
  () => {
    const id = `outside ${sentMs.size}`;
    sentMs.set(id, performance.now());
    sockets[sentMs.size % sockets.length]?.emit('broadcast', 'x'.repeat(1000), id);
  },
  1000 / Number(perS),
);
await new Promise((over) => setTimeout(over, Number(seconds) * 1000));
clearInterval(timer);
await new Promise((over) => setTimeout(over, 2000));
times.sort((a, b) => a - b);
const at = (/** @type {number} */ share) => times[Math.ceil(share * times.length) - 1]?.toFixed(2);
console.log(
  `${times.length} of ${sentMs.size * sockets.length} deliveries: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`,
);
for (const socket of sockets) socket.disconnect();
