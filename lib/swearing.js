/**
 * Finds swear words in what people write for all to see: English by the library obscenity, German, French, Spanish and Arabic by the
 * list of Shutterstock (naughty-words, CC BY 4.0). Pure, so that the rules of games may ask, too. No list knows everything: the
 * operator has the last word.
 */

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Words of the lists that are ordinary in one of the five languages, among them the names of a mufti, a hammer and a shell, and what
 * Germans say for "please".
 */
const ORDINARY = new Set(
  // cspell:disable
  [
    'bonze ische kimme mufti nackt nippel popel poppen rosette schabracke schiesser schnackeln möpse lümmel reudig orgasmus',
    'bander bite bitte bloblos bourré bourrée caca con conne folle gerbe gerber gueule jouir meuf pédale péter pipi ramoner suce tanche',
    'trique malpt negro bordel ménage à trois',
    'asesinato asno concha drogas heroína infierno maldito martillo nazi orina pedo pinche pis racista semen sexo trio sádico',
    'travesti haciendo el amor idiota imbécil fiesta de salchichas tía buena prostituta',
    'احتلام اغتصاب بز بيضان ثدي جماع حلمة شهوة فرج لحس لعق مبادل مص مفلقسة بظر',
  ].flatMap((line) => line.split(' ')),
  // cspell:enable
);
// cspell:disable
/** A phrase is not looked up word by word. */
const ORDINARY_PHRASES = new Set(['ménage à trois', 'haciendo el amor', 'fiesta de salchichas', 'tía buena']);
/** These begin as a swear word does, and are none. */
const HARMLESS = /\b(?:pissarro|salopettes?)\b/giu;
/** Forms that the lists lack, of words too short to be looked for in longer ones. */
const MORE = ['arschlöcher', 'ficker', 'fickt', 'nutten'];
// cspell:enable
/** A word as long as this is found in longer ones as well: an insult is also one in the plural. */
const BEGINNING_LENGTH = 6;
/** And as long as this in the middle of one: German puts them together. */
const ANYWHERE_LENGTH = 8;
/** German, which writes an umlaut with an e where there is none on the keyboard. */
const WRITTEN_OUT = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
/** Letters with something but letters between them, one by one, as in `s.o`. */
const SPACED = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}@$!*][^\p{L}\p{N}]{1,3}){2,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu;
const ARABIC = /\p{Script=Arabic}/u;
/** At the end of a word a sign is no letter, while the `1` and the `!` in `sh!t` are. */
const END_SIGNS = /[!?.,;:*]+(?=\s|$)/gu;
/** The article and what else Arabic writes in one with the word after it. */
const ARABIC_PREFIX = /^(?:و|ف|ب|يا)?(?:ال)?/u;

/** @type {ReturnType<typeof load> | null} */
let loaded = null;
const lists = () => (loaded ??= load());

/**
 * Knows the swear words of five languages, also with digits, signs or letters of other alphabets for theirs, spaced out, or stretched.
 * @param {string} text
 * @returns {boolean}
 */
export function hasSwearing(text) {
  const plain = text.normalize('NFKC').replace(HARMLESS, '').replace(END_SIGNS, '');
  const { english, others } = lists();
  const joined = plain.replace(SPACED, (letters) => letters.replace(/[^\p{L}\p{N}@$!*]/gu, ''));
  if (english.hasMatch(plain) || others.hasMatch(folded(plain))) return true;
  if (joined !== plain && (english.hasMatch(joined) || others.hasMatch(folded(joined)))) return true;
  return ARABIC.test(plain) && [plain, joined].some(hasArabic);
}

/** Loads the lists at the first question: they would be most of what the thread of a game loads, and few games ask. */
function load() {
  /** @type {typeof import('obscenity')} */
  const library = require('obscenity');
  const { RegExpMatcher, englishDataset, englishRecommendedTransformers } = library;
  /** @type {Record<string, string[]>} */
  const naughty = require('naughty-words');
  const others = [...wordsOf(naughty, ['de', 'fr', 'es']), ...MORE];
  return {
    english: new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers }),
    others: new RegExpMatcher({
      blacklistedTerms: latinPatterns(others, library.parseRawPattern),
      blacklistMatcherTransformers: [
        library.resolveConfusablesTransformer(),
        library.resolveLeetSpeakTransformer(),
        library.toAsciiLowerCaseTransformer(),
        library.collapseDuplicatesTransformer({ defaultThreshold: 1 }),
      ],
    }),
    arabic: new Set(wordsOf(naughty, ['ar']).map(bare)),
  };
}

/** @param {string} text */
function hasArabic(text) {
  const { arabic } = lists();
  return bare(text)
    .split(/[^\p{Script=Arabic}]+/u)
    .some((word) => arabic.has(word) || arabic.has(word.replace(ARABIC_PREFIX, '')));
}

/** @param {Record<string, string[]>} naughty @param {readonly string[]} languages @returns {string[]} in lower case */
function wordsOf(naughty, languages) {
  return languages
    .flatMap((language) => naughty[language] ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !ORDINARY.has(word) && !ORDINARY_PHRASES.has(word));
}

/**
 * The words as the matcher sees a text: without accents and doubled letters.
 * @param {readonly string[]} list @param {typeof import('obscenity').parseRawPattern} parse
 * @returns {{ id: number, pattern: import('obscenity').ParsedPattern }[]}
 */
function latinPatterns(list, parse) {
  const words = new Set(list.map((word) => folded(word).replace(/(.)\1+/gu, '$1')));
  return [...words].map((word, id) => {
    const begins = word.length < ANYWHERE_LENGTH ? '|' : '';
    const ends = word.length < BEGINNING_LENGTH ? '[s]|' : '';
    return { id, pattern: parse(`${begins}${word}${ends}`) };
  });
}

/** Latin letters without what is above and below them. @param {string} text */
function folded(text) {
  return text
    .toLowerCase()
    .replace(
      /[\u00e4\u00f6\u00fc\u00df]/gu,
      (letter) => WRITTEN_OUT[/** @type {keyof typeof WRITTEN_OUT} */ (letter)],
    )
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
}

/** Arabic without vowel signs, stretched lines and the forms of one letter. @param {string} text */
function bare(text) {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/[\u0622\u0623\u0625\u0671]/gu, '\u0627')
    .replaceAll('\u0649', '\u064a')
    .replaceAll('\u0629', '\u0647');
}
