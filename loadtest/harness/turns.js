/**
 * Tells from outside how long the turns of a server's event loop are: a process of its own asks the server for its health
 * every few ms over one connection, whether the last answer has come or not, and notes the longest wait. It understates a
 * turn in which its question is read in the middle, so that it stands beside the server's own figure (lab/turns.js).
 */

/** @import { TurnsSaid } from './turns-process.js' */

import { startChild } from './child.js';

const CHILD = new URL('./turns-process.js', import.meta.url);

/** @param {string} url http://127.0.0.1:8080 @param {{ core: number | null }} where */
export async function watchTurns(url, { core }) {
  const child = startChild(CHILD, { name: 'The watch of turns', core });
  await child.ask('open', { url });
  return {
    /** @returns {Promise<TurnsSaid>} since the last call */
    read: () => child.ask('read'),
    close: () => child.close(),
  };
}

/** @typedef {Awaited<ReturnType<typeof watchTurns>>} Turns */
