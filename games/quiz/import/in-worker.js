/** Imports of packs, in a thread of their own where a file could take long. */

/** @import { Imported } from '../types.js' */

import { importInThread, needsWorker } from 'mass-mobile/import';
import { MOST_BYTES, importPack } from './import.js';

const TOO_MUCH = 'The file is too large or too complex to be read. Save the questions alone in a new file.';

/**
 * Does what `importPack` does, without holding up the event loop, and with an end.
 * @param {Uint8Array} bytes
 * @param {string} fileName
 * @param {{ mostMs: number, mostMb: number }} [limits]
 * @returns {Promise<Imported>}
 * @throws {import('mass-mobile/import').ImportError}
 */
export async function importInWorker(bytes, fileName, limits) {
  if (bytes.length > MOST_BYTES || !needsWorker(bytes)) return importPack(bytes, fileName);
  const data = { bytes, fileName };
  return importInThread(new URL('./worker.js', import.meta.url), data, { limits, tooMuch: TOO_MUCH });
}
