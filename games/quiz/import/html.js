/** The text of a question that was written as HTML, as people saw it there, and what of it cannot be shown here. */

import { Parser } from 'htmlparser2';

/** Elements that begin a line of their own. */
const LINES = new Set(
  'address article blockquote br dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section tr ul'.split(
    ' ',
  ),
);
/** Elements that change the look alone. */
const LOOKS = new Set(
  'abbr b bdi bdo big body cite code em font html i ins kbd label mark q samp small span strong tt u var wbr'.split(
    ' ',
  ),
);
/** Names, as a sentence has them, of elements that are left out. @type {Record<string, string>} */
const LOST = {
  img: 'a picture',
  svg: 'a picture',
  audio: 'a sound',
  video: 'a video',
  iframe: 'a page within the page',
  script: 'a script',
  style: 'a style sheet',
  math: 'a formula in MathML',
  feedbackinline: 'feedback',
  feedbackblock: 'feedback',
  rubricblock: 'instructions',
};
/** Elements whose text is not for people. */
const SILENT = new Set('feedbackblock feedbackinline math rubricblock script style svg'.split(' '));
/** The text of one that is left out is named up to this many letters. */
const NAMED = 60;
/** Digits and signs that stand high or low as letters of their own. Whatever lacks such letters is set off by ^ or _. */
const HIGH = { from: '0123456789+-=()ni', to: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ', mark: '^' };
const LOW = { from: '0123456789+-=()', to: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎', mark: '_' };
/** LaTeX as Moodle marks it. */
const FORMULA = /\\\([^]*?\\\)|\\\[[^]*?\\\]|\$\$[^]*?\$\$/g;

/** @param {string} text @returns {boolean} whether a browser would show it otherwise than it is written */
export function isHtml(text) {
  return /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|<!--|&(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);/i.test(text);
}

/**
 * @param {string} html a fragment or a page; anything else is taken as browsers take it
 * @param {boolean} [withPictures] gives the pictures apart; else they are lost, and their description stands in the text
 * @returns {{ text: string, lost: string[], pictures: { src: string, alt: string }[] }} lost: what is not in `text`, to follow "It had"
 */
export function textOfHtml(html, withPictures = false) {
  const lost = new Set();
  /** @type {{ src: string, alt: string }[]} */
  const pictures = [];
  /** Texts of the elements that are open and change theirs. @type {string[]} */
  const open = [''];
  let silent = 0;
  let unsaid = '';
  const add = (/** @type {string} */ text) => {
    if (silent === 0) open.push((open.pop() ?? '') + text);
    else unsaid += text;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (SILENT.has(name)) silent += 1;
      if (name === 'sup' || name === 'sub') open.push('');
      else if (name === 'td' || name === 'th') add('\t');
      else if (LINES.has(name)) add(name === 'li' ? '\n• ' : '\n');
      else if (name === 'a') lost.add(`a link to ${attributes['href'] ?? 'nowhere'}`);
      else if (name === 'img' && withPictures)
        pictures.push({ src: attributes['src'] ?? '', alt: attributes['alt'] ?? '' });
      else if (!LOOKS.has(name) && !SILENT.has(name)) lost.add(LOST[name] ?? `the element <${name}>`);
      if (name === 'img' && !withPictures && attributes['alt']) add(`[${attributes['alt']}]`);
    },
    ontext: (text) => add(text.replace(/\s+/g, ' ')),
    onclosetag(name) {
      if (SILENT.has(name)) {
        silent -= 1;
        if (silent > 0) return;
        const said = unsaid.replace(/\s+/g, ' ').trim().slice(0, NAMED);
        lost.add(`${LOST[name]}${said === '' ? '' : ` (“${said}”)`}`);
        unsaid = '';
      }
      if (name === 'sup' || name === 'sub') {
        const inside = open.pop() ?? '';
        add(shifted(inside, name === 'sup' ? HIGH : LOW));
      } else if (LINES.has(name) && name !== 'br') add('\n');
    },
    oncomment: () => lost.add('a comment'),
  });
  parser.end(html);
  const text = (open[0] ?? '')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .replace(/\u00a0/g, ' ')
    .trim();
  return { text, lost: [...lost], pictures };
}

/** @param {string} text @returns {string[]} the formulas in it, which are shown as they are written */
export function formulasOf(text) {
  return text.match(FORMULA) ?? [];
}

/** @param {string} text @param {{ from: string, to: string, mark: string }} letters */
function shifted(text, { from, to, mark }) {
  const letters = [...to];
  const moved = [...text].map((letter) => letters[from.indexOf(letter)]);
  if (moved.every((letter) => letter !== undefined)) return moved.join('');
  return `${mark}${text.length > 1 ? `(${text})` : text}`;
}
