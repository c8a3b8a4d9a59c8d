/** Kahoot's spreadsheet, as XLSX or CSV. Templates move the table about, so its head row is found by name. */

/** @import { Imported } from '../types.js' */
/** @import { Into } from './collect.js' */

import { zipSync } from 'fflate';
import { ImportError, unzip } from 'mass-mobile/import';
import { LIMITS } from '../shared/pack.js';
import { collectPack } from './collect.js';
import { readCsv } from './csv.js';

/** @typedef {(string | number | boolean | null | undefined | object)[]} Row */

/** The most that an XLSX may unpack to, in bytes and parts. Kahoot's own template has 100 rows and 60 KB. */
const UNPACKED = {
  most: 20 * 2 ** 20,
  entries: 200,
  usual: 'a spreadsheet has a few dozen',
  advice: 'Save the questions alone in a new file.',
};
/** Column heads in English and German. Templates add "- max 120 characters" and the like. */
const HEADS = {
  question: /^(?:question|frage)\b/i,
  answer: /^(?:answer|antwort)\s*(\d)/i,
  seconds: /^(?:time|zeit)/i,
  correct: /^(?:correct|richtige)/i,
};
/** The head row is among this many first rows. */
const HEAD_ROWS = 40;

/**
 * @param {Buffer} bytes @param {string} title
 * @returns {Promise<Imported>}
 * @throws {ImportError}
 */
export async function readKahootXlsx(bytes, title) {
  // The library unpacks by other numbers than ours, which may lie: it gets an archive of what was checked.
  const checked = zipSync(Object.fromEntries(unzip(bytes, UNPACKED)), { level: 0 });
  // The reader is loaded when it is first needed: an evening begins sooner without its files.
  const { default: readXlsxFile } = await import('read-excel-file/node');
  const sheets = await readXlsxFile(Buffer.from(checked)).catch(() => {
    throw new ImportError('The file is a ZIP archive, but no spreadsheet that can be read. Save it as XLSX.');
  });
  return fromSheets(
    sheets.map(({ data }) => /** @type {Row[]} */ (data)),
    title,
    'Kahoot XLSX',
  );
}

/** @param {string} text @param {string} title @returns {Imported} @throws {ImportError} */
export function readKahootCsv(text, title) {
  return fromSheets([readCsv(text)], title, 'Kahoot CSV');
}

/** Looks at the beginning only, which is cheap. @param {string} text */
export function looksLikeKahootCsv(text) {
  return findHead(readCsv(text.slice(0, 20_000), { rows: HEAD_ROWS })) !== null;
}

/** @param {Row[][]} sheets @param {string} title @param {string} format */
function fromSheets(sheets, title, format) {
  const found = sheets.map((rows) => ({ rows, head: findHead(rows) })).find(({ head }) => head !== null);
  if (!found?.head)
    throw new ImportError('No row with the heads "Question", "Answer 1" … "Correct answer(s)" was found.');
  const { rows, head } = found;
  const into = collectPack(format);
  rows.slice(head.row + 1).forEach((row, at) => takeRow(row, head, `Row ${head.row + 2 + at}`, into));
  return into.finish({ fallback: title });
}

/** @typedef {{ row: number, question: number, answers: number[], seconds: number, correct: number }} Head */

/** @param {Row[]} rows @returns {Head | null} */
function findHead(rows) {
  for (let at = 0; at < Math.min(HEAD_ROWS, rows.length); at++) {
    const cells = (rows[at] ?? []).map(asText);
    const place = (/** @type {RegExp} */ head) => cells.findIndex((cell) => head.test(cell));
    const answers = cells.flatMap((cell, column) => (HEADS.answer.test(cell) ? [column] : []));
    const question = place(HEADS.question);
    const correct = place(HEADS.correct);
    if (question >= 0 && correct >= 0 && answers.length >= LIMITS.options.least)
      return { row: at, question, answers, seconds: place(HEADS.seconds), correct };
  }
  return null;
}

/** @param {Row} row @param {Head} head @param {string} item @param {Into} into */
function takeRow(row, head, item, into) {
  const text = asText(row[head.question]);
  const answers = head.answers.map((column) => asText(row[column]));
  if (text === '' && answers.every((answer) => answer === '')) return;
  const correct = new Set((asText(row[head.correct]).match(/\d+/g) ?? []).map(Number));
  const beyond = [...correct].find(
    (place) => place < 1 || place > answers.length || answers[place - 1] === '',
  );
  if (beyond !== undefined)
    return void into.skip(item, `Answer ${beyond} is marked as correct but is not there.`);
  const options = answers.flatMap((answer, at) =>
    answer === '' ? [] : [{ text: answer, correct: correct.has(at + 1) }],
  );
  const seconds = Number(asText(row[head.seconds])) || 20;
  into.take(item, {
    type: correct.size > 1 ? 'several' : 'single',
    text,
    options,
    seconds: fitting(seconds),
  });
}

/** @param {number} seconds */
function fitting(seconds) {
  return Math.round(Math.min(LIMITS.seconds.most, Math.max(LIMITS.seconds.least, seconds)));
}

/** @param {unknown} cell */
function asText(cell) {
  if (cell === null || cell === undefined) return '';
  return (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)).trim();
}
