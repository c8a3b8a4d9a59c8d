/** Changes of the run sheets of a room: cues of the open one, and the sheets themselves. */

/** @import { Sheet, SheetEdit } from '../contract/run-sheet.js' */
/** @import { SheetStore } from './sheet-store.js' */

import { randomCode } from '../door/keys-and-tokens.js';
import { ShowError } from '../errors.js';
import { cuesFrom, edited, emptySheet, newShow, readCue, readTitle } from './cues.js';
import { sampleShow } from './sample-show.js';

const ID_LENGTH = 8;
const newId = () => randomCode(ID_LENGTH);

/**
 * @param {object} options
 * @param {SheetStore} options.store
 * @param {(gameId: string, document: { id: string, title: string }) => { id: string, title: string }} options.findDocument names one
 *   that is here, if there is one
 * @param {() => void} options.onChange
 */
export function createSheetEdits({ store, findDocument, onChange }) {
  /** The room plays by another sheet, which has not begun. @param {string} sheetId */
  function openSheet(sheetId) {
    return store.setShow({ ...newShow(sheetId), turn: store.show.turn + 1 });
  }

  /** Fills the open sheet if it has nothing in it, else makes another one. @param {string} title @param {Sheet['cues']} cues */
  async function put(title, cues) {
    const { open, show } = store;
    const isFree = open.cues.length === 0;
    const id = isFree ? open.id : store.freeId();
    const rev = isFree ? open.rev + 1 : 0;
    await store.save({ ...emptySheet(id, title), rev, cues });
    // A show that is on goes on by its own sheet.
    if (!isFree && show.cueId === null) await openSheet(id);
  }

  /** @type {Record<string, (edit: Record<string, unknown>) => Promise<void>>} */
  const ofSheets = {
    new: async ({ title }) => {
      const id = store.freeId();
      await store.save(emptySheet(id, readTitle(title)));
      await openSheet(id);
    },
    copy: async ({ title }) => {
      const id = store.freeId();
      const cues = store.open.cues.map((cue) => ({ ...cue, id: newId() }));
      await store.save({ ...emptySheet(id, readTitle(title)), cues });
      await openSheet(id);
    },
    open: async ({ id }) => {
      const sheet = store.get(String(id));
      if (sheet.id !== store.show.sheetId) await openSheet(sheet.id);
    },
    delete: async ({ id }) => {
      const { id: gone } = store.get(String(id));
      await store.delete(gone);
      if (gone === store.show.sheetId) await openSheet(store.all()[0]?.id ?? '1');
    },
    sample: async ({ language }) => {
      const { title, cues } = sampleShow(String(language), findDocument);
      await put(title, cuesFrom(cues, newId));
    },
    reset: () => openSheet(store.show.sheetId),
  };

  return {
    /** @param {SheetEdit} edit as somebody sent it @returns {Promise<void>} stored @throws {ShowError} see cues.js, `sheet-unknown`, `sheet-limit` */
    async edit(edit) {
      const run = Object.hasOwn(ofSheets, edit.do) ? ofSheets[edit.do] : undefined;
      try {
        await (run ? run(edit) : store.save(edited(store.open, edit, newId)));
      } finally {
        onChange();
      }
    },
    /**
     * Adds a sheet from a file: all of it, or nothing.
     * @param {import('../content/sheet-file.js').FileSheet} file @returns {Promise<{ title: string, count: number }>} stored
     * @throws {ShowError} `sheet-file`, with the line; `sheet-title`, `sheet-full`, `sheet-limit`
     */
    async add({ title, cues }) {
      const wishes = cues.map(({ wish, line, lines }) => {
        try {
          const read = readCue(wish);
          return read.document && read.gameId
            ? { ...read, document: findDocument(read.gameId, read.document) }
            : read;
        } catch (error) {
          if (!(error instanceof ShowError) || error.code !== 'cue-bad') throw error;
          const [, problem = ''] = /^The cue was refused: (.*)\.$/s.exec(error.message) ?? [];
          const field = Object.keys(lines).find((name) => problem.startsWith(name));
          throw new ShowError('sheet-file', {
            line: lines[field ?? ''] ?? line,
            problem: wordsOfFile(problem),
          });
        }
      });
      await put(readTitle(title), cuesFrom(wishes, newId));
      onChange();
      return { title: readTitle(title), count: wishes.length };
    },
  };
}

/** In a file the fields have other names. @param {string} problem */
function wordsOfFile(problem) {
  if (problem.startsWith('plannedS')) return 'length must be from 0:01 to 12:00:00';
  return problem.replace(/^gameId/, 'game');
}
