/** A plain Socket.IO server: its handler adds to its socket's slot, and `io.emit` sends to all. */

import { createServer } from 'node:http';
import { once } from 'node:events';
import { Server } from 'socket.io';
import { answer, tellCount } from '../child.js';

const slots = new Float64Array(20_000);
let taken = 0;
let connections = 0;
const http = createServer();
const io = new Server(http, { perMessageDeflate: false, httpCompression: false, serveClient: false });
io.on('connection', (socket) => {
  const slot = connections++;
  socket.on('input', ({ n }) => {
    slots[slot] = Number(slots[slot]) + n;
    taken += 1;
  });
  socket.on('inputs', (/** @type {{ n: number }[]} */ several) => {
    for (const { n } of several) slots[slot] = Number(slots[slot]) + n;
    taken += several.length;
  });
  socket.on('echo', (payload) => io.emit('echo', payload));
  socket.on('broadcast', (text, id) => io.emit('broadcast', { id, text, sentAtMs: performance.now() }));
  socket.on('probe', (_id, sentAtMs, answer) => answer({ roundTripMs: performance.now() - sentAtMs }));
});
// The lab's probe asks here, so that `io.emit`, which sends to `/` alone, has no more to do because of it.
io.of('/probe').on('connection', (socket) => socket.on('ping', (answer) => answer()));
http.listen(0, '127.0.0.1');
await once(http, 'listening');

const countPort = await tellCount(() => taken);
answer({
  target: () => ({ kind: 'socket.io', port: /** @type {any} */ (http.address()).port, countPort }),
  counts: () => ({ inputs: taken, sum: slots.reduce((a, b) => a + b, 0) }),
  gc: () => /** @type {any} */ (globalThis).gc?.(),
});
