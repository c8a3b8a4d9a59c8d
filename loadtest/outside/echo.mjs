/**
 * Lets every client send, and everybody get what each sent, by nothing but socket.io-client:
 * `node loadtest/outside/echo.mjs <url> <key> <clients> <sends of each a second> [seconds]`.
 */

import { io } from 'socket.io-client';

const [url = '', key = '', clients = '25', perS = '10', seconds = '10'] = process.argv.slice(2);
const sockets = Array.from({ length: Number(clients) }, () =>
  io(`${url}/loadtest`, { auth: { key }, transports: ['websocket'], forceNew: true }),
);
await Promise.all(
  sockets.map((socket) => new Promise((joined) => socket.once('connect', () => joined(null)))),
);
/** @type {number[]} */
const times = [];
let heard = 0;
sockets.forEach((socket, index) =>
  socket.on('echo', (text) => {
    const [name, who, sentMs] = text.split(' ');
    if (name !== 'outside') return;
    heard += 1;
    if (Number(who) === index) times.push(performance.now() - Number(sentMs));
  }),
);
const stepMs = 1000 / (Number(perS) * sockets.length);
const startMs = performance.now();
let sent = 0;
const timer = setInterval(() => {
  for (; sent * stepMs < performance.now() - startMs; sent++) {
    const who = sent % sockets.length;
    sockets[who]?.emit('echo', `outside ${who} ${performance.now().toFixed(3)} `.padEnd(32, '.'));
  }
}, 1);
await new Promise((over) => setTimeout(over, Number(seconds) * 1000));
clearInterval(timer);
await new Promise((over) => setTimeout(over, 1000));
times.sort((a, b) => a - b);
const at = (/** @type {number} */ share) => times[Math.ceil(share * times.length) - 1]?.toFixed(2);
const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
console.log(
  `${sent} sent, ${times.length} back, ${heard} of ${sent * sockets.length} heard (${Math.round(heard / Number(seconds))}/s): ` +
    `mean ${mean.toFixed(2)} ms, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
);
for (const socket of sockets) socket.disconnect();
