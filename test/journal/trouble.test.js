/** A database that cannot be used refuses the start, with a sentence that names what was wrong and never the password. */

import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { openJournal } from '../../lib/journal/journal.js';
import { VERSION } from '../../lib/journal/schema.js';
import { freePort, listen } from '../support/process.js';
import { openAt, startServers } from '../support/journals.js';
import { tempFolder } from '../support/server.js';

for (const engine of await startServers()) {
  const { server, name } = engine;
  const urlOf = async (
    /** @type {Partial<Record<'username' | 'password' | 'pathname' | 'port', string>>} */ changed,
  ) => Object.assign(new URL(await server.newDatabase()), changed).href;

  /** @param {import('node:test').TestContext} t @param {string} databaseUrl @param {string} code @param {RegExp} message */
  async function refuses(t, databaseUrl, code, message) {
    const { password } = new URL(databaseUrl);
    await assert.rejects(
      openJournal({ dataDir: await tempFolder(t), databaseUrl }),
      (/** @type {any} */ error) => {
        assert.match(error.message, message);
        assert.deepEqual([error.name, error.code], ['JournalError', code]);
        assert.ok(!error.message.includes(password), error.message);
        return true;
      },
    );
  }

  test(`${name}: nobody listens there`, async (t) => {
    const port = String(await freePort());
    const url = await urlOf({ port });
    const message = new RegExp(
      `^The database "\\w+" at 127\\.0\\.0\\.1:${port} cannot be reached \\(.*ECONNREFUSED.*\\): start it`,
    );
    await refuses(t, url, 'database-away', message);
  });

  test(`${name}: what listens there says nothing`, async (t) => {
    const silent = createServer(() => {});
    const { port } = await listen(t, silent);
    await refuses(t, await urlOf({ port: String(port) }), 'database-away', /cannot be reached \(.*time/i);
  });

  test(`${name}: a wrong password, and a user that is not there`, async (t) => {
    const message =
      /^The database "\w+" at .* does not let the user "(stage|nobody)" in \(.*\): correct the user and/;
    await refuses(t, await urlOf({ password: 'guessed-wrong' }), 'database-login', message);
    await refuses(t, await urlOf({ username: 'nobody' }), 'database-login', message);
  });

  test(`${name}: no such database`, async (t) => {
    const message =
      /^There is no database "nowhere" at .*: create it, for example with CREATE DATABASE, or correct/;
    await refuses(t, await urlOf({ pathname: '/nowhere' }), 'database-missing', message);
  });

  test(`${name}: a user that may only read, in an empty database and in one with a show`, async (t) => {
    const message =
      /^The user "reader" may not write to the database "\w+" at .* \(.*\): grant all rights on it/;
    const empty = await server.newDatabase();
    await allowReading(empty, false);
    await refuses(t, asReader(empty), 'database-rights', message);
    const used = await server.newDatabase();
    await (await openJournal({ dataDir: await tempFolder(t), databaseUrl: used })).close();
    await allowReading(used, true);
    await refuses(t, asReader(used), 'database-rights', message);
  });

  test(`${name}: a newer schema is left alone`, async (t) => {
    const place = await engine.newPlace(t);
    const url = String(place.databaseUrl);
    await (await openJournal(place)).close();
    await server.query(url, 'UPDATE lease SET schema_version = 99');
    await refuses(
      t,
      url,
      'data-newer',
      /^The database "\w+" at .* was written by a newer Mass Mobile \(schema 99\): start/,
    );
    await server.query(url, `UPDATE lease SET schema_version = ${VERSION}`);
    await openAt(t, place);
  });

  test(`${name}: one that does not wait for its disk is remarked`, async (t) => {
    /** @type {string[]} */
    const remarks = [];
    await openAt(t, await engine.newPlace(t), { onRemark: (sentence) => remarks.push(sentence) });
    assert.equal(remarks.length, 1);
    assert.match(
      String(remarks[0]),
      /^The database "\w+" at .* does not wait for its disk \((fsync = off|innodb_flush_log_at_trx_commit = 2)\): answers/,
    );
  });

  test(`${name}: a database that belongs to something else`, async (t) => {
    const url = await server.newDatabase();
    await server.query(url, 'CREATE TABLE players (number INT)');
    await refuses(
      t,
      url,
      'database-bad',
      /^The database "\w+" at .* cannot be used \(.*\): give one that holds nothing else/,
    );
  });

  /** @param {string} url */
  function asReader(url) {
    return Object.assign(new URL(url), { username: 'reader', password: 'reads-only' }).href;
  }

  /** @param {string} url @param {boolean} isThere the user, from before */
  async function allowReading(url, isThere) {
    const database = new URL(url).pathname.slice(1);
    if (server.kind === 'postgres') {
      if (!isThere) await server.query(url, `CREATE USER reader PASSWORD 'reads-only'`);
      await server.query(url, 'GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader');
      return;
    }
    if (!isThere) await server.query(url, `CREATE USER reader@'127.0.0.1' IDENTIFIED BY 'reads-only'`);
    await server.query(url, `GRANT SELECT ON ${database}.* TO reader@'127.0.0.1'`);
  }
}
