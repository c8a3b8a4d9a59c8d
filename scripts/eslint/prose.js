/** An ESLint plugin of our own: what a machine can see of the English of a comment. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @import { Rule } from 'eslint' */

const ROOT = new URL('../../', import.meta.url);
/** No sentence that states something begins like this; "Of course" does. */
const OPENING = /^(Of(?! course\b)|Who|Whom|Whose|What|All that|All who|Those who)\b/;
/** Notes that were never part of the checkout. */
const NOTE =
  /\b(?:RELIABILITY|PERFORMANCE|STYLE|HOUSE|PEERS|LAB|DESIGN|AUTHORS)\b(?:\.md)?|\b[A-Z]{3,}\.md\b/g;
const OWN_NOTE = /^(README|CONTRIBUTING|CHANGELOG|LICENSE)\.md$/;
const PATH =
  /(?<![\w./-])(?:lib|public|games|control-panel|bots|loadtest|docs|test|scripts)\/[\w./-]+\.(?:js|mjs|d\.ts|md|css|sh)\b/g;
/** Known to be there, or not, since this process began. @type {Map<string, boolean>} */
const known = new Map();

/**
 * @param {string} comment its text without the slashes and stars around it
 * @returns {string[]} a sentence for each problem
 */
export function problemsOf(comment) {
  const opening = OPENING.exec(comment.replace(/^[\s*]+/, ''))?.[0];
  const fragment = `A comment is a sentence with a subject and a verb: do not begin with "${opening}".`;
  return [...(opening ? [fragment] : []), ...citationsOf(comment)];
}

/**
 * @param {string} text
 * @returns {string[]} a sentence for each note or file that it cites and that is not in the repository
 */
export function citationsOf(text) {
  const notes = [...text.matchAll(NOTE)].map(([note]) => note).filter((note) => !OWN_NOTE.test(note));
  const missing = [...text.matchAll(PATH)].map(([path]) => path).filter((path) => !isThere(path));
  return [
    ...notes.map((note) => `"${note}" is not in the repository: say the thing itself, or cite docs/.`),
    ...missing.map((path) => `${path} is not there: name the file as it is called now.`),
  ];
}

/** @param {string} path from the root of the checkout */
function isThere(path) {
  const before = known.get(path);
  if (before !== undefined) return before;
  const is = existsSync(fileURLToPath(new URL(path, ROOT)));
  known.set(path, is);
  return is;
}

/** @type {Rule.RuleModule} */
const comments = {
  meta: { type: 'suggestion', schema: [], messages: { prose: '{{ problem }}' } },
  create(context) {
    return {
      Program() {
        for (const { text, loc } of paragraphs(context.sourceCode.getAllComments()))
          for (const problem of problemsOf(text))
            context.report({ loc, messageId: 'prose', data: { problem } });
      },
    };
  },
};

/** @typedef {ReturnType<Rule.RuleContext['sourceCode']['getAllComments']>[number]} Comment */
/** @typedef {import('eslint').AST.SourceLocation} Location */

/**
 * Joins the lines of a comment that stands in `//` lines, so that only its first line is an opening.
 * @param {Comment[]} all
 */
function paragraphs(all) {
  /** @type {{ text: string, loc: Location, endLine: number, isLine: boolean, column: number }[]} */
  const found = [];
  for (const { type, value, loc } of all) {
    if (!loc) continue;
    const { line, column } = loc.start;
    const last = found.at(-1);
    const isLine = type === 'Line';
    if (isLine && last?.isLine && last.endLine === line - 1 && last.column === column) {
      last.text += `\n${value}`;
      last.endLine = line;
    } else found.push({ text: value, loc, endLine: loc.end.line, isLine, column });
  }
  return found;
}

export default { rules: { comments } };
