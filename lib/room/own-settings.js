/** The settings of a room itself, whatever game is on: the language and the keys of its screens, and whether it is paused, dark, a backstage, or asks for a code. */

/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */

import { ShowError } from '../errors.js';
import { LANGUAGES, isLanguage } from '../../public/shared/languages.js';

/** They stand beside the settings of the games, under a name that no game can have. */
const OF_ROOM = '*';

/** @param {{ record: Pick<RoomRecord, 'id' | 'settings'>, journal: Pick<Journal, 'saveSettings'> }} options */
export function createOwnSettings({ record: { id, settings }, journal }) {
  let values = { ...settings[OF_ROOM] };

  /** @param {{ language?: string, paused?: boolean, isBlank?: boolean, asksCode?: boolean, keyVersion?: number, backstageOf?: string }} changes @returns {Promise<void>} stored */
  function set(changes) {
    values = { ...values, ...changes };
    return journal.saveSettings(id, OF_ROOM, values);
  }

  return {
    /** The screens speak it; '': each speaks that of its browser. */
    get language() {
      return String(values['language'] ?? '');
    },
    /** The stage stands still. */
    get isPaused() {
      return values['paused'] === true;
    },
    /** A host has made the screens dark. */
    get isBlank() {
      return values['isBlank'] === true;
    },
    /** Newcomers need the code on the screens. */
    get asksCode() {
      return values['asksCode'] === true;
    },
    /** So often the presenter's keys of its screens were called back. */
    get keyVersion() {
      return Number(values['keyVersion'] ?? 0);
    },
    /** The room whose next scene is prepared here; null: this is no backstage. @returns {string | null} */
    get backstageOf() {
      return /** @type {string | undefined} */ (values['backstageOf']) ?? null;
    },
    set,
    /** @param {string} wanted '': that of each browser @returns {Promise<void>} stored @throws {ShowError} `setting-bad` */
    speak(wanted) {
      if (wanted !== '' && !isLanguage(wanted)) {
        const known = Object.keys(LANGUAGES).join(', ');
        throw new ShowError('setting-bad', { problem: `the screens speak ${known}, and no other language` });
      }
      return set({ language: wanted });
    },
  };
}
