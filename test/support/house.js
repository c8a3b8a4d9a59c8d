/** A house without a network: the rooms, documents and pictures of a data folder, with the real games. */

import { createInlineErrands } from '../../lib/errands/inline.js';
import { createLocalBus } from '../../lib/bus/local.js';
import { createAssets } from '../../lib/content/assets.js';
import { createDocuments } from '../../lib/content/documents.js';
import { openJournal } from '../../lib/journal/journal.js';
import { loadGames } from '../../lib/load-games.js';
import { createLog } from '../../lib/log.js';
import { createInlinePlays } from '../../lib/play/inline.js';
import { createEvents } from '../../lib/room/events.js';
import { createRooms } from '../../lib/room/rooms.js';
import { createShelf } from '../../lib/scene/shelf.js';

const { games } = await loadGames(new URL('../../games', import.meta.url).pathname);
const loadedOf = (/** @type {string} */ id) => /** @type {any} */ (games.get(id));

/**
 * @param {string} dataDir
 * @param {() => number} [nowMs] the clock of the show, and of documents
 * @param {import('../../lib/journal/thread.js').TestOptions} [faults] of the journal
 */
export async function openHouse(dataDir, nowMs = Date.now, faults) {
  const log = createLog({ level: 'silent' });
  const journal = await openJournal({ dataDir, test: faults });
  const { meta, rooms: records, documents: saved } = await journal.load();
  const runErrand = createInlineErrands(loadedOf);
  const documents = createDocuments({ games, saved, journal, log, now: nowMs, runErrand });
  const assets = createAssets({ journal });
  const events = createEvents({ journal });
  const rooms = await createRooms({
    ...{ records, games, journal, documents, assets, events, log, runErrand, nowMs },
    bus: createLocalBus().home,
    health: () => null,
    isGoverned: false,
    openPlay: createInlinePlays(loadedOf),
    shelf: createShelf({ games, log }),
    baseUrl: 'http://localhost',
  });
  const close = () => rooms.stop().then(() => journal.close());
  return { meta, log, journal, documents, assets, events, rooms, close };
}
