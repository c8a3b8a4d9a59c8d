/** Damage to the data folder: whatever is flipped or cut, the start says so, or everything acknowledged is there. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openJournal } from '../../lib/journal/journal.js';
import { checksum, plus } from '../../lib/journal/seal.js';
import { createRandom } from '../../lib/stage/random.js';
import { ROOM, SCENE, SEEN_MS, play } from '../support/journals.js';
import { tempFolder } from '../support/server.js';

/** Tries for each folder. `DAMAGE_TRIES=350` makes the thousand of a full run. */
const TRIES = Number(process.env['DAMAGE_TRIES'] ?? 8);
const SEED = Number(process.env['DAMAGE_SEED'] ?? 1);

/** Copied by another process, for closing the file in this one would drop the lock. @param {string} from @param {string} to */
function copy(from, to) {
  rmSync(to, { recursive: true, force: true });
  assert.equal(spawnSync('cp', ['-r', from, to]).status, 0);
}

/** @param {string} dataDir @returns {Promise<unknown>} */
async function stateOf(dataDir) {
  const journal = await openJournal({ dataDir });
  try {
    return { ...(await journal.load()), picture: await journal.readAsset('h1') };
  } finally {
    await journal.close();
  }
}

/** @param {string} dataDir @param {() => number} random @returns {string} what was done */
function damage(dataDir, random) {
  const upTo = (/** @type {number} */ n) => Math.floor(random() * n);
  const files = readdirSync(dataDir).filter((name) => statSync(join(dataDir, name)).size > 0);
  const name = String(files[upTo(files.length)]);
  const file = join(dataDir, name);
  const bytes = readFileSync(file);
  const at = upTo(3) === 0 ? upTo(Math.min(200, bytes.length)) : upTo(bytes.length);
  const kind = upTo(4);
  if (kind === 0) {
    const fd = openSync(file, 'r+');
    ftruncateSync(fd, Math.max(1, at));
    closeSync(fd);
    return `${name} cut at ${at}`;
  }
  if (kind === 1) bytes.fill(0, at, Math.min(at + 512, bytes.length));
  else if (kind === 2) bytes[at] = upTo(256);
  else bytes[at] = /** @type {number} */ (bytes[at]) ^ (1 << upTo(8));
  writeFileSync(file, bytes);
  return `${name}: ${['', '512 zeros', 'another byte', 'another bit'][kind]} at ${at}`;
}

for (const [what, answers, isClosed] of /** @type {[string, number, boolean][]} */ ([
  ['everything is in the log', 60, false],
  ['the log was emptied into the file on the way', 420, false],
  ['the server ended properly', 60, true],
]))
  test(`flips and cuts when ${what}: each is noticed, or does no harm`, { timeout: 600_000 }, async (t) => {
    const folder = await tempFolder(t);
    const [live, good, bad] = ['live', 'good', 'bad'].map((name) => join(folder, name));
    if (!live || !good || !bad) return;
    const journal = await openJournal({ dataDir: live });
    t.after(() => journal.close());
    await play(journal, answers);
    if (isClosed) await journal.close();
    copy(live, good);
    copy(good, bad);
    const expected = await stateOf(bad);
    const random = createRandom(SEED * 1000 + answers).next;
    const seen = { noticed: 0, harmless: 0 };
    for (let i = 0; i < TRIES; i++) {
      copy(good, bad);
      const done = damage(bad, random);
      try {
        assert.deepEqual(await stateOf(bad), expected, `silently wrong: ${done}`);
        // Harmless damage stays harmless: the next start finds nothing either.
        assert.deepEqual(await stateOf(bad), expected, `wrong at the second start: ${done}`);
        seen.harmless += 1;
      } catch (error) {
        if (/** @type {Error} */ (error).name !== 'JournalError') throw error;
        await assert.rejects(
          stateOf(bad),
          { name: 'JournalError' },
          `forgotten at the second start: ${done}`,
        );
        seen.noticed += 1;
      }
    }
    t.diagnostic(JSON.stringify(seen));
    assert.ok(seen.noticed > 0);
  });

/** A folder as a kill -9 leaves it. @param {import('node:test').TestContext} t */
async function killed(t) {
  const folder = await tempFolder(t);
  const [live, dataDir] = [join(folder, 'live'), join(folder, 'copy')];
  const journal = await openJournal({ dataDir: live });
  t.after(() => journal.close());
  await play(journal, 40);
  copy(live, dataDir);
  const path = (/** @type {string} */ ending) => join(dataDir, `mass-mobile${ending}`);
  return { dataDir, path };
}

