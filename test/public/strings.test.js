/** Every text exists in every language with the same places, is asked for, and is there when it is asked for. */

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import { FORM, askedIn, compare, isSentence, literalsIn, pageStrings } from '../../check/texts.js';
import { ERRORS } from '../../lib/errors.js';
import { SHIPPED } from '../../lib/errands/trial.js';
import { loadGames } from '../../lib/load-games.js';
import { OWN_GAMES } from '../../lib/settings.js';
import { wordsOf } from '../../public/shared/card-words.js';
import { translator } from '../../public/shared/i18n.js';
import { LANGUAGES, localeOf } from '../../public/shared/languages.js';

/** @import { LoadedGame } from '../../lib/contract/types.js' */

const root = new URL('../../', import.meta.url);
const PAGES = [
  'public/phone',
  'public/playfield',
  'public/shared',
  'public/documents',
  'public/remote',
  'public/probe',
  'control-panel',
];
/** `Intl.PluralRules` returns one of these words, so no source spells them out. */
const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Said so, a sentence is German in English words; an ordinal is made by Intl, and never of a point. */
const GERMAN =
  /\}\. of\b|\bvoices\b|They won\. Again|Your figure|You are your side|\{\w+\} rests?\b|Taken away if wrong|^By itself$/i;

/** @typedef {Record<string, string>} Strings */
/** @typedef {Record<string, Strings>} Languages */
/** @typedef {{ id: string, strings: Languages, desk: Languages, code: string }} GameTexts */

const TAGS = Object.keys(LANGUAGES);
/** The texts of all pages together, by language. @type {Languages} */
const all = Object.fromEntries(await Promise.all(TAGS.map(async (lang) => [lang, await pageStrings(lang)])));
const en = /** @type {Strings} */ (all['en']);
/** @type {GameTexts[]} */
let games = [];
/** The code of all pages, as one text. */
let pages = '';
/** @type {Map<string, LoadedGame>} */
let loaded = new Map();

before(async () => {
  pages = (await Promise.all(PAGES.map(codeOf))).join('\n');
  // One that somebody has added speaks the languages that they want.
  games = await Promise.all([...SHIPPED].map(readGame));
  const found = await loadGames(OWN_GAMES);
  loaded = new Map([...found.games].filter(([id]) => SHIPPED.has(id)));
});

describe('in all languages', () => {
  for (const lang of TAGS) test(`the pages speak ${lang}`, () => assertSame('the pages', lang, all));

  test('the games do too; one whose keys are the English texts needs no en.js', () => {
    for (const { id, strings } of games)
      for (const lang of TAGS)
        assertSame(`games/${id}/strings`, lang, { en: textsAsKeys(strings['de'] ?? {}), ...strings });
  });

  test('and so do the words of their definitions: titles, settings, actions', () => {
    for (const { id, desk } of games) {
      const card = /** @type {LoadedGame} */ (loaded.get(id)).card;
      const defined = Object.fromEntries(wordsOf(card).map(({ key, english }) => [key, english]));
      for (const lang of TAGS.slice(1))
        assertSame(`games/${id}/strings/desk`, lang, { ...desk, en: { ...desk['en'], ...defined } });
    }
  });

  test('and what the server and the games refuse', async () => {
    const pagesIn = (/** @type {string} */ lang) => translator(all[lang] ?? {});
    for (const lang of TAGS.slice(1)) {
      for (const [code, sentence] of Object.entries(ERRORS)) {
        if (!isForAudience(code, sentence)) continue;
        const said = sentence.replace(/\{\w+\}/g, '7');
        assert.notEqual(pagesIn(lang)(said), said, `${lang} has no "${sentence}"`);
      }
      for (const { id, strings, desk, code } of games) {
        const t = translator({ ...strings[lang], ...desk[lang] });
        for (const said of refusalsIn(code))
          assert.notEqual(t(said), said, `games/${id} has no "${said}" in ${lang}`);
      }
    }
  });
});

