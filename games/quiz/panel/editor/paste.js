/** Reads a list of questions as people paste it: from a spreadsheet, or typed with one option per line. */

/** @import { Question } from '../../types.js' */

import { LIMITS, readQuestion } from '../../shared/pack.js';

const BULLET = /^\s*(?:[-*+•]|\(?[a-hA-H1-9][.)]|\[[ xX]?\])\s+/;
const RIGHT = /^\s*(?:[*+]|\[[xX]\])\s+|\s*\(?[✓✔]\)?\s*$|\s+\*\s*$/u;
const TRUTH = /\s*[([](true|false|wahr|falsch|richtig)[)\]]\s*$/i;

/**
 * There are two ways, which may be mixed:
 * - one line per question: `Question; right answer; wrong; wrong`, separated by tab, `;` or `|`;
 * - one block per question: the question, then one line per option. `*` before or `✓` after an option marks it as right;
 *   without a mark it is the first.
 * `The earth is flat (false)` is true or false. A single line is a question that has no options yet.
 * @param {string} text
 * @returns {Question[]} some may not be ready; texts that are too long are cut
 */
export function readPasted(text) {
  const blocks = text.replaceAll('\r\n', '\n').split(/\n\s*\n/);
  return blocks
    .flatMap((block) => readBlock(block.split('\n').filter((line) => line.trim() !== '')))
    .slice(0, LIMITS.questions);
}

/** @param {string[]} lines @returns {Question[]} */
function readBlock(lines) {
  /** @type {Question[]} */
  const questions = [];
  for (let at = 0; at < lines.length; at++) {
    const line = /** @type {string} */ (lines[at]);
    const options = [];
    while (separatorOf(line) === undefined && isOption(lines[at + 1])) options.push(lines[++at] ?? '');
    questions.push(options.length > 0 ? withOptions(line, options) : fromLine(line));
  }
  return questions;
}

/** @param {string} [line] */
function isOption(line) {
  return line !== undefined && BULLET.test(line) && separatorOf(line) === undefined;
}

/** @param {string} line */
function separatorOf(line) {
  return ['\t', '|', ';'].find((one) => line.includes(one));
}

/** @param {string} line @param {string[]} lines */
function withOptions(line, lines) {
  const marked = lines.map((one) => RIGHT.test(one));
  const options = lines.map((one, at) => ({
    text: one.replace(BULLET, '').replace(/\s*\(?[✓✔]\)?\s*$|\s+\*\s*$/u, ''),
    correct: marked.some(Boolean) ? /** @type {boolean} */ (marked[at]) : at === 0,
  }));
  const several = options.filter(({ correct }) => correct).length > 1;
  return complete({ type: several ? 'several' : 'single', text: unnumbered(line), options });
}

/** @param {string} line */
function fromLine(line) {
  const separator = separatorOf(line);
  if (separator === undefined) {
    const truth = TRUTH.exec(line);
    if (!truth) return complete({ text: unnumbered(line) });
    const isTrue = /^(true|wahr|richtig)$/i.test(truth[1] ?? '');
    return complete({ type: 'truefalse', text: unnumbered(line.slice(0, truth.index)), isTrue });
  }
  const [text = '', ...answers] = line.split(separator).map((part) => part.trim());
  const options = answers.filter((one) => one !== '').map((one, at) => ({ text: one, correct: at === 0 }));
  // The right answer comes first in the list, which must not show on the screen.
  return complete({ text: unnumbered(text), options, shuffle: true });
}

/** @param {string} line */
function unnumbered(line) {
  return line.replace(/^\s*\d{1,3}[.)]\s+/, '').trim();
}

/** @param {Partial<Question>} parts */
function complete({ options = [], ...parts }) {
  return readQuestion({ ...parts, options: options.slice(0, LIMITS.options.most) }).question;
}
