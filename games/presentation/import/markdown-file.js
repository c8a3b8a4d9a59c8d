/** Markdown files: their front matter, and pictures that would come from elsewhere. */

/** @import { DeckDocument } from '../types.js' */
/** @import { ImportedDeck } from './types.js' */

import { isOwnPicture } from '../../../public/shared/pictures.js';
import { readLanguage } from '../shared/language.js';
import { LIMITS } from '../shared/limits.js';
import { THEMES, TRANSITIONS } from '../shared/looks.js';
import { emptyDeck } from '../shared/deck.js';

/** Front matter is longer than this in no deck, so an unclosed one is found soon. */
const MOST_HEAD = 60;
const PICTURE =
  /!\[([^\]\n]{0,500})\]\([ \t]*<?([^)\s<>]{1,2000})>?(?:[ \t]+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?[ \t]*\)/g;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const MARKUP = /<(script|iframe|object|embed|style|link|meta|form|img|video|audio|svg)\b/i;
const MOST_SKIPPED = 100;

/** @typedef {{ item: string, reason: string }[]} Skipped */

/**
 * @param {string} text @param {string} fallback title
 * @param {(path: string) => string | null} [pictureOf] gives the address of a picture in the same archive
 * @returns {ImportedDeck}
 */
export function readMarkdownFile(text, fallback, pictureOf = () => null) {
  /** @type {Skipped} */
  const skipped = [];
  const skip = (/** @type {string} */ item, /** @type {string} */ reason) =>
    void (skipped.length < MOST_SKIPPED && skipped.push({ item, reason }));
  const { head, body } = splitHead(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  const markdown = outsideCode(body, (line) => takePictures(line, pictureOf, skip)).trim();
  if (MARKUP.test(markdown)) skip('HTML', 'It is shown as it is written: slides hold Markdown alone.');
  const deck = {
    title: [...(head.get('title') || fallback)].slice(0, LIMITS.title).join(''),
    theme: choice('theme', THEMES, head, skip),
    transition: choice('transition', TRANSITIONS, head, skip),
    language: languageOf(head, skip),
    markdown,
  };
  return { deck, pictures: [], skipped, format: 'Markdown' };
}

/** @param {'theme' | 'transition'} name @param {readonly string[]} known @param {Map<string, string>} head @param {(item: string, reason: string) => void} skip */
function choice(name, known, head, skip) {
  const value = head.get(name);
  if (value === undefined) return emptyDeck()[name];
  if (known.includes(value)) return value;
  skip(`${name}: ${value.slice(0, 40)}`, `It is not known here. Known: ${known.join(', ')}.`);
  return emptyDeck()[name];
}

/** @param {Map<string, string>} head @param {(item: string, reason: string) => void} skip */
function languageOf(head, skip) {
  const value = head.get('language') ?? head.get('lang') ?? '';
  const language = readLanguage(value);
  if (language === null)
    skip(
      `language: ${value.slice(0, 40)}`,
      'It is no tag of a language, such as de or en-GB. The slides have the language of the screen.',
    );
  return language ?? '';
}

/** The lines between two `---` at the very beginning, where each is `name: value`. @param {string} text */
function splitHead(text) {
  /** @type {Map<string, string>} */
  const head = new Map();
  const lines = text.split('\n');
  const end = lines.slice(1, MOST_HEAD).findIndex((line) => /^---\s*$/.test(line)) + 1;
  if (!/^---\s*$/.test(lines[0] ?? '') || end === 0) return { head, body: text };
  for (const line of lines.slice(1, end)) {
    const [, name, value = ''] = /^([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    if (name === undefined) {
      if (line.trim() === '' || /^[\s#]/.test(line)) continue;
      return { head: new Map(), body: text };
    }
    head.set(name.toLowerCase(), unquoted(value.trim()));
  }
  return head.size === 0 ? { head, body: text } : { head, body: lines.slice(end + 1).join('\n') };
}

/** @param {string} text */
function unquoted(text) {
  if (/^".*"$/.test(text)) {
    try {
      return String(JSON.parse(text));
    } catch {
      return text.slice(1, -1);
    }
  }
  return /^'.*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text;
}

/** @param {string} text @param {(line: string) => string} change */
export function outsideCode(text, change) {
  let fence = '';
  return text
    .split('\n')
    .map((line) => {
      const [, marks] = FENCE.exec(line) ?? [];
      if (fence !== '') {
        if (marks && line.trim() === marks && marks.startsWith(fence)) fence = '';
        return line;
      }
      if (marks) fence = marks;
      return marks ? line : change(line);
    })
    .join('\n');
}

/** @param {string} line @param {(path: string) => string | null} pictureOf @param {(item: string, reason: string) => void} skip */
function takePictures(line, pictureOf, skip) {
  return line.replace(PICTURE, (whole, alt, path) => {
    if (isOwnPicture(path)) return whole;
    const address = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(path) ? null : pictureOf(path);
    if (address) return `![${alt}](${address})`;
    const isRemote = /^(?:https?:)?\/\//i.test(path);
    skip(
      `Picture ${path.slice(0, 80)}`,
      isRemote
        ? 'Nothing is fetched from other servers. Its description stands in its place.'
        : 'It is not in the file, or is none that can be shown. Its description stands in its place.',
    );
    return alt;
  });
}

/** @param {DeckDocument} deck @param {string} [markdown] @returns {string} a Markdown file that reads as the same deck */
export function writeMarkdownFile(
  { title, theme, transition, language = '', markdown: own },
  markdown = own,
) {
  const spoken = language === '' ? '' : `language: ${language}\n`;
  return `---\ntitle: ${JSON.stringify(title)}\ntheme: ${theme}\ntransition: ${transition}\n${spoken}---\n\n${markdown.trim()}\n`;
}
