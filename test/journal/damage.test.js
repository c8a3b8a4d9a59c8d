/**
 * Damage to the data folder: whatever is flipped or cut, everything acknowledged is there, or the start says what is gone. If only the
 * newest commits are, it goes on without them.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
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

/** @param {string} dataDir */
async function open(dataDir) {
  /** @type {string[]} */
  const remarks = [];
  const journal = await openJournal({ dataDir, onRemark: (sentence) => remarks.push(sentence) });
  try {
    return { remarks, state: { ...(await journal.load()), picture: await journal.readAsset('h1') } };
  } finally {
    await journal.close();
  }
}

/** @param {string} dataDir */
async function stateOf(dataDir) {
  const { state, remarks } = await open(dataDir);
  assert.deepEqual(remarks, []);
  return state;
}

/**
 * Sees that a state is one that was there: all that was stored up to some answer, and nothing after it.
 * @param {Awaited<ReturnType<typeof stateOf>>} state @param {Awaited<ReturnType<typeof stateOf>>} whole @param {string} about
 */
function assertEarlier(state, whole, about) {
  const [room, all] = [state.rooms[0], whole.rooms[0]];
  const count = room?.players.length ?? 0;
  assert.deepEqual(state.meta, whole.meta, about);
  assert.deepEqual(
    room?.players.map(({ name }) => name),
    Array.from({ length: count }, (_none, n) => `Ada ${n + 1}`),
    about,
  );
  const { snapshot, transcripts = [] } = room ?? {};
  const seqs = transcripts.map(({ seq }) => seq);
  const first = count - (count % 20);
  assert.deepEqual(
    seqs,
    Array.from({ length: count - first }, (_none, n) => first + n + 1),
    about,
  );
  assert.equal(/** @type {any} */ (snapshot?.state)?.n ?? 0, first, about);
  assert.equal(room?.submissions.length, Math.min(count, 30), about);
  assert.ok(count <= Number(all?.players.length), about);
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
    const seen = { refused: 0, shortened: 0, harmless: 0 };
    for (let i = 0; i < TRIES; i++) {
      copy(good, bad);
      const done = damage(bad, random);
      try {
        const { state, remarks } = await open(bad);
        if (remarks.length === 0) assert.deepEqual(state, expected, `silently wrong: ${done}`);
        else assertEarlier(state, expected, done);
        // The next start finds the same, and nothing to say of it.
        assert.deepEqual(await stateOf(bad), state, `wrong at the second start: ${done}`);
        seen[remarks.length === 0 ? 'harmless' : 'shortened'] += 1;
      } catch (error) {
        if (/** @type {Error} */ (error).name !== 'JournalError') throw error;
        await assert.rejects(
          stateOf(bad),
          { name: 'JournalError' },
          `forgotten at the second start: ${done}`,
        );
        seen.refused += 1;
      }
    }
    t.diagnostic(JSON.stringify(seen));
    assert.ok(seen.refused + seen.shortened > 0);
  });

/** A folder as a kill -9 leaves it. @param {import('node:test').TestContext} t @param {number} [answers] */
async function killed(t, answers = 40) {
  const folder = await tempFolder(t);
  const [live, dataDir] = [join(folder, 'live'), join(folder, 'copy')];
  const journal = await openJournal({ dataDir: live });
  t.after(() => journal.close());
  await play(journal, answers);
  copy(live, dataDir);
  const path = (/** @type {string} */ ending) => join(dataDir, `mass-mobile${ending}`);
  return { dataDir, path };
}

/** @param {string} folder @returns {Record<string, string>} the bytes of its files */
function bytesIn(folder) {
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

test('a log that lost its end: the show goes on from before it, and the files are set aside', async (t) => {
  const { dataDir, path } = await killed(t);
  const fd = openSync(path('.db-wal'), 'r+');
  ftruncateSync(fd, statSync(path('.db-wal')).size - 1);
  closeSync(fd);
  const found = bytesIn(dataDir);
  const { state, remarks } = await open(dataDir);
  const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
  assert.match(
    String(remarks),
    new RegExp(
      `^The end of the log was lost: what was stored from ${time} to ${time} is gone \\(commits: 1\\)\\. Everything before is ` +
        `there\\. The files as they were found are in ${dataDir}/damaged-[-T\\d]+Z\\.$`,
    ),
  );
  assert.equal(state.rooms[0]?.players.length, 39);
  const [aside = ''] = readdirSync(dataDir).filter((name) => name.startsWith('damaged-'));
  assert.deepEqual(bytesIn(join(dataDir, aside)), found);
  assert.deepEqual(await stateOf(dataDir), state);
});

test('without its head, or with a damaged one, a database is there with a sentence', async (t) => {
  for (const spoil of [
    (/** @type {string} */ head) => rmSync(head),
    (/** @type {string} */ head) => writeFileSync(head, readFileSync(head).fill(48, 3, 60)),
  ]) {
    const { dataDir, path } = await killed(t);
    copy(dataDir, `${dataDir}-whole`);
    const whole = await stateOf(`${dataDir}-whole`);
    spoil(path('.head'));
    const { state, remarks } = await open(dataDir);
    assert.match(
      String(remarks),
      /^mass-mobile\.head is (missing|damaged), so nobody can tell whether .* are there\. Everything until .* UTC is\. /,
    );
    assert.deepEqual(state, whole);
    assert.deepEqual(await stateOf(dataDir), whole);
  }
});

test('a copy of the database file alone, made while the server ran, is one of the past, and the start says so', async (t) => {
  const long = await killed(t, 420);
  copy(long.dataDir, `${long.dataDir}-whole`);
  const whole = await stateOf(`${long.dataDir}-whole`);
  rmSync(long.path('.db-wal'));
  rmSync(long.path('.head'));
  const { state, remarks } = await open(long.dataDir);
  assert.match(String(remarks), /^mass-mobile\.head is missing, /);
  assertEarlier(state, whole, String(remarks));

  // Nothing had come from the log into this one: a start would be a new show, with another key.
  const short = await killed(t);
  rmSync(short.path('.db-wal'));
  rmSync(short.path('.head'));
  const { dataDir } = short;
  await assert.rejects(openJournal({ dataDir }), {
    code: 'data-corrupt',
    message: /: all that was in it is gone/,
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
