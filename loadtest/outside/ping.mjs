/**
 * Pings as phones do, by nothing but socket.io-client: `node loadtest/outside/ping.mjs <url> [seconds]`. It is there to
 * check what the lab's own probe says.
 */

import { io } from 'socket.io-client';

const [url = 'http://127.0.0.1:8080', seconds = '10'] = process.argv.slice(2);
const phones = Array.from({ length: 10 }, () =>
  io(`${url}/players`, { transports: ['websocket'], forceNew: true }),
);
await Promise.all(phones.map((phone) => new Promise((joined) => phone.once('welcome', joined))));
/** @type {number[]} */
const times = [];
let lost = 0;
const timer = setInterval(async () => {
  const phone = phones[Math.floor(Math.random() * phones.length)];
  const startMs = performance.now();
  const answer = await phone
    ?.timeout(5000)
    .emitWithAck('ping')
    .catch(() => null);
  if (answer?.ok) times.push(performance.now() - startMs);
  else lost += 1;
}, 80);
await new Promise((over) => setTimeout(over, Number(seconds) * 1000));
clearInterval(timer);
times.sort((a, b) => a - b);
const at = (/** @type {number} */ share) => times[Math.ceil(share * times.length) - 1]?.toFixed(2);
console.log(`${times.length} pings, ${lost} lost: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
for (const phone of phones) phone.disconnect();
