/** Pictures of documents: stored by the hash of their bytes, so that an address never changes its meaning. */

/** @import { Journal } from '../journal/journal.js' */

import { createHash } from 'node:crypto';
import { ShowError } from '../errors.js';

export const ASSET_BYTES = 2 * 1024 * 1024;
/** 2,000 phones ask for the same picture in the same second. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** What a browser shows and what cannot run anything; told by the first bytes, never by a name. */
const TYPES = Object.freeze([
  { type: 'image/png', at: 0, magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', at: 0, magic: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', at: 0, magic: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', at: 8, magic: [0x57, 0x45, 0x42, 0x50] },
]);

/** @typedef {{ type: string, bytes: Uint8Array }} Asset */

/** @param {{ journal: Pick<Journal, 'saveAsset' | 'readAsset'> }} options */
export function createAssets({ journal }) {
  /** Oldest first; asked for is newest. @type {Map<string, Promise<Asset | null>>} */
  const cache = new Map();
  /** @type {Map<string, number>} */
  const sizes = new Map();

  /** @param {string} hash @param {number} bytes */
  function weigh(hash, bytes) {
    sizes.set(hash, bytes);
    let total = 0;
    for (const size of sizes.values()) total += size;
    for (const [oldest, size] of sizes) {
      if (total <= CACHE_BYTES || oldest === hash) return;
      total -= size;
      sizes.delete(oldest);
      cache.delete(oldest);
    }
  }

  /** @param {string} hash @returns {Promise<Asset | null>} */
  async function load(hash) {
    const asset = await journal.readAsset(hash).catch(() => null);
    if (asset) weigh(hash, asset.bytes.length);
    else cache.delete(hash);
    return asset;
  }

  return {
    /**
     * @param {Buffer} bytes
     * @returns {Promise<{ url: string, type: string }>} once it is on disk
     * @throws {ShowError} `asset-bad`, `not-saved`
     */
    async add(bytes) {
      const type = typeOf(bytes);
      if (!type) throw new ShowError('asset-bad', { problem: 'it is no PNG, JPEG, WebP or GIF' });
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
      await journal.saveAsset({ hash, type, bytes, savedMs: Date.now() });
      return { url: `/assets/${hash}`, type };
    },
    /** What else is in memory is forgotten: the disk may not have it any more. @param {ReadonlySet<string>} hashes */
    keepOnly(hashes) {
      for (const hash of cache.keys()) {
        if (hashes.has(hash)) continue;
        cache.delete(hash);
        sizes.delete(hash);
      }
    },
    /** @param {string} hash @returns {Promise<Asset | null>} null: there is none */
    get(hash) {
      if (!/^[0-9a-f]{40}$/.test(hash)) return Promise.resolve(null);
      const found = cache.get(hash) ?? load(hash);
      cache.delete(hash);
      cache.set(hash, found);
      const size = sizes.get(hash);
      if (size !== undefined) {
        sizes.delete(hash);
        sizes.set(hash, size);
      }
      return found;
    },
  };
}

/** @typedef {ReturnType<typeof createAssets>} Assets */

/** @param {Buffer} bytes */
function typeOf(bytes) {
  const isRiff = bytes.subarray(0, 4).toString('latin1') === 'RIFF';
  const found = TYPES.find(({ at, magic }) => magic.every((byte, index) => bytes[at + index] === byte));
  return found?.type === 'image/webp' && !isRiff ? undefined : found?.type;
}
