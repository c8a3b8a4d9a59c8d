/** Keeps what screens say of themselves: how large they are, and whether they may sound. Operators look at it before doors open. */

/** @import { Socket } from 'socket.io' */
/** @import { ScreenAbout } from '../contract/readiness.js' */
/** @import { Rule } from '../door/guard.js' */

import { compileFields } from '../contract/schema.js';
import { ShowError } from '../errors.js';
import { is } from '../door/guard.js';
import { CLIENT_EVENT } from '../../public/shared/wire.js';

/** A window that is dragged larger changes all the time; its page reports it when it rests. */
const RATE = { perS: 2, burst: 6 };
const side = /** @type {const} */ ({ type: 'integer', minimum: 1, maximum: 100_000 });
const check = compileFields({
  width: side,
  height: side,
  scale: { type: 'number', minimum: 0.1, maximum: 20 },
  sound: { type: 'string', enum: ['on', 'off', 'blocked'] },
});

/** The screens of an edge; one that says nothing is not in it. */
export function createScreenAbouts() {
  /** @type {WeakMap<Socket, ScreenAbout>} */
  const all = new WeakMap();
  return {
    /** @param {readonly Socket[]} sockets @returns {ScreenAbout[]} */
    of: (sockets) => sockets.flatMap((socket) => all.get(socket) ?? []),
    /** Takes what a screen says. @param {Socket} socket @param {() => void} onNews @returns {Rule} */
    rule: (socket, onNews) => ({
      ...RATE,
      args: [is.object],
      run(/** @type {ScreenAbout} */ about) {
        const problem = check(about);
        if (problem) throw new ShowError('event-bad', { event: CLIENT_EVENT.about, problem });
        all.set(socket, about);
        onNews();
      },
    }),
  };
}
