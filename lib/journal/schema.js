/**
 * The tables of the journal, once for all databases, and how an older database gets those of today. Kysely writes the SQL;
 * what differs between databases is in `TYPES`.
 */

/** @import { Kysely } from 'kysely' */

import { sql } from '#kysely';

/** @typedef {'sqlite' | 'postgres' | 'mysql'} Kind mysql: MariaDB as well */
/** @typedef {'key' | 'text' | 'whole' | 'bytes'} Type `key`: a text that is compared by its bytes, at most 255 of them */
/**
 * A table. The columns of `key` come first, and those of `rest` may be null if a `?` says so. `isSmall`: SQLite keeps its
 * rows in the tree of their keys, which suits short ones.
 * @typedef {{ key: Record<string, Type>, rest: Record<string, Type | `${Type}?`>, isSmall?: boolean }} Shape
 */

/** @satisfies {Record<string, Shape>} */
const FIRST = {
  meta: { key: { key: 'key' }, rest: { value: 'text' }, isSmall: true },
  rooms: {
    key: { id: 'key' },
    rest: { title: 'text', locked: 'whole', throttle: 'text', created_ms: 'whole' },
    isSmall: true,
  },
  scenes: {
    key: { room_id: 'key' },
    rest: { game_id: 'key', epoch: 'whole', since_ms: 'whole' },
    isSmall: true,
  },
  settings: { key: { room_id: 'key', game_id: 'key' }, rest: { settings: 'text' }, isSmall: true },
  players: {
    key: { room_id: 'key', pid: 'key' },
    rest: { id: 'key', name: 'text', team: 'text?', kicked: 'whole', seen_ms: 'whole' },
    isSmall: true,
  },
  snapshots: {
    key: { room_id: 'key' },
    rest: { game_id: 'key', epoch: 'whole', at_ms: 'whole', state: 'text' },
  },
};

/** @satisfies {Record<string, Shape>} */
const SECOND = {
  transcripts: { key: { room_id: 'key', seq: 'whole' }, rest: { epoch: 'whole', entries: 'text' } },
  submissions: {
    key: { room_id: 'key', player_id: 'key', id: 'key' },
    rest: { epoch: 'whole', receipt: 'text' },
    isSmall: true,
  },
  results: {
    key: { room_id: 'key', epoch: 'whole' },
    rest: { game_id: 'key', at_ms: 'whole', tables: 'text' },
  },
  documents: {
    key: { id: 'key' },
    rest: { game_id: 'key', title: 'text', json: 'text', updated_ms: 'whole', deleted_ms: 'whole?' },
  },
  chosen: { key: { room_id: 'key', game_id: 'key' }, rest: { document_id: 'key?' }, isSmall: true },
  assets: { key: { hash: 'key' }, rest: { type: 'text', bytes: 'bytes', saved_ms: 'whole' } },
};

/** It stands beside the pictures: a mark in their own row would write 2 MB anew. @satisfies {Record<string, Shape>} */
const THIRD = { unused_assets: { key: { hash: 'key' }, rest: { since_ms: 'whole' }, isSmall: true } };

/** Scenes that wait until the room comes back, and where the one that is on leads back to. @satisfies {Record<string, Shape>} */
const FIFTH = {
  kept: {
    key: { room_id: 'key', game_id: 'key' },
    rest: {
      ...{ epoch: 'whole', since_ms: 'whole', at_ms: 'whole' },
      ...{ saved: 'text', receipts: 'text', then_action: 'text?', way: 'text?' },
    },
  },
  interludes: { key: { room_id: 'key' }, rest: { epoch: 'whole', way: 'text' }, isSmall: true },
};

/**
 * These hold the words by which panels name the scenes that wait, and the events of the show. Events of all rooms, such as those of
 * documents, have a room that no room can be.
 * @satisfies {Record<string, Shape>}
 */
const SIXTH = {
  kept_about: { key: { room_id: 'key', game_id: 'key' }, rest: { about: 'text' }, isSmall: true },
  events: { key: { room_id: 'key', seq: 'whole' }, rest: { event: 'text' } },
};

/** The tables that rows of the journal go to, without the marks of pictures. */
const TABLES = { ...FIRST, ...SECOND, ...FIFTH, ...SIXTH };
/** @typedef {keyof typeof TABLES} Table */
/** @typedef {string | number | null | Uint8Array} Value of a column */
/** Tables and columns are named by their shapes. @typedef {Kysely<Record<string, Record<string, Value>>>} Db */
/**
 * A column as it is read.
 * @template T
 * @typedef {T extends `${infer U}?` ? Held<U> | null : T extends 'whole' ? number : T extends 'bytes' ? Uint8Array : string} Held
 */
/**
 * @template S
 * @typedef {S extends { key: infer K, rest: infer R } ? { [C in keyof (K & R)]: Held<(K & R)[C]> } : never} RowOfShape
 */
/** A row as it is read. @template {Table} T @typedef {RowOfShape<(typeof TABLES)[T]>} RowOf */

/** The tables whose rows were given a checksum by the fourth migration, which names them. */
const FIRST_SEALED_TABLES = /** @type {Table[]} */ (Object.keys({ ...FIRST, ...SECOND }));
/** Those of the fifth. */
const FIFTH_SEALED_TABLES = [...FIRST_SEALED_TABLES, .../** @type {Table[]} */ (Object.keys(FIFTH))];
/**
 * In the file of SQLite their rows carry a checksum. The marks of unused pictures carry none: a wrong one makes a
 * picture that nothing shows go sooner or later than it should.
 */
