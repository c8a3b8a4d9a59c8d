/** Checks a ZIP file before it is unpacked: how much would come out of it, and whether it tells the truth about that. */

import { inflateRawSync } from 'node:zlib';
import { ImportError } from './import-error.js';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
/** The end record may be followed by a comment of this length. */
const COMMENT_MOST = 65_535;
const STORED = 0;
const DEFLATED = 8;

/**
 * Refuses a ZIP bomb. Sizes are read from the directory first, so that a file which admits its size costs nothing. Then each
 * entry is inflated up to the size that it admits, because a directory may lie.
 * @param {Buffer} bytes
 * @param {{ most: number, entries: number, usual: string, advice: string }} limits most: bytes that may come out in total;
 *   usual: such as `a spreadsheet has a few dozen`; advice: a sentence that says what to do
 * @throws {ImportError}
 */
export function checkZip(bytes, { most, entries: mostEntries, usual, advice }) {
  const entries = readDirectory(bytes);
  if (entries.length > mostEntries)
    throw new ImportError(`The file holds ${entries.length} parts; ${usual}. It was not opened.`);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > most)
    throw new ImportError(
      `The file would unpack to ${mb(total)} MB; at most ${mb(most)} MB are opened. ${advice}`,
    );
  for (const entry of entries) checkEntry(bytes, entry);
}

/** @typedef {{ method: number, packed: number, size: number, at: number }} Entry */

/** @param {Buffer} bytes @returns {Entry[]} */
function readDirectory(bytes) {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  /** @type {Entry[]} */
  const entries = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw damaged();
    entries.push({
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** @param {Buffer} bytes */
function findEnd(bytes) {
  const least = Math.max(0, bytes.length - END_BYTES - COMMENT_MOST);
  for (let at = bytes.length - END_BYTES; at >= least; at--) if (bytes.readUInt32LE(at) === END) return at;
  throw damaged();
}

/** @param {Buffer} bytes @param {Entry} entry */
function checkEntry(bytes, { method, packed, size, at }) {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw damaged();
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const body = bytes.subarray(start, start + packed);
  if (body.length < packed) throw damaged();
  if (method === STORED ? packed === size : method === DEFLATED && inflatedSize(body, size) === size) return;
  throw damaged();
}

/** @param {Buffer} body @param {number} most */
function inflatedSize(body, most) {
  try {
    return inflateRawSync(body, { maxOutputLength: Math.max(1, most) }).length;
  } catch {
    return -1;
  }
}

function damaged() {
  return new ImportError('The file is damaged: its parts are not what its directory says. Save it again.');
}

/** @param {number} bytes */
function mb(bytes) {
  return (bytes / 2 ** 20).toFixed(0);
}
