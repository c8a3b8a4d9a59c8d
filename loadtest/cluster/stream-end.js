/** One end of a stream of messages through Redis, over the connections that homes and edges have. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { connectRedis } from '../../lib/bus/redis.js';
import { pack } from '../../lib/bus/redis-wire.js';
import { createLog } from '../../lib/log.js';
import { serve } from '../harness/child.js';

const CHANNEL = 'mass-mobile:home';
const [CROWD, NOBODY] = ['mass-mobile:edges', 'mass-mobile:nobody'];
/** Often enough that no more than some dozens leave together. */
const EVERY_MS = 1;

const redis = await connectRedis({
  url: String(process.env['REDIS_URL']),
  log: createLog({ level: 'silent' }),
});
let received = 0;
/** @type {NodeJS.Timeout | undefined} */
let timer;
/** Plain connections beside, as those of many processes. @type {import('node:net').Socket[]} */
let sockets = [];

/** Sends so many a second, evenly. @param {number} perS @param {(nth: number) => void} send */
function pace(perS, send) {
  clearInterval(timer);
  const fromMs = performance.now();
  let sent = 0;
  timer = setInterval(() => {
    const due = ((performance.now() - fromMs) * perS) / 1000;
    // A message that Redis does not take now is dropped, as everywhere on the bus.
    for (; sent < due; sent += 1) send(sent);
  }, EVERY_MS);
}

/** @param {number} count */
async function open(count) {
  const { hostname, port } = new URL(String(process.env['REDIS_URL']));
  sockets = Array.from({ length: count }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
}

serve(
  {
    /** Counts messages, which are not read: that is measured elsewhere. */
    listen: () => redis.subscribe(CHANNEL, () => void (received += 1)),
    received: () => received,
    /** Sends so many from now on. @param {{ perS: number, bytes: number }} options */
    speak({ perS, bytes }) {
      const message = pack(['x'.repeat(bytes)]);
      pace(perS, () => void redis.publish(CHANNEL, message));
    },
    /** Listens with so many connections. @param {{ connections: number }} options */
    async listenAs({ connections }) {
      await open(connections);
      for (const socket of sockets) socket.resume().write(`SUBSCRIBE ${CROWD}\r\n`);
    },
    /**
     * Sends from so many connections in turn.
     * @param {{ connections: number, perS: number, bytes: number, isHeard: boolean }} options `isHeard`: by all who listen
     */
    async speakAs({ connections, perS, bytes, isHeard }) {
      await open(connections);
      for (const socket of sockets) socket.resume();
      const message = `PUBLISH ${isHeard ? CROWD : NOBODY} ${'x'.repeat(bytes)}\r\n`;
      pace(perS, (nth) => void sockets[nth % connections]?.write(message));
    },
    /** Says no more, and leaves with all plain connections. */
    silence() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  },
  () => redis.close(),
);
