/** A network for tests that loses what is on its way: everything passes through, until one direction is swallowed. */

/** @import { Scope } from './scope.js' */
/** @import { Socket } from 'node:net' */

import { connect, createServer } from 'node:net';
import { listen } from './process.js';

/**
 * @param {Scope} t
 * @param {string} target address of a server on this machine
 * @returns {Promise<{ url: string, lose: (what: 'up' | 'down') => void, cut: () => void,
 *   unplug: (isOut: boolean) => void }>} `lose`: from now on
 *   nothing of the open connections arrives at the server (up) or at the browser (down), and nobody is told;
 *   `cut`: these connections end, later ones are whole; `unplug`: they end, and there are no others until it is in again
 */
export async function openWire(t, target) {
  const { protocol, hostname, port } = new URL(target);
  /** @type {Set<{ near: Socket, far: Socket, lost: { up: boolean, down: boolean } }>} */
  const open = new Set();
  let isUnplugged = false;
  const server = createServer((near) => {
    if (isUnplugged) return void near.destroy();
    const far = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
    const line = { near, far, lost: { up: false, down: false } };
    open.add(line);
    near.on('data', (bytes) => line.lost.up || far.write(bytes));
    far.on('data', (bytes) => line.lost.down || near.write(bytes));
    for (const socket of [near, far]) {
      socket.on('error', () => {});
      socket.on('close', () => end(line));
    }
  });

  /** @param {{ near: Socket, far: Socket }} line */
  function end({ near, far }) {
    near.destroy();
    far.destroy();
    for (const line of open) if (line.near === near) open.delete(line);
  }
  const cut = () => open.forEach(end);

  const opened = await listen(t, server, () => {
    cut();
    server.close();
  });
  return {
    url: `${protocol}//127.0.0.1:${opened.port}`,
    lose: (what) => open.forEach(({ lost }) => (lost[what] = true)),
    cut,
    unplug(isOut) {
      isUnplugged = isOut;
      if (isOut) cut();
    },
  };
}
