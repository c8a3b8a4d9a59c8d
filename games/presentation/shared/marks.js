/** The small subset of Markdown that phones show: headings, paragraphs, lists, bold, italics, code; links as text. */

import { h } from '../../../public/shared/dom.js';

/** Characters; what comes behind them is not shown. */
const LONGEST = 4000;
/** Bold, italics, code, pictures (their words alone), links (their words and, where it is another, their address). */
const MARK =
  /\*\*(.+?)\*\*|\*([^\s*].*?)\*|\b_([^\s_].*?)_\b|`([^`]+)`|!\[([^\]]*)\]\([^)]*\)|\[([^\]]+)\]\(([^)\s]*)[^)]*\)/;

/**
 * Makes elements of a short text, line by line as it was written. What it does not know stays text.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function renderMarks(text) {
  /** @type {HTMLElement[]} */
  const made = [];
  let isOpen = false;
  /** Gives the last element if lines still go into it, else a new one. @param {'p' | 'ul' | 'ol'} tag */
  const into = (tag) => {
    const last = made.at(-1);
    if (isOpen && last?.localName === tag) return last;
    const next = h(tag, tag === 'p' ? { dir: 'auto' } : {});
    made.push(next);
    isOpen = true;
    return next;
  };
  for (const line of text.slice(0, LONGEST).split('\n')) {
    const head = /^#{1,6}\s+(.*)/.exec(line);
    const item = /^\s*(?:([-+*])|\d+[.)])\s+(.*)/.exec(line);
    if (head) made.push(h('h3', { dir: 'auto' }, ...inline(head[1] ?? '')));
    if (head || line.trim() === '') isOpen = false;
    else if (item) into(item[1] ? 'ul' : 'ol').append(h('li', { dir: 'auto' }, ...inline(item[2] ?? '')));
    else {
      const paragraph = into('p');
      if (paragraph.firstChild) paragraph.append(h('br'));
      paragraph.append(...inline(line.trim()));
    }
  }
  return made;
}

/** @param {string} text of one paragraph @returns {(Node | string)[]} */
function inline(text) {
  /** @type {(Node | string)[]} */
  const made = [];
  let rest = text;
  for (let found = MARK.exec(rest); found; found = MARK.exec(rest)) {
    made.push(rest.slice(0, found.index), ...marked(found));
    rest = rest.slice(found.index + found[0].length);
  }
  return [...made, rest];
}

/** @param {RegExpExecArray} found @returns {(Node | string)[]} */
function marked([, bold, italic, also, code, alt, words, link]) {
  if (bold) return [h('strong', {}, ...inline(bold))];
  const sloped = italic ?? also;
  if (sloped) return [h('em', {}, ...inline(sloped))];
  if (code) return [h('code', {}, code)];
  if (words) return [words, /^https?:/.test(link ?? '') && link !== words ? ` (${link})` : ''];
  return [alt ?? ''];
}
