/** Reads any file that holds a quiz: recognises its format, and gives a pack and a list of what was left out. */

/** @import { Imported } from '../types.js' */

import { UPLOAD_BYTES } from 'mass-mobile';
import { looksLikeAiken, readAiken } from './aiken.js';
import { readGift, looksLikeGift } from './gift.js';
import { looksLikeOurs, readJson } from './json.js';
import { looksLikeKahootCsv, readKahootCsv, readKahootXlsx } from './kahoot.js';
import { looksLikeMoodleXml, readMoodleXml } from './moodle-xml.js';
import { looksLikeOpenTdb, readOpenTdb } from './opentdb.js';
import { ImportError, isTooDeep, textOfBytes, unzip } from 'mass-mobile/import';
import { looksLikeQti, readQti, readQtiPackage } from './qti.js';
import { looksLikeRazzia, readRazzia } from './razzia.js';

export { ImportError } from 'mass-mobile/import';

export { UPLOAD_BYTES as MOST_BYTES };
const FORMATS =
  'Kahoot XLSX or CSV (a table with the heads "Question", "Answer 1" … "Correct answer(s)"), Moodle XML, GIFT, Aiken, QTI 2.1 as XML or ZIP, Open Trivia DB JSON, Razzia JSON, Mass Mobile JSON';
/** The most that an archive may unpack to, in bytes and parts. Kahoot's own template has 100 rows and 60 KB. */
const UNPACKED = {
  most: 20 * 2 ** 20,
  entries: 1200,
  usual: 'a spreadsheet has a few dozen, and a package of 500 questions with pictures a thousand',
  advice: 'Save the questions alone in a new file.',
};

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
  const imported = isZip(buffer)
    ? await readArchive(unzip(buffer, UNPACKED), title)
    : readPlain(asText(buffer), title, /\.json$/i.test(fileName));
  if (imported.pack.questions.length === 0) throw nothingTaken(imported);
  return imported;
}

/** @param {Map<string, Uint8Array>} parts by path @param {string} title @returns {Promise<Imported>} */
async function readArchive(parts, title) {
  if (parts.has('xl/workbook.xml')) return readKahootXlsx(parts, title);
  if ([...parts.keys()].some((path) => /\.xml$/i.test(path))) return readQtiPackage(parts, title);
  throw new ImportError(
    'The archive holds no spreadsheet and no QTI package. Save the questions as XLSX, or export them as QTI 2.1.',
  );
}

/** @param {string} text @param {string} title @param {boolean} isJson by its name */
function readPlain(text, title, isJson) {
  if (isJson || /^\s*[[{]/.test(text)) {
    const raw = parse(text, isJson);
    if (isTooDeep(raw)) throw new ImportError('This JSON is nested too deeply to be read.');
    if (raw !== undefined) return readParsed(raw, title);
  }
  if (/^\s*</.test(text)) {
    if (looksLikeMoodleXml(text)) return readMoodleXml(text, title);
    if (looksLikeQti(text)) return readQti(text, title);
  }
  if (looksLikeAiken(text)) return readAiken(text, title);
  if (looksLikeKahootCsv(text)) return readKahootCsv(text, title);
  if (looksLikeGift(text)) return readGift(text, title);
  throw new ImportError(`This is no file of questions in a known format. Known: ${FORMATS}.`);
}

/** @param {unknown} raw @param {string} title */
function readParsed(raw, title) {
  if (looksLikeRazzia(raw)) return readRazzia(raw, title);
  if (looksLikeOpenTdb(raw)) return readOpenTdb(raw, title);
  if (looksLikeOurs(raw)) return readJson(raw, title);
  throw new ImportError(`This JSON holds no questions in a known format. Known: ${FORMATS}.`);
}

/** @param {string} text @param {boolean} isJson by its name @returns {unknown} undefined: it is something else @throws {ImportError} */
function parse(text, isJson) {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    if (!isJson) return undefined;
    throw new ImportError(`This is no valid JSON: ${/** @type {Error} */ (error).message}. Save it again.`);
  }
}

/** @param {Buffer} bytes */
function isZip(bytes) {
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0x504b;
}

/** @param {Buffer} bytes */
function asText(bytes) {
  const text = textOfBytes(bytes);
  if (text === undefined)
    throw new ImportError(`This is no file of questions in a known format. Known: ${FORMATS}.`);
  return text;
}

/** @param {Imported} imported */
function nothingTaken({ skipped, format }) {
  const isAside = ({ item = '' }) => /^(?:Above|Categories|Comments|Sheet)/.test(item);
  const first = skipped.find((one) => !isAside(one));
  const why = first ? ` ${first.item}: ${first.reason}` : ' It has none.';
  return new ImportError(`No question could be taken from this file (read as ${format}).${why}`);
}
