/** Pictures for a deck: made small enough for the server, and stored there. */

/** @import { Ack, Translate } from 'mass-mobile' */
/** @import { Store } from '../../../../public/documents/store.js' */
/** @import { DeckDocument } from '../../types.js' */

/** The server takes so many bytes of a picture. */
const MOST_BYTES = 2_000_000;
/** A larger file is refused before it is decoded: it would take gigabytes in the browser. */
const LARGEST_FILE = 30_000_000;
/** The longer side, in px: more than a 4K screen shows nobody sees. */
const MOST_PX = 2560;
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Qualities of WebP and sides in px that are tried, one after the other. */
const TRIES = /** @type {const} */ ([
  [0.9, MOST_PX],
  [0.8, 1920],
  [0.7, 1600],
  [0.6, 1280],
]);

/** @typedef {Ack<{ url: string }>} Saved */

/** @param {Store<DeckDocument>} store @param {Translate} t */
export function createPictures(store, t) {
  /** @param {string} key @param {Record<string, string | number>} [values] @returns {{ ok: false, code: string, message: string }} */
  const refuse = (key, values) => ({ ok: false, code: 'asset-bad', message: t(key, values) });

  return {
    /**
     * Stores a picture. One that is too large for the server is made smaller first.
     * @param {File} file
     * @returns {Promise<Saved>} never rejects
     */
    async save(file) {
      if (!file.type.startsWith('image/')) return refuse('talk.panel.picture.none', { name: file.name });
      if (file.size > LARGEST_FILE)
        return refuse('talk.panel.picture.large', {
          name: file.name,
          mb: Math.round(file.size / 1e6),
          most: LARGEST_FILE / 1e6,
        });
      if (file.size <= MOST_BYTES && TYPES.includes(file.type)) return store.saveImage(file);
      try {
        const picture = await createImageBitmap(file);
        const small = await shrink(picture);
        picture.close();
        return small ? await store.saveImage(small) : refuse('talk.panel.picture.dense', { name: file.name });
      } catch {
        return refuse('talk.panel.picture.broken', { name: file.name });
      }
    },
    /** Stores what was drawn, for example a page of a PDF. @param {HTMLCanvasElement} canvas @returns {Promise<Saved>} */
    async saveCanvas(canvas) {
      const small = await shrink(canvas);
      return small ? store.saveImage(small) : refuse('talk.panel.picture.dense', { name: '' });
    },
  };
}

/** @typedef {ReturnType<typeof createPictures>} Pictures */

/** @param {ImageBitmap | HTMLCanvasElement} picture @returns {Promise<Blob | null>} null: it does not get small enough */
async function shrink(picture) {
  for (const [quality, side] of TRIES) {
    const blob = await draw(picture, side, quality);
    if (blob && blob.size <= MOST_BYTES) return blob;
  }
  return null;
}

/** @param {ImageBitmap | HTMLCanvasElement} picture @param {number} side @param {number} quality @returns {Promise<Blob | null>} */
function draw(picture, side, quality) {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // A browser that cannot write WebP gives PNG, which the server takes as well.
  return new Promise((done) => canvas.toBlob(done, 'image/webp', quality));
}
