/** A bare `ws` server: a message is three bytes, the last of which is added to its connection's slot. */

import { once } from 'node:events';
import { WebSocketServer } from 'ws';
import { add, nextSlot, present } from './slots.js';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) => {
  const slot = nextSlot();
  socket.on('error', () => {});
  socket.on('message', (/** @type {Buffer} */ data, isBinary) => {
    if (!isBinary) return broadcast(data.toString());
    for (let at = 2; at < data.length; at++) add(slot, Number(data[at]));
  });
});

/** @param {string} text */
function broadcast(text) {
  for (const client of server.clients) client.send(text);
}

await once(server, 'listening');
await present('ws', server.address());