export const SEALED = /** @type {Table[]} */ (Object.keys(TABLES));

/**
 * @param {Table} table
 * @returns {{ key: string[], columns: string[], types: Type[] }} columns and types: all, in the order of a row's values
 */
export function shapeOf(table) {
  const { key, rest } = /** @type {Shape} */ (TABLES[table]);
  const all = { ...key, ...rest };
  const types = Object.values(all).map((type) => /** @type {Type} */ (type.replace('?', '')));
  return { key: Object.keys(key), columns: Object.keys(all), types };
}

/**
 * MySQL cannot have a key of any length, and compares texts without their case and the spaces at their end unless they
 * are bytes.
 * @type {Record<Kind, Record<Type, ReturnType<typeof sql>>>}
 */
const TYPES = {
  sqlite: { key: sql`text`, text: sql`text`, whole: sql`integer`, bytes: sql`blob` },
  postgres: { key: sql`text collate "C"`, text: sql`text`, whole: sql`bigint`, bytes: sql`bytea` },
  mysql: {
    key: sql`varbinary(255)`,
    text: sql`longtext character set utf8mb4 collate utf8mb4_bin`,
    whole: sql`bigint`,
    bytes: sql`longblob`,
  },
};

/** @typedef {{ db: Db, kind: Kind, isSealed: boolean }} Place where tables are made; sealed: rows have checksums */

/**
 * The version of a database counts how many of these it has had. Append; never change one that shipped, nor the tables
 * that it names. MySQL commits each change of a table on its own, so after a crash a migration may meet its own beginning.
 * @type {((place: Place) => Promise<void>)[]}
 */
const MIGRATIONS = [
  async (place) => {
    await makeTables(place, FIRST);
    const index = place.db.schema.createIndex('players_seen').on('players').column('seen_ms');
    try {
      await index.execute();
    } catch (error) {
      // MySQL knows no "if not exists" for an index, which the beginning of this migration may have made.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ER_DUP_KEYNAME') throw error;
    }
  },
  (place) => makeTables(place, SECOND),
  (place) => makeTables(place, THIRD),
  (place) => (place.isSealed ? addChecksums(place) : Promise.resolve()),
  (place) => makeTables(place, FIFTH, place.isSealed),
  (place) => makeTables(place, SIXTH, place.isSealed),
  (place) => (place.isSealed ? addTime(place) : Promise.resolve()),
  // The tables are the same, see `FIRST_WIPED`.
  async () => {},
];

/** The version of a database that has all tables of today. */
export const VERSION = MIGRATIONS.length;
/** The first version whose rows carry checksums. */
export const FIRST_SEALED = 4;
/** The first version whose deleted rows are overwritten in the file of SQLite. */
export const FIRST_WIPED = 8;
/** The first version that has all tables of `SEALED`. */
const ALL_SEALED = 6;

/** @param {number} version @returns {readonly Table[]} those of `SEALED` that a database of this version has */
export function sealedTables(version) {
  if (version >= ALL_SEALED) return SEALED;
  return version === ALL_SEALED - 1 ? FIFTH_SEALED_TABLES : FIRST_SEALED_TABLES;
}

/**
 * Brings a database to the version of today.
 * @param {Place} place
 * @param {number} version of it; 0 is an empty one
 * @param {(migrate: () => Promise<void>, reached: number) => Promise<void>} inTransaction
 *   runs one migration, and notes with it which version was reached
 */
export async function migrate(place, version, inTransaction) {
  for (const [index, migration] of MIGRATIONS.entries())
    if (index >= version) await inTransaction(() => migration(place), index + 1);
}

/** @param {Place} place @param {Record<string, Shape>} shapes @param {boolean} [hasChecksums] */
async function makeTables({ db, kind }, shapes, hasChecksums = false) {
  const types = TYPES[kind];
  for (const [name, { key, rest, isSmall }] of Object.entries(shapes)) {
    let table = db.schema.createTable(name);
    if (kind === 'mysql') table = table.ifNotExists();
    const columns = { ...key, ...rest, ...(hasChecksums && { checksum: 'whole' }) };
    for (const [column, type] of Object.entries(columns)) {
      const kindOf = types[/** @type {Type} */ (type.replace('?', ''))];
      table = table.addColumn(column, kindOf, (made) => (type.endsWith('?') ? made : made.notNull()));
    }
    table = table.addPrimaryKeyConstraint(`${name}_key`, /** @type {never[]} */ (Object.keys(key)));
    if (kind === 'sqlite' && isSmall) table = table.modifyEnd(sql`without rowid`);
    await table.execute();
  }
}

/** Adds a checksum to each row, and the sum of all of them; see seal.js. @param {Place} place */
async function addChecksums({ db }) {
  for (const table of FIRST_SEALED_TABLES)
    await db.schema
      .alterTable(table)
      .addColumn('checksum', 'integer', (made) => made.notNull().defaultTo(0))
      .execute();
  let seal = db.schema.createTable('seal');
  for (const column of ['commits', 'total', 'structure', 'is_open'])
    seal = seal.addColumn(column, 'integer', (made) => made.notNull());
  await seal.execute();
  await db.insertInto('seal').values({ commits: 0, total: 0, structure: 0, is_open: 0 }).execute();
}

/** Lets the seal say when the last commit was, so that people can be told what a log that lost its end has lost. @param {Place} place */
async function addTime({ db }) {
  const table = db.schema.alterTable('seal');
  await table.addColumn('at_ms', 'integer', (made) => made.notNull().defaultTo(0)).execute();
}
