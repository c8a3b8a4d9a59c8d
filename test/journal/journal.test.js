/** The journal on a real disk: what it promised is there again, and what it cannot do it says in a sentence. */

/** @import { Worker } from 'node:worker_threads' */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { openJournal } from '../../lib/journal/journal.js';

const DAY_MS = 24 * 3600 * 1000;

/** @type {(id?: string) => import('../../lib/journal/rows.js').SavedRoom} */
const room = (id = 'main') => ({ id, title: 'Hall', locked: true, throttle: { mode: 'AUTO' }, createdMs: 1 });
/** @type {(n: number, more?: object) => import('../../lib/journal/rows.js').SavedPlayer} */
const player = (n, more) => ({
  roomId: 'main',
  pid: `secret-${n}`,
  id: `p${n}`,
  name: `Ada ${n}`,
  team: 'left',
  kicked: false,
  seenMs: Date.now(),
  ...more,
});

/** @type {(seq: number, more?: object) => import('../../lib/stage/types.js').StageWrite} */
const stageWrite = (seq, more) => ({
  seq,
  snapshot: null,
  transcript: '[["tick",33,null]]',
  submissions: [{ playerId: 'p1', id: 's1', receipt: '{}' }],
  forgotten: [],
  ...more,
});

/** @param {test.TestContext} t */
function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'mass-mobile-journal-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** @param {test.TestContext} t @param {Partial<Parameters<typeof openJournal>[0]>} [options] */
async function open(t, options) {
  const journal = await openJournal({ dataDir: folder(t), ...options });
  t.after(() => journal.close());
  return journal;
}

const KEPT = {
  gameId: 'talk',
  epoch: 6,
  sinceMs: 1_600_000_000_000,
  atMs: 4,
  saved: '{"state":{"said":["ü"]},"seq":3}',
  receipts: [{ playerId: 'p1', id: 's0', receipt: '{"n":1}' }],
  then: 'next',
  way: null,
};

test('a room comes back as it was', async (t) => {
  const dataDir = folder(t);
  const before = await openJournal({ dataDir });
  assert.deepEqual(await before.load(), { meta: {}, rooms: [], documents: [] });
  const seenMs = Date.now();
  const scene = { roomId: 'main', gameId: 'pong', epoch: 7, sinceMs: 1_700_000_000_000, atMs: 5 };
  await Promise.all([
    before.saveMeta('operator-key', 'sesame-street'),
    before.saveRoom(room()),
    before.saveScene(scene),
    before.saveSettings('main', 'pong', { ballSpeed: 1.5, debug: true, control: 'tilt' }),
    before.saveSettings('main', 'tug', { strength: 3 }),
    before.savePlayer(player(1, { seenMs, team: null, kicked: true, name: 'Ζωή 👩‍🚀' })),
    before.saveStage(scene, stageWrite(1, { snapshot: '{"ball":[1,-2.5,null]}', transcript: null }), {
      kept: [
        ['talk', KEPT],
        ['tug', null],
      ],
      way: { back: 'talk', settings: { ballSpeed: 2 } },
      receipts: [{ playerId: 'p0', id: 's0', receipt: '{}' }],
    }),
    before.saveStage(scene, stageWrite(2)),
    before.saveChosen('main', 'pong', 'd1'),
    before.saveChosen('main', 'tug', null),
    before.saveResults(
      'main',
      { epoch: 6, gameId: 'tug', atMs: 9, tables: [{ name: 'A', columns: ['B'], rows: [[1]] }] },
      5,
    ),
    before.saveDocument({
      id: 'd1',
      gameId: 'pong',
      title: 'T',
      json: { a: [null] },
      updatedMs: 3,
      deletedMs: null,
    }),
    before.saveAsset({ hash: 'h1', type: 'image/png', bytes: new Uint8Array([0, 255]), savedMs: 1 }),
  ]);
  await before.close();
  assert.deepEqual(readdirSync(dataDir), ['mass-mobile.db'], 'one tidy file to back up');
  assert.equal(statSync(join(dataDir, 'mass-mobile.db')).mode & 0o777, 0o600, 'secrets are in it');

  const after = await open(t, { dataDir });
  assert.deepEqual(await after.load(), {
    meta: { 'operator-key': 'sesame-street' },
    rooms: [
      {
        ...room(),
        scene: { gameId: 'pong', epoch: 7, sinceMs: 1_700_000_000_000 },
        settings: { pong: { ballSpeed: 1.5, debug: true, control: 'tilt' }, tug: { strength: 3 } },
        snapshot: { gameId: 'pong', epoch: 7, atMs: 5, state: { ball: [1, -2.5, null] } },
        players: [player(1, { seenMs, team: null, kicked: true, name: 'Ζωή 👩‍🚀' })],
        transcripts: [{ seq: 2, epoch: 7, entries: [['tick', 33, null]] }],
        submissions: [
          { playerId: 'p0', id: 's0', epoch: 7, receipt: '{}' },
          { playerId: 'p1', id: 's1', epoch: 7, receipt: '{}' },
        ],
        kept: [KEPT],
        interlude: { epoch: 7, way: { back: 'talk', settings: { ballSpeed: 2 } } },
        chosen: { pong: 'd1' },
        results: [{ epoch: 6, gameId: 'tug', atMs: 9, tables: [{ name: 'A', columns: ['B'], rows: [[1]] }] }],
      },
    ],
    documents: [{ id: 'd1', gameId: 'pong', title: 'T', json: { a: [null] }, updatedMs: 3, deletedMs: null }],
  });
  assert.deepEqual(await after.readAsset('h1'), { type: 'image/png', bytes: new Uint8Array([0, 255]) });
  assert.equal(await after.readAsset('none'), null);
  await assert.rejects(after.load(), /called once/);
});

