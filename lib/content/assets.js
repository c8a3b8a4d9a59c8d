/** Pictures of documents: stored by the hash of their bytes, so that an address never changes its meaning. */

/** @import { Journal } from '../journal/journal.js' */

import { LRUCache } from 'lru-cache';
import { ShowError } from '../errors.js';
import { pictureAddress, pictureType } from '../import/picture.js';

/** Pictures are cached, because 2,000 phones ask for the same one in the same second. */
const CACHE_BYTES = 32 * 1024 * 1024;

const PREFIX = '/assets/';

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
     * @param {Uint8Array} bytes
     * @returns {Promise<{ url: string, type: string }>} once it is on disk
     * @throws {ShowError} `asset-bad`, `not-saved`
     */
    async add(bytes) {
      const type = pictureType(bytes);
      if (!type) throw new ShowError('asset-bad', { problem: 'it is no PNG, JPEG, WebP or GIF' });
      const url = pictureAddress(bytes);
      const hash = url.slice(PREFIX.length);
      await journal.saveAsset({ hash, type, bytes: Buffer.from(bytes), savedMs: Date.now() });
      return { url, type };
    },
    /** Forgets all other pictures in memory, because the disk may not have them any more. @param {ReadonlySet<string>} hashes */
    keepOnly(hashes) {
      for (const hash of [...cache.keys()]) if (!hashes.has(hash)) cache.delete(hash);
    },
    /** @param {string} url `/assets/<hash>` @returns {Promise<Asset | null>} null when there is none, or it cannot be read */
    async at(url) {
      return url.startsWith(PREFIX) ? this.get(url.slice(PREFIX.length)) : null;
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
