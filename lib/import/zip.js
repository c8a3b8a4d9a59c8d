/** Reads ZIP files that may be hostile: how much would come out of them, whether they tell the truth about that, and their parts. */

import { crc32, inflateRawSync } from 'node:zlib';
import { ImportError } from './import-error.js';

const END = 0x06054b50;
const END_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const END_64_BYTES = 20;
/** The end record may be followed by a comment of this length. */
const COMMENT_MOST = 65_535;
const STORED = 0;
const DEFLATED = 8;
/** A flag: the path is written in UTF-8, else a letter is a byte. */
const IS_UTF8 = 1 << 11;

/**
 * @typedef {object} Limits
 * @property {number} most bytes that may come out in total
 * @property {number} entries
 * @property {string} usual such as `a spreadsheet has a few dozen`
 * @property {string} advice a sentence that says what to do
 * @property {((path: string, size: number) => boolean)=} wanted others are neither counted nor unpacked; default: all are wanted
 *
 * @typedef {{ path: string, method: number, crc: number, packed: number, size: number, at: number }} Entry
 */

/**
 * Unpacks an archive, each part once. Sizes are read from the directory first, so that a bomb which admits its size costs nothing. Then
 * each entry is inflated up to the size that it admits, because a directory may lie. No other reader may look at the same bytes
 * again: it might find other sizes or another directory in them.
 * @param {Buffer} bytes @param {Limits} limits
 * @returns {Map<string, Uint8Array<ArrayBuffer>>} by path; of two parts with one path the later
 * @throws {ImportError} a bomb, or a damaged archive
 */
export function unzip(bytes, limits) {
  return new Map(
    wantedEntries(bytes, limits).map((entry) => [entry.path, new Uint8Array(unpack(bytes, entry))]),
  );
}

/** @param {Buffer} bytes @param {Limits} limits @returns {Entry[]} @throws {ImportError} too many, or too much */
function wantedEntries(bytes, { most, entries: mostEntries, usual, advice, wanted = () => true }) {
  const { count, entries } = readDirectory(bytes, mostEntries);
  if (count > mostEntries)
    throw new ImportError(`The file holds ${count} parts; ${usual}. It was not opened.`);
  const chosen = entries.filter(({ path, size }) => wanted(path, size));
  const total = chosen.reduce((sum, { size }) => sum + size, 0);
  if (total > most)
    throw new ImportError(
      `The file would unpack to ${mb(total)} MB; at most ${mb(most)} MB are opened. ${advice}`,
    );
  return chosen;
}

/** @param {Buffer} bytes @param {number} most @returns {{ count: number, entries: Entry[] }} no entries where there are more than `most` */
function readDirectory(bytes, most) {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  // Readers differ in which of the two numbers they believe, and some look for a second directory of 64 bits.
  if (count !== bytes.readUInt16LE(end + 8) || hasEnd64(bytes, end)) throw damaged();
  if (count > most) return { count, entries: [] };
  let at = bytes.readUInt32LE(end + 16);
  /** @type {Entry[]} */
  const entries = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw damaged();
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const encoding = bytes.readUInt16LE(at + 8) & IS_UTF8 ? 'utf8' : 'latin1';
    entries.push({
      path: bytes.toString(encoding, at + 46, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return { count, entries };
}

/** @param {Buffer} bytes */
function findEnd(bytes) {
  const least = Math.max(0, bytes.length - END_BYTES - COMMENT_MOST);
  for (let at = bytes.length - END_BYTES; at >= least; at--) if (bytes.readUInt32LE(at) === END) return at;
  throw damaged();
}

/** @param {Buffer} bytes @param {number} end */
function hasEnd64(bytes, end) {
  return end >= END_64_BYTES && bytes.readUInt32LE(end - END_64_BYTES) === END_64;
}

/**
 * Unpacks one part. What is damaged is refused here: a reader of XML may take a minute for what ends in the middle.
 * @param {Buffer} bytes @param {Entry} entry @returns {Buffer} of the length and the checksum in the directory @throws {ImportError}
 */
function unpack(bytes, { method, crc, packed, size, at }) {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw damaged();
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const body = bytes.subarray(start, start + packed);
  if (body.length < packed) throw damaged();
  const content = method === STORED ? body : method === DEFLATED ? inflated(body, size) : null;
  if (content?.length !== size || crc32(content) !== crc) throw damaged();
  return content;
}

/** @param {Buffer} body @param {number} most @returns {Buffer | null} null: more would come out, or it is damaged */
function inflated(body, most) {
  try {
    return inflateRawSync(body, { maxOutputLength: Math.max(1, most) });
  } catch {
    return null;
  }
}

function damaged() {
  return new ImportError('The file is damaged: its parts are not what its directory says. Save it again.');
}

/** @param {number} bytes */
function mb(bytes) {
  return (bytes / 2 ** 20).toFixed(0);
}