test('the newest row of a key wins, and a deleted room leaves nothing behind', async (t) => {
  const dataDir = folder(t);
  const before = await openJournal({ dataDir });
  for (const id of ['main', 'side', 'gone']) {
    before.saveRoom(room(id));
    before.savePlayer(player(1, { roomId: id, name: 'first' }));
    before.savePlayer(player(1, { roomId: id, name: 'second' }));
    const scene = { roomId: id, gameId: 'tug', epoch: 1, sinceMs: 1, atMs: 1 };
    before.saveStage(scene, stageWrite(1, { snapshot: '0', transcript: null }));
  }
  before.deleteRoom('gone');
  before.deleteRoom('side');
  before.saveRoom(room('side'));
  await before.close();

  const after = await open(t, { dataDir });
  const { rooms } = await after.load();
  assert.deepEqual(
    rooms.map(({ id, players, snapshot }) => [id, players.map(({ name }) => name), snapshot?.state]),
    [
      ['main', ['second'], 0],
      ['side', [], undefined],
    ],
  );
});

test('a snapshot makes transcripts needless, another scene those of the last; receipts can be forgotten', async (t) => {
  const dataDir = folder(t);
  const before = await openJournal({ dataDir });
  before.saveRoom(room());
  const scene = { roomId: 'main', gameId: 'tug', epoch: 1, sinceMs: 1, atMs: 1 };
  before.saveScene(scene);
  before.saveStage(scene, stageWrite(1));
  before.saveStage(scene, stageWrite(2));
  before.saveStage(scene, stageWrite(3, { snapshot: '{"seq":3}', transcript: null }));
  before.saveStage(scene, stageWrite(4));
  before.saveStage(scene, stageWrite(5, { submissions: [], forgotten: [{ playerId: 'p1', id: 's1' }] }));
  await before.close();

  const again = await openJournal({ dataDir });
  const [kept] = (await again.load()).rooms;
  assert.deepEqual(
    [kept?.transcripts.map(({ seq }) => seq), kept?.submissions, kept?.snapshot?.state],
    [[4, 5], [], { seq: 3 }],
  );
  again.saveStage(scene, stageWrite(6));
  again.saveScene({ ...scene, epoch: 2 });
  await again.close();

  const [next] = (await (await open(t, { dataDir })).load()).rooms;
  assert.deepEqual([next?.transcripts, next?.submissions], [[], []]);
});

