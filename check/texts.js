/** The texts of a game: each that its code asks for is there, and each language has the same ones with the same places. */

/** @import { LoadedGame } from '../lib/contract/types.js' */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProblem } from '../lib/compiler-problem.js';
import { suggestion } from '../lib/contract/nearest.js';
import { messageOf } from '../lib/errors.js';
import { wordsOf } from '../public/shared/card-words.js';
import { filesOf, placeOf } from './pages.js';

/** @typedef {Record<string, string>} Strings texts by key */

/** Pages have their own strings, which a game may use too. */
export const PAGE_STRINGS = [
  'public/shared/strings',
  'control-panel/strings',
  'public/remote/strings',
  'public/probe/strings',
];
/** The grammar of a language may want a form of its own for a number. */
export const FORM = /_(none|one|two|few|many)$/;

/** @param {LoadedGame} loaded @returns {Promise<string[]>} what is wrong */
export async function checkTexts({ folder, card }) {
  /** @type {string[]} */
  const problems = [];
  const words = Object.fromEntries(wordsOf(card).map(({ key, english }) => [key, english]));
  const own = await readStrings(folder, 'strings', card.files.strings, problems);
  const desk = await readStrings(folder, 'strings/desk', card.files.desk, problems);
  // A game may ask by its English texts: then each other language has them as keys.
  const english =
    own['en'] ?? Object.fromEntries(Object.keys(Object.values(own)[0] ?? {}).map((key) => [key, key]));
  for (const [lang, strings] of Object.entries(own))
    problems.push(...compare(`strings/${lang}.js`, 'strings/en.js', english, strings));
  const { en: deskEnglish, ...deskOthers } = desk;
  for (const [lang, strings] of Object.entries(deskOthers))
    problems.push(...compare(`strings/desk/${lang}.js`, 'English', { ...deskEnglish, ...words }, strings));
  if (problems.length > 0) return problems;

  const known = { ...(await pageStrings('en')), ...english, ...deskEnglish, ...words };
  const home =
    card.files.strings.length > 0
      ? 'strings/en.js has not'
      : 'is nowhere, because there is no strings/en.js; a key that is the text itself has a blank, or begins with a capital';
  for (const file of await filesOf(folder, '.js')) {
    if (file.startsWith('strings/')) continue;
    const code = await readFile(join(folder, file), 'utf8');
    for (const key of askedIn(await withoutComments(code), { ...english, ...deskEnglish }))
      if (!Object.hasOwn(known, key) && !isBase(key, known) && !isSentence(key))
        problems.push(
          `${placeOf(file, code, key)} asks for the text "${key}", which ${home}${suggestion(key, Object.keys(english))}`,
        );
  }
  return problems;
}

/** @param {string} code @returns {Promise<string>} the code itself where it cannot be read, which another check says */
async function withoutComments(code) {
  const { transform } = await import('esbuild');
  return transform(code, { legalComments: 'none' }).then(
    (result) => result.code,
    () => code,
  );
}

/** @param {string} key @param {Strings} known only forms of it may be there */
const isBase = (key, known) => Object.keys(known).some((one) => one.replace(FORM, '') === key);

/** @param {string} lang @returns {Promise<Strings>} those of all pages */
export async function pageStrings(lang) {
  const files = await Promise.all(PAGE_STRINGS.map((folder) => import(`../${folder}/${lang}.js`)));
  return Object.assign({}, ...files.map(({ default: strings }) => strings));
}

/**
 * @param {string} folder of a game @param {string} under it @param {string[]} languages @param {string[]} problems gets what cannot be read
 * @returns {Promise<Record<string, Strings>>} by language
 */
async function readStrings(folder, under, languages, problems) {
  /** @type {Record<string, Strings>} */
  const read = {};
  for (const lang of languages) {
    const name = `${under}/${lang}.js`;
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    try {
      const { default: strings } = await import(pathToFileURL(path).href);
      const isRight = Object.values(strings ?? { '': 0 }).every((text) => typeof text === 'string');
      if (isRight) read[lang] = strings;
      else problems.push(`${name} must have "export default { … }", texts by key`);
    } catch (error) {
      const found = await findProblem(path);
      problems.push(found ? `${under}/${found}` : `${name}: ${messageOf(error)}`);
    }
  }
  return read;
}

/**
 * Compares a language with English: the same keys, each with the same places. Beyond these it may have forms of its own
 * grammar, and sentences of the server, whose keys are the sentences.
 * @param {string} name of its file @param {string} model that of the English one @param {Strings} english @param {Strings} strings
 * @returns {string[]} what is wrong
 */
export function compare(name, model, english, strings) {
  const missing = Object.entries(english)
    .filter(([key]) => !Object.hasOwn(strings, key))
    .map(([key, text]) => `${name} has no "${key}", which ${model} has ("${text}")`);
  const others = Object.entries(strings).map(([key, text]) => {
    if (text.trim() === '') return `${name}: "${key}" is empty`;
    const base = english[key.replace(FORM, '')] ?? english[key] ?? (isSentence(key) ? key : undefined);
    if (base === undefined)
      return `${name} has "${key}", which ${model} has not${suggestion(key, Object.keys(english))}`;
    const [places, wanted] = [placesOf(text), placesOf(base)];
    // A form may say the number in words.
    const isRight = isForm(key)
      ? places.every((place) => wanted.includes(place))
      : places.join() === wanted.join();
    return isRight
      ? ''
      : `${name}: "${key}" has the places ${braced(places)}, and ${model} ${braced(wanted)}`;
  });
  return [...missing, ...others.filter(Boolean)];
}

/** @param {string[]} places */
const braced = (places) => places.map((place) => `{${place}}`).join(', ') || 'none';

/** @param {string} text */
const placesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => String(place)).sort();

/** @param {string} key */
const isForm = (key) => FORM.test(key);

/** Whether a key is the English text itself. @param {string} key */
export const isSentence = (key) => / |^\p{Lu}/u.test(key);

/**
 * Finds the keys written out in a source: those given to t(), and those that look like ours.
 * @param {string} code @param {Strings} strings whose keys begin like ours @returns {Set<string>}
 */
export function askedIn(code, strings) {
  const families = new Set(
    Object.keys(strings)
      .filter((key) => /^\w+\.\S+$/.test(key))
      .map((key) => key.split('.')[0]),
  );
  const given = [...code.matchAll(/\bt\((['"])([^'"]+)\1\s*[,)]/g)].map(([, , key]) => String(key));
  const looking = literalsIn(code).filter((text) => /^\w+(\.[\w?-]+)+$/.test(text));
  return new Set([...given, ...looking.filter((text) => families.has(text.split('.')[0]))]);
}

/** @param {string} code @returns {string[]} */
export function literalsIn(code) {
  return [...code.matchAll(/(['"])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , text]) => String(text));
}
