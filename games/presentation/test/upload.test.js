/** A deck may be ten times as large as other uploads, and every sentence about its limit is true. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { IMPORT_BYTES } from 'mass-mobile';
import game from '../game.js';
import { startServer } from '../../../test/support/server.js';

const MB = IMPORT_BYTES / 2 ** 20;

test('a file of exactly the limit is read, and one more byte is refused, as documented', async (t) => {
  assert.equal(game.content?.maxImportBytes, IMPORT_BYTES);
  assert.match(readFileSync(new URL('../README.md', import.meta.url), 'utf8'), new RegExp(`\\| ${MB} MB;`));
  const app = await startServer(t);
  const send = async (/** @type {string} */ path, /** @type {number} */ size) => {
    const response = await fetch(`${app.url}/api/games/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.operatorKey}` },
      body: Buffer.alloc(size, 'x'),
    });
    return /** @type {{ code: string, message: string }} */ (await response.json());
  };
  const read = await send('presentation/import?name=a.md', IMPORT_BYTES);
  assert.deepEqual([read.code, /200 KB is the most/.test(read.message)], ['import-bad', true]);
  const large = await send('presentation/import?name=a.md', IMPORT_BYTES + 1);
  assert.deepEqual([large.code, large.message.includes(`${MB} MB`)], ['upload-large', true]);
  assert.equal((await send('none/import?name=a.md', 10)).code, 'game-unknown');
  // A document is no file to import.
  assert.equal((await send('presentation/documents', 6 * 2 ** 20)).code, 'upload-large');
});

test('a page to print is in the language of the reader, by the address', async (t) => {
  const app = await startServer(t);
  const headers = { authorization: `Bearer ${app.operatorKey}` };
  const documents = `${app.url}/api/games/presentation/documents`;
  const body = JSON.stringify({ ...game.content?.empty(), markdown: '# One\n\nNote:\nslowly' });
  const { document } = /** @type {{ document: { id: string } }} */ (
    await (await fetch(documents, { method: 'POST', headers, body })).json()
  );
  const page = async (/** @type {string} */ lang) =>
    (await fetch(`${documents}/${document.id}?as=HTML%20to%20print${lang}`, { headers })).text();
  assert.match(await page('&lang=de'), /<summary>Notizen/);
  for (const lang of ['', '&lang=en', '&lang=xx', '&lang=de%22onload'])
    assert.match(await page(lang), /<summary>Notes/);
});
