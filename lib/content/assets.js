/** Pictures of documents: stored by the hash of their bytes, so that an address never changes its meaning. */

/** @import { Journal } from '../journal/journal.js' */

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ShowError } from '../errors.js';

/** Pictures are cached, because 2,000 phones ask for the same one in the same second. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** Types that a browser shows and that cannot run anything. They are recognised by their first bytes, never by a name. */
const TYPES = Object.freeze([
  { type: 'image/png', at: 0, magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', at: 0, magic: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', at: 0, magic: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', at: 8, magic: [0x57, 0x45, 0x42, 0x50] },
]);

/** @typedef {{ type: string, bytes: Uint8Array }} Asset */

/** @param {{ journal: Pick<Journal, 'saveAsset' | 'readAsset'> }} options */
export function createAssets({ journal }) {
  /** Phones that ask for a picture while it is being read wait for the same read. */
  const cache = new LRUCache({
    maxSize: CACHE_BYTES,
    sizeCalculation: (/** @type {Asset} */ { bytes }) => bytes.length,
    fetchMethod: async (/** @type {string} */ hash) => (await journal.readAsset(hash)) ?? undefined,
    ignoreFetchAbort: true,
  });

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
    /** Forgets all other pictures in memory, because the disk may not have them any more. @param {ReadonlySet<string>} hashes */
    keepOnly(hashes) {
      for (const hash of [...cache.keys()]) if (!hashes.has(hash)) cache.delete(hash);
    },
    /** @param {string} hash @returns {Promise<Asset | null>} null when there is none, or it cannot be read */
    async get(hash) {
      if (!/^[0-9a-f]{40}$/.test(hash)) return null;
      const asset = await cache.fetch(hash).catch(() => undefined);
      return asset ?? null;
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
