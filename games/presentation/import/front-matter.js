/** The front matter of Markdown files: one block for the deck and, in Slidev, one for each slide. */

import { parse } from 'yaml';

/** No deck has longer front matter, so an unclosed block is found quickly. */
const MOST_LINES = 200;
const FENCE = /^---\s*$/;

/** @typedef {Record<string, unknown>} Head by key, in lower case; texts, lists and objects */

/**
 * @param {readonly string[]} lines
 * @param {number} from the place of a line `---`
 * @returns {{ head: Head, next: number } | null} next: the line after the closing `---`; null: it is no front matter
 */
export function headAt(lines, from) {
  if (!FENCE.test(lines[from] ?? '')) return null;
  const length = lines.slice(from + 1, from + 1 + MOST_LINES).findIndex((line) => FENCE.test(line));
  if (length <= 0) return null;
  const own = lines.slice(from + 1, from + 1 + length);
  const head = headOf(own.join('\n')) ?? headByLine(own);
  return head === null ? null : { head: lowered(head), next: from + length + 2 };
}

/** @param {string} text @returns {Head | null} */
function headOf(text) {
  try {
    // Texts stay texts: nobody wants a version 1.10 to become 1.1. Aliases could grow without end.
    const head = parse(text, { schema: 'failsafe', maxAliasCount: 0, logLevel: 'silent' });
    return typeof head === 'object' && head !== null && !Array.isArray(head) ? head : null;
  } catch {
    return null;
  }
}

/** A head that is not YAML, such as `title: Now: the news`, may still be lines of `name: value`. @param {string[]} lines @returns {Head | null} */
function headByLine(lines) {
  /** @type {Head} */
  const head = {};
  for (const line of lines) {
    const [, name, value = ''] = /^([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    if (name !== undefined) head[name] = value.trim();
    else if (line.trim() !== '' && !/^[\s#]/.test(line)) return null;
  }
  return Object.keys(head).length > 0 ? head : null;
}

/** @param {Head} head @returns {Head} */
function lowered(head) {
  return Object.fromEntries(Object.entries(head).map(([name, value]) => [name.toLowerCase(), value]));
}
