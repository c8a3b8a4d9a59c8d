/** Names of players: what is cut, cleaned and refused. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_GRAPHEMES, cleanName, friendlyName, nameKey, uniqueName } from '../../lib/room/name-text.js';

const graphemes = (/** @type {string} */ text) => [...new Intl.Segmenter('en').segment(text)].length;

const kept = /** @type {[string, string][]} */ ([
  ['Bob', 'Bob'],
  ['  two   words ', 'two words'],
  ['Ｆｕｌｌ', 'Full'],
  ['مرحبا', 'مرحبا'],
  ['李小龙', '李小龙'],
  ['👩‍👩‍👧 fam', '👩‍👩‍👧 fam'],
  ['\u{1f3f3}\ufe0f\u200d\u{1f308} Kim', '\u{1f3f3}\ufe0f\u200d\u{1f308} Kim'],
  [
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
  ['a\u{e0067}\u{e007f}b\u200dc', 'abc'],
  ['Scunthorpe', 'Scunthorpe'],
  ['<b>&amp;', '<b>&amp;'],
  ['a\u202Eb', 'a b'],
  ['line\nbreak', 'line break'],
]);
for (const [given, wanted] of kept)
  test(`${JSON.stringify(given)} becomes ${JSON.stringify(wanted)}`, () =>
    assert.equal(cleanName(given), wanted));

const refused = /** @type {[string, unknown][]} */ ([
  ['nothing visible', '\u200b\u2060 \u3164'],
  ['only direction marks', '\u202e\u202d'],
  ['empty', ''],
  ['no text', 7],
  ['swearing', 'fuuuck'],
]);
for (const [what, name] of refused)
  test(`a name with ${what} is refused`, () => assert.throws(() => cleanName(name), { code: 'name-bad' }));

test('a name of 1 MB is cut to 20 characters, at once', () => {
  assert.equal(cleanName('x'.repeat(1_000_000)).length, MAX_GRAPHEMES);
});

test('zalgo loses its towers', () => {
  const name = cleanName(`Z${'\u0337\u0322\u0328\u031b'.repeat(50)}o`);
  assert.ok(name.normalize('NFD').length <= 5, name);
});

test('whatever comes in, a name is short, visible and clean, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (raw) => {
      let name;
      try {
        name = cleanName(raw);
      } catch {
        return;
      }
      assert.ok(name !== '' && graphemes(name) <= MAX_GRAPHEMES && name.length <= 240);
      assert.ok(!/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u.test(name));
      assert.doesNotThrow(() => encodeURIComponent(name), 'no half of a character');
    }),
    { numRuns: 2000 },
  );
});

test('names that look the same are the same', () => {
  assert.equal(nameKey('Zoë  B'), nameKey('zoe b'));
  assert.equal(
    uniqueName('Bob', (key) => ['bob', 'bob2'].includes(key)),
    'Bob 3',
  );
  assert.ok(
    graphemes(uniqueName('x'.repeat(20), (key) => key.length === 20 && !key.endsWith('2'))) <= MAX_GRAPHEMES,
  );
});

test('friendly names pass their own rules', () => {
  for (let i = 0; i < 500; i++) {
    const name = friendlyName();
    assert.equal(cleanName(name), name);
  }
});
