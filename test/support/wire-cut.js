/** A network for tests that loses what is on its way: everything passes through, until one direction is swallowed. */

/**
 * WebSockets in this network pass; never open, and do not fail; open and carry nothing; or carry nothing to the server.
 * @typedef {'pass' | 'hang' | 'silent' | 'deaf'} WebSockets
 */

/** @import { Scope } from './scope.js' */
/** @import { Socket } from 'node:net' */

import { connect, createServer } from 'node:net';
import { listen } from './process.js';

/**
 * @param {Scope} t
 * @param {string} target address of a server on this machine
 * @returns {Promise<{ url: string, lose: (what: 'up' | 'down') => void, cut: () => void,
 *   unplug: (isOut: boolean) => void, hold: (isHeld: boolean) => void, webSockets: (how: WebSockets) => void, upgrades: () => number }>} `lose`: from now on
 *   nothing of the open connections arrives at the server (up) or at the browser (down), and nobody is told;
 *   `cut`: these connections end, later ones are whole; `unplug`: they end, and there are no others until it is in again;
 *   `hold`: nothing arrives and nobody is told, also of later connections, until it goes on with all that was sent, as TCP does;
 *   `webSockets`: how those fare that begin from now on; `upgrades`: how many have begun
 */
export async function openWire(t, target) {
  const { protocol, hostname, port } = new URL(target);
  /** @type {Set<{ near: Socket, far: Socket, lost: { up: boolean, down: boolean } }>} */
  const open = new Set();
  let isUnplugged = false;
  let isHolding = false;
  /** @type {WebSockets} */
  let fate = 'pass';
  let upgrades = 0;
  const server = createServer((near) => {
    if (isUnplugged) return void near.destroy();
    const far = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
    const line = { near, far, lost: { up: false, down: false } };
    open.add(line);
    near.on('data', (bytes) => {
      if (/^upgrade: websocket/im.test(bytes.toString('latin1'))) {
        upgrades += 1;
        line.lost.up = fate === 'hang';
        if (fate === 'silent' || fate === 'deaf') far.once('data', () => (line.lost.up = true));
        if (fate === 'silent') far.once('data', () => setImmediate(() => (line.lost.down = true)));
      }
      if (!line.lost.up) far.write(bytes);
    });
    far.on('data', (bytes) => line.lost.down || near.write(bytes));
    for (const socket of [near, far]) {
      socket.on('error', () => {});
      socket.on('close', () => end(line));
      if (isHolding) socket.pause();
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
    hold(isHeld) {
      isHolding = isHeld;
      for (const { near, far } of open)
        for (const socket of [near, far]) isHeld ? socket.pause() : socket.resume();
    },
    webSockets: (how) => void (fate = how),
    upgrades: () => upgrades,
    unplug(isOut) {
      isUnplugged = isOut;
      if (isOut) cut();
    },
  };
}