test('players not seen for a day are forgotten', async (t) => {
  const dataDir = folder(t);
  const before = await openJournal({ dataDir });
  before.saveRoom(room());
  before.savePlayer(player(1, { seenMs: 1000 }));
  before.savePlayer(player(2, { seenMs: 2000 }));
  await before.close();
  const after = await open(t, { dataDir, nowMs: () => 1500 + DAY_MS });
  const { rooms } = await after.load();
  assert.deepEqual(
    rooms[0]?.players.map(({ id }) => id),
    ['p2'],
  );
});

test('many writes share few commits', async (t) => {
  const journal = await open(t);
  await Promise.all(Array.from({ length: 2000 }, (_, n) => journal.savePlayer(player(n))));
  const { commits, rows, waiting } = journal.stats;
  assert.equal(rows, 2000);
  assert.equal(waiting, 0);
  assert.equal(commits, 4, '500 rows a commit');

  await Promise.all(Array.from({ length: 1000 }, (_, n) => journal.savePlayer(player(1, { seenMs: n }))));
  assert.equal(journal.stats.rows, 2001, 'rows of the same key replace each other while they wait');
});

test('commits come at most every 10 ms', async (t) => {
  const journal = await open(t);
  const startMs = performance.now();
  for (let n = 0; n < 20; n++) await journal.savePlayer(player(n));
  assert.equal(journal.stats.commits, 20);
  assert.ok(performance.now() - startMs > 150, 'twenty commits take 190 ms at least');
});

test('flush waits for what was asked', async (t) => {
  const journal = await open(t);
  for (let n = 0; n < 1200; n++) journal.savePlayer(player(n));
  await journal.flush();
  assert.equal(journal.stats.rows, 1200);
  await journal.flush();
});

