/** Every text exists in every language with the same places, is asked for, and is there when it is asked for. */

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadGames } from '../../lib/load-games.js';

const root = new URL('../../', import.meta.url);
/** The panel and the gallery have their own strings, which phones need not load. */
const FOLDERS = [
  'public/shared/strings',
  'control-panel/strings',
  'public/gallery/strings',
  'public/remote/strings',
];

const PAGES = [
  'public/phone',
  'public/playfield',
  'public/shared',
  'public/documents',
  'public/gallery',
  'public/remote',
  'control-panel',
];
/** `Intl.PluralRules` returns one of these words, so no source spells them out. */
const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** @typedef {Record<string, string>} Strings */
/** @typedef {{ id: string, languages: Record<string, Strings>, code: string }} GameTexts */

/** The texts of all pages together, by language. @type {{ en: Strings, de: Strings }} */
const { en, de } = { en: await allOf('en'), de: await allOf('de') };
/** @type {GameTexts[]} */
let games = [];
/** The code of all pages, as one text. */
let pages = '';

before(async () => {
  pages = (await Promise.all(PAGES.map(codeOf))).join('\n');
  const ids = await foldersIn('games');
  games = await Promise.all(ids.map(readGame));
});

describe('in all languages', () => {
  test('the pages say the same', () => assertSame(FOLDERS.join(' and '), en, de));

  test('the games do too; one whose keys are the English texts needs no en.js', () => {
    for (const { id, languages } of games) {
      const { en: english, ...others } = languages;
      for (const [lang, strings] of Object.entries(others))
        assertSame(`games/${id}/strings/${lang}.js`, english ?? textsAsKeys(strings), strings);
      if (english) assert.ok(others['de'], `games/${id} speaks English, but no German`);
    }
  });
});

describe('every text that is asked for is there', () => {
  test('by the pages', () => {
    for (const key of askedIn(pages, en)) assert.ok(key in en, `a page asks for "${key}"`);
  });

  test('by the games, which may also use those of the pages', () => {
    for (const { id, languages, code } of games) {
      const strings = { ...en, ...languages['en'], ...languages['de'] };
      for (const key of askedIn(code, strings)) assert.ok(key in strings, `games/${id} asks for "${key}"`);
    }
  });

  test('where the end of a key is only known later, there is one at least', () => {
    for (const { id, languages, code } of [{ id: 'the pages', languages: { en }, code: pages }, ...games]) {
      const keys = Object.keys({ ...en, ...languages['en'] });
      for (const template of templatesIn(code))
        assert.ok(
          keys.some((key) => template.pattern.test(key)),
          `${id}: nothing fits ${template.text}`,
        );
    }
  });

  test('every team of a game has a name', async () => {
    const { games: loaded } = await loadGames(fileURLToPath(new URL('games', root)));
    for (const { id, game } of loaded.values()) {
      const own = games.find((each) => each.id === id)?.languages['en'] ?? {};
      for (const team of game.teams) assert.ok(`team.${team}` in { ...en, ...own }, `games/${id}: ${team}`);
    }
  });
});

describe('every text that is there is asked for', () => {
  test('of the pages', async () => {
    const code = [pages, ...games.map((game) => game.code)].join('\n');
    assert.deepEqual(unused(en, code, code + (await codeOf('lib'))), []);
  });

  test('of the games', () => {
    for (const { id, languages, code } of games)
      for (const [lang, strings] of Object.entries(languages))
        assert.deepEqual(unused(strings, code, code + pages), [], `games/${id}/strings/${lang}.js`);
  });
});

describe('the search itself', () => {
  const code = "t('a.one'); t(is ? 'a.two' : 'a.three'); t(`a.${way}.end`); go('up');";

  test('finds keys in every form of asking', () => {
    assert.deepEqual([...askedIn(code, { 'a.b': '' })].sort(), ['a.one', 'a.three', 'a.two']);
    assert.equal(templatesIn(code).length, 1);
  });

  test('finds a text that no code asks for', () => {
    const keys = ['a.one', 'a.two_none', 'a.up.end', 'a.down.end', 'a.four'];
    assert.deepEqual(unused(Object.fromEntries(keys.map((key) => [key, 'x'])), code), [
      'a.down.end',
      'a.four',
    ]);
  });
});

