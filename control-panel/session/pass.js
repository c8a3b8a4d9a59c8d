/** The operator's pass: the key of the printed link and this device's token, saved on this machine. */

const KEY = 'mass-mobile.operator.key';
const DEVICE = 'mass-mobile.operator.device';
/** The key of a link, which must not take the place of the operator's own on this machine. */
const LINK = 'mass-mobile.link.key';

/** @param {string} key */
const isLink = (key) => key.startsWith('link-');

/**
 * @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} storage
 * @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} tab what this tab alone remembers
 */
export function createPass(storage, tab) {
  return {
    /** A tab that was opened by a link stays with it; another one takes the operator's own key first. */
    get key() {
      return tab.getItem(LINK) ?? storage.getItem(KEY) ?? storage.getItem(LINK);
    },
    get device() {
      return storage.getItem(DEVICE);
    },
    /** @param {string} key @param {string} device */
    save(key, device) {
      if (isLink(key)) {
        tab.setItem(LINK, key);
        return storage.setItem(LINK, key);
      }
      tab.removeItem(LINK);
      storage.setItem(KEY, key);
      storage.setItem(DEVICE, device);
    },
    /** Forgets a key that turned out to be wrong. The device stays known, so that a right key is let in at once. */
    dropKey() {
      if (tab.getItem(LINK) === null && storage.getItem(KEY) !== null) return storage.removeItem(KEY);
      this.dropLink();
    },
    /** Forgets the key of a link that is over. */
    dropLink() {
      tab.removeItem(LINK);
      storage.removeItem(LINK);
    },
    forget() {
      this.dropLink();
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

/**
 * Gives a storage of the browser, or memory where that is forbidden: then the key is asked for after a reload.
 * @param {() => Storage} [find]
 */
export function safeStorage(find = () => localStorage) {
  try {
    const storage = find();
    storage.setItem('mass-mobile.probe', '1');
    storage.removeItem('mass-mobile.probe');
    return storage;
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
