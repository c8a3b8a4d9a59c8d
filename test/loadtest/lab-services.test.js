/** The services of the lab, started by the lab itself. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { extensionsOf } from '../../extensions.js';
import { createApp } from '../../lib/app.js';
import { readConfig } from '../../lib/config.js';
import { openRecords, productOf } from '../../loadtest/lab/records.js';
import { pinnedTo } from '../../loadtest/harness/pin.js';
import { startMariaDb } from '../support/databases.js';
import { freePort, listen } from '../support/process.js';
import { startServer, tempFolder } from '../support/server.js';

test('the services answer, and say what is wrong', async (t) => {
  const { url } = await startServer(t, { LOADTEST: 'on' });
  const get = async (/** @type {string} */ path) => {
    const response = await fetch(`${url}/loadtest/${path}`);
    return { status: response.status, body: await response.json() };
  };
  for (const id of [1, 7, 1000]) {
    const score = (id * 7919) % 1000;
    assert.deepEqual(await get(`record/${id}`), { status: 200, body: { id, name: `Player ${id}`, score } });
  }
  for (const id of ['0', '1001', 'x', '-1', '1.5', '1e2', '0x7', '99999999999999999999'])
    assert.deepEqual(await get(`record/${id}`), {
      status: 404,
      body: { error: `There is no record ${id}: 1 to 1000.` },
    });
  for (const n of ['41', '-1', 'x', '1e1', '2.5', '99999999999999999999'])
    for (const query of ['', '?pool=1'])
      assert.deepEqual(await get(`fibonacci/${n}${query}`), {
        status: 400,
        body: { error: 'n is a whole number from 0 to 40.' },
      });
  for (const [n, value] of [
    [0, 0],
    [1, 1],
    [20, 6765],
  ])
    for (const query of ['', '?pool=1'])
      assert.deepEqual(await get(`fibonacci/${n}${query}`), { status: 200, body: { n, value } });
});

test('it says which database answers', async (t) => {
  const { url } = await startServer(t, { LOADTEST: 'on' });
  const { database } = await (await fetch(`${url}/loadtest/about`)).json();
  assert.equal(database, 'SQLite in memory');
  assert.equal(productOf('10.11.6-MariaDB-0+deb12u1'), 'MariaDB 10.11');
  assert.equal(productOf('5.5.5-10.3.39-MariaDB'), 'MariaDB 10.3');
  assert.equal(productOf('8.0.36'), 'MySQL 8.0');
});

test('a server that is held to one core lets the threads of its pool, and no others, have another one', async (t) => {
  const program = `
      import { createPool } from './loadtest/lab/pool.js';
      const pool = createPool();
      await Promise.all([pool.fibonacci(20), pool.fibonacci(20)]);
      console.log(await pool.cores());
      setInterval(() => {}, 1000);`;
  const [command = '', ...args] = [...pinnedTo(0), process.execPath, '--input-type=module', '-e', program];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  const cores = String(said).trim();
  assert.match(cores, /^[1-9]\d*$/);
  const tasks = `/proc/${child.pid}/task`;
  const allowed = await Promise.all(
    (await readdir(tasks)).map(async (thread) => {
      const status = await readFile(`${tasks}/${thread}/status`, 'utf8');
      return { thread, cores: /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] };
    }),
  );
  assert.equal(allowed.find(({ thread }) => thread === String(child.pid))?.cores, '0', 'the event loop');
  assert.equal(allowed.filter((one) => one.cores === cores).length, 2, JSON.stringify(allowed));
});

test('a database of the lab’s own answers with the same records', async (t) => {
  const server = await startMariaDb();
  const url = await server.newDatabase();
  const records = await openRecords(url);
  t.after(() => records.close());
  assert.match(records.database, new RegExp(`^MariaDB \\d+\\.\\d+ at ${server.address}$`));
  assert.deepEqual(await records.find(7), { id: 7, name: 'Player 7', score: (7 * 7919) % 1000 });
  assert.equal(await records.find(1001), null);
});

test('a database that is not there stops the start, without a word of its password', async (t) => {
  const port = await freePort();
  const refused = (/** @type {any} */ error) => {
    assert.match(
      error.message,
      /LOADTEST_DATABASE_URL: the database at 127\.0\.0\.1:\d+ cannot be used \(.*ECONNREFUSED/,
    );
    assert.match(error.message, /leave LOADTEST_DATABASE_URL unset\./);
    assert.ok(!error.message.includes('hunter2'));
    return true;
  };
  const LOADTEST_DATABASE_URL = `mysql://lab:hunter2@127.0.0.1:${port}/lab`;
  await assert.rejects(openRecords(LOADTEST_DATABASE_URL), refused);
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    LOADTEST: 'on',
    DATA_DIR: await tempFolder(t),
    LOADTEST_DATABASE_URL,
  };
  const config = readConfig({ env, argv: [] });
  await assert.rejects(createApp(config, { extensions: await extensionsOf(config) }), refused);
});

test('what answers there but is no database is named too', async (t) => {
  const stranger = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const { port } = await listen(t, stranger);
  await assert.rejects(openRecords(`mysql://lab:hunter2@127.0.0.1:${port}/lab`), {
    message: new RegExp(`^LOADTEST_DATABASE_URL: the database at 127\\.0\\.0\\.1:${port} cannot be used`),
  });
});

test('an address that is none is refused before anything starts', () => {
  const config = (/** @type {string} */ LOADTEST_DATABASE_URL) =>
    readConfig({ env: { LOADTEST: 'on', LOADTEST_DATABASE_URL }, argv: [] });
  for (const url of ['lab', 'postgres://u:hunter2@h/d', 'mysql://u:hunter2@h', 'mysql://u:hunter2@h/'])
    assert.throws(
      () => config(url),
      (/** @type {Error} */ error) =>
        /must look like mysql:\/\//.test(error.message) && !error.message.includes('hunter2'),
    );
  for (const url of ['mysql://u:p@127.0.0.1:3306/lab', 'mariadb://u@h/lab', 'mysql://u:p@[::1]/lab'])
    assert.equal(config(url).loadTestDatabaseUrl, url);
});