/** @param {string} lang @returns {Promise<Strings>} */
async function allOf(lang) {
  const files = await Promise.all(FOLDERS.map((folder) => import(`../../${folder}/${lang}.js`)));
  return Object.assign({}, ...files.map(({ default: strings }) => strings));
}

/** @param {string} where @param {Strings} a @param {Strings} b */
function assertSame(where, a, b) {
  assert.deepEqual(Object.keys(b).sort(), Object.keys(a).sort(), where);
  for (const [key, text] of Object.entries(a)) {
    const other = b[key] ?? '';
    assert.ok(text.trim() !== '' && other.trim() !== '', `${where}: ${key} is empty`);
    if (!isForm(key)) assert.deepEqual(placesOf(other), placesOf(text), `${where}: ${key}`);
  }
}

/** @param {string} text */
function placesOf(text) {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place).sort();
}

/** Forms for one and none may name the number in words. @param {string} key */
function isForm(key) {
  return /_(one|none)$/.test(key);
}

/** @param {Strings} strings */
function textsAsKeys(strings) {
  return Object.fromEntries(Object.keys(strings).map((key) => [key, key]));
}

/** Finds the keys written out in a source: those given to t(), and those that look like ours. @param {string} code @param {Strings} strings */
function askedIn(code, strings) {
  const families = new Set(
    Object.keys(strings)
      .filter((key) => /^\w+\.\S+$/.test(key))
      .map((key) => key.split('.')[0]),
  );
  const given = [...code.matchAll(/\bt\('([^']+)'/g)].map(([, key]) => String(key));
  const looking = literalsIn(code).filter((text) => /^\w+(\.[\w?-]+)+$/.test(text));
  return new Set([...given, ...looking.filter((text) => families.has(text.split('.')[0]))]);
}

/** @param {string} code @returns {string[]} */
function literalsIn(code) {
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, text]) => String(text));
}

/** Finds keys that are put together, such as t(`pong.warm.${want}`). @param {string} code */
function templatesIn(code) {
  return [...code.matchAll(/\bt\(`([^`]+)`/g)].map(([, text = '']) => {
    const fixed = text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map((part) => part.replace(/[.?]/g, '\\$&'));
    return { text, pattern: new RegExp(`^${fixed.join('([\\w?-]+)')}$`) };
  });
}

/**
 * Finds unused keys. A key of a template is used if a word of the sources fills its place: a literal, an attribute, a
 * property or a plural form.
 * @param {Strings} strings @param {string} code @param {string} [wider] where such words may also come from
 * @returns {string[]}
 */
function unused(strings, code, wider = code) {
  const literals = new Set(literalsIn(code));
  const words = new Set([
    ...literalsIn(wider),
    ...[...wider.matchAll(/"([\w?-]+)"|\b(\w+)(?=:)/g)].map(([, a, b]) => String(a ?? b)),
    ...(wider.includes('Intl.PluralRules') ? PLURAL_FORMS : []),
  ]);
  const templates = templatesIn(code);
  const isUsed = (/** @type {string} */ key) =>
    literals.has(key) ||
    templates.some(({ pattern }) => {
      const filled = pattern.exec(key)?.slice(1);
      return filled?.every((word) => words.has(word));
    });
  return Object.keys(strings).filter((key) => !isUsed(key.replace(/_(one|none)$/, '')));
}

/** @param {string} folder @returns {Promise<string>} its sources, without tests */
async function codeOf(folder) {
  const names = await readdir(new URL(`${folder}/`, root), { recursive: true });
  const sources = names.filter(
    (name) => name.endsWith('.js') && !name.endsWith('.test.js') && !/(^|\/)strings\//.test(name),
  );
  const texts = await Promise.all(
    sources.map((name) => readFile(new URL(`${folder}/${name}`, root), 'utf8')),
  );
  return texts.join('\n');
}

/** @param {string} folder */
async function foldersIn(folder) {
  const entries = await readdir(new URL(`${folder}/`, root), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** @param {string} id @returns {Promise<GameTexts>} */
async function readGame(id) {
  const files = await readdir(new URL(`games/${id}/strings/`, root)).catch(() => []);
  const texts = files.map(async (file) => [
    file.replace('.js', ''),
    (await import(`../../games/${id}/strings/${file}`)).default,
  ]);
  return { id, languages: Object.fromEntries(await Promise.all(texts)), code: await codeOf(`games/${id}`) };
}
