/** Imports of decks, in a process of their own where a file could take long. */

/** @import { ImportedDeck } from './types.js' */

import { importInThread, needsWorker } from 'mass-mobile/import';
import { importDeck } from './import.js';

const TOO_MUCH =
  'The file is too large or too complex to be read. Save it with smaller pictures, or split the deck.';

/**
 * Does what `importDeck` does, without holding up the event loop, and with an end.
 * @param {Uint8Array} bytes @param {string} fileName
 * @returns {Promise<ImportedDeck>}
 */
export async function importInWorker(bytes, fileName) {
  if (!needsWorker(bytes)) return importDeck(bytes, fileName);
  return importInThread(new URL('./worker.js', import.meta.url), { bytes, fileName }, { tooMuch: TOO_MUCH });
}
