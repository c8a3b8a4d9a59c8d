/** The link of a remote to its room: the key, which stays on this phone, and a connection that comes back for ever. */

/** @import { Ack } from '../../lib/contract/wire.js' */

import { createLink } from '../shared/link.js';
import { browserMemory } from '../shared/memory.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../shared/wire.js';

const STORE = 'mass-mobile.remote';
const ACK_MS = 4000;
/** The pause after a refusal that names none, such as for a room that is not open yet. */
const REFUSED_MS = 5000;

/**
 * @typedef {{ key: string, room?: string | undefined }} Pass
 * @typedef {'connecting' | 'on' | 'lost' | 'keyless'} LinkState the texts are `remote.*`
 */

/** @param {(state: LinkState, message?: string) => void} onState */
export function createSession(onState) {
  let pass = takePass() ?? readPass();
  const link = createLink(NAMESPACE.remote, () => ({ ...pass }));

  link.on('connect', () => onState('on'));
  link.on(SERVER_EVENT.ended, ({ message }) => forget(message));
  link.on('disconnect', (reason) => {
    if (!pass) return;
    onState('lost');
    if (reason === 'io server disconnect') setTimeout(connect, 500 + Math.random() * 1500);
  });
  link.on('connect_error', (error) => {
    const { data } = /** @type {{ data?: { code: string, message: string, retryAfterMs?: number } }} */ (
      error
    );
    if (data && isOver(data.code)) return forget(data.message);
    onState('lost', data?.message);
    // Socket.IO does not try again by itself after a refusal.
    if (data) setTimeout(connect, (data.retryAfterMs ?? REFUSED_MS) * (0.75 + Math.random() * 0.5));
  });
  addEventListener('hashchange', () => {
    pass = takePass() ?? pass;
    link.disconnect();
    connect();
  });

  /** @param {string} message */
  function forget(message) {
    pass = null;
    browserMemory.set(STORE);
    onState('keyless', message);
  }

  function connect() {
    if (!pass) return onState('keyless');
    if (!link.connected) link.connect();
  }

  return {
    link,
    connect,
    /** Never throws. @param {keyof typeof CLIENT_EVENT} event @param {...unknown} args @returns {Promise<Ack<any>>} */
    async ask(event, ...args) {
      try {
        return await link.timeout(ACK_MS).emitWithAck(CLIENT_EVENT[event], ...args);
      } catch {
        return { ok: false, code: 'timeout', message: '' };
      }
    },
  };
}

/** A link that is over, or was never one to a remote, is not tried again. @param {string} code */
function isOver(code) {
  return code.startsWith('link-') || code === 'role-wrong';
}

/** Takes key and room out of the address, where a camera or a shared screen would see them. @returns {Pass | null} */
function takePass() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const key = fragment.get('key');
  if (!key) return null;
  const pass = { key, room: fragment.get('room') ?? undefined };
  browserMemory.set(STORE, JSON.stringify(pass));
  history.replaceState(null, '', location.pathname + location.search);
  return pass;
}

/** @returns {Pass | null} that of the last visit */
function readPass() {
  try {
    return JSON.parse(browserMemory.get(STORE) ?? 'null');
  } catch {
    return null;
  }
}
