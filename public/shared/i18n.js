/** Texts of the pages: one file per language in `strings/`, the same for a game's own folder. */

/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { importAgain, untilLoaded } from './in-time.js';
import { LANGUAGES, PSEUDO, directionOf, localeOf } from './languages.js';
import { browserMemory } from './memory.js';

/** Where a browser keeps the language that somebody chose on it, for all pages of the show. */
const WISH = 'mass-mobile:language';
const PSEUDO_MODULE = '/public/shared/pseudo.js';
/** Letters that are written from right to left: Hebrew, Arabic, and their forms for print. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const ISOLATES = /[\u202a-\u202e\u2066-\u2069]/g;

/** Picks the reader's language: `?lang=de`, else what they chose here, else the first of the browser's that we have, else English. */
export function pickLanguage(available = Object.keys(LANGUAGES)) {
  const fromAddress = new URLSearchParams(location.search).get('lang');
  if (fromAddress === PSEUDO) return PSEUDO;
  const wanted = [fromAddress, browserMemory.get(WISH), ...(navigator.languages ?? [])].filter(Boolean);
  const found = wanted
    .map((tag) => String(tag).slice(0, 2).toLowerCase())
    .find((tag) => available.includes(tag));
  return found ?? 'en';
}

/** Keeps a language for all pages in this browser, from their next load on. @param {string} lang '': the browser's own again */
export const chooseLanguage = (lang) => browserMemory.set(WISH, lang || undefined);

/** Numbers and plurals of one language; both are costly to make and cheap to keep. @param {string} locale */
function createGrammar(locale) {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const isRightToLeft = directionOf(locale.slice(0, 2)) === 'rtl';
  return {
    /** @param {string} key @param {unknown} count @returns {string[]} the keys to try, best first */
    forms(key, count) {
      if (typeof count !== 'number') return [key];
      const ruled = `${key}_${rules.select(count)}`;
      return count === 0 ? [`${key}_none`, ruled, key] : [ruled, key];
    },
    /** A text of the other direction keeps its order, and leaves that of the sentence around it alone. @param {string | number} value */
    show(value) {
      if (typeof value === 'number') return numbers.format(value);
      const isForeign = value !== '' && (isRightToLeft || RIGHT_TO_LEFT.test(value));
      return isForeign ? wrap(value) : value;
    },
  };
}

/** @type {Map<string, ReturnType<typeof createGrammar>>} */
const grammars = new Map();

/** @param {string} locale */
function grammarOf(locale) {
  const grammar = grammars.get(locale) ?? createGrammar(locale);
  grammars.set(locale, grammar);
  return grammar;
}

/**
 * Wraps a stranger's text for a sentence of ours, so that its right-to-left letters and overrides end with it.
 * @param {string} text
 */
export const isolate = (text) => `\u2068${text.replace(ISOLATES, '')}\u2069`;

/** A list of ours has names that are isolated one by one, which stay so. @param {string} text */
function wrap(text) {
  const opened = text.match(/[\u2066-\u2068]/g)?.length ?? 0;
  const closed = text.match(/\u2069/g)?.length ?? 0;
  return opened > 0 && opened === closed
    ? `\u2068${text.replace(/[\u202a-\u202e]/g, '')}\u2069`
    : isolate(text);
}

/**
 * Tells which way a text runs that is painted alone: as its first letter does, or else as the page. An arrow in it points to a
 * side of the playing field, and stays there.
 * @param {string} text @returns {'ltr' | 'rtl'}
 */
export function directionOfText(text) {
  if (/[\u25a0-\u25ff]/.test(text)) return 'ltr';
  const [letter] = /\p{L}/u.exec(text) ?? [];
  if (letter === undefined) return document.dir === 'rtl' ? 'rtl' : 'ltr';
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/**
 * @param {Record<string, string>} strings flat: key → text with `{name}` places. Where `count` is given, the form of the
 *   language stands before the plain one: `key_one`, `key_two`, `key_few`, `key_many`, and `key_none` for 0. A key may be
 *   an English sentence with places too, such as a server says it: then a sentence that fits is translated.
 * @param {Translate} [otherwise] answers for keys that these strings do not have
 * @param {string} [locale] of the strings
 * @returns {Translate} an unknown key comes back as it is, but a team as its id with a capital letter
 */
export function translator(strings, otherwise, locale = 'en') {
  const grammar = grammarOf(locale);
  /** @type {Sentence[] | null} */
  let sentences = null;
  /** @type {Translate} */
  const translate = (key, values = {}) => {
    // Own texts only: `constructor` is a key like any other.
    const found = grammar
      .forms(key, values['count'])
      .find((one) => Object.hasOwn(strings, one) && strings[one]);
    if (found !== undefined) return fill(String(strings[found]), values, grammar);
    sentences ??= sentencesOf(strings);
    const said = key.includes(' ') ? readSentence(sentences, key) : null;
    if (said) return translate(said.key, inside(said.values, translate));
    return otherwise ? otherwise(key, values) : fill(readable(key), values, grammar);
  };
  return translate;
}

/** @param {string} text @param {Record<string, string | number>} values @param {ReturnType<typeof createGrammar>} grammar */
function fill(text, values, grammar) {
  return text.replace(/\{(\w+)\}/g, (place, name) => {
    const value = values[name];
    return value === undefined ? place : grammar.show(value);
  });
}

/** @typedef {{ key: string, pattern: RegExp, places: string[] }} Sentence a key that is an English sentence with places */

/** @param {Record<string, string>} strings @returns {Sentence[]} */
function sentencesOf(strings) {
  return Object.keys(strings)
    .filter((key) => /\s.*\{|\{.*\s/.test(key))
    .map((key) => {
      const places = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
      const fixed = key.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return { key, places, pattern: new RegExp(`^${fixed.join('([^]*?)')}$`) };
    });
}

/** @param {Sentence[]} sentences @param {string} text */
function readSentence(sentences, text) {
  for (const { key, pattern, places } of sentences) {
    const found = pattern.exec(text);
    if (found)
      return { key, values: Object.fromEntries(places.map((name, at) => [name, found[at + 1] ?? ''])) };
  }
  return null;
}

/**
 * A problem in a sentence is a sentence again, and a number may ask for another form; all else is somebody's name.
 * @param {Record<string, string>} values @param {Translate} translate
 */
function inside(values, translate) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === 'problem') return [name, translate(value)];
      return [name, /^\d{1,15}$/.test(value) ? Number(value) : value];
    }),
  );
}

