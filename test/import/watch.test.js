/** Parts of a file that a reader has not read are listed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXml, recordOf, watch } from '../../lib/import/index.js';

test('keys, parts of objects and of lists that were not read are listed in their order; what is empty is not', () => {
  const raw = {
    a: 1,
    b: { c: 2, d: 3 },
    list: [{ x: 1, y: 2 }, { x: 3 }],
    e: { f: [] },
    g: '',
    h: [{ i: 0 }],
    j: false,
  };
  const { value, rest } = watch(raw);
  assert.equal(value.a + value.b.c + value.list.map(({ x }) => x).length, 5);
  assert.deepEqual(rest(), [
    { path: 'b.d', value: 3 },
    { path: 'list.y', value: 2 },
    { path: 'h', value: [{ i: 0 }] },
    { path: 'j', value: false },
  ]);
  assert.equal(value.h[0]?.i, 0);
  assert.deepEqual(rest().length, 3);
});

test('an object whose key alone was read, and nothing in it, is listed as a whole', () => {
  const { value, rest } = watch({ media: { type: 'video', url: 'x' } });
  assert.ok(value.media);
  assert.deepEqual(rest(), [{ path: 'media', value: { type: 'video', url: 'x' } }]);
});

test('of XML, attributes and texts are keys; markup in a text that nobody has escaped stays in it', () => {
  const xml = '<q:a t="1"><name>N</name><text>so <b>bold</b></text><e/></q:a>';
  const [node] = readXml(xml).children;
  assert.ok(node);
  assert.deepEqual({ ...recordOf(node, xml) }, { '@t': '1', name: ['N'], text: ['so <b>bold</b>'], e: [''] });
});
