/**
 * A home in a thread of its own, at the other end of a port: the same server as in one process, over a bus that copies.
 * `BUS=port npm test` runs every test that starts a server on it.
 */

/** @import { HomeOptions, OpenHome } from '../../lib/home.js' */

import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { createPortEdge } from '../../lib/bus/port.js';

/**
 * @param {HomeOptions} options
 * @returns {Promise<OpenHome & { fillDisk: (isFull: boolean) => void }>}
 * @throws {Error} what the home threw at its start
 */
export async function openHomeThread({ config, log }) {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./home-thread-worker.js', import.meta.url), {
    workerData: { config: { ...config }, port: port2 },
    transferList: [port2],
  });
  worker.on('message', ({ logged }) => {
    if (logged) /** @type {any} */ (log)[logged.level](logged.roomId, logged.text, logged.error);
  });
  const opened = await new Promise((resolve, reject) => {
    worker.on('message', (message) => !message.logged && resolve(message));
    worker.on('error', reject);
  });
  if (opened.failure) {
    await worker.terminate();
    throw new Error(opened.failure);
  }
  const bus = createPortEdge('edge', port1);
  return {
    bus,
    secret: opened.secret,
    operatorKey: opened.operatorKey,
    fillDisk: (isFull) => worker.postMessage({ fillDisk: isFull }),
    async close() {
      worker.postMessage({ close: true });
      await once(worker, 'exit');
      bus.close();
    },
  };
}
