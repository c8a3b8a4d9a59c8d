/**
 * The run sheets of one room, as the journal has them. They stand beside the settings of the games, under names that no game can have,
 * one row each, so that a change of a cue writes one sheet.
 */

/** @import { Cue, Sheet, ShowState } from '../contract/run-sheet.js' */
/** @import { Journal } from '../journal/journal.js' */

import { ShowError } from '../errors.js';
import { emptySheet, newShow } from './cues.js';

const SHOW = '*show';
const SHEET = '*sheet ';
/** Sheets that a room keeps, templates included. */
const MOST_SHEETS = 20;

/**
 * @param {object} options
 * @param {string} options.roomId
 * @param {Record<string, Record<string, unknown>>} options.saved the settings of the room's record
 * @param {Pick<Journal, 'saveSettings'>} options.journal
 */
export function createSheetStore({ roomId, saved, journal }) {
  /** @type {Map<string, Sheet>} */
  const sheets = new Map();
  for (const [key, value] of Object.entries(saved))
    // A sheet that was deleted has left an empty row.
    if (key.startsWith(SHEET) && 'cues' in value)
      sheets.set(key.slice(SHEET.length), /** @type {Sheet} */ (/** @type {unknown} */ (value)));
  /** @type {ShowState} */
  let show = { ...newShow(), .../** @type {Partial<ShowState>} */ (saved[SHOW]) };
  if (!sheets.has(show.sheetId)) show = { ...show, sheetId: [...sheets.keys()][0] ?? '1', cueId: null };

  /** @param {string} key @param {object} value */
  const write = (key, value) => journal.saveSettings(roomId, key, value);

  /** @returns {Sheet} */
  const open = () => sheets.get(show.sheetId) ?? emptySheet(show.sheetId);

  return {
    get show() {
      return show;
    },
    /** The one that the room plays by. */
    get open() {
      return open();
    },
    all: () => (sheets.size > 0 ? [...sheets.values()] : [open()]),
    /** @returns {string} the id of a sheet that is to be made @throws {ShowError} `sheet-limit` */
    freeId() {
      for (let id = 1; id <= MOST_SHEETS; id++) if (!sheets.has(String(id))) return String(id);
      throw new ShowError('sheet-limit', { limit: MOST_SHEETS });
    },
    /** @param {string} id @returns {Sheet} @throws {ShowError} `sheet-unknown` */
    get(id) {
      const found = sheets.get(id);
      if (!found) throw new ShowError('sheet-unknown');
      return found;
    },
    /** It counts at once, and no longer if the disk refuses it. @param {Sheet} sheet @returns {Promise<void>} stored */
    async save(sheet) {
      const before = sheets.get(sheet.id);
      sheets.set(sheet.id, sheet);
      try {
        await write(`${SHEET}${sheet.id}`, sheet);
      } catch (error) {
        if (sheets.get(sheet.id) === sheet) before ? sheets.set(sheet.id, before) : sheets.delete(sheet.id);
        throw error;
      }
    },
    /** @param {string} id @returns {Promise<void>} stored */
    delete(id) {
      sheets.delete(id);
      return write(`${SHEET}${id}`, {});
    },
    /** @param {ShowState} next @returns {Promise<void>} stored */
    setShow(next) {
      show = next;
      return write(SHOW, next);
    },
    /** @param {string | null} id @returns {Cue | undefined} of the open sheet */
    cue: (id) => open().cues.find((cue) => cue.id === id),
  };
}

/** @typedef {ReturnType<typeof createSheetStore>} SheetStore */
