/** Clears away pictures that nothing has shown for a day, and deleted documents that can no longer be brought back. */

/** @import { Journal } from '../journal/journal.js' */

import { UNDO_MS } from './documents.js';
import { messageOf } from '../errors.js';

const EVERY_MS = 3600 * 1000;
const PICTURE = /\/assets\/([0-9a-f]{40})/g;

/**
 * A picture is in use while its address stands in a document, in a deleted document that may come back, or in
 * a running game. A picture that is not in use is marked on disk, and deleted once it has been marked for a day,
 * because an editor may take a step back meanwhile, and a picture is stored before the document that shows it.
 * So no picture goes before it was unused for a day, and all are gone about two days after their document was
 * deleted. A sweep reads all documents and states as text, which costs some ms an hour; the journal's thread
 * does the rest.
 *
 * @param {object} options
 * @param {Pick<import('./documents.js').Documents, 'forgetDeleted' | 'texts'>} options.documents
 * @param {{ all(): { text(): Promise<string> }[] }} options.rooms each with everything that it plays with, as JSON
 * @param {Pick<import('./assets.js').Assets, 'keepOnly'>} options.assets
 * @param {Pick<Journal, 'sweepAssets'>} options.journal
 * @param {import('../log.js').Log} options.log
 * @param {() => number} [options.now] wall clock
 */
export function createAssetSweep({ documents, rooms, assets, journal, log, now = Date.now }) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  /** @returns {Promise<void>} resolves when it is on disk; rejects with `not-saved` */
  async function sweep() {
    const beforeMs = now() - UNDO_MS;
    documents.forgetDeleted(beforeMs);
    const texts = await Promise.all(rooms.all().map((room) => room.text()));
    const used = hashesIn([...documents.texts(), ...texts]);
    assets.keepOnly(used);
    await journal.sweepAssets({ used: [...used], atMs: now(), beforeMs });
  }

  /** Sweeps once. Anything that a full disk refuses now is swept the next time. */
  const trySweep = () =>
    sweep().catch((error) => log.warn(null, `Old pictures could not be cleared: ${messageOf(error)}`));

  return {
    sweep,
    /** Sweeps now and every hour. */
    start() {
      void trySweep();
      timer = setInterval(() => void trySweep(), EVERY_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** @param {Iterable<string>} texts JSON @returns {Set<string>} */
function hashesIn(texts) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const text of texts) for (const [, hash] of text.matchAll(PICTURE)) found.add(String(hash));
  return found;
}
