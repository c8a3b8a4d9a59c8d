/** The big screen as a crowd of bots sees it: one connection for all of them, and each sees it as late as they react. */

/** @import { Json } from '../lib/contract/types.js' */
/** @import { Backdrop, Frame } from '../lib/contract/wire.js' */
/** @import { Wheel } from './wheel.js' */

// This import comes first: Socket.IO looks for a browser when it is loaded, and must find none.
import { createLink } from '../public/shared/link.js';
import { NAMESPACE, SERVER_EVENT } from '../public/shared/wire.js';

/** Nobody reacts later than this, so older frames are forgotten. */
const KEPT_MS = 1100;

/**
 * @typedef {object} Screen
 * @property {() => void} look connects, if it has not
 * @property {(epoch: number, delayMs: number) => { view: Frame['view'], atMs: number } | null} see the frame of this scene that
 *   was the newest so long ago
 * @property {(epoch: number) => Json} [backdrop] what it shows in this scene that changes slowly; null: nothing yet
 * @property {() => void} close
 */

/**
 * It connects when the first bot wants to look. It counts as one playfield of the room, unless it has the mark of a rehearsal.
 * @param {{ url: string, room?: string, wheel: Wheel, auth?: Record<string, unknown>, socket?: Record<string, unknown> }} options
 * @returns {Screen}
 */
export function createScreen({ url, room, wheel, auth, socket: more }) {
  /** @type {ReturnType<typeof createLink> | null} */
  let socket = null;
  const frames = createFrames(wheel.now);
  /** @type {Backdrop | null} */
  let backdrop = null;

  return {
    look() {
      if (socket) return;
      socket = createLink(new URL(NAMESPACE.playfield, url).href, () => ({ ...auth, room }), {
        forceNew: true,
        ...more,
      });
      socket.on(SERVER_EVENT.frame, frames.add);
      socket.on(SERVER_EVENT.backdrop, (next) => (backdrop = next));
      socket.connect();
    },
    see: frames.see,
    backdrop: (epoch) => (backdrop?.epoch === epoch ? backdrop.backdrop : null),
    close: () => void socket?.disconnect(),
  };
}

/** The frames of the last second. @param {() => number} now */
export function createFrames(now) {
  /** Oldest first. @type {{ epoch: number, view: Frame['view'], atMs: number }[]} */
  const frames = [];

  return {
    /** @param {Pick<Frame, 'epoch' | 'view'>} frame */
    add({ epoch, view }) {
      const nowMs = now();
      frames.push({ epoch, view, atMs: nowMs });
      // The last one before the span is still what somebody slow sees.
      while ((frames[1]?.atMs ?? nowMs) < nowMs - KEPT_MS) frames.shift();
    },
    /** @param {number} epoch @param {number} delayMs */
    see(epoch, delayMs) {
      const untilMs = now() - delayMs;
      for (let at = frames.length - 1; at >= 0; at--) {
        const frame = frames[at];
        if (frame && frame.atMs <= untilMs) return frame.epoch === epoch ? frame : null;
      }
      return null;
    },
  };
}