test('no German shines through the English', () => {
  const texts = [
    ...Object.values(en),
    ...games.flatMap(({ strings, desk }) => Object.values({ ...strings['en'], ...desk['en'] })),
    ...[...loaded.values()].flatMap(({ card }) => wordsOf(card).map(({ english }) => english)),
  ];
  assert.ok(texts.length > 500);
  for (const text of texts) assert.doesNotMatch(text, GERMAN);
});

describe('grammar', () => {
  /** @type {[string, string, Strings][]} */
  const files = [];
  before(() => {
    for (const lang of TAGS) {
      files.push(['the pages', lang, all[lang] ?? {}]);
      for (const { id, strings, desk } of games)
        files.push([`games/${id}`, lang, { ...strings[lang], ...desk[lang] }]);
    }
  });

  test('a text that counts has a form for every number of its language, or names the number after a colon', () => {
    for (const [where, lang, strings] of files) {
      const rules = new Intl.PluralRules(localeOf(lang));
      for (const key of Object.keys(strings).filter((one) => one.endsWith('_one'))) {
        const base = key.slice(0, -'_one'.length);
        const labels = /[:：(][^{]*\{\w+\}/.test(strings[base] ?? '');
        for (let count = 1; count <= 200; count++) {
          const form = rules.select(count);
          const has = form === 'other' || `${base}_${form}` in strings || labels;
          assert.ok(has, `${where}, ${lang}: ${base} says nothing for ${count} (${form})`);
        }
      }
    }
  });

  test('a form that does not name its number stands for that number alone', () => {
    for (const [where, lang, strings] of files) {
      const rules = new Intl.PluralRules(localeOf(lang));
      for (const [key, text] of Object.entries(strings)) {
        const [, base = '', form = ''] = /^(.*)_(one|two|few|many)$/.exec(key) ?? [];
        // Some texts stand beside a number that is drawn apart.
        if (form === '' || text.includes('{') || !(strings[base] ?? '').includes('{')) continue;
        const counts = Array.from({ length: 200 }, (_, count) => count).filter(
          (count) => rules.select(count) === form && !(count === 0 && `${base}_none` in strings),
        );
        assert.equal(counts.length, 1, `${where}, ${lang}: ${key} stands for ${counts.slice(0, 9)}`);
      }
    }
  });
});

describe('every text that is asked for is there', () => {
  test('by the pages', () => {
    for (const key of askedIn(pages, en)) assert.ok(key in en, `a page asks for "${key}"`);
  });

  test('by the games, which may also use those of the pages', () => {
    for (const { id, strings: own, desk, code } of games) {
      const strings = { ...en, ...own['en'], ...own['de'], ...desk['en'] };
      for (const key of askedIn(code, strings)) assert.ok(key in strings, `games/${id} asks for "${key}"`);
    }
  });

  test('where the end of a key is only known later, there is one at least', () => {
    for (const { id, strings, desk, code } of [
      { id: 'the pages', strings: { en }, desk: /** @type {Languages} */ ({}), code: pages },
      ...games,
    ]) {
      const keys = Object.keys({ ...en, ...strings['en'], ...desk['en'] });
      for (const template of templatesIn(code))
        assert.ok(
          keys.some((key) => template.pattern.test(key)),
          `${id}: nothing fits ${template.text}`,
        );
    }
  });

  test('every team of a game has a name', () => {
    for (const { id, game } of loaded.values()) {
      const own = games.find((each) => each.id === id)?.strings['en'] ?? {};
      for (const team of game.teams) assert.ok(`team.${team}` in { ...en, ...own }, `games/${id}: ${team}`);
    }
  });
});

describe('every text that is there is asked for', () => {
  test('of the pages', async () => {
    const code = [pages, ...games.map((game) => game.code)].join('\n');
    const wider = code + (await codeOf('lib')) + (await codeOf('bots'));
    for (const lang of TAGS) assert.deepEqual(unused(all[lang] ?? {}, code, wider), [], lang);
  });

  test('of the games', () => {
    for (const { id, strings, desk, code } of games)
      for (const lang of TAGS) {
        const own = { ...strings[lang], ...desk[lang] };
        assert.deepEqual(unused(withoutWords(own, id), code, code + pages), [], `games/${id}, ${lang}`);
      }
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

/** @param {string} where @param {string} lang @param {Languages} languages */
function assertSame(where, lang, { en: english = {}, [lang]: strings = {} }) {
  assert.deepEqual(compare(`${where}, ${lang}`, 'English', english, strings), []);
}

/** Lists the sentences with which a game refuses, with a figure for what it fills in. @param {string} code @returns {string[]} */
function refusalsIn(code) {
  const given = code.matchAll(
    /(?:[^.\w]refuse|new Refusal)\(\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`$]|\$\{[^{}]*\})*)`)/g,
  );
  return [...given]
    .map(([, plain, template = '']) => plain ?? template.replace(/\$\{[^{}]*\}/g, '7'))
    .filter((sentence) => sentence.includes(' ') && !NOT_FOR_PEOPLE.test(sentence));
}

/** A page that was tampered with may send what no page sends, and is answered in English. */
const NOT_FOR_PEOPLE = /^A 7 takes|^An answer|^The values of this scale/;

/** Errors of game authors, and of programs that are no pages, are English. @param {string} code @param {string} sentence */
function isForAudience(code, sentence) {
  return sentence.includes(' ') && !AUTHORS.has(code);
}

const AUTHORS = new Set([
  ...['code-needed', 'code-wrong', 'code-wait'],
  ...[
    'room-locked',
    'queued',
    'server-full',
    'join-twice',
    'extra-refused',
    'screens-many',
    'kicked',
    'erased',
  ],
  ...['event-unknown', 'event-bad', 'input-bad', 'input-old', 'team-unknown', 'game-unknown', 'game-bad'],
  ...['extension-bad', 'extension-fault', 'action-unknown', 'submit-unknown', 'submit-bad', 'content-none'],
  ...['export-unknown', 'request-bad', 'host-unknown', 'report-unknown', 'game-over'],
]);

/** Leaves out the words of a game's definition, which no code asks for one by one. @param {Strings} strings @param {string} id */
function withoutWords(strings, id) {
  const words = new Set(wordsOf(/** @type {LoadedGame} */ (loaded.get(id)).card).map(({ key }) => key));
  return Object.fromEntries(Object.entries(strings).filter(([key]) => !words.has(key)));
}

/** @param {Strings} strings */
function textsAsKeys(strings) {
  return Object.fromEntries(Object.keys(strings).map((key) => [key, key]));
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
  const sentences = new Set([...refusalsIn(code), ...Object.values(ERRORS)]);
  const isSaid = (/** @type {string} */ key) =>
    literals.has(key) || [...sentences].some((sentence) => translator({ [key]: '!' })(sentence) === '!');
  return Object.keys(strings).filter((key) =>
    isSentence(key) ? !isSaid(key) && !wider.includes(key) : !isUsed(key.replace(FORM, '')),
  );
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

/** @param {string} id @returns {Promise<GameTexts>} */
async function readGame(id) {
  const strings = await stringsIn(`games/${id}/strings`);
  return {
    id,
    strings,
    desk: await stringsIn(`games/${id}/strings/desk`),
    code: await codeOf(`games/${id}`),
  };
}

/** @param {string} folder @returns {Promise<Languages>} */
async function stringsIn(folder) {
  const files = await readdir(new URL(`${folder}/`, root)).catch(() => []);
  const texts = files
    .filter((file) => file.endsWith('.js'))
    .map(async (file) => [file.replace('.js', ''), (await import(`../../${folder}/${file}`)).default]);
  return Object.fromEntries(await Promise.all(texts));
}
