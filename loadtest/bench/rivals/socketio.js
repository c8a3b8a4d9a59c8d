/** A plain Socket.IO server: its handler adds to its socket's slot, and `io.emit` sends to all. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { add, nextSlot, present } from './slots.js';

// Whatever asks for its health gets an answer.
const http = createServer((_request, response) => response.end('ok'));
const io = new Server(http, { perMessageDeflate: false, httpCompression: false, serveClient: false });
io.on('connection', (socket) => {
  const slot = nextSlot();
  socket.on('input', ({ n }) => add(slot, n));
  socket.on('inputs', (/** @type {{ n: number }[]} */ several) => {
    for (const { n } of several) add(slot, n);
  });
  socket.on('echo', (payload) => io.emit('echo', payload));
  socket.on('broadcast', (text, id) => io.emit('broadcast', { id, text, sentAtMs: performance.now() }));
  socket.on('probe', (_id, sentAtMs, answer) => answer({ roundTripMs: performance.now() - sentAtMs }));
});
// The lab's probe asks here, so that `io.emit`, which sends to `/` alone, has no more to do because of it.
io.of('/probe').on('connection', (socket) => socket.on('ping', (answer) => answer()));
http.listen(0, '127.0.0.1');
await once(http, 'listening');
await present('socket.io', http.address(), () => io.engine.clientsCount);
