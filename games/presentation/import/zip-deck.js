/** Decks as ZIP archives: one Markdown file and its pictures. */

/** @import { DeckDocument } from '../types.js' */
/** @import { ImportedDeck } from './types.js' */

import { posix } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { ASSET_BYTES, ImportError, pictureAddress, pictureType, unzip, uriDecoded } from 'mass-mobile/import';
import { outsideCode, readMarkdownFile, writeMarkdownFile } from './markdown-file.js';

/** The most that an archive may unpack to. A deck of 300 slides with a picture each has 650 parts as PowerPoint. */
const UNPACKED = {
  most: 100 * 2 ** 20,
  entries: 3000,
  usual: 'a deck has some hundred',
  advice: 'Make its pictures smaller, or split the deck.',
  // Films, and pictures that are too large for a slide, stay packed.
  wanted: isWanted,
};
/** Each text becomes a tree, which takes many times as much as the text. The largest slide with tables has some 2 MB. */
const MOST_TEXT = 16 * 2 ** 20;
const EXTENSIONS = /** @type {Record<string, string>} */ ({
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
});

/** @typedef {Map<string, Uint8Array>} Files by path */

/** @param {string} path @param {number} size @returns {boolean} @throws {ImportError} a text that is too large to be read */
function isWanted(path, size) {
  if (size <= ASSET_BYTES) return true;
  if (!/\.(xml|rels|md|markdown)$/i.test(path)) return false;
  if (size <= MOST_TEXT) return true;
  const [has, most] = [size, MOST_TEXT].map((bytes) => Math.ceil(bytes / 2 ** 20));
  throw new ImportError(
    `${path.slice(0, 80)} in this file has ${has} MB; at most ${most} MB of one text are read. Split the deck.`,
  );
}

/** @param {Uint8Array} bytes @returns {Files} @throws {ImportError} a bomb, or a damaged archive */
export function openZip(bytes) {
  return unzip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), UNPACKED);
}

/** Collects pictures with their addresses, each once. */
export function createAlbum() {
  /** @type {Map<string, Uint8Array>} */
  const pictures = new Map();
  return {
    /** @param {Uint8Array | undefined} bytes @returns {string | null} its address; null for what cannot be shown */
    add(bytes) {
      if (!bytes || bytes.length > ASSET_BYTES || !pictureType(bytes)) return null;
      const address = pictureAddress(bytes);
      pictures.set(address, bytes);
      return address;
    },
    pictures: () => [...pictures.values()],
  };
}

/** @param {Files} files @param {string} title @returns {ImportedDeck} @throws {ImportError} */
export function readZipDeck(files, title) {
  const texts = [...files.keys()].filter(
    (path) => /\.(md|markdown)$/i.test(path) && !/^__MACOSX\//.test(path),
  );
  const [path, ...more] = texts.sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const bytes = path === undefined ? undefined : files.get(path);
  if (path === undefined || !bytes) throw new ImportError('There is no Markdown file (.md) in this archive.');
  const album = createAlbum();
  const imported = readMarkdownFile(new TextDecoder().decode(bytes), title, (picture) =>
    album.add(files.get(posix.normalize(posix.join(posix.dirname(path), uriDecoded(picture))))),
  );
  const skipped = more.map((other) => ({ item: other, reason: `The slides were taken from ${path}.` }));
  return {
    ...imported,
    pictures: album.pictures(),
    skipped: [...imported.skipped, ...skipped],
    format: 'ZIP',
  };
}

/**
 * @param {DeckDocument} deck
 * @param {(address: string) => Promise<{ type: string, bytes: Uint8Array } | null>} picture
 * @returns {Promise<Uint8Array>} an archive that reads as the same deck
 */
export async function writeZipDeck(deck, picture) {
  const addresses = new Set(
    [...deck.markdown.matchAll(/\/assets\/[0-9a-f]{40}/g)].map(([address]) => address),
  );
  /** @type {Record<string, Uint8Array>} */
  const files = {};
  /** @type {Map<string, string>} */
  const paths = new Map();
  for (const address of addresses) {
    const found = await picture(address);
    if (!found) continue;
    const path = `pictures/${address.slice('/assets/'.length)}.${EXTENSIONS[found.type] ?? 'bin'}`;
    files[path] = found.bytes;
    paths.set(address, path);
  }
  const markdown = outsideCode(deck.markdown, (line) =>
    line.replace(/\/assets\/[0-9a-f]{40}/g, (address) => paths.get(address) ?? address),
  );
  return zipSync({ 'deck.md': strToU8(writeMarkdownFile(deck, markdown)), ...files });
}
