/** The operator's pass: the key of the printed link and this device's token, saved on this machine. */

/** @import { Memory } from '../../public/shared/memory.js' */

import { browserMemory, tabMemory } from '../../public/shared/memory.js';

const KEY = 'mass-mobile.operator.key';
const DEVICE = 'mass-mobile.operator.device';
/** The key of a link, which must not take the place of the operator's own on this machine. */
const LINK = 'mass-mobile.link.key';

/** @param {string} key */
const isLink = (key) => key.startsWith('link-');

/** @param {Memory} [browser] @param {Memory} [tab] what this tab alone remembers */
export function createPass(browser = browserMemory, tab = tabMemory) {
  return {
    /** A tab that was opened by a link stays with it; another one takes the operator's own key first. */
    get key() {
      return tab.get(LINK) ?? browser.get(KEY) ?? browser.get(LINK);
    },
    get device() {
      return browser.get(DEVICE);
    },
    /** @param {string} key @param {string} device */
    save(key, device) {
      if (isLink(key)) {
        tab.set(LINK, key);
        return browser.set(LINK, key);
      }
      tab.set(LINK);
      browser.set(KEY, key);
      browser.set(DEVICE, device);
    },
    /** Forgets a key that turned out to be wrong. The device stays known, so that a right key is let in at once. */
    dropKey() {
      if (tab.get(LINK) === undefined && browser.get(KEY) !== undefined) return browser.set(KEY);
      this.dropLink();
    },
    /** Forgets the key of a link that is over. */
    dropLink() {
      tab.set(LINK);
      browser.set(LINK);
    },
    forget() {
      this.dropLink();
      browser.set(KEY);
      browser.set(DEVICE);
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
