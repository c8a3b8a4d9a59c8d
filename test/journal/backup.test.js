/**
 * Backups, made and restored by the commands that operators use, from each database to each other: all that was acknowledged is in
 * them, and whatever ends a command in the middle leaves the old state or the new one.
 */

/** @import { Place } from '../support/journals.js' */
/** @import { TestContext } from 'node:test' */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { openJournal } from '../../lib/journal/journal.js';
import { createRandom } from '../../lib/stage/random.js';
import { SCENE, openAt, play, startEngines } from '../support/journals.js';
import { end, spawnServer } from '../support/process.js';
import { sample } from '../support/sample.js';
import { joinAsPhone, openControl, tempFolder } from '../support/server.js';

const PROGRAM = fileURLToPath(new URL('../../scripts/backup.js', import.meta.url));
/** `BACKUP_SEED=7` draws other moments. */
const SEED = Number(process.env['BACKUP_SEED'] ?? 1);
const KILLS = sample(2, 20);
/** About from the first file that a command makes until it ends, so that most kills are in the middle of it. */
const KILL_MS = { sqlite: [150, 800], postgres: [300, 1500], mysql: [300, 1500] };

const engines = await startEngines();
const [sqlite] = engines;

/** @param {'make' | 'restore'} command @param {Place} place @param {string[]} args */
function start(command, { dataDir, databaseUrl }, args) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
  return spawn(process.execPath, [PROGRAM, command, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** @param {'make' | 'restore'} command @param {Place} place @param {string[]} args */
async function run(command, place, ...args) {
  const child = start(command, place, args);
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { out, errors, code };
}

/** @param {Place} place @param {string[]} args @returns {Promise<string>} the file */
async function backUp(place, ...args) {
  const { out, errors, code } = await run('make', place, ...args);
  assert.equal(code, 0, errors);
  const [file] = /\S+\.db$/m.exec(out) ?? [];
  return String(file);
}

/** @param {Place} place @param {string} file @returns {Promise<string>} what the command said */
async function restore(place, file) {
  const { out, errors, code } = await run('restore', place, file);
  assert.equal(code, 0, errors);
  return out;
}

/** @param {Place} place */
async function stateOf(place) {
  const journal = await openJournal(place);
  try {
    return { ...(await journal.load()), picture: await journal.readAsset('h1') };
  } finally {
    await journal.close();
  }
}

/** A show that was played and closed. @param {TestContext} t @param {Place} place @param {number} answers */
async function played(t, place, answers) {
  const journal = await openAt(t, place);
  await play(journal, answers);
  await journal.close();
  return place;
}

test('from each database to the next one, and back: every row', { timeout: 300_000 }, async (t) => {
  const [first, ...others] = engines;
  let place = await played(t, await /** @type {any} */ (first).newPlace(t), 40);
  const state = await stateOf(place);
  for (const engine of [...others, /** @type {any} */ (first)]) {
    const file = await backUp(place);
    place = await engine.newPlace(t);
    const said = await restore(place, file);
    assert.match(said, /: 1 room, 40 players, 1 document\. Start the server now\.\n$/);
    assert.deepEqual(await stateOf(place), state, engine.name);
  }
});

for (const engine of engines)
  test(
    `${engine.name}: made while answers are stored, with all that were acknowledged before`,
    { timeout: 300_000 },
    async (t) => {
      const place = await engine.newPlace(t);
      const journal = await openAt(t, place);
      await play(journal, 1);
      let acknowledged = 1;
      let isOver = false;
      /** Long receipts, so that the log begins anew again and again. */
      const write = async () => {
        for (let n = 2; !isOver; n++) {
          const receipt = JSON.stringify({ n, text: 'x'.repeat(20_000) });
          const submissions = [{ playerId: 'p1', id: `s${n}`, receipt }];
          const transcript = JSON.stringify([['tick', n, null]]);
          await journal.saveStage(SCENE, { seq: n, snapshot: null, transcript, submissions, forgotten: [] });
          acknowledged = n;
        }
      };
      const writing = write();
      const taken = [];
      for (let n = 0; n < 3; n++) {
        const before = acknowledged;
        taken.push({ before, file: await backUp(place) });
        assert.ok(acknowledged > before, 'the show went on');
      }
      isOver = true;
      await writing;
      await journal.close();
      for (const { before, file } of taken) {
        const copy = await engine.newPlace(t);
        await restore(copy, file);
        const [room] = (await stateOf(copy)).rooms;
        const seqs = room?.transcripts.map(({ seq }) => seq) ?? [];
        assert.ok(seqs.length >= before && seqs.length <= acknowledged, `${seqs.length} of ${before}`);
        assert.deepEqual(
          seqs,
          seqs.map((_seq, n) => n + 1),
        );
        assert.equal(room?.submissions.length, seqs.length);
      }
    },
  );

for (const engine of engines)
  test(
    `${engine.name}: what a restore replaces is kept as a backup, and can be restored`,
    { timeout: 120_000 },
    async (t) => {
      const place = await played(t, await engine.newPlace(t), 10);
      const [file, old] = [await backUp(place), await stateOf(place)];
      await (await played(t, place, 30), backUp(place));
      const newer = await stateOf(place);
      assert.notDeepEqual(newer, old);
      const [, before = ''] = /What was there before: (.+)/.exec(await restore(place, file)) ?? [];
      assert.deepEqual(await stateOf(place), old);
      await restore(place, before);
      assert.deepEqual(await stateOf(place), newer);
      // A backup is never written to, so that it can be restored twice.
      await restore(place, file);
      assert.deepEqual(await stateOf(place), old);
      assert.equal(statSync(file).mode & 0o777, 0o600);
    },
  );

for (const engine of engines)
  test(
    `${engine.name}: kill -9 in the middle leaves the old state or the new one`,
    { timeout: 600_000 },
    async (t) => {
      const { next } = createRandom(SEED * 1000 + engine.name.length);
      const [first = 0, last = 0] = KILL_MS[engine.kind];
      /** @param {ReturnType<typeof start>} child */
      const kill = async (child) => {
        await Promise.race([once(child, 'exit'), delay(first + next() * (last - first))]);
        if (child.exitCode === null) await end(child, 'SIGKILL');
      };
      const old = await played(t, await engine.newPlace(t), 20);
      const other = await engine.newPlace(t);
      const journal = await openAt(t, other);
      await play(journal, 200);
      for (let n = 0; n < 20; n++)
        await journal.saveAsset({
          hash: `big-${n}`,
          type: 'image/png',
          bytes: new Uint8Array(500_000).fill(n),
          savedMs: 1,
        });
      await journal.close();
      const [oldFile, newFile] = [await backUp(old), await backUp(other)];
      const [oldState, newState] = [await stateOf(old), await stateOf(other)];
      const seen = { old: 0, new: 0, made: 0, unmade: 0 };
      for (let n = 0; n < KILLS; n++) {
        const folder = await tempFolder(t);
        await kill(start('make', other, [folder]));
        const made = readdirSync(folder).filter((name) => name.endsWith('.db'));
        seen[made.length > 0 ? 'made' : 'unmade'] += 1;

        await kill(start('restore', old, [newFile]));
        const state = await stateOf(old);
        const isNew = state.rooms[0]?.players.length === 200;
        assert.deepEqual(state, isNew ? newState : oldState, `after restore ${n}`);
        seen[isNew ? 'new' : 'old'] += 1;

        // Whatever has the name of a backup is one, and the next command clears away what was left of this one.
        for (const name of made) {
          await restore(old, join(folder, name));
          assert.deepEqual(await stateOf(old), newState);
        }
        await backUp(other, folder);
        assert.deepEqual(
          readdirSync(folder).filter((name) => !name.endsWith('.db')),
          [],
        );
        await restore(old, oldFile);
        assert.deepEqual(await stateOf(old), oldState);
      }
      t.diagnostic(JSON.stringify(seen));
    },
  );

test('phones of a show that was restored elsewhere are who they were', { timeout: 120_000 }, async (t) => {
  const place = { dataDir: await tempFolder(t), databaseUrl: null };
  const first = await spawnServer(t, { DATA_DIR: place.dataDir });
  const { ask } = await openControl(t, first);
  const { room } = await ask('open-room', 'Balcony');
  const { socket, welcome } = await joinAsPhone(t, first.url, { name: 'Ada', room: room.id });
  // That somebody came is on the disk a moment later, for nobody waits for it; a new name is there when it is acknowledged.
  const renamed = await socket.timeout(60_000).emitWithAck('rename', 'Grace');
  assert.equal(renamed.ok, true, JSON.stringify(renamed));
  const file = await backUp(place);
  await end(first.child, 'SIGKILL');

  const elsewhere = { dataDir: join(await tempFolder(t), 'new'), databaseUrl: null };
  await restore(elsewhere, file);
  const second = await spawnServer(t, { DATA_DIR: elsewhere.dataDir });
  const { token, ...player } = welcome.player;
  const again = await joinAsPhone(t, second.url, { token, room: room.id });
  const { token: _renewed, ...same } = again.welcome.player;
  assert.deepEqual(same, { ...player, name: 'Grace' });
  assert.equal(again.welcome.room.title, 'Balcony');
  assert.match((await run('restore', elsewhere, file)).errors, /is using this data folder .*: stop it/);
});

test(
  'what is no backup, or a damaged one, is refused with a sentence, and nothing changes',
  { timeout: 120_000 },
  async (t) => {
    assert.ok(sqlite);
    const place = await played(t, await sqlite.newPlace(t), 20);
    const state = await stateOf(place);
    const folder = await tempFolder(t);
    const good = readFileSync(await backUp(place, folder));
    const file = join(folder, 'bad.db');
    /** @type {(bytes: Uint8Array, sentence: RegExp) => Promise<void>} */
    const refused = async (bytes, sentence) => {
      rmSync(file, { force: true });
      writeFileSync(file, bytes);
      const { out, errors, code } = await run('restore', place, file);
      assert.deepEqual([out, code], ['', 1]);
      assert.match(errors, sentence);
      assert.ok(errors.includes(file), errors);
      assert.deepEqual(await stateOf(place), state);
      assert.deepEqual(Buffer.from(readFileSync(file)), Buffer.from(bytes), 'the file was left as it was');
    };
    const damaged = /is damaged: .*\. Nothing was restored: choose another backup\.\n/;
    const changed = Buffer.from(good);
    changed.write('{"points":91}', changed.indexOf('{"points":11}'));
    await refused(changed, damaged);
    await refused(good.subarray(0, good.length - 4096), damaged);
    await refused(Buffer.from('no database at all '.repeat(300)), damaged);
    await refused(Buffer.alloc(0), /holds nothing, .* choose another backup\.\n/);
    const newer = new Database(join(folder, 'newer.db'));
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    await refused(readFileSync(join(folder, 'newer.db')), /newer Mass Mobile \(schema 99\)/);

    assert.match(
      (await run('restore', place, join(folder, 'none.db'))).errors,
      /There is no file .*none\.db/,
    );
    assert.match((await run('restore', place)).errors, /Which one\? npm run restore -- <file>\n/);
    const nowhere = { dataDir: join(folder, 'nowhere'), databaseUrl: null };
    assert.match((await run('make', nowhere)).errors, /There is no file .*nowhere\/mass-mobile\.db/);
    assert.equal(existsSync(nowhere.dataDir), false);
    assert.match((await run('make', place, '--data-dri', 'x')).errors, /did you mean --data-dir\?/);
    assert.match(
      (await run('make', place, join(file, 'in'))).errors,
      /No backup can be made in .*bad\.db\/in/,
    );
  },
);

for (const engine of engines)
  test(`${engine.name}: where no server has been, there is nothing to back up`, async (t) => {
    const place = await engine.newPlace(t);
    const { errors, code } = await run('make', place);
    assert.equal(code, 1);
    assert.match(
      errors,
      engine === sqlite ? /There is no file / : /The database "\w+" at \S+ holds nothing, /,
    );
  });

test('a damaged database is not backed up, and the sentence names it', async (t) => {
  assert.ok(sqlite);
  const place = await played(t, await sqlite.newPlace(t), 20);
  const file = join(place.dataDir, 'mass-mobile.db');
  const bytes = readFileSync(file);
  bytes.write('{"points":91}', bytes.indexOf('{"points":11}'));
  writeFileSync(file, bytes);
  const { errors, code } = await run('make', place);
  assert.equal(code, 1);
  assert.match(errors, /mass-mobile\.db is damaged: a row in "submissions" .*\. No backup was made\.\n/);
  assert.deepEqual(readdirSync(join(place.dataDir, 'backups')), []);
});
