/** Files are read and compressed once, and an edit is seen at once. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import express from 'express';
import { createFiles } from '../../lib/http/files.js';
import { listen } from '../support/process.js';
import { tempFolder } from '../support/server.js';

/** @param {import('node:test').TestContext} t */
async function serve(t) {
  const folder = await tempFolder(t);
  let nowMs = 0;
  const app = express();
  app.use('/files', createFiles({ now: () => nowMs }).folder(folder));
  const { port } = await listen(t, createServer(app));
  /** @param {string} path as it is, not tidied up by a URL @param {Record<string, string>} [headers] */
  const get = async (path, headers = {}, method = 'GET') => {
    const sent = request({ host: '127.0.0.1', port, path, headers, method });
    sent.end();
    const [response] = /** @type {[import('node:http').IncomingMessage]} */ (await once(sent, 'response'));
    const body = Buffer.concat(await response.toArray());
    return { status: response.statusCode, headers: response.headers, body };
  };
  return { folder, get, later: () => void (nowMs += 1000) };
}

const SCRIPT = `export const text = '${'mass mobile '.repeat(400)}';\n`;

test('a file is sent compressed to a client that can read it, and not at all to one that has it', async (t) => {
  const { folder, get } = await serve(t);
  await writeFile(join(folder, 'a.js'), SCRIPT);
  const plain = await get('/files/a.js');
  assert.equal(plain.body.toString(), SCRIPT);
  assert.match(String(plain.headers['content-type']), /javascript/);
  assert.equal(plain.headers['cache-control'], 'no-cache');
  assert.equal(plain.headers['vary'], 'Accept-Encoding');
  const packed = await get('/files/a.js', { 'accept-encoding': 'gzip, br' });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.ok(packed.body.length < SCRIPT.length / 10);
  assert.equal(packed.headers.etag, plain.headers.etag);
  const same = await get('/files/a.js', { 'if-none-match': String(plain.headers.etag) });
  assert.deepEqual([same.status, same.body.length, same.headers.etag], [304, 0, plain.headers.etag]);
  const head = await get('/files/a.js', {}, 'HEAD');
  assert.deepEqual(
    [head.status, head.headers['content-length'], head.body.length],
    [200, String(SCRIPT.length), 0],
  );
});

test('an edited file is sent as it is now, and a deleted one is gone', async (t) => {
  const { folder, get, later } = await serve(t);
  const path = join(folder, 'a.js');
  await writeFile(path, SCRIPT);
  const before = await get('/files/a.js');
  await writeFile(path, SCRIPT.replace('mass', 'MASS'));
  // An edit of the same length, in another moment.
  await utimes(path, 1, 1);
  later();
  const after = await get('/files/a.js', { 'if-none-match': String(before.headers.etag) });
  assert.equal(after.status, 200);
  assert.match(after.body.toString(), /MASS/);
  await rename(path, join(folder, 'b.js'));
  later();
  assert.equal((await get('/files/a.js')).status, 404);
  assert.equal((await get('/files/b.js')).status, 200);
});

test('what lies beside the parts of a page is not sent', async (t) => {
  const { folder, get } = await serve(t);
  for (const name of [
    'a.d.ts',
    'A.TS',
    'a.test.js',
    'README.md',
    'a.js.map',
    'a.js~',
    'a.js.bak',
    'a.js.orig',
  ]) {
    await writeFile(join(folder, name), SCRIPT);
    assert.equal((await get(`/files/${name}`)).status, 404, name);
    assert.equal((await get(`/files/${name.replace('.', '%2e')}`)).status, 404, name);
  }
  for (const name of ['a.js', 'maps.json', 'test.js', 'a.mp3', 'bits']) {
    await writeFile(join(folder, name), SCRIPT);
    assert.equal((await get(`/files/${name}`)).status, 200, name);
  }
});

test('a part, and a file that is too large for memory, come from the disk', async (t) => {
  const { folder, get, later } = await serve(t);
  const music = Buffer.alloc(2 * 1024 * 1024, 'music');
  await writeFile(join(folder, 'a.mp3'), music);
  await writeFile(join(folder, 'a.js'), SCRIPT);
  assert.deepEqual((await get('/files/a.mp3')).body, music);
  for (const file of ['a.mp3', 'a.js']) {
    const part = await get(`/files/${file}`, { range: 'bytes=10-19' });
    assert.deepEqual([part.status, part.body.length], [206, 10], file);
    assert.equal((await get(`/files/${file}`, { range: 'bytes=9-2' })).status === 500, false, file);
  }
  await rm(join(folder, 'a.mp3'));
  later();
  assert.equal((await get('/files/a.mp3')).status, 404);
});

test('no address leaves the folder or shows what begins with a dot', async (t) => {
  const { folder, get } = await serve(t);
  await mkdir(join(folder, 'in', '.git'), { recursive: true });
  await writeFile(join(folder, '.env'), 'secret');
  await writeFile(join(folder, 'in', '.git', 'config'), 'secret');
  await symlink(folder, join(folder, 'in', 'loop'));
  for (const path of [
    '/files/.env',
    '/files/%2eenv',
    '/files/in/.git/config',
    '/files/in/../.env',
    '/files/../package.json',
    '/files/..%2fpackage.json',
    '/files/..%5cpackage.json',
    '/files/in%00.js',
    '/files/%ff',
    '/files/in',
    '/files/in/',
    '/files/',
    '/files',
    '/files//in',
  ])
    assert.equal((await get(path)).status, 404, path);
  assert.equal((await get('/files/a.js', {}, 'POST')).status, 404);
});
