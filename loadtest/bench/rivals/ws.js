/** A bare `ws` server: a message is three bytes, the last of which is added to its connection's slot. */

import { WebSocketServer } from 'ws';
import { answer, tellCount } from '../child.js';

const slots = new Float64Array(20_000);
let taken = 0;
let connections = 0;
const server = new WebSocketServer({
  port: 0,
  host: '127.0.0.1',
  perMessageDeflate: false,
  clientTracking: true,
});
server.on('connection', (socket) => {
  const slot = connections++;
  socket.on('error', () => {});
  socket.on('message', (/** @type {Buffer} */ data, isBinary) => {
    if (!isBinary) return broadcast(data);
    for (let at = 2; at < data.length; at++) slots[slot] = Number(slots[slot]) + Number(data[at]);
    taken += data.length - 2;
  });
});

/** @param {Buffer} data */
function broadcast(data) {
  const text = data.toString();
  for (const client of server.clients) client.send(text);
}

const countPort = await tellCount(() => taken);
answer({
  target: () => ({ kind: 'ws', port: /** @type {any} */ (server.address()).port, countPort }),
  counts: () => ({ inputs: taken, sum: slots.reduce((a, b) => a + b, 0) }),
  gc: () => /** @type {any} */ (globalThis).gc?.(),
});