/** A server of its own that runs these lines with an open `journal`. @param {string} dataDir @param {string} lines */
function child(dataDir, lines) {
  const script = `
    import { writeSync } from 'node:fs';
    import { openJournal } from ${JSON.stringify(new URL('../../lib/journal/journal.js', import.meta.url).href)};
    const journal = await openJournal({ dataDir: ${JSON.stringify(dataDir)} });
    ${lines}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('what was acknowledged survives a kill -9', { timeout: 30_000 }, async (t) => {
  const dataDir = folder(t);
  const server = child(
    dataDir,
    `await journal.saveRoom(${JSON.stringify(room())});
    for (let n = 0; ; n++) {
      const row = { ...${JSON.stringify(player(0))}, pid: String(n), id: 'p' + n };
      journal.savePlayer(row).then(() => writeSync(1, n + '\\n'));
      if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }`,
  );
  let output = '';
  for await (const chunk of server.stdout) {
    output += chunk;
    if (output.length > 8000) server.kill('SIGKILL');
  }
  // The last line may be cut in the middle of its number.
  const acknowledged = output.split('\n').slice(0, -1);
  assert.ok(acknowledged.length > 1000);

  const after = await open(t, { dataDir });
  const saved = new Set((await after.load()).rooms[0]?.players.map(({ pid }) => pid));
  assert.deepEqual(
    acknowledged.filter((pid) => !saved.has(pid)),
    [],
  );
});

test('an idle journal does not keep the process alive', { timeout: 10_000 }, async (t) => {
  const dataDir = folder(t);
  const [code] = await once(child(dataDir, `await journal.saveMeta('a', 'b');`), 'exit');
  assert.equal(code, 0);
  const after = await open(t, { dataDir });
  assert.deepEqual((await after.load()).meta, { a: 'b' });
});

test('a second server on the same folder is refused, and let in once the first has gone', async (t) => {
  const dataDir = folder(t);
  const first = await openJournal({ dataDir });
  await assert.rejects(openJournal({ dataDir }), {
    name: 'JournalError',
    code: 'data-locked',
    message: `Another Mass Mobile server is using this data folder (${dataDir}): stop it, or start this one with --data-dir.`,
  });
  await first.saveMeta('still', 'alive');
  await Promise.all([first.close(), first.close()]);
  const second = await open(t, { dataDir });
  assert.deepEqual((await second.load()).meta, { still: 'alive' });
});

test('a folder that cannot be made is named, with the remedy', async (t) => {
  const inTheWay = join(folder(t), 'file');
  writeFileSync(inTheWay, '');
  const error = {
    code: 'data-folder',
    message: /^The data folder .*file\/data cannot be created .*--data-dir\.$/,
  };
  await assert.rejects(openJournal({ dataDir: join(inTheWay, 'data') }), error);

  const dataDir = folder(t);
  mkdirSync(join(dataDir, 'mass-mobile.db'));
  await assert.rejects(openJournal({ dataDir }), { code: 'data-folder' });
});

test('a file that is no database, or a newer one, is left alone', async (t) => {
  const corrupt = folder(t);
  writeFileSync(join(corrupt, 'mass-mobile.db'), 'this is not a database '.repeat(100));
  await assert.rejects(openJournal({ dataDir: corrupt }), { code: 'data-corrupt', message: /back-up/ });

  const torn = folder(t);
  await (await openJournal({ dataDir: torn })).close();
  const file = join(torn, 'mass-mobile.db');
  writeFileSync(file, readFileSync(file).fill(0xff, 4096));
  await assert.rejects(openJournal({ dataDir: torn }), { code: 'data-corrupt' });

  const newer = folder(t);
  const database = new Database(join(newer, 'mass-mobile.db'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  await assert.rejects(openJournal({ dataDir: newer }), { code: 'data-newer', message: /schema 99/ });
});

test('a full disk loses the row with a sentence, and one report for many', async (t) => {
  /** @type {[string, number][]} */
  const reports = [];
  const journal = await open(t, {
    onError: (error, count) => reports.push([error.message, count]),
    test: { maxPageCount: 1 },
  });
  const big = { text: 'x'.repeat(200_000) };
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((roomId) => journal.saveSettings(roomId, 'tug', big)),
  );
  for (const result of results) {
    assert.equal(result.status, 'rejected');
    assert.equal(result.reason.code, 'not-saved');
    assert.match(result.reason.message, /the disk is full/);
  }
  // Nobody listens to this one: it must not become an unhandled rejection, which would end the test run.
  journal.saveSettings('d', 'tug', big);
  await journal.flush();
  assert.equal(reports.length, 1);
  assert.equal(reports[0]?.[1], 3);
  await journal.close();
  assert.equal(reports.length, 2, 'closing reports the rest');
  assert.equal(journal.stats.lost, 4);
});

test('a row that cannot be stored spoils no other', async (t) => {
  const journal = await open(t);
  const good = journal.saveMeta('good', 'yes');
  const bad = journal.savePlayer(player(1, { name: undefined }));
  const cyclic = /** @type {any} */ ({});
  cyclic.self = cyclic;
  const worse = journal.saveSettings('main', 'tug', cyclic);
  await assert.rejects(bad, { code: 'not-saved', message: /a text was expected/ });
  await assert.rejects(worse, { code: 'not-saved', message: /circular/ });
  await good;
});

test('a database thread that dies is replaced', async (t) => {
  /** @type {Worker[]} */
  const workers = [];
  /** @type {Error[]} */
  const errors = [];
  const journal = await open(t, {
    onError: (error) => errors.push(error),
    test: { onWorker: (worker) => workers.push(worker) },
  });
  await journal.saveMeta('before', 'kept');
  const pending = journal.saveMeta('pending', 'lost');
  await workers[0]?.terminate();
  await assert.rejects(pending, { code: 'not-saved', message: /the database thread ended/ });
  assert.equal(errors.length, 1);
  await journal.saveMeta('after', 'kept');
  assert.equal(workers.length, 2);
});

test('a closed journal refuses', async (t) => {
  const journal = await open(t);
  await journal.close();
  await assert.rejects(journal.saveMeta('late', 'no'), { code: 'not-saved', message: /shutting down/ });
  await sleep(10);
});
