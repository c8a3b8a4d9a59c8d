/** Values against the fields of a contract: what fits, and the sentence for what does not. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields, compileFields, compileSubmission, settingsFrom } from '../../lib/contract/schema.js';

const fields = /** @type {import('../../lib/contract/types.js').Fields} */ ({
  y: { type: 'number', minimum: -1, maximum: 1 },
  taps: { type: 'integer', minimum: 0, maximum: 20 },
  vote: { type: 'string', enum: ['A', 'B'] },
  word: { type: 'string', maxLength: 5, optional: true },
  on: { type: 'boolean' },
});
const good = { y: 0.5, taps: 3, vote: 'A', on: true };
const check = compileFields(fields);

test('a fitting value passes, an optional field may be there or not', () => {
  assert.equal(check(good), '');
  assert.equal(check({ ...good, word: 'hello' }), '');
});

test('a text is as long as its characters: an emoji of one code point is one', () => {
  assert.equal(check({ ...good, word: '👍'.repeat(5) }), '');
  assert.match(check({ ...good, word: '👍'.repeat(6) }), /word has 6 characters, at most 5/);
});

const refused = /** @type {[string, unknown, RegExp][]} */ ([
  ['nothing', undefined, /must be an object with y, taps, vote, word, on/],
  ['null', null, /must be an object/],
  ['a list', [], /must be an object/],
  ['a missing field', { ...good, y: undefined }, /y is missing/],
  ['a number out of range', { ...good, y: 1.01 }, /y is 1.01, must be a number from -1 to 1/],
  ['NaN', { ...good, y: NaN }, /y is NaN/],
  ['infinity', { ...good, y: Infinity }, /y is Infinity/],
  ['a numeric text', { ...good, y: '0' }, /y is "0", must be a number/],
  ['a fraction for an integer', { ...good, taps: 1.5 }, /taps is 1.5, must be a whole number from 0 to 20/],
  ['a value outside the enum', { ...good, vote: 'C' }, /vote is "C", must be one of A, B/],
  ['a text too long', { ...good, word: 'x'.repeat(9) }, /word has 9 characters, at most 5/],
  ['1 for true', { ...good, on: 1 }, /on is 1, must be true or false/],
  ['an unknown field', { ...good, admin: true }, /admin is not known; known: y, taps/],
  [
    'an own __proto__',
    JSON.parse('{"y":0,"taps":0,"vote":"A","on":true,"__proto__":{"isAdmin":1}}'),
    /__proto__ is not known/,
  ],
  ['an object with a getter', { ...good, vote: { toString: () => 'A' } }, /vote is an object/],
]);
for (const [what, value, sentence] of refused) {
  test(`${what} is refused with a sentence`, () => assert.match(check(value), sentence));
}

test('a partial check lets fields be missing, not wrong', () => {
  const partial = compileFields(fields, { partial: true });
  assert.equal(partial({ y: 1 }), '');
  assert.match(partial({ y: 2 }), /y is 2/);
});

const badFields = /** @type {[string, unknown, RegExp][]} */ ([
  ['no object', 3, /input must be an object of fields/],
  ['an unknown type', { y: { type: 'float' } }, /input\.y\.type is "float", must be one of number/],
  ['an unknown key', { y: { type: 'number', min: 1 } }, /input\.y\.min is not known/],
  ['a range upside down', { y: { type: 'number', minimum: 2, maximum: 1 } }, /minimum 2 is above maximum 1/],
  ['a reserved name', JSON.parse('{"__proto__":{"type":"number"}}'), /__proto__: this name is reserved/],
  ['an empty enum', { y: { type: 'string', enum: [] } }, /enum must be a list of strings/],
]);
for (const [what, value, sentence] of badFields) {
  test(`a definition with ${what} is refused by name`, () =>
    assert.throws(() => checkFields(value, 'input'), sentence));
}

test('a submission has at most 4 KB as JSON, whatever its texts are made of', () => {
  const check = compileSubmission({
    text: { type: 'string', maxLength: 5000 },
    more: { type: 'string', maxLength: 5000, optional: true },
  });
  const room = 4096 - JSON.stringify({ text: '' }).length;
  assert.equal(check({ text: 'x'.repeat(room) }), '');
  assert.equal(check({ text: 'x'.repeat(room + 1) }), 'it has 4097 bytes as JSON, at most 4096 are allowed');
  assert.match(
    check({ text: 'x'.repeat(2000), more: '€'.repeat(1000) }),
    /at most 4096/,
    'bytes, not letters',
  );
  assert.match(check({ text: '\u0007'.repeat(1000) }), /at most 4096/, 'as it is escaped');
  assert.equal(check({ text: 3 }), 'text is 3, must be a text');
});

test('settings need a default that fits', () => {
  const at = (/** @type {unknown} */ field) => () =>
    checkFields({ speed: field }, 'settings', { defaults: true });
  assert.throws(at({ type: 'number' }), /settings\.speed\.default is missing/);
  assert.throws(
    at({ type: 'number', maximum: 5, default: 9 }),
    /settings\.speed\.default is 9, must be a number to 5/,
  );
});

test('stored settings that no longer fit give way to defaults', () => {
  const settings = /** @type {const} */ ({
    speed: { type: 'number', maximum: 5, default: 2 },
    mode: { type: 'string', enum: ['a', 'b'], default: 'a' },
  });
  assert.deepEqual(settingsFrom(settings, { speed: 9, mode: 'b', gone: 1 }), { speed: 2, mode: 'b' });
  assert.deepEqual(settingsFrom(settings, 'nonsense'), { speed: 2, mode: 'a' });
});
