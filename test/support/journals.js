/** The journal on each of its databases: what one suite needs to run over all of them. */

/** @import { TestContext } from 'node:test' */
/** @import { Journal } from '../../lib/journal/journal.js' */

import assert from 'node:assert/strict';
import { openJournal } from '../../lib/journal/journal.js';
import { startMariaDb, startPostgres } from './databases.js';
import { tempFolder } from './server.js';

/** @typedef {Partial<Parameters<typeof openJournal>[0]>} Options */
/** @typedef {{ dataDir: string, databaseUrl: string | null }} Place where one journal is */
/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {'sqlite' | 'postgres' | 'mysql'} kind
 * @property {import('./databases.js').Server | null} server
 * @property {(t: TestContext) => Promise<Place>} newPlace empty, and gone after the test
 */

/** @param {import('./databases.js').ServerOptions} [options] @returns {Promise<Engine[]>} SQLite, PostgreSQL, MariaDB */
export async function startEngines(options) {
  /** @type {Engine} */
  const sqlite = {
    ...{ name: 'SQLite', kind: 'sqlite', server: null },
    newPlace: async (t) => ({ dataDir: await tempFolder(t), databaseUrl: null }),
  };
  const servers = await startServers(options);
  return [sqlite, ...servers];
}

/** @param {import('./databases.js').ServerOptions} [options] */
export async function startServers(options) {
  const servers = await Promise.all([startPostgres(options), startMariaDb(options)]);
  return servers.map((server) => ({
    ...{ name: server.name, kind: server.kind, server },
    // The folder stays empty: whatever a home needs is in the database.
    newPlace: async (/** @type {TestContext} */ t) => ({
      dataDir: await tempFolder(t),
      databaseUrl: await server.newDatabase(),
    }),
  }));
}

/** Opens a journal, which is closed after the test. @param {TestContext} t @param {Place} place @param {Options} [options] */
export async function openAt(t, place, options) {
  const journal = await openJournal({ ...place, ...options });
  t.after(() => journal.close());
  return journal;
}

export const SCENE = { roomId: 'main', gameId: 'quiz', epoch: 1, sinceMs: 1, atMs: 1 };
export const ROOM = { id: 'main', title: 'Hall', locked: false, throttle: null, createdMs: 1 };

/** Nobody who was seen then is forgotten yet. */
export const SEEN_MS = Date.UTC(2100, 0, 1);

/** Plays a show with this many answers, which are all acknowledged. @param {Journal} journal @param {number} answers */
export async function play(journal, answers) {
  await begin(journal);
  for (let n = 1; n <= answers; n++) await answer(journal, n);
}

/** Stores what is there before the first answer. @param {Journal} journal */
export async function begin(journal) {
  await Promise.all([
    journal.saveMeta('operator-key', 'sesame-street'),
    journal.saveRoom(ROOM),
    journal.saveScene(SCENE),
    journal.saveSettings('main', 'quiz', { seconds: 20 }),
    journal.saveChosen('main', 'quiz', 'd1'),
    journal.saveDocument({
      id: 'd1',
      gameId: 'quiz',
      title: 'Fruit \ud83d\0',
      json: { words: ['fig'] },
      updatedMs: 3,
      deletedMs: null,
    }),
    journal.saveAsset({ hash: 'h1', type: 'image/png', bytes: new Uint8Array(10_000).fill(7), savedMs: 1 }),
    journal.saveResults('main', { epoch: 0, gameId: 'tug', atMs: 9, tables: [] }, -1),
  ]);
}

/** Stores one answer, of a player who comes with it. @param {Journal} journal @param {number} n from 1 @returns {Promise<unknown>} acknowledged */
export function answer(journal, n) {
  journal.savePlayer({
    roomId: 'main',
    pid: `secret-${n}`,
    id: `p${n}`,
    name: `Ada ${n}`,
    team: null,
    kicked: false,
    seenMs: SEEN_MS,
  });
  const isSnapshot = n % 20 === 0;
  return journal.saveStage(SCENE, {
    seq: n,
    snapshot: isSnapshot ? JSON.stringify({ scores: 'x'.repeat(3000), n }) : null,
    transcript: isSnapshot ? null : JSON.stringify([['tick', n, null]]),
    submissions: [{ playerId: `p${n}`, id: `s${n}`, receipt: `{"points":${n}}` }],
    forgotten: n > 30 ? [{ playerId: `p${n - 30}`, id: `s${n - 30}` }] : [],
  });
}

/** Opens a folder as a start does. @param {string} dataDir @returns all that was stored by {@link play}, and what the start says of it */
export async function openState(dataDir) {
  /** @type {string[]} */
  const remarks = [];
  const journal = await openJournal({ dataDir, onRemark: (sentence) => remarks.push(sentence) });
  try {
    return { remarks, state: { ...(await journal.load()), picture: await journal.readAsset('h1') } };
  } finally {
    await journal.close();
  }
}

/** @typedef {Awaited<ReturnType<typeof openState>>['state']} State */

/**
 * Sees that a state is one that was there: all that was stored up to some answer, and nothing after it.
 * @param {State} state @param {State} whole @param {string} about
 */
export function assertEarlier(state, whole, about) {
  const [room, all] = [state.rooms[0], whole.rooms[0]];
  const count = room?.players.length ?? 0;
  assert.deepEqual(state.meta, whole.meta, about);
  const numbers = room?.players.map(({ name }) => Number(name.slice('Ada '.length))) ?? [];
  const upTo = (/** @type {number} */ n) => Array.from({ length: n }, (_none, at) => at + 1);
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    upTo(count),
    about,
  );
  const { snapshot, transcripts = [] } = room ?? {};
  const seqs = transcripts.map(({ seq }) => seq);
  const first = count - (count % 20);
  assert.deepEqual(seqs, upTo(count).slice(first), about);
  assert.equal(/** @type {any} */ (snapshot?.state)?.n ?? 0, first, about);
  assert.equal(room?.submissions.length, Math.min(count, 30), about);
  assert.ok(count <= Number(all?.players.length), about);
}
