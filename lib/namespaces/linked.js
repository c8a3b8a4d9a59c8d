/** The connections at this edge that came by a link: they end with it, and the home is sent that it is in use. */

/** @import { Socket } from 'socket.io' */
/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { OpenLink } from '../contract/links.js' */

import { ERRORS, ShowError } from '../errors.js';
import { onLeave } from '../door/guard.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

const SEEN_EVERY_MS = 10_000;

/**
 * @param {object} options
 * @param {Pick<EdgeEnd, 'ask' | 'send' | 'subscribe'>} options.bus
 * @param {import('../log.js').Log} options.log
 */
export function createLinked({ bus, log }) {
  /** @type {Map<Socket, { id: string, key: unknown }>} */
  const linked = new Map();
  const timer = setInterval(report, SEEN_EVERY_MS).unref();

  bus.subscribe((kind, value) => {
    if (kind === 'linkEnded') {
      for (const [socket, { id }] of linked) if (id === value.id) end(socket, value.code);
    } else if (kind === 'met') for (const [socket, { key }] of linked) askAgain(socket, key);
  });

  function report() {
    const ids = new Set([...linked.values()].map(({ id }) => id));
    if (ids.size > 0) bus.send('linksSeen', { ids: [...ids] });
  }

  /** Asks again whether a link is good: it may have ended while no home was there to say so. @param {Socket} socket @param {unknown} key */
  function askAgain(socket, key) {
    bus.ask('link', { key }).catch((error) => {
      if (error instanceof ShowError && error.code.startsWith('link-')) end(socket, error.code);
    });
  }

  return {
    /** @param {Socket} socket @param {OpenLink} link @param {unknown} key */
    add(socket, { id }, key) {
      linked.set(socket, { id, key });
      onLeave(socket, () => linked.delete(socket), { log });
      // It may have ended between the question and the connection.
      askAgain(socket, key);
    },
    stop: () => clearInterval(timer),
  };
}

/** @typedef {ReturnType<typeof createLinked>} Linked */

/** Ends a connection, and says why. @param {Socket} socket @param {string} code */
export function end(socket, code) {
  const message = ERRORS[/** @type {keyof typeof ERRORS} */ (code)];
  socket.emit(SERVER_EVENT.ended, { code, message });
  socket.disconnect(true);
}
