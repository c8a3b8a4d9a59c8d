/** Reads any file that holds a quiz: recognises its format, and gives a pack and a list of what was left out. */

/** @import { Imported } from '../types.js' */

import { UPLOAD_BYTES } from 'mass-mobile';
import { readGift, looksLikeGift } from './gift.js';
import { looksLikeOurs, readJson } from './json.js';
import { looksLikeKahootCsv, readKahootCsv, readKahootXlsx } from './kahoot.js';
import { looksLikeOpenTdb, readOpenTdb } from './opentdb.js';
import { ImportError, isTooDeep } from 'mass-mobile/import';
import { looksLikeRazzia, readRazzia } from './razzia.js';

export { ImportError } from 'mass-mobile/import';

export { UPLOAD_BYTES as MOST_BYTES };
const FORMATS = 'Kahoot XLSX or CSV, GIFT, Open Trivia DB JSON, Razzia JSON, Mass Mobile JSON';

/**
 * @param {Uint8Array} bytes
 * @param {string} [fileName] becomes the title of a pack that has none
 * @returns {Promise<Imported>}
 * @throws {ImportError} when nothing in it can be taken: too large, of no known format, damaged
 */
export async function importPack(bytes, fileName = '') {
  if (bytes.length > UPLOAD_BYTES)
    throw new ImportError(
      `The file has ${(bytes.length / 2 ** 20).toFixed(0)} MB; at most ${UPLOAD_BYTES / 2 ** 20} MB are read. Take the pictures out of it.`,
    );
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const title = fileName.replace(/^.*[\\/]/, '').replace(/\.\w{1,5}$/, '');
  const imported = isZip(buffer) ? await readKahootXlsx(buffer, title) : readPlain(asText(buffer), title);
  if (imported.pack.questions.length === 0) throw nothingTaken(imported);
  return imported;
}

/** @param {string} text @param {string} title */
function readPlain(text, title) {
  if (/^\s*[[{]/.test(text)) {
    const raw = parse(text);
    if (isTooDeep(raw)) throw new ImportError('This JSON is nested too deeply to be read.');
    if (raw !== undefined) return readParsed(raw, title);
  }
  if (looksLikeKahootCsv(text)) return readKahootCsv(text, title);
  if (looksLikeGift(text)) return readGift(text, title);
  throw new ImportError(`This is no file of questions in a known format. Known: ${FORMATS}.`);
}

/** @param {unknown} raw @param {string} title */
function readParsed(raw, title) {
  if (looksLikeRazzia(raw)) return readRazzia(raw);
  if (looksLikeOpenTdb(raw)) return readOpenTdb(raw, title);
  if (looksLikeOurs(raw)) return readJson(raw, title);
  throw new ImportError(`This JSON holds no questions in a known format. Known: ${FORMATS}.`);
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {Buffer} bytes */
function isZip(bytes) {
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0x504b;
}

/** Reads UTF-16 where the file begins with its mark, else UTF-8, or else the code page of Western spreadsheets. @param {Buffer} bytes */
function asText(bytes) {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfffe || mark === 0xfeff)
    return new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(bytes);
  if (bytes.includes(0))
    throw new ImportError(`This is no file of questions in a known format. Known: ${FORMATS}.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** @param {Imported} imported */
function nothingTaken({ skipped, format }) {
  const [first] = skipped;
  const why = first ? ` ${first.item}: ${first.reason}` : '';
  return new ImportError(`No question could be taken from this file (read as ${format}).${why}`);
}
