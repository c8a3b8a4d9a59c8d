/**
 * The statements of the journal, by name, and their SQL for each database. The main thread names them and knows no database;
 * the thread of the database compiles each once, at its start or when it first comes.
 */

/** @import { Compilable } from 'kysely' */
/** @import { Db, Table, Value } from './schema.js' */

import { sql } from '#kysely';
import { SEALED, shapeOf } from './schema.js';

/** Tables of a room in which names, tokens or answers of people are, or what became of them in a game. */
const OF_PEOPLE = [
  ...['transcripts', 'submissions', 'results', 'players', 'snapshots'],
  ...['kept', 'kept_about', 'interludes', 'events'],
];

/** Each takes a Kysely and as many values as it has places. @satisfies {Record<string, (db: Db, ...values: Value[]) => Compilable[]>} */
const RUNS = {
  oldEpochs: (db, roomId, epoch) => [
    inRoom(db, 'transcripts', roomId).where('epoch', '!=', epoch),
    inRoom(db, 'submissions', roomId).where('epoch', '!=', epoch),
  ],
  playedTranscripts: (db, roomId, seq) => [inRoom(db, 'transcripts', roomId).where('seq', '<=', seq)],
  forgetSubmission: (db, roomId, playerId, id) => [
    inRoom(db, 'submissions', roomId).where('player_id', '=', playerId).where('id', '=', id),
  ],
  oldResults: (db, roomId, epoch) => [inRoom(db, 'results', roomId).where('epoch', '<=', epoch)],
  noKept: (db, roomId, gameId) => [
    inRoom(db, 'kept', roomId).where('game_id', '=', gameId),
    inRoom(db, 'kept_about', roomId).where('game_id', '=', gameId),
  ],
  oldEvents: (db, roomId, seq) => [inRoom(db, 'events', roomId).where('seq', '<=', seq)],
  goneDocuments: (db, beforeMs) => [db.deleteFrom('documents').where('deleted_ms', '<=', beforeMs)],
  markAssets: (db, atMs) => [
    db
      .insertInto('unused_assets')
      .columns(['hash', 'since_ms'])
      .expression(
        db
          .selectFrom('assets')
          .select(['hash', sql`${atMs}`.as('since_ms')])
          .where('hash', 'not in', db.selectFrom('unused_assets').select('hash')),
      ),
  ],
  wantedAsset: (db, hash) => [db.deleteFrom('unused_assets').where('hash', '=', hash)],
  // At most 40 MB go at once, so that no answer waits long behind them. MySQL takes a limit only one level further down.
  goneAssets: (db, beforeMs) => [
    db
      .deleteFrom('assets')
      .where('hash', 'in', (of) =>
        of
          .selectFrom((inner) =>
            inner
              .selectFrom('unused_assets')
              .select('hash')
              .where('since_ms', '<=', beforeMs)
              .limit(sql.lit(20))
              .as('gone'),
          )
          .select('gone.hash'),
      ),
  ],
  goneMarks: (db, beforeMs) => [
    db
      .deleteFrom('unused_assets')
      .where('since_ms', '<=', beforeMs)
      .where('hash', 'not in', db.selectFrom('assets').select('hash')),
  ],
  gonePlayers: (db, beforeMs) => [db.deleteFrom('players').where('seen_ms', '<', beforeMs)],
  // But for pictures, which nothing replaces: those that nobody shows are swept.
  everything: (db) =>
    [...SEALED.filter((table) => table !== 'assets'), 'unused_assets'].map((table) => db.deleteFrom(table)),
  erasePeople: (db, roomId) => OF_PEOPLE.map((table) => inRoom(db, table, roomId)),
  noSettings: (db, roomId, gameId) => [inRoom(db, 'settings', roomId).where('game_id', '=', gameId)],
  deleteRoom: (db, roomId) => [
    ...[...OF_PEOPLE, 'chosen', 'scenes', 'settings'].map((table) => inRoom(db, table, roomId)),
    db.deleteFrom('rooms').where('id', '=', roomId),
  ],
};

/** @typedef {keyof typeof RUNS} Run */

/** @param {Db} db @param {string} table @param {Value} roomId */
function inRoom(db, table, roomId) {
  return db.deleteFrom(table).where('room_id', '=', roomId);
}

/**
 * @param {Db} db
 * @returns {Record<Run, string[]>} the SQL of each, whose statements all take the same values, in this order
 */
export function runsOf(db) {
  const compiled = Object.entries(RUNS).map(([name, make]) => {
    const places = /** @type {Value[]} */ (Array(make.length - 1).fill(0));
    const queries = /** @type {(db: Db, ...values: Value[]) => Compilable[]} */ (make)(db, ...places);
    return [name, queries.map((query) => query.compile().sql)];
  });
  return Object.fromEntries(compiled);
}

/** Rows of these are never replaced: the same hash means the same bytes. */
const NEVER_REPLACED = new Set(['assets']);

/**
 * SQLite has two statements for a row: most rows are new, and `orIgnore` is the quicker one for them.
 * @param {Db} db @param {Table} table
 * @returns {{ orIgnore: string, orReplace: string | null }} they take a row's values and its checksum
 */
export function sealedPut(db, table) {
  const insert = db.insertInto(table).values(rowOf([...shapeOf(table).columns, 'checksum']));
  return {
    orIgnore: insert.orIgnore().compile().sql,
    orReplace: NEVER_REPLACED.has(table) ? null : insert.orReplace().compile().sql,
  };
}

/**
 * @param {Db} db @param {'postgres' | 'mysql'} kind @param {Table} table
 * @param {number} count of rows whose values it takes one after the other; no two may have the same key
 * @returns {string}
 */
export function putOf(db, kind, table, count) {
  const { key, columns } = shapeOf(table);
  const insert = db.insertInto(table).values(Array(count).fill(rowOf(columns)));
  const rest = columns.filter((column) => !key.includes(column));
  const changed = NEVER_REPLACED.has(table) ? key : rest;
  const query =
    kind === 'postgres'
      ? insert.onConflict((of) =>
          of.columns(key).doUpdateSet((by) => from(changed, (c) => by.ref(`excluded.${c}`))),
        )
      : insert.onDuplicateKeyUpdate(from(changed, (column) => sql`values(${sql.ref(column)})`));
  return query.compile().sql;
}

/** @param {string[]} columns @returns {Record<string, number>} any values, for they become places */
function rowOf(columns) {
  return Object.fromEntries(columns.map((column) => [column, 0]));
}

/** @template T @param {string[]} columns @param {(column: string) => T} value @returns {Record<string, T>} */
function from(columns, value) {
  return Object.fromEntries(columns.map((column) => [column, value(column)]));
}
