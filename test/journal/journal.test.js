/** The journal on each of its databases: what it promised is there again, and what it cannot do it says in a sentence. */

/** @import { Worker } from 'node:worker_threads' */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openJournal } from '../../lib/journal/journal.js';
import { openAt, startEngines } from '../support/journals.js';

const DAY_MS = 24 * 3600 * 1000;
/** Nobody who was seen then is forgotten yet. */
const SEEN_MS = Date.UTC(2100, 0, 1);

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
  seenMs: SEEN_MS,
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

const KEPT = {
  gameId: 'talk',
  epoch: 6,
  sinceMs: 1_600_000_000_000,
  atMs: 4,
  saved: '{"state":{"said":["ü"]},"seq":3}',
  receipts: [{ playerId: 'p1', id: 's0', receipt: '{"n":1}' }],
  then: 'next',
  way: null,
  about: { place: { text: 'here', values: { n: 4 } }, hasResults: true },
};

/** A server of its own that runs these lines with an open `journal`. @param {import('../support/journals.js').Place} place @param {string} lines */
function child(place, lines) {
  const script = `
    import { openJournal } from ${JSON.stringify(new URL('../../lib/journal/journal.js', import.meta.url).href)};
    const journal = await openJournal(${JSON.stringify(place)});
    ${lines}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

for (const engine of await startEngines()) {
  test(`${engine.name}: a room comes back as it was`, async (t) => {
    const place = await engine.newPlace(t);
    const before = await openJournal(place);
    assert.deepEqual(await before.load(), { meta: {}, rooms: [], documents: [], events: [] });
    const seenMs = SEEN_MS;
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
      before.saveEvent({ roomId: '*', seq: 2, event: { kind: 'lock' } }, 0),
      before.saveEvent({ roomId: '*', seq: 3, event: { kind: 'kick' } }, 2),
      before.saveAsset({ hash: 'h1', type: 'image/png', bytes: new Uint8Array([0, 255]), savedMs: 1 }),
    ]);
    await before.close();
    const files = readdirSync(place.dataDir);
    if (engine.server) assert.deepEqual(files, [], 'all of it is in the database');
    else {
      assert.deepEqual(files, ['mass-mobile.db'], 'one tidy file to back up');
      assert.equal(statSync(join(place.dataDir, 'mass-mobile.db')).mode & 0o777, 0o600, 'secrets are in it');
    }

    const after = await openAt(t, place);
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
          results: [
            { epoch: 6, gameId: 'tug', atMs: 9, tables: [{ name: 'A', columns: ['B'], rows: [[1]] }] },
          ],
        },
      ],
      documents: [
        { id: 'd1', gameId: 'pong', title: 'T', json: { a: [null] }, updatedMs: 3, deletedMs: null },
      ],
      events: [{ roomId: '*', seq: 3, event: { kind: 'kick' } }],
    });
    assert.deepEqual(await after.readAsset('h1'), { type: 'image/png', bytes: new Uint8Array([0, 255]) });
    assert.equal(await after.readAsset('none'), null);
    await assert.rejects(after.load(), /called once/);
  });

  test(`${engine.name}: the newest row of a key wins, and a deleted room leaves nothing behind`, async (t) => {
    const place = await engine.newPlace(t);
    const before = await openJournal(place);
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

    const after = await openAt(t, place);
    const { rooms } = await after.load();
    assert.deepEqual(
      rooms.map(({ id, players, snapshot }) => [id, players.map(({ name }) => name), snapshot?.state]),
      [
        ['main', ['second'], 0],
        ['side', [], undefined],
      ],
    );
  });

  test(`${engine.name}: a snapshot makes transcripts needless, another scene those of the last; receipts can be forgotten`, async (t) => {
    const place = await engine.newPlace(t);
    const before = await openJournal(place);
    before.saveRoom(room());
    const scene = { roomId: 'main', gameId: 'tug', epoch: 1, sinceMs: 1, atMs: 1 };
    before.saveScene(scene);
    before.saveStage(scene, stageWrite(1));
    before.saveStage(scene, stageWrite(2));
    before.saveStage(scene, stageWrite(3, { snapshot: '{"seq":3}', transcript: null }));
    before.saveStage(scene, stageWrite(4));
    before.saveStage(scene, stageWrite(5, { submissions: [], forgotten: [{ playerId: 'p1', id: 's1' }] }));
    await before.close();

    const again = await openJournal(place);
    const [kept] = (await again.load()).rooms;
    assert.deepEqual(
      [kept?.transcripts.map(({ seq }) => seq), kept?.submissions, kept?.snapshot?.state],
      [[4, 5], [], { seq: 3 }],
    );
    again.saveStage(scene, stageWrite(6));
    again.saveScene({ ...scene, epoch: 2 });
    await again.close();

    const [next] = (await (await openAt(t, place)).load()).rooms;
    assert.deepEqual([next?.transcripts, next?.submissions], [[], []]);
  });

  test(`${engine.name}: players not seen for a day are forgotten`, async (t) => {
    const place = await engine.newPlace(t);
    const before = await openJournal(place);
    before.saveRoom(room());
    before.savePlayer(player(1, { seenMs: 1000 }));
    before.savePlayer(player(2, { seenMs: 2000 }));
    await before.close();
    const after = await openAt(t, place, { nowMs: () => 1500 + DAY_MS });
    const { rooms } = await after.load();
    assert.deepEqual(
      rooms[0]?.players.map(({ id }) => id),
      ['p2'],
    );
  });

  test(`${engine.name}: many writes share few commits`, async (t) => {
    const journal = await openAt(t, await engine.newPlace(t));
    await Promise.all(Array.from({ length: 2000 }, (_, n) => journal.savePlayer(player(n))));
    const { commits, rows, waiting } = journal.stats;
    assert.equal(rows, 2000);
    assert.equal(waiting, 0);
    assert.equal(commits, 4, '500 rows a commit');

    await Promise.all(Array.from({ length: 1000 }, (_, n) => journal.savePlayer(player(1, { seenMs: n }))));
    assert.equal(journal.stats.rows, 2001, 'rows of the same key replace each other while they wait');
  });

  test(`${engine.name}: flush waits for what was asked`, async (t) => {
    const journal = await openAt(t, await engine.newPlace(t));
    for (let n = 0; n < 1200; n++) journal.savePlayer(player(n));
    await journal.flush();
    assert.equal(journal.stats.rows, 1200);
    await journal.flush();
  });

  test(`${engine.name}: what was acknowledged survives a kill -9`, { timeout: 300_000 }, async (t) => {
    const place = await engine.newPlace(t);
    const server = child(
      place,
      `await journal.saveRoom(${JSON.stringify(room())});
      for (let n = 0; ; n++) {
        const row = { ...${JSON.stringify(player(0))}, pid: String(n), id: 'p' + n };
        journal.savePlayer(row).then(() => process.stdout.write(n + '\\n'));
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

    const after = await openAt(t, place);
    const saved = new Set((await after.load()).rooms[0]?.players.map(({ pid }) => pid));
    assert.deepEqual(
      acknowledged.filter((pid) => !saved.has(pid)),
      [],
    );
  });

  test(`${engine.name}: an idle journal does not keep the process alive`, { timeout: 300_000 }, async (t) => {
    const place = await engine.newPlace(t);
    const [code] = await once(child(place, `await journal.saveMeta('a', 'b');`), 'exit');
    assert.equal(code, 0);
    const after = await openAt(t, place);
    assert.deepEqual((await after.load()).meta, { a: 'b' });
  });

  test(`${engine.name}: a row that cannot be stored spoils no other`, async (t) => {
    const journal = await openAt(t, await engine.newPlace(t));
    const good = journal.saveMeta('good', 'yes');
    const bad = journal.savePlayer(player(1, { name: undefined }));
    const cyclic = /** @type {any} */ ({});
    cyclic.self = cyclic;
    const worse = journal.saveSettings('main', 'tug', cyclic);
    await assert.rejects(bad, { code: 'not-saved', message: /a text was expected/ });
    await assert.rejects(worse, { code: 'not-saved', message: /circular/ });
    await good;
  });

  test(`${engine.name}: a database thread that dies is replaced`, async (t) => {
    /** @type {Worker[]} */
    const workers = [];
    /** @type {Error[]} */
    const errors = [];
    const journal = await openAt(t, await engine.newPlace(t), {
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

  test(`${engine.name}: a closed journal refuses`, async (t) => {
    const journal = await openAt(t, await engine.newPlace(t));
    await journal.close();
    await assert.rejects(journal.saveMeta('late', 'no'), { code: 'not-saved', message: /shutting down/ });
    await new Promise(setImmediate);
  });

  test(`${engine.name}: what it refuses is not saved, and then it goes on`, async (t) => {
    /** @type {Worker[]} */
    const workers = [];
    const journal = await openAt(t, await engine.newPlace(t), {
      test: { onWorker: (worker) => workers.push(worker) },
    });
    await journal.saveMeta('before', 'kept');
    workers[0]?.postMessage({ type: 'refuse', isOn: true });
    await assert.rejects(journal.saveMeta('meanwhile', 'lost'), {
      code: 'not-saved',
      message: /read.?only/i,
    });
    workers[0]?.postMessage({ type: 'refuse', isOn: false });
    await journal.saveMeta('after', 'kept');
    assert.equal(journal.stats.lost, 1);
  });

  test(`${engine.name}: pictures that nothing shows go when they have been marked for long enough`, async (t) => {
    const journal = await openAt(t, await engine.newPlace(t));
    const asset = (/** @type {string} */ hash) =>
      journal.saveAsset({ hash, type: 'image/png', bytes: new Uint8Array([1]), savedMs: 1 });
    const hashes = Array.from({ length: 30 }, (_, n) => `h${n}`);
    await Promise.all(hashes.map(asset));
    const left = async () => {
      const found = await Promise.all(hashes.map(async (hash) => (await journal.readAsset(hash)) && hash));
      return found.filter((hash) => hash !== null);
    };
    await journal.sweepAssets({ used: ['h1', 'h2'], atMs: 10, beforeMs: 5 });
    assert.equal((await left()).length, 30, 'they have only just been marked');
    await asset('h3');
    await journal.sweepAssets({ used: ['h1', 'h4'], atMs: 20, beforeMs: 15 });
    assert.equal((await left()).length, 10, 'twenty at a time');
    await journal.sweepAssets({ used: ['h1', 'h4'], atMs: 30, beforeMs: 15 });
    assert.deepEqual(await left(), ['h1', 'h2', 'h3', 'h4']);
  });
}