/** `Bass` for `team.bass`: a game need not name its teams. @param {string} key */
function readable(key) {
  const team = /^team\.(.+)/.exec(key)?.[1];
  return team ? team[0]?.toUpperCase() + team.slice(1) : key;
}

/**
 * The titles that a game gives its teams stand before the page's own `team.left`, and after the game's strings.
 * @param {Record<string, string> | undefined} titles by team @param {Translate} base @returns {Translate}
 */
function withTeams(titles, base) {
  if (!titles) return base;
  return translator(
    Object.fromEntries(Object.entries(titles).map(([id, title]) => [`team.${id}`, title])),
    base,
  );
}

/** @param {string} folder its whole path @param {string} lang @returns {Promise<Record<string, string>>} */
async function fetchStrings(folder, lang) {
  const { default: strings } = await importAgain(`${folder}/${lang === PSEUDO ? 'en' : lang}.js`);
  return lang === PSEUDO ? (await importAgain(PSEUDO_MODULE)).pseudoStrings(strings) : strings;
}

/**
 * Loads the page's own strings, however often that takes, and sets language and direction of the page.
 * @param {{ folder?: string, lang?: string }} [options] `folder`: of texts that stand before those of all pages
 * @returns {Promise<{ lang: string, t: Translate }>} `lang`: for `Intl`
 */
export async function loadStrings({ folder, lang: tag = pickLanguage() } = {}) {
  const lang = localeOf(tag);
  const folders = ['/public/shared/strings', ...(folder ? [folder] : [])];
  const all = await untilLoaded(() => Promise.all(folders.map((one) => fetchStrings(one, tag))));
  const root = document.documentElement;
  root.lang = lang;
  root.dir = directionOf(tag);
  if (tag === PSEUDO) root.dataset['pseudo'] = '';
  return { lang, t: translator(Object.assign({}, ...(all ?? [])), undefined, lang) };
}

/** Games load what the page loaded. */
const isPseudo = () => globalThis.document?.documentElement.dataset['pseudo'] !== undefined;

/**
 * Loads a game's strings over the page's, whose keys a game may use too. Its own keys may be the English texts
 * themselves; then it needs no `strings/en.js`, because a key without a translation is shown as it is.
 * @param {Pick<GameCard, 'teamTitles'> & { files: { phone: string, strings: string[], desk?: string[] } }} card
 * @param {string} lang
 * @param {Translate} base
 * @param {{ desk?: boolean }} [options] `desk`: with the texts for operators and presenters, which phones need not load
 */
export async function loadGameStrings({ teamTitles, files }, lang, base, { desk = false } = {}) {
  const folder = files.phone.replace(/[^/]*$/, 'strings');
  const wanted = isPseudo() ? PSEUDO : lang.slice(0, 2);
  const strings = await Promise.all([
    bestStrings(folder, files.strings, wanted),
    desk ? bestStrings(`${folder}/desk`, files.desk ?? [], wanted) : {},
  ]);
  const titled = withTeams(teamTitles, base);
  return translator(Object.assign({}, ...strings), titled, lang);
}

/** @param {string} folder @param {readonly string[]} available @param {string} lang @returns {Promise<Record<string, string>>} */
async function bestStrings(folder, available, lang) {
  if (lang === PSEUDO) return pseudoOf(folder, available);
  const chosen = [lang, 'en'].find((one) => available.includes(one));
  return chosen ? fetchStrings(folder, chosen) : {};
}

/** Texts that are their own keys, and the words of a definition, are in no file of English. @param {string} folder @param {readonly string[]} available */
async function pseudoOf(folder, available) {
  const { pseudoKeys } = await importAgain(PSEUDO_MODULE);
  const other = available.find((one) => one !== 'en');
  return {
    ...(other && pseudoKeys(await fetchStrings(folder, other))),
    ...(available.includes('en') && (await fetchStrings(folder, PSEUDO))),
  };
}
