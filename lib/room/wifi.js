/** The wifi of the hall, for the sheet that is printed and for the screen in the lobby; phones and panels of hosts never get it. */

/** @import { Journal } from '../journal/journal.js' */
/** @import { JoinSheet, Wifi, WifiCode } from '../contract/wifi.js' */

import { compileFields } from '../contract/schema.js';
import { ShowError } from '../errors.js';
import { readableOn } from '../../public/shared/contrast.js';
import { OWN } from './look.js';
import { drawQr } from './qr.js';

/** It stands beside the settings of games, under a name that no game can have. */
const KEY = '*wifi';
/** The name of a network has up to 32 bytes, a passphrase 8 to 63 characters of ASCII; 64 are the key itself. */
const NAME_BYTES = 32;
const PASSPHRASE = /^[\x20-\x7e]{8,63}$/;
const HEX_KEY = /^[0-9a-f]{64}$/i;
const PAPER = '#ffffff';

const text = /** @type {const} */ ({ type: 'string', maxLength: 100 });
const FIELDS = /** @type {const} */ ({
  name: text,
  password: text,
  hidden: { type: 'boolean' },
  onScreen: { type: 'boolean' },
});
const check = compileFields(FIELDS, { partial: true });
/** @type {Readonly<Wifi>} */
const NONE = Object.freeze({ name: '', password: '', hidden: false, onScreen: false });

/**
 * Writes what phones read from a QR code to enter a network. `WPA` stands for WPA2 and WPA3 as well, because phones take what
 * the network offers.
 * @param {Pick<Wifi, 'name' | 'password' | 'hidden'>} wifi @returns {string}
 */
export function wifiText({ name, password, hidden }) {
  const parts = [
    `T:${password === '' ? 'nopass' : 'WPA'}`,
    `S:${escaped(name)}`,
    ...(password === '' ? [] : [`P:${escaped(password)}`]),
    ...(hidden ? ['H:true'] : []),
  ];
  return `WIFI:${parts.join(';')};;`;
}

/** Marks the signs that mean something in such a code. @param {string} value */
function escaped(value) {
  return value.replace(/[\\;,:"]/g, '\\$&');
}

/**
 * @param {object} options
 * @param {string} options.roomId
 * @param {Record<string, Record<string, unknown>>} options.saved the settings of the room's record
 * @param {Pick<Journal, 'saveSettings'>} options.journal
 * @param {() => void} options.onChange what screens are sent is another one
 */
export function createWifi({ roomId, saved, journal, onChange }) {
  /** @type {Wifi} */
  let wifi = { ...NONE, ...saved[KEY] };
  /** @type {WifiCode | null} */
  let shown = null;
  void show().catch(() => {});

  /** Draws the code before anybody asks for it, because screens are sent it at once. */
  async function show() {
    const { name, onScreen } = wifi;
    const wanted = wifi;
    const next = onScreen && name !== '' ? { name, qr: await drawQr(wifiText(wifi)) } : null;
    const isNews = wanted === wifi && (next !== null || shown !== null);
    if (!isNews) return;
    shown = next;
    onChange();
  }

  return {
    /** Returns what screens may show; null: nothing. */
    get shown() {
      return shown;
    },
    /**
     * @param {unknown} changes some of its fields
     * @returns {Promise<{ wifi: Wifi }>} stored
     * @throws {ShowError} `wifi-bad`
     */
    async set(changes) {
      const next = { ...wifi, .../** @type {Partial<Wifi>} */ (changes) };
      const problem = check(changes) || problemOf(next);
      if (problem) throw new ShowError('wifi-bad', { problem });
      wifi = next;
      await show();
      await journal.saveSettings(roomId, KEY, { ...wifi });
      return { wifi };
    },
    /**
     * Makes what is printed.
     * @param {{ title: string, isMain: boolean, join: { url: string, qr: string }, look: { colours: string[] | null, logo: string } }} room
     * @returns {Promise<JoinSheet>}
     */
    async sheet({ title, isMain, join: { url, qr }, look }) {
      const wifiQr = wifi.name === '' ? null : await drawQr(wifiText(wifi));
      const colours = (look.colours ?? OWN.light).map((colour) => readableOn(colour, PAPER));
      return { wifi, wifiQr, url, qr, title, isMain, colours, logo: look.logo };
    },
  };
}

/** @param {Wifi} wifi @returns {string} '' if phones could enter it */
function problemOf({ name, password, onScreen }) {
  if (/\p{Cc}/u.test(name)) return 'the name has signs that cannot be typed';
  if (Buffer.byteLength(name) > NAME_BYTES) return 'the name is longer than 32 bytes';
  if (password !== '' && !PASSPHRASE.test(password) && !HEX_KEY.test(password))
    return 'a password has 8 to 63 letters, digits and signs without accents';
  if (onScreen && name === '') return 'there is no name yet, so nothing can be shown';
  return '';
}
