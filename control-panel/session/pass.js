/** The operator's pass: the key of the printed link and this device's token, kept on this machine. */

const KEY = 'mass-mobile.operator.key';
const DEVICE = 'mass-mobile.operator.device';

/**
 * @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} storage
 */
export function createPass(storage) {
  return {
    get key() {
      return storage.getItem(KEY);
    },
    get device() {
      return storage.getItem(DEVICE);
    },
    /** @param {string} key @param {string} device */
    save(key, device) {
      storage.setItem(KEY, key);
      storage.setItem(DEVICE, device);
    },
    /** Forgets a key that turned out to be wrong. The device stays known, so that a right key is let in at once. */
    dropKey() {
      storage.removeItem(KEY);
    },
    forget() {
      storage.removeItem(KEY);
      storage.removeItem(DEVICE);
    },
  };
}

/**
 * Takes the key out of `/control#key=…` (and the device token, if the link has one): it must not stay in the
 * history, in a bookmark or on a projected address bar.
 * @param {Pick<Location, 'hash' | 'pathname' | 'search'>} location
 * @param {Pick<History, 'replaceState' | 'state'>} history
 */
export function takePass(location, history) {
  const parts = new URLSearchParams(location.hash.slice(1));
  const key = parts.get('key')?.trim();
  if (key === undefined) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return key ? { key, device: parts.get('device') } : null;
}

/** Gives `localStorage`, or memory where the browser forbids it: then the key is asked for after a reload. */
export function safeStorage() {
  try {
    localStorage.setItem('mass-mobile.probe', '1');
    localStorage.removeItem('mass-mobile.probe');
    return localStorage;
  } catch {
    return memoryStorage();
  }
}

function memoryStorage() {
  /** @type {Map<string, string>} */
  const values = new Map();
  return {
    getItem: (/** @type {string} */ key) => values.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void values.set(key, value),
    removeItem: (/** @type {string} */ key) => void values.delete(key),
  };
}
