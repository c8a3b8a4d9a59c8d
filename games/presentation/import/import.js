/** Reads any file that holds a deck: Markdown, a ZIP of Markdown and pictures, or PowerPoint. */

/** @import { ImportedDeck } from './types.js' */

import { IMPORT_BYTES, ImportError, textOfBytes } from 'mass-mobile/import';
import { checkDeck } from '../shared/deck.js';
import { readMarkdownFile } from './markdown-file.js';
import { looksLikePptx, readPptx } from './pptx.js';
import { openZip, readZipDeck } from './zip-deck.js';

/**
 * @param {Uint8Array} bytes
 * @param {string} [fileName] becomes the title of a deck that has none
 * @returns {ImportedDeck}
 * @throws {ImportError} when nothing in it can be taken, or when the deck has a problem
 */
export function importDeck(bytes, fileName = '') {
  if (bytes.length > IMPORT_BYTES)
    throw new ImportError(
      `The file has ${Math.ceil(bytes.length / 2 ** 20)} MB; at most ${IMPORT_BYTES / 2 ** 20} MB are read. Make its pictures smaller.`,
    );
  const title = fileName.replace(/^.*[\\/]/, '').replace(/\.\w{1,5}$/, '');
  const imported = isZip(bytes) ? readArchive(bytes, title) : readMarkdownFile(asText(bytes), title);
  if (imported.deck.markdown.trim() === '') throw new ImportError('There are no slides in this file.');
  const problem = checkDeck(imported.deck);
  if (problem) throw new ImportError(`The deck could not be taken: ${problem.replace(/\.$/, '')}.`);
  return imported;
}

/** @param {Uint8Array} bytes @param {string} title */
function readArchive(bytes, title) {
  const files = openZip(bytes);
  if (looksLikePptx(files)) return readPptx(files, title);
  if (files.has('content.xml'))
    throw new ImportError('This is an OpenDocument presentation (.odp). Save it as PowerPoint (.pptx).');
  return readZipDeck(files, title);
}

/** @param {Uint8Array} bytes */
function isZip(bytes) {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** @param {Uint8Array} bytes */
function asText(bytes) {
  const text = textOfBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (text !== undefined) return text;
  throw new ImportError(
    'This is no deck in a known format. Known: Markdown, ZIP with Markdown, PowerPoint (.pptx).',
  );
}
