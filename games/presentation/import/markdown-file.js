/** Reads and writes decks as Markdown files: their front matter, and pictures that would come from elsewhere. */

/** @import { DeckDocument } from '../types.js' */
/** @import { Head } from './front-matter.js' */
/** @import { ImportedDeck } from './types.js' */

import { createListing, watch } from 'mass-mobile/import';
import { isOwnPicture } from '../../../public/shared/pictures.js';
import { readLanguage } from '../shared/language.js';
import { LIMITS } from '../shared/limits.js';
import { THEMES, TRANSITIONS } from '../shared/looks.js';
import { emptyDeck } from '../shared/deck.js';
import { closes, fenceOf } from '../shared/lines.js';
import { toOwnMarkdown, withoutCode } from './dialects.js';
import { headAt } from './front-matter.js';

const PICTURE =
  /!\[([^\]\n]{0,500})\]\([ \t]*<?([^)\s<>]{1,2000})>?([ \t]+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?[ \t]*\)/g;
const MARKUP = /<(script|iframe|object|embed|style|link|meta|form|img|video|audio|svg)\b/i;

/** @typedef {import('./dialects.js').Skip} Skip */

/**
 * @param {string} text @param {string} fallback title
 * @param {(path: string) => string | null} [pictureOf] gives the address of a picture in the same archive
 * @returns {ImportedDeck}
 */
export function readMarkdownFile(text, fallback, pictureOf = () => null) {
  // Refused by its size before it is read: 25 million lines would fill the memory.
  if (text.length > 2 * LIMITS.bytes)
    return { deck: { ...emptyDeck(), markdown: text }, pictures: [], skipped: [], format: 'Markdown' };
  const { skip, lines } = createListing();
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const rows = source.split('\n');
  const found = headAt(rows, 0);
  const watched = watch(found?.head ?? {});
  const head = watched.value;
  const body = found ? rows.slice(found.next).join('\n') : source;
  const own = toOwnMarkdown(body, head, skip);
  const markdown = outsideCode(own, (line) => takePictures(line, pictureOf, skip)).trim();
  let hasMarkup = false;
  outsideCode(markdown, (line) => ((hasMarkup ||= MARKUP.test(withoutCode(line))), line));
  if (hasMarkup) skip('HTML', 'It is shown as it is written: slides hold Markdown alone');
  const title = textOf(head['title']);
  if ([...title].length > LIMITS.title) skip('title', `It was cut to ${LIMITS.title} characters`, title);
  const deck = {
    title: [...(title || fallback)].slice(0, LIMITS.title).join(''),
    theme: choice('theme', THEMES, head, skip),
    transition: choice('transition', TRANSITIONS, head, skip),
    language: languageOf(head, skip),
    markdown,
  };
  for (const { path, value } of watched.rest())
    skip('Front matter', `“${path}” has no place in a deck here`, value);
  return { deck, pictures: [], skipped: lines(), format: 'Markdown' };
}

/** @param {'theme' | 'transition'} name @param {readonly string[]} known @param {Head} head @param {Skip} skip */
function choice(name, known, head, skip) {
  const value = textOf(head[name]);
  if (value === '') return emptyDeck()[name];
  if (known.includes(value)) return value;
  skip(`${name}: ${value.slice(0, 40)}`, `It is not known here. Known: ${known.join(', ')}`);
  return emptyDeck()[name];
}

/** @param {Head} head @param {Skip} skip */
function languageOf(head, skip) {
  const value = textOf(head['language'] ?? head['lang']);
  const language = readLanguage(value);
  if (language === null)
    skip(
      `language: ${value.slice(0, 40)}`,
      'It is not a language tag such as de or en-GB. The slides use the language of the screen',
    );
  return language ?? '';
}

/** @param {unknown} value */
function textOf(value) {
  return typeof value === 'string' ? value : '';
}

/** @param {string} text @param {(line: string) => string} change */
export function outsideCode(text, change) {
  let fence = '';
  return text
    .split('\n')
    .map((line) => {
      if (fence !== '') {
        if (closes(line, fence)) fence = '';
        return line;
      }
      fence = fenceOf(line);
      return fence === '' ? change(line) : line;
    })
    .join('\n');
}

/** @param {string} line @param {(path: string) => string | null} pictureOf @param {Skip} skip */
function takePictures(line, pictureOf, skip) {
  return line.replace(PICTURE, (whole, alt, path, title = '') => {
    if (isOwnPicture(path)) return whole;
    const address = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(path) ? null : pictureOf(path);
    const isRemote = /^(?:https?:)?\/\//i.test(path);
    if (isLook(alt))
      skip(`Picture ${path.slice(0, 80)}`, 'A size or place of a picture has no effect here', alt);
    const seen = isLook(alt) ? '' : alt;
    if (address) return `![${seen}](${address}${title})`;
    skip(
      `Picture ${path.slice(0, 80)}`,
      isRemote
        ? 'Nothing is fetched from other servers. Its description stands in its place'
        : 'It is not in the file, or cannot be shown. Its description stands in its place',
    );
    return `${seen}${title === '' ? '' : ` (${title.trim().slice(1, -1)})`}`;
  });
}

/** Marp says in the description how large a picture is, and whether it is the background. @param {string} alt */
function isLook(alt) {
  return /^(?:bg|left|right|cover|contain|fit|auto|vertical|[wh](?:idth|eight)?:|blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia|[\d.:%]|\s|px|em|cm)+$/i.test(
    alt,
  );
}

/** @param {DeckDocument} deck @param {string} [markdown] @returns {string} a Markdown file that reads as the same deck */
export function writeMarkdownFile(
  { title, theme, transition, language = '', markdown: own },
  markdown = own,
) {
  const spoken = language === '' ? '' : `language: ${language}\n`;
  return `---\ntitle: ${JSON.stringify(title)}\ntheme: ${theme}\ntransition: ${transition}\n${spoken}---\n\n${markdown.trim()}\n`;
}