test('a log that lost its end is named, and kept for somebody who can read it', async (t) => {
  const { dataDir, path } = await killed(t);
  const fd = openSync(path('.db-wal'), 'r+');
  ftruncateSync(fd, statSync(path('.db-wal')).size - 1);
  closeSync(fd);
  await assert.rejects(openJournal({ dataDir }), (/** @type {any} */ { code, message }) => {
    assert.equal(code, 'data-corrupt');
    assert.equal(
      message.replace(/1 of \d+/, '1 of 42'),
      `${path('.db')} is damaged: the last 1 of 42 commits are missing. Move all files mass-mobile.* out of ${dataDir}, ` +
        'restore a backup (npm run restore -- <file>), and start again. Without a backup, start without them; ' +
        'the rooms and players in them are lost then.',
    );
    return true;
  });
  assert.ok(existsSync(path('.db-wal.damaged')));
});

test('a copy of the database file alone, made while the server ran, is refused', async (t) => {
  const { dataDir, path } = await killed(t);
  rmSync(path('.db-wal'));
  rmSync(path('.head'));
  await assert.rejects(openJournal({ dataDir }), {
    code: 'data-corrupt',
    message: /mass-mobile\.head, .* is missing/,
  });
});

test('a changed letter in an answer is noticed', async (t) => {
  const { dataDir, path } = await killed(t);
  await stateOf(dataDir);
  const bytes = readFileSync(path('.db'));
  bytes.write('{"points":91}', bytes.indexOf('{"points":31}'));
  writeFileSync(path('.db'), bytes);
  await assert.rejects(openJournal({ dataDir }), {
    message: /a row in "submissions" is not as it was written/,
  });
});

test('a head that a power cut left behind, or of which half is damaged, stops nobody', async (t) => {
  const { dataDir, path } = await killed(t);
  const [line = ''] = readFileSync(path('.head'), 'latin1').split('\n');
  writeFileSync(path('.head'), `${line}\n${line.replace('0', '1')}\n`);
  const state = await stateOf(dataDir);

  const older = await killed(t);
  const first = await openJournal({ dataDir: join(older.dataDir, 'first') });
  copy(join(older.dataDir, 'first', 'mass-mobile.head'), older.path('.head'));
  await first.close();
  assert.deepEqual(
    /** @type {any} */ (await stateOf(older.dataDir)).rooms[0].submissions,
    /** @type {any} */ (state).rooms[0].submissions,
  );
});

test('the sum follows whatever is replaced and deleted', async (t) => {
  const dataDir = await tempFolder(t);
  const random = createRandom(7).next;
  const journal = await openJournal({ dataDir });
  const pick = () => `k${Math.floor(random() * 4)}`;
  for (let n = 0; n < 300; n++) {
    const id = pick();
    const operations = [
      () => journal.saveRoom({ ...ROOM, id }),
      () => journal.deleteRoom(id),
      () => journal.saveMeta(id, `${n}`),
      () =>
        journal.savePlayer({
          roomId: id,
          pid: pick(),
          id: 'p',
          name: 'Ada',
          team: null,
          kicked: false,
          seenMs: SEEN_MS,
        }),
      () => journal.saveScene({ ...SCENE, roomId: id, epoch: n }),
      () =>
        journal.saveStage(
          { ...SCENE, roomId: id, epoch: n },
          {
            seq: n,
            snapshot: n % 3 === 0 ? '{}' : null,
            transcript: n % 3 === 0 ? null : '[]',
            submissions: [{ playerId: pick(), id: pick(), receipt: '{}' }],
            forgotten: [{ playerId: pick(), id: pick() }],
          },
        ),
      () => journal.saveResults(id, { epoch: n, gameId: 'tug', atMs: n, tables: [] }, n - 20),
      () =>
        journal.saveDocument({
          id,
          gameId: 'quiz',
          title: 'T',
          json: n,
          updatedMs: n,
          deletedMs: n % 2 ? n : null,
        }),
      () => journal.saveChosen(id, pick(), n % 2 ? pick() : null),
      () => journal.saveAsset({ hash: id, type: 'image/png', bytes: new Uint8Array([n % 256]), savedMs: n }),
      () => journal.sweepAssets({ used: [pick()], atMs: n, beforeMs: n - 2 }),
    ];
    const saved = operations[Math.floor(random() * operations.length)]?.();
    if (n % 3 === 0) await saved;
  }
  await journal.close();
  await (await openJournal({ dataDir })).close();
});

test('a checksum tells types, places and neighbours apart, and sums lose nothing', () => {
  const rows = [
    ['a', 'b'],
    ['ab', ''],
    ['b', 'a'],
    ['1', null],
    [1, null],
    [null, 1],
    ['n', ''],
    [new Uint8Array([49]), null],
  ];
  const sums = rows.map((row) => checksum('t', row));
  assert.equal(new Set(sums).size, rows.length);
  assert.notEqual(checksum('t', ['a']), checksum('u', ['a']));
  const [a = 0, b = 0] = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 5];
  assert.equal(BigInt(plus(a, b)), (BigInt(a) + BigInt(b)) & BigInt(Number.MAX_SAFE_INTEGER));
});
