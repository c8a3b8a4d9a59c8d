/** The room's own list of words: found in whatever letters, and not where it is not meant. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createWordList, keyOf } from '../lib/word-list.js';

// cspell:disable
const list = createWordList(['Voldemort', 'kai', 'Müller', 'مدير', '李小龙', '']);

for (const name of [
  ...['Voldemort', 'V0ld3m0rt', 'v.o.l.d.e.m.o.r.t', 'V o l d e m o r t', 'Voooldemort', 'xXVoldemortXx'],
  ...[
    'Vоldеmоrt',
    'ⓥⓞⓛⓓⓔⓜⓞⓡⓣ',
    'Ｖｏｌｄｅｍｏｒｔ 7',
    'Vólđemort'.replace('đ', 'd'),
    'Kai',
    'k.a.i',
    'kai!',
    'Kai 2',
    'MULLER',
    'M.u.l.l.e.r',
  ],
  ...['مديـــر', 'المدير', '李小龙 1'],
])
  test(`${name} is on the list`, () => assert.ok(list.has(name), keyOf(name)));

for (const name of ['Ada', 'Kaiser', 'Mila', 'Brave Otter 2', '🏳️‍🌈', '...', ''])
  test(`"${name}" is not`, () => assert.ok(!list.has(name), keyOf(name)));
// cspell:enable

test('an empty list finds nothing, and a word is found however it is decorated', () => {
  const none = createWordList(['', '  ', '!!']);
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => !none.has(name)));
  const one = createWordList(['basilisk']);
  const sign = fc.constantFrom(' ', '.', '_', '\u0301', '*', '');
  fc.assert(
    fc.property(fc.array(fc.tuple(sign, fc.boolean()), { minLength: 8, maxLength: 8 }), (marks) => {
      const name = [...'basilisk'].map((letter, at) => {
        const [before, isLarge] = marks[at] ?? ['', false];
        return before + (isLarge ? letter.toUpperCase() : letter);
      });
      assert.ok(one.has(name.join('')), name.join(''));
    }),
  );
});
