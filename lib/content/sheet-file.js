/**
 * Run sheets as YAML files, written and read. What somebody brings is read in a thread of its own, because a few lines of YAML can be
 * made to cost minutes or gigabytes.
 */

/** @import { Sheet } from '../contract/run-sheet.js' */

import { lengthText } from '../../public/shared/lengths.js';
import { ShowError } from '../errors.js';
import { ImportError } from '../import/import-error.js';
import { importInThread } from '../import/in-worker.js';

/** The largest legitimate file takes a second. */
const LIMITS = Object.freeze({ mostMs: 8000, mostMb: 200 });
const TOO_MUCH = 'it takes too long, or too much memory, to read';
const HEAD =
  ' A run sheet of Mass Mobile. "length" is minutes:seconds; "returns: true" goes on with a round that waits.';

/**
 * A cue of a file, which nobody has compared with games and rules yet; with the line of each of its fields, for a refusal.
 * @typedef {{ wish: Record<string, unknown>, line: number, lines: Record<string, number> }} FileCue
 * @typedef {{ title: string, cues: FileCue[] }} FileSheet
 */

/** @param {Sheet} sheet @returns {Promise<string>} a file that `readSheetFile` reads again */
export async function sheetFile({ title, cues }) {
  const show = {
    show: title || 'Show',
    cues: cues.map((cue) => ({
      game: cue.gameId,
      ...(cue.title !== '' && { title: cue.title }),
      ...(cue.plannedS !== null && { length: lengthText(cue.plannedS) }),
      ...(cue.returns && { returns: true }),
      ...(cue.document && { document: cue.document.title, 'document-id': cue.document.id }),
      ...(Object.keys(cue.settings).length > 0 && { settings: cue.settings }),
      ...(cue.notes !== '' && { notes: cue.notes }),
    })),
  };
  const { stringify } = await import('yaml');
  return `#${HEAD}\n${stringify(show, { aliasDuplicateObjects: false, lineWidth: 100 })}`;
}

/**
 * @param {string} text
 * @returns {Promise<FileSheet>}
 * @throws {ShowError} `sheet-file`, with the line
 */
export async function readSheetFile(text) {
  const file = new URL('./sheet-file-worker.js', import.meta.url);
  try {
    return await importInThread(file, { text }, { limits: LIMITS, tooMuch: TOO_MUCH });
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const [, line = '1', problem = error.message] = /^(\d+) (.*)$/s.exec(error.message) ?? [];
    throw new ShowError('sheet-file', { line, problem });
  }
}
