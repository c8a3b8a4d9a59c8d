/**
 * A server that does as little as it can, so that the generator is what is measured: it takes the upgrade, counts
 * bytes, and floods on demand. It is a process of its own that limit.js drives by messages.
 */

/** @import { Socket } from 'node:net' */

import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { OPCODE, encodeClose, encodeFrame } from './frames.js';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** A goodbye begins with this byte. */
const CLOSE = 0x80 | OPCODE.close;
/** @type {Set<Socket>} */
const open = new Set();
let bytesIn = 0;

const server = createServer({ noDelay: true }, (socket) => {
  open.add(socket);
  socket.once('data', (head) => socket.write(answerTo(head.toString('latin1'))));
  socket.on('data', (bytes) => {
    bytesIn += bytes.length;
    if (bytes[0] === CLOSE) socket.end(encodeClose());
  });
  socket.on('error', () => {});
  socket.on('close', () => open.delete(socket));
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});
process.on('message', (/** @type {{ flood?: Flood }} */ { flood: wanted }) => {
  if (wanted) flood(wanted);
  else process.send?.({ bytesIn });
});

/** @param {string} head */
function answerTo(head) {
  const key = /sec-websocket-key: *(\S+)/i.exec(head)?.[1] ?? '';
  const accept = createHash('sha1')
    .update(key + GUID)
    .digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
}

/**
 * Floods all connections in turn: as fast as they take it, or at a pace, so that each packet is a read of its own.
 * @typedef {{ forMs: number, bytes: number, framesAtOnce: number, everyMs: number }} Flood
 * @param {Flood} wanted
 */
function flood({ forMs, bytes, framesAtOnce, everyMs }) {
  const frame = encodeFrame('x'.repeat(bytes), { mask: null });
  const chunk = Buffer.concat(Array.from({ length: framesAtOnce }, () => frame));
  const untilMs = performance.now() + forMs;
  const round = () => {
    for (const socket of open) if (socket.writableLength === 0) socket.write(chunk);
    if (performance.now() > untilMs) process.send?.({ flooded: true });
    else if (everyMs > 0) setTimeout(round, everyMs);
    else setImmediate(round);
  };
  round();
}
