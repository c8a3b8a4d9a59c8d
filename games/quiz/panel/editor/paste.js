/** Reads a list of questions as people paste it: from a spreadsheet, or typed with one option per line. */

/** @import { Question } from '../../types.js' */

import { LIMITS, readQuestion } from '../../shared/pack.js';

const BULLET = /^\s*(?:[-*+•]|\(?[a-hA-H1-9][.)]|\[[ xX]?\])\s+/;
const RIGHT = /^\s*(?:[*+]|\[[xX]\])\s+|\s*\(?[✓✔]\)?\s*$|\s+\*\s*$/u;
/** The heads of a table, in the languages of the pages: of its questions, and of the column that names the right option. */
const QUESTION_HEAD = /^(?:questions?|fragen?|preguntas?|text|السؤال)$/i;
const RIGHT_HEAD =
  /^(?:right|correct|answer key|key|richtig|lösung|bonne|juste|correcta|solution|solución|الصحيح)/i;
/** The right options of a row by their letters or numbers: `B`, `2`, `A, C`. */
const PLACES = /^(?:[A-F]|[1-6])(?:\s*[,+]\s*(?:[A-F]|[1-6]))*$/i;
const TRUTH = /\s*[([](true|false|wahr|falsch|richtig)[)\]]\s*$/i;

/**
 * There are two ways, which may be mixed:
 * - one line per question: `Question; right answer; wrong; wrong`, separated by tab, `;` or `|`. Where each line ends with the right
 *   one of its options, or with its letter or number, that column says which it is; so does one with a head such as "Right answer";
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
  const table = readTable(lines);
  if (table) return table;
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

/** @param {string[]} lines @returns {Question[] | null} null: no column says which option is right */
function readTable(lines) {
  const [head = [], ...rest] = lines.map((line) => cellsOf(line));
  const hasHead = QUESTION_HEAD.test(head[0] ?? '') && rest.length > 0;
  const rows = hasHead ? rest : [head, ...rest];
  const named = hasHead ? head.findIndex((cell, at) => at > 0 && RIGHT_HEAD.test(cell)) : -1;
  if (named > 0) return rows.map((row) => fromRow(row, named));
  const isKeyed = rows.every(
    (row) => row.length > 3 && placesOf(row.slice(1, -1), row.at(-1) ?? '').length > 0,
  );
  if (isKeyed) return rows.map((row) => fromRow(row, row.length - 1));
  return hasHead ? readBlock(lines.slice(1)) : null;
}

/** @param {string} line @returns {string[]} its cells, without those that are empty at its end */
function cellsOf(line) {
  const separator = separatorOf(line);
  if (separator === undefined) return [line];
  const cells = line.split(separator).map((cell) => cell.trim());
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

/** @param {string[]} options @param {string} key @returns {number[]} the places of those that are right; none: it names none of them */
function placesOf(options, key) {
  const same = options.findIndex((option) => option.toLowerCase() === key.toLowerCase());
  if (same >= 0) return [same];
  if (!PLACES.test(key)) return [];
  const places = key.split(/[,+]/).map((one) => {
    const letter = one.trim().toUpperCase();
    return /\d/.test(letter) ? Number(letter) - 1 : letter.charCodeAt(0) - 65;
  });
  return places.every((place) => place < options.length) ? places : [];
}

/** @param {string[]} row @param {number} key the column that names the right options */
function fromRow([text = '', ...cells], key) {
  const said = cells[key - 1] ?? '';
  const named = cells.filter((cell, at) => at !== key - 1 && cell !== '');
  // Before all options, or where it is none of them, the right answer is one more option.
  const places = key === 1 ? [] : placesOf(named, said);
  const texts = places.length === 0 && said !== '' ? [said, ...named] : named;
  const right = places.length === 0 ? [0] : places;
  const options = texts.map((one, at) => ({ text: one, correct: right.includes(at) }));
  const type = right.length > 1 ? 'several' : 'single';
  return complete({ type, text: unnumbered(text), options, shuffle: places.length === 0 });
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
