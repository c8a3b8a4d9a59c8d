/**
 * A home in another thread, at the other end of a port: the same server as in one process, over a bus that copies.
 * Tests run on it where `BUS=port`. All homes of a test file live in one thread: to load their code anew
 * for each would take half of the time of a test.
 */

/** @import { HomeOptions, OpenHome } from '../../lib/home.js' */

import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { createPortEdge } from '../../lib/bus/port.js';

/** @type {Worker | null} */
let thread = null;

/** A file of tests may end while it is there. @returns {Worker} */
function startThread() {
  const worker = new Worker(new URL('./home-thread-worker.js', import.meta.url));
  worker.once('exit', () => (thread = null));
  worker.unref();
  return worker;
}

/**
 * @param {HomeOptions} options
 * @returns {Promise<OpenHome & { fillDisk: (isFull: boolean) => void }>}
 * @throws {Error} what the home threw at its start
 */
export async function openHomeThread({ config, log }) {
  thread ??= startThread();
  const line = new MessageChannel();
  const control = new MessageChannel();
  const { port1: home } = control;
  home.on('message', ({ logged }) => {
    if (logged) /** @type {any} */ (log)[logged.level](logged.roomId, logged.text, logged.error);
  });
  const opening = new Promise((resolve, reject) => {
    home.on('message', (message) => !message.logged && resolve(message));
    home.once('close', () => reject(new Error('The thread of the homes has ended.')));
  });
  thread.postMessage({ config: { ...config }, line: line.port2, control: control.port2 }, [
    line.port2,
    control.port2,
  ]);
  const opened = await opening;
  if (opened.failure) throw new Error(opened.failure);
  const bus = createPortEdge('edge', line.port1);
  return {
    bus,
    secret: opened.secret,
    operatorKey: opened.operatorKey,
    fillDisk: (isFull) => home.postMessage({ fillDisk: isFull }),
    async close() {
      home.postMessage({ close: true });
      await once(home, 'close');
      bus.close();
    },
  };
}
