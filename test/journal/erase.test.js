/**
 * The people of a room are erased: nothing of what they have left is in any byte of the data folder, the other rooms are as they were,
 * and whatever ends an erasure in the middle leaves the old state or the new one.
 */

/** @import { Place } from '../support/journals.js' */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openJournal } from '../../lib/journal/journal.js';
import { createRandom } from '../../lib/stage/random.js';
import { bytesIn } from '../support/bytes.js';
import { SEEN_MS, openAt, play, startEngines } from '../support/journals.js';
import { end } from '../support/process.js';
import { sample } from '../support/sample.js';

/** `ERASE_SEED=7` draws other moments. */
const SEED = Number(process.env['ERASE_SEED'] ?? 1);
const KILLS = sample(4, 20);
/** About as long as an erasure takes. */
const KILL_MS = { sqlite: 8, postgres: 30, mysql: 60 };
const LOBBY = { roomId: 'main', gameId: 'lobby', epoch: 2, sinceMs: 2 };
/** Names, tokens, and what a game had of the answers. */
const PEOPLE = ['Ada ', 'secret-', 'points', 'Grace', 'xxxxxxxx'];
/** Erases at the first byte that it reads. */
const ERASE = `
  const { openJournal } = await import(${JSON.stringify(new URL('../../lib/journal/journal.js', import.meta.url).href)});
  const journal = await openJournal(JSON.parse(process.argv[1]));
  process.stdin.once('data', () => void journal.erasePeople(${JSON.stringify(LOBBY)}).then(() => console.log('erased')));
  console.log('open');`;

/** Deletes as versions before 8 did. */
const OLDER = `
  const Database = require('libsql');
  const db = new Database(process.argv[1]);
  db.exec('PRAGMA secure_delete = OFF; PRAGMA user_version = 7; CREATE TABLE late (word TEXT);');
  for (let n = 0; n < 2000; n++) db.prepare('INSERT INTO late VALUES (?)').run(['Hypatia of long ago']);
  db.exec('DROP TABLE late');
  db.close();`;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const engines = await startEngines();

/** @param {Place} place */
async function stateOf(place) {
  const journal = await openJournal(place);
  try {
    return await journal.load();
  } finally {
    await journal.close();
  }
}

/** Plays in the main room, with something of each kind that people leave, and in another one. @param {import('../../lib/journal/journal.js').Journal} journal */
async function evening(journal) {
  await play(journal, 60);
  const person = { id: 'p1', team: null, kicked: false, seenMs: SEEN_MS };
  const tables = [{ name: 'Said', columns: ['Name'], rows: [['Grace']] }];
  await Promise.all([
    journal.saveRoom({ id: 'other', title: 'Balcony', locked: false, throttle: null, createdMs: 2 }),
    journal.savePlayer({ ...person, roomId: 'other', pid: 'stays', name: 'Margaret' }),
    journal.saveEvent({ roomId: 'main', seq: 1, event: { kind: 'kick', values: { name: 'Grace' } } }, 0),
    journal.saveEvent({ roomId: 'other', seq: 2, event: { kind: 'kick', values: { name: 'Joan' } } }, 0),
    journal.saveSettings('main', '*names', /** @type {any} */ ({ list: { p1: { name: 'Grace' } } })),
    journal.saveSettings('main', '*', { language: 'fr' }),
    journal.saveResults('main', { epoch: 0, gameId: 'tug', atMs: 9, tables }, -1),
  ]);
}

for (const engine of engines)
  test(`${engine.name}: erased are people, and nothing else`, async (t) => {
    const place = await engine.newPlace(t);
    const journal = await openAt(t, place);
    await evening(journal);
    // A copy of the log and of its file is all that a thief needs.
    if (engine.kind === 'sqlite')
      for (const word of [...PEOPLE, 'Margaret']) assert.ok(bytesIn(place.dataDir).includes(word), word);
    // Whatever waits for its moment when the erasure comes goes with the rest.
    journal.notePlayer({
      roomId: 'main',
      pid: 'secret-0',
      id: 'p0',
      name: 'Ada 0',
      team: null,
      kicked: false,
      seenMs: SEEN_MS,
    });
    assert.deepEqual(await journal.erasePeople(LOBBY), []);
    const isLeft = (/** @type {string} */ word) => bytesIn(place.dataDir).includes(word);
    assert.deepEqual(PEOPLE.filter(isLeft), [], 'while the server runs');
    await journal.close();
    const { rooms, events, documents } = await stateOf(place);
    assert.deepEqual(PEOPLE.filter(isLeft), []);
    const [main, other] = rooms;
    assert.deepEqual(main, {
      ...{ id: 'main', title: 'Hall', locked: false, throttle: null, createdMs: 1 },
      scene: { gameId: 'lobby', epoch: 2, sinceMs: 2 },
      settings: { '*': { language: 'fr' }, quiz: { seconds: 20 } },
      chosen: { quiz: 'd1' },
      ...{
        snapshot: null,
        players: [],
        transcripts: [],
        submissions: [],
        results: [],
        kept: [],
        interlude: null,
      },
    });
    assert.equal(other?.players[0]?.name, 'Margaret');
    assert.deepEqual(
      events.map(({ roomId }) => roomId),
      ['other'],
    );
    assert.equal(documents.length, 1);
  });

for (const engine of engines)
  test(
    `${engine.name}: kill -9 in the middle of it leaves everything or nothing`,
    { timeout: 600_000 },
    async (t) => {
      const { next } = createRandom(SEED * 1000 + engine.name.length);
      const seen = { old: 0, new: 0 };
      for (let n = 0; n < KILLS; n++) {
        const place = await engine.newPlace(t);
        const journal = await openJournal(place);
        await evening(journal);
        await journal.close();
        const old = await stateOf(place);
        const child = spawn(process.execPath, ['--input-type=module', '-e', ERASE, JSON.stringify(place)], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        await once(child.stdout, 'data');
        child.stdin.write('go');
        await delay(next() * KILL_MS[engine.kind]);
        await end(child, 'SIGKILL');
        const state = await stateOf(place);
        const isNew = state.rooms[0]?.scene?.gameId === 'lobby';
        seen[isNew ? 'new' : 'old'] += 1;
        const [main, ...others] = old.rooms;
        const { players, transcripts, submissions, results } = state.rooms[0] ?? {};
        if (!isNew) assert.deepEqual(state, old);
        else assert.deepEqual([players, transcripts, submissions, results], [[], [], [], []]);
        assert.deepEqual(state.rooms.slice(1), others);
        assert.equal(main?.players.length, 60);
        const bytes = bytesIn(place.dataDir);
        if (isNew)
          assert.deepEqual(
            PEOPLE.filter((word) => bytes.includes(word)),
            [],
          );
      }
      t.diagnostic(JSON.stringify(seen));
    },
  );

test('what older versions deleted is gone from the file when it has been opened', async (t) => {
  const [sqlite] = engines;
  assert.ok(sqlite);
  const place = await sqlite.newPlace(t);
  const journal = await openJournal(place);
  await evening(journal);
  await journal.close();
  // A process of its own: in this one the file would stay locked until the garbage is collected.
  execFileSync(process.execPath, ['-e', OLDER, join(place.dataDir, 'mass-mobile.db')], { cwd: ROOT });
  assert.ok(bytesIn(place.dataDir).includes('Hypatia'));
  const { rooms } = await stateOf(place);
  assert.equal(rooms[0]?.players.length, 60);
  assert.equal(bytesIn(place.dataDir).includes('Hypatia'), false);
});
