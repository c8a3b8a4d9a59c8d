/** The lines of a deck: where a slide ends, what stands in a code block, and what are notes. */

import { isKind } from './elements.js';

const SEPARATOR = /^ {0,3}(?:---|--)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/;
const REGION = /^(notes?|phone):[ \t]*(.*)$/i;
const FRAGMENT = /^[ \t]*\+[ \t]+\S/;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
const INDENTED = /^(?: {4}|\t)/;

/**
 * @typedef {{ lines: string[], first: number, unclosed: number | null }} Cut the lines of one slide; `first` is the
 *   number of its first line, `unclosed` that of a code block without an end, which has been given one
 * @typedef {{ kind: string, lines: string[], line: number }} Block an element; `line` is that of its fence
 */

/**
 * Cuts a deck at its separators. Those inside code blocks do not count; a block that never ends does so with its slide.
 * @param {string[]} lines
 * @returns {Cut[]} at least one
 */
export function cutSlides(lines) {
  const ends = fenceEnds(lines);
  /** @type {Cut[]} */
  const cuts = [];
  let from = 0;
  /** @type {number | null} */
  let unclosed = null;
  let closing = '';
  const finish = (/** @type {number} */ to) => {
    const own = lines.slice(from, to);
    cuts.push({ lines: unclosed === null ? own : [...own, closing], first: from + 1, unclosed });
    from = to + 1;
    unclosed = null;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = /** @type {string} */ (lines[at]);
    if (SEPARATOR.test(line)) {
      finish(at);
      continue;
    }
    /** @type {string | undefined} */
    const fence = unclosed === null ? FENCE.exec(line)?.[1] : undefined;
    if (fence === undefined) continue;
    const end = ends.after(at, fence);
    if (end !== null) at = end;
    else [unclosed, closing] = [at + 1, fence];
  }
  finish(lines.length);
  return cuts;
}

/**
 * Finds the ends of code blocks. A search that found none is remembered, because a file may begin thousands of blocks and
 * end none.
 * @param {string[]} lines
 */
function fenceEnds(lines) {
  /** The shortest fence by its sign that has no end from some line on. @type {Record<string, number>} */
  const endless = {};
  return {
    /** @param {number} at @param {string} fence @returns {number | null} */
    after(at, fence) {
      const sign = fence.charAt(0);
      if (fence.length >= (endless[sign] ?? Infinity)) return null;
      for (let end = at + 1; end < lines.length; end++) {
        if (closes(/** @type {string} */ (lines[end]), fence)) return end;
      }
      endless[sign] = fence.length;
      return null;
    },
  };
}

/** @param {string} line @returns {string} the marks with which a code block begins there; '': none does */
export function fenceOf(line) {
  return FENCE.exec(line)?.[1] ?? '';
}

/** @param {string} line @param {string} fence the marks with which a code block began @returns {boolean} whether it ends there */
export function closes(line, fence) {
  const marks = line.trim();
  const indent = line.length - line.trimStart().length;
  return indent <= 3 && marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
}

/**
 * Parts the lines of a slide: its text, its elements, its notes and its companion text. An element counts in the text only.
 * @param {string[]} lines of one slide, in which every code block ends
 * @param {number} first the number of the first one
 */
export function readRegions(lines, first) {
  const parts = {
    body: /** @type {string[]} */ ([]),
    notes: /** @type {string[]} */ ([]),
    phone: /** @type {string[]} */ ([]),
    blocks: /** @type {Block[]} */ ([]),
    fragments: 0,
  };
  /** @type {'body' | 'notes' | 'phone'} */
  let region = 'body';
  let isList = false;
  for (let at = 0; at < lines.length; at++) {
    const line = /** @type {string} */ (lines[at]);
    const [, fence, info = ''] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      const end = endOf(lines, at, fence);
      const kind = info.trim().toLowerCase();
      const inner = lines.slice(at + 1, end);
      if (region === 'body' && isKind(kind)) parts.blocks.push({ kind, lines: inner, line: first + at });
      else parts[region].push(...lines.slice(at, end + 1));
      at = end;
      isList = false;
      continue;
    }
    const [, name, rest = ''] = REGION.exec(line) ?? [];
    if (name !== undefined) {
      region = name.toLowerCase() === 'phone' ? 'phone' : 'notes';
      if (rest !== '') parts[region].push(rest);
      continue;
    }
    parts[region].push(line);
    if (region !== 'body') continue;
    isList = LIST_ITEM.test(line)
      ? isList || !INDENTED.test(line)
      : isList && (line.trim() === '' || /^\s/.test(line));
    if (isList && FRAGMENT.test(line)) parts.fragments += 1;
  }
  return parts;
}

/** @param {string[]} lines @param {number} at @param {string} fence @returns {number} the last line, should there be no end */
function endOf(lines, at, fence) {
  for (let end = at + 1; end < lines.length; end++)
    if (closes(/** @type {string} */ (lines[end]), fence)) return end;
  return lines.length;
}
