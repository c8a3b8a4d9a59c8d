/** The screen's link to its room: it reconnects for ever, and carries the presenter's key when there is one. */

/** @import { Ack } from '../../lib/contract/wire.js' */

import { createLink } from '../shared/link.js';
import { tabMemory } from '../shared/memory.js';
import { CLIENT_EVENT, SERVER_EVENT } from '../shared/wire.js';
import { previewKey } from './preview.js';
import { onRefused } from './refusal.js';

const KEY = 'mass-mobile.presenter-key';
const ACK_MS = 4000;
/** The hall need not read about a shorter gap. */
const QUIET_MS = 1500;
/** The pause after a refusal that names none, such as for a room that is not open yet. */
const REFUSED_MS = 5000;

/** @typedef {'link' | 'room-unknown' | 'screens-many' | 'refused'} Lost the reason why there is no picture; the texts are `playfield.lost.*` */

/** @param {string} namespace */
export function createPresenter(namespace) {
  takeKeyFromAddress();
  const room = new URLSearchParams(location.search).get('room') ?? undefined;
  const preview = previewKey === null ? null : { key: previewKey, preview: true };
  const link = createLink(namespace, () => ({ room, ...(preview ?? { key: readKey() }) }));
  /** @type {(reason: Lost) => void} */
  let onLost = () => {};
  let quiet = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  link.on('connect', () => clearTimeout(quiet));
  link.on('disconnect', (reason) => {
    clearTimeout(quiet);
    quiet = setTimeout(() => onLost('link'), QUIET_MS);
    if (reason === 'io server disconnect') setTimeout(() => link.connect(), 500 + Math.random() * 1500);
  });
  // The screen comes again without its key, and goes on showing.
  link.on(SERVER_EVENT.ended, () => tabMemory.set(KEY));
  link.on('connect_error', () => link.active && onLost('link'));
  onRefused(link, ({ code, retryAfterMs }) => {
    if (code === 'key-wrong') tabMemory.set(KEY);
    const isExplained = code === 'room-unknown' || code === 'screens-many';
    onLost(isExplained ? code : code === 'draining' ? 'link' : 'refused');
    if (retryAfterMs === undefined) setTimeout(() => link.connected || link.connect(), REFUSED_MS);
  });
  addEventListener('hashchange', () => !preview && takeKeyFromAddress() && link.disconnect().connect());

  /** @param {string} event @param {...unknown} args @returns {Promise<Ack>} */
  async function ask(event, ...args) {
    if (preview || !readKey() || !link.connected) return { ok: true };
    try {
      return await link.timeout(ACK_MS).emitWithAck(event, ...args);
    } catch {
      return { ok: true };
    }
  }

  return {
    link,
    /** Keys work only on a screen with the presenter's key; all other screens just show. */
    get mayRun() {
      return !preview && readKey() !== undefined;
    },
    /** @param {string} action @param {object} [args] */
    run: (action, args = {}) => ask(CLIENT_EVENT.run, action, args),
    /** Lets the stage stand still, or go on. @param {boolean} isPaused */
    pause: (isPaused) => ask(CLIENT_EVENT.pause, isPaused),
    /** Takes a step. @param {string} stepId @returns {Promise<Ack<any>>} */
    go: (stepId) => ask(CLIENT_EVENT.go, stepId),
    /** Makes all screens dark, or light again. @param {boolean} isBlank */
    blank: (isBlank) => ask(CLIENT_EVENT.blank, isBlank),
    /** @param {(reason: Lost) => void} listener */
    onLost(listener) {
      onLost = listener;
    },
  };
}

/** Removes `#key=…`, which must not stay where a camera or a shared screen sees it. @returns {boolean} false: there was none */
function takeKeyFromAddress() {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (!key) return false;
  tabMemory.set(KEY, key);
  history.replaceState(null, '', location.pathname + location.search);
  return true;
}

const readKey = () => tabMemory.get(KEY);
