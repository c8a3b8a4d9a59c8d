import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createInlineErrands } from '../../lib/errands/inline.js';
import { createLocalBus } from '../../lib/bus/local.js';
import { createAssets } from '../../lib/content/assets.js';
import { createDocuments } from '../../lib/content/documents.js';
import { openJournal } from '../../lib/journal/journal.js';
import { loadGames } from '../../lib/load-games.js';
import { createLog } from '../../lib/log.js';
import { createInlinePlays } from '../../lib/play/inline.js';
import { createRooms } from '../../lib/room/rooms.js';
import { createShelf } from '../../lib/room/shelf.js';
import { tempFolder } from '../support/server.js';

const { games } = await loadGames(fileURLToPath(new URL('../../games', import.meta.url)));

test('calls at the same moment do not open more rooms than there may be', async (t) => {
  const log = createLog({ level: 'silent' });
  const journal = await openJournal({ dataDir: await tempFolder(t) });
  const runErrand = createInlineErrands((id) => /** @type {any} */ (games.get(id)));
  const documents = createDocuments({ games, saved: [], journal, log, runErrand });
  const { home: bus } = createLocalBus();
  const rooms = await createRooms({
    records: [],
    games,
    journal,
    documents,
    assets: createAssets({ journal }),
    log,
    bus,
    health: () => null,
    isGoverned: false,
    openPlay: createInlinePlays((id) => /** @type {any} */ (games.get(id))),
    shelf: createShelf({ games, log }),
    runErrand,
    baseUrl: 'http://localhost',
  });
  t.after(async () => {
    await rooms.stop();
    await journal.close();
  });
  const opened = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => rooms.open(`Room ${n}`)));
  const refused = opened.filter(({ status }) => status === 'rejected');
  assert.equal(rooms.all().length, 50);
  assert.equal(refused.length, 11);
  for (const { reason } of /** @type {PromiseRejectedResult[]} */ (refused))
    assert.equal(reason.code, 'room-limit');
});
