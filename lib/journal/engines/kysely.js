/** Kysely over one connection of ours, for each of the three dialects. */

/** @import { CompiledQuery, DatabaseConnection, Driver } from 'kysely' */
/** @import { Db, Kind } from '../schema.js' */

import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from '#kysely';

/** @typedef {{ rows: Record<string, unknown>[], changes: number }} Answer changes: how many rows were inserted, updated or deleted */
/** @typedef {(sql: string, values: readonly unknown[]) => Answer | Promise<Answer>} Query */

const DIALECTS = {
  sqlite: [SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler],
  postgres: [PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler],
  mysql: [MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler],
};

/**
 * @param {Kind} kind
 * @param {Query} query runs one statement; transactions are the engine's own matter
 * @returns {Db}
 */
export function kyselyOver(kind, query) {
  const [Adapter, Introspector, Compiler] = /** @type {any} */ (DIALECTS[kind]);
  /** @type {DatabaseConnection} */
  const connection = {
    async executeQuery(/** @type {CompiledQuery} */ { sql, parameters }) {
      const { rows, changes } = await query(sql, parameters);
      return { rows: /** @type {never[]} */ (rows), numAffectedRows: BigInt(changes) };
    },
    streamQuery() {
      throw new Error('the journal reads whole tables');
    },
  };
  /** @type {Driver} */
  const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection });
  return new Kysely({
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new Introspector(db),
      createQueryCompiler: () => new Compiler(),
    },
  });
}
