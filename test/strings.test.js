/** Every text exists in every language, with the same places. */

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

const root = new URL('../', import.meta.url);
const { default: en } = await import('../public/shared/strings/en.js');
const { default: de } = await import('../public/shared/strings/de.js');

/** @typedef {Record<string, string>} Strings */

/** @param {string} text */
const placesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place).sort();

/** Forms for one and none may name the number in words. @param {string} key */
const isForm = (key) => /_(one|none)$/.test(key);

/** @param {string} name @param {Strings} a @param {Strings} b */
function same(name, a, b) {
  assert.deepEqual(Object.keys(a).sort(), Object.keys(b).sort(), name);
  for (const [key, text] of Object.entries(a)) {
    const other = b[key] ?? '';
    assert.ok(text.trim() !== '' && other.trim() !== '', `${name}: ${key} is empty`);
    if (!isForm(key)) assert.deepEqual(placesOf(other), placesOf(text), `${name}: ${key}`);
  }
}

/** @returns {Promise<{ id: string, languages: Record<string, Strings> }[]>} */
async function gameStrings() {
  const games = await readdir(new URL('games/', root));
  return Promise.all(
    games.map(async (id) => {
      const files = await readdir(new URL(`games/${id}/strings/`, root)).catch(() => []);
      /** @type {Record<string, Strings>} */
      const languages = {};
      for (const file of files)
        languages[file.slice(0, 2)] = (await import(`../games/${id}/strings/${file}`)).default;
      return { id, languages };
    }),
  );
}

test('the pages say the same in all languages', () => same('public/shared/strings', en, de));

test('the games do too; one whose keys are the English texts needs no en.js', async () => {
  for (const { id, languages } of await gameStrings()) {
    const { en: english, ...others } = languages;
    for (const [lang, strings] of Object.entries(others))
      same(
        `games/${id} ${lang}`,
        english ?? Object.fromEntries(Object.keys(strings).map((key) => [key, key])),
        strings,
      );
  }
});

test('every text that is asked for is there', async () => {
  const own = Object.fromEntries(
    (await gameStrings()).map(({ id, languages }) => [id, { ...languages['en'], ...languages['de'] }]),
  );
  for (const folder of [
    'public/phone',
    'public/playfield',
    'control-panel',
    ...Object.keys(own).map((id) => `games/${id}`),
  ]) {
    const strings = { ...en, ...own[folder.replace('games/', '')] };
    for (const file of (await readdir(new URL(`${folder}/`, root))).filter((name) => name.endsWith('.js'))) {
      const source = await readFile(new URL(`${folder}/${file}`, root), 'utf8');
      for (const [, key] of source.matchAll(/\bt\('([^']+)'/g)) {
        assert.ok(String(key) in strings, `${folder}/${file} asks for "${key}"`);
      }
    }
  }
});
