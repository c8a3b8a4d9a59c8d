/**
 * Damage to the data folder: whatever is flipped or cut, everything acknowledged is there, or the start says what is gone, and goes on
 * with what is proven.
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
import { ROOM, SCENE, SEEN_MS, assertEarlier, openState as open, play } from '../support/journals.js';
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
async function stateOf(dataDir) {
  const { state, remarks } = await open(dataDir);
  assert.deepEqual(remarks, []);
  return state;
}

/**
 * Sees that there is nothing but what was there at some time, and no game in a state that never was.
 * @param {Awaited<ReturnType<typeof stateOf>>} state @param {Awaited<ReturnType<typeof stateOf>>} whole @param {string} about
 */
function assertProven(state, whole, about) {
  const texts = new Set(parts(whole));
  for (const part of parts(state)) assert.ok(texts.has(part), `${part}: ${about}`);
  const [room, all] = [state.rooms[0], whole.rooms[0]];
  if (!room) return;
  const n = /** @type {any} */ (room.snapshot?.state)?.n ?? 0;
  assert.equal(n % 20, 0, about);
  if (room.transcripts.length > 0) assert.deepEqual(room.transcripts, all?.transcripts, about);
}

/** @param {Awaited<ReturnType<typeof stateOf>>} state @returns {string[]} its rows, without those of the game */
function parts({ meta, rooms, documents, picture }) {
  const rows = rooms.flatMap(({ players, submissions, results }) => [...players, ...submissions, ...results]);
  return [...Object.entries(meta), ...rows, ...documents, ...(picture ? [picture.bytes.join()] : [])].map(
    (row) => JSON.stringify(row),
  );
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
    const seen = { refused: 0, rescued: 0, shortened: 0, harmless: 0 };
    for (let i = 0; i < TRIES; i++) {
      copy(good, bad);
      const done = damage(bad, random);
      try {
        const { state, remarks } = await open(bad);
        const kind =
          remarks.length === 0 ? 'harmless' : /was damaged/.test(String(remarks)) ? 'rescued' : 'shortened';
        if (kind === 'harmless') assert.deepEqual(state, expected, `silently wrong: ${done}`);
        else if (kind === 'shortened') assertEarlier(state, expected, done);
        else assertProven(state, expected, `${done}: ${remarks}`);
        // The next start finds the same, and nothing to say of it.
        assert.deepEqual(await stateOf(bad), state, `wrong at the second start: ${done}`);
        seen[kind] += 1;
      } catch (error) {
        if (/** @type {Error} */ (error).name !== 'JournalError') throw error;
        // SQLite has taken what it understood of the log meanwhile, which may be enough.
        /** @type {Awaited<ReturnType<typeof open>> | string} */
        const again = await open(bad).catch((/** @type {Error} */ { name }) => name);
        if (typeof again === 'string') assert.equal(again, 'JournalError');
        else {
          assert.equal(again.remarks.length, 1, `forgotten at the second start: ${done}`);
          assertProven(again.state, expected, done);
        }
        seen.refused += 1;
      }
    }
    t.diagnostic(JSON.stringify(seen));
    assert.ok(seen.refused + seen.rescued + seen.shortened > 0);
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

/** Changes bytes of a closed database behind its back. @param {string} file @param {string} before @param {string} after as long */
function rewrite(file, before, after) {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(before);
  assert.ok(at > 0, before);
  bytes.write(after, at);
  writeFileSync(file, bytes);
}

/**
 * A folder of a stopped server, what was in it, and its database.
 * @param {import('node:test').TestContext} t
 */
async function stopped(t) {
  const { dataDir, path } = await killed(t);
  return { dataDir, file: path('.db'), whole: await stateOf(dataDir) };
}

test('a changed letter in an answer: this one is gone, everything else goes on, and the files are set aside', async (t) => {
  const { dataDir, file, whole } = await stopped(t);
  rewrite(file, '{"points":31}', '{"points":91}');
  const found = bytesIn(dataDir);
  const { state, remarks } = await open(dataDir);
  const [aside = ''] = readdirSync(dataDir).filter((name) => name.startsWith('damaged-'));
  assert.deepEqual(remarks, [
    `${file} was damaged: a row in "submissions" is not as it was written. The show goes on with all that is proven. Rows are ` +
      `gone: submissions (1). The files as they were found are in ${join(dataDir, aside)}; a backup may have more (npm run restore -- <file>).`,
  ]);
  const [room] = whole.rooms;
  assert.ok(room);
  room.submissions = room.submissions.filter(({ receipt }) => receipt !== '{"points":31}');
  assert.deepEqual(state, whole);
  assert.deepEqual(await stateOf(dataDir), whole);
  assert.deepEqual(bytesIn(join(dataDir, aside)), found);
  assert.deepEqual(readdirSync(dataDir).toSorted(), [aside, 'mass-mobile.db']);
});

test('a text that is no UTF-8 any more is damage like any other', async (t) => {
  const { dataDir, file, whole } = await stopped(t);
  const bytes = readFileSync(file);
  const at = bytes.indexOf('Ada 20');
  bytes[at] = 0xff;
  writeFileSync(file, bytes);
  const { state, remarks } = await open(dataDir);
  assert.match(String(remarks), /Rows are gone: players \(1\)\. The files/);
  const [room] = whole.rooms;
  assert.deepEqual(
    state.rooms[0]?.players,
    room?.players.filter(({ name }) => name !== 'Ada 20'),
  );
});

test('a damaged game goes on from its last snapshot, or begins anew', async (t) => {
  const later = await stopped(t);
  // After 40 answers there is a snapshot and nothing after it, so one more is played.
  const journal = await openJournal({ dataDir: later.dataDir });
  for (const seq of [41, 42, 43])
    await journal.saveStage(SCENE, {
      seq,
      snapshot: null,
      transcript: `[["tick",${seq},null]]`,
      submissions: [],
      forgotten: [],
    });
  await journal.close();
  rewrite(later.file, '[["tick",42,null]]', '[["tick",92,null]]');
  const { state, remarks } = await open(later.dataDir);
  assert.match(
    String(remarks),
    /Rows are gone: transcripts \(1\)\. Games go on from their last snapshot, .* over\. /,
  );
  assert.deepEqual(state, later.whole);

  const begun = await stopped(t);
  rewrite(begun.file, '"n":40', '"n":41');
  const anew = await open(begun.dataDir);
  assert.match(String(anew.remarks), /Rows are gone: snapshots \(1\)\. Games /);
  assert.equal(anew.state.rooms[0]?.snapshot, null);
  assert.deepEqual(anew.state.rooms[0]?.players, begun.whole.rooms[0]?.players);
});

test('a page that cannot be read: what is on the others goes on', async (t) => {
  const { dataDir, file, whole } = await stopped(t);
  const bytes = readFileSync(file);
  const page = Math.floor(bytes.indexOf('Ada 20') / 4096);
  writeFileSync(file, bytes.fill(0xff, page * 4096, (page + 1) * 4096));
  const { state, remarks } = await open(dataDir);
  assert.match(
    String(remarks),
    /Rows are gone: players \((some|\d+)\)\. Other rows may be missing or out of date\. Games /,
  );
  assertProven(state, whole, String(remarks));
  assert.deepEqual(state.meta, whole.meta);
  assert.deepEqual(state.rooms[0]?.submissions, whole.rooms[0]?.submissions);
});

test('without a key there is no show to go on with: the start is refused, and changes nothing', async (t) => {
  const { dataDir, file } = await stopped(t);
  rewrite(file, 'sesame-street', 'sesame-strait');
  const found = bytesIn(dataDir);
  for (let n = 0; n < 2; n++)
    await assert.rejects(openJournal({ dataDir }), {
      message: /a row in "meta" is not as it was written.*npm run restore/,
    });
  assert.deepEqual(bytesIn(dataDir), found);
  assert.deepEqual(readdirSync(dataDir), ['mass-mobile.db']);
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
