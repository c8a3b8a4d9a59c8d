/** One number limits uploads, and every sentence about it is true. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { UPLOAD_BYTES } from 'mass-mobile';
import game from '../game.js';
import { MOST_BYTES, importPack } from '../import/import.js';
import { startServer } from '../../../test/support/server.js';

const MB = UPLOAD_BYTES / 2 ** 20;
const read = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('importer, stored pack and documentation name the limit of the server', async () => {
  assert.equal(MOST_BYTES, UPLOAD_BYTES);
  assert.equal(game.content?.maxBytes, UPLOAD_BYTES);
  assert.match(read('../README.md'), new RegExp(`A file above ${MB} MB`));
  assert.match(read('../../../docs/protocol.md'), new RegExp(`a body has at most ${MB} MB`));
  await assert.rejects(importPack(Buffer.alloc(UPLOAD_BYTES + 1), 'x'), new RegExp(`at most ${MB} MB`));
});

test('the server reads a body of exactly that size and refuses one more byte', async (t) => {
  const app = await startServer(t);
  const send = async (/** @type {number} */ size) => {
    const response = await fetch(`${app.url}/api/games/quiz/import?name=a.json`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.operatorKey}` },
      body: Buffer.alloc(size, 'x'),
    });
    return /** @type {{ code: string, message: string }} */ (await response.json());
  };
  assert.equal((await send(UPLOAD_BYTES)).code, 'import-bad');
  const refused = await send(UPLOAD_BYTES + 1);
  assert.equal(refused.code, 'upload-large');
  assert.match(refused.message, new RegExp(`${MB} MB`));
});
