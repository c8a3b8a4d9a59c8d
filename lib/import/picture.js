/** Pictures of documents: which types are taken, and the address that one has before it is stored. */

import { createHash } from 'node:crypto';

/** Image types that browsers display and that cannot contain scripts. They are recognised by their first bytes, never by a name. */
const TYPES = Object.freeze([
  { type: 'image/png', at: 0, magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', at: 0, magic: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', at: 0, magic: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', at: 8, magic: [0x57, 0x45, 0x42, 0x50] },
]);
const RIFF = [0x52, 0x49, 0x46, 0x46];

/** @param {Uint8Array} bytes @returns {string | undefined} the media type; undefined if it is not an image that pages may show */
export function pictureType(bytes) {
  const found = TYPES.find(({ at, magic }) => magic.every((byte, index) => bytes[at + index] === byte));
  const isRiff = RIFF.every((byte, index) => bytes[index] === byte);
  return found?.type === 'image/webp' && !isRiff ? undefined : found?.type;
}

/**
 * Depends on the bytes alone, so that an address always means the same picture, and an importer can write it into a document
 * before the picture is stored.
 * @param {Uint8Array} bytes
 * @returns {string} `/assets/` and the hash
 */
export function pictureAddress(bytes) {
  return `/assets/${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}`;
}
