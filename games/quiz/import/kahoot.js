/** Kahoot's spreadsheet, as XLSX or CSV. Templates move the table about, so its head row is found by name. */

/** @import { Imported } from '../types.js' */
/** @import { Note, Raw } from './collect.js' */
/** @import { Cell, Lost, Sheet } from './xlsx.js' */

import { ImportError, short } from 'mass-mobile/import';
import { LIMITS } from '../shared/pack.js';
import { collectPack, secondsOf } from './collect.js';
import { readCsv } from './csv.js';

/** Column heads in English and German. Templates add "- max 120 characters" and the like. */
const HEADS = {
  question: /^(?:questions?|fragen?)\b(?! *(?:#|no\b|nr\b|id\b|type|typ\b))/i,
  answer: /^(?:answer|antwort)\s*(\d)/i,
  seconds: /^(?:time|zeit)/i,
  correct: /^(?:correct|richtige)/i,
};
/** The head row is among this many first rows. */
const HEAD_ROWS = 40;

/**
 * @param {Map<string, Uint8Array>} parts of the archive, by path @param {string} title
 * @returns {Promise<Imported>}
 * @throws {ImportError}
 */
export async function readKahootXlsx(parts, title) {
  // Number formats are loaded when they are first needed: an evening begins sooner without them.
  const { readXlsx } = await import('./xlsx.js');
  const { sheets, lost } = readXlsx(parts);
  return fromSheets(sheets, lost, title, 'Kahoot XLSX');
}

/** @param {string} text @param {string} title @returns {Imported} @throws {ImportError} */
export function readKahootCsv(text, title) {
  return fromSheets([{ name: '', rows: cellsOfCsv(readCsv(text)) }], [], title, 'Kahoot CSV');
}

/** Looks at the beginning only, which is cheap. @param {string} text */
export function looksLikeKahootCsv(text) {
  return findHead(cellsOfCsv(readCsv(text.slice(0, 20_000), { rows: HEAD_ROWS }))) !== null;
}

/** @param {string[][]} rows @returns {Cell[][]} */
function cellsOfCsv(rows) {
  return rows.map((row) => row.map((cell) => ({ shown: cell.trim(), exact: cell })));
}

/** @param {Sheet[]} sheets @param {Lost[]} lost @param {string} title @param {string} format */
function fromSheets(sheets, lost, title, format) {
  const found = sheets
    .map((sheet) => ({ ...sheet, head: findHead(sheet.rows) }))
    .find(({ head }) => head !== null);
  if (!found?.head)
    throw new ImportError('No row with the heads "Question", "Answer 1" … "Correct answer(s)" was found.');
  const { name, rows, head } = found;
  const into = collectPack(format);
  lost.forEach(({ item, reason, value }) => into.skip(item, reason, value));
  for (const { shown } of rows.slice(0, head.row).flat())
    if (shown !== '') into.skip('Above the table', 'Only the table is read', shown);
  const used = new Set([head.question, ...head.answers, head.seconds, head.correct]);
  head.names.forEach((text, column) => {
    if (text !== '' && !used.has(column) && rows.slice(head.row + 1).every((row) => !row[column]?.shown))
      into.skip(`Row ${head.row + 1}`, 'Columns of this name are not read', text);
  });
  for (const other of sheets)
    if (other.name !== name && other.rows.flat().some(({ shown }) => shown !== ''))
      into.skip(`Sheet “${other.name}”`, `Only the sheet “${name}” is read`);
  rows.slice(head.row + 1).forEach((row, at) => {
    const isBlank = [head.question, ...head.answers].every((column) => (row[column]?.shown ?? '') === '');
    const cells = namedCells(row, head, at);
    const item = `Row ${head.row + 2 + at}`;
    if (!isBlank) return into.take(item, cells, (one, note) => readRow(one, head, note));
    for (const [column, cell] of Object.entries(cells))
      if (cell !== '')
        into.skip(item, `It has no question and no answer, but something under “${column}”`, cell);
  });
  return into.finish({}, () => ({}), title);
}

/** @typedef {{ row: number, names: string[], question: number, answers: number[], seconds: number, correct: number }} Head names: of the columns */

/** @param {Cell[][]} rows @returns {Head | null} */
function findHead(rows) {
  for (let at = 0; at < Math.min(HEAD_ROWS, rows.length); at++) {
    const cells = (rows[at] ?? []).map(({ shown }) => shown);
    const place = (/** @type {RegExp} */ head) => cells.findIndex((cell) => head.test(cell));
    const answers = cells.flatMap((cell, column) => (HEADS.answer.test(cell) ? [column] : []));
    const question = place(HEADS.question);
    const correct = place(HEADS.correct);
    if (question < 0 || correct < 0 || answers.length < LIMITS.options.least) continue;
    return { row: at, names: cells, question, answers, seconds: place(HEADS.seconds), correct };
  }
  return null;
}

/**
 * A row by the names of its columns, so that those which are not read can be listed.
 * @param {Cell[]} row @param {Head} head @param {number} at its place below the head
 * @returns {Record<string, string>}
 */
function namedCells(row, { names, answers }, at) {
  const isTwice = (/** @type {number} */ column) =>
    answers.some((other) => other !== column && row[other]?.shown === row[column]?.shown);
  const entries = row.map(({ shown, exact }, column) => {
    // Templates count the rows in a column without a head.
    const isNumber = (names[column] ?? '') === '' && shown === String(at + 1);
    return [
      nameOf(column, names),
      isNumber ? '' : answers.includes(column) && isTwice(column) ? exact : shown,
    ];
  });
  return Object.fromEntries(entries);
}

/** @param {number} column @param {string[]} names @returns {string} no other column has it */
function nameOf(column, names) {
  const name = names[column] ?? '';
  const letters = (/** @type {number} */ n) => String.fromCharCode(65 + n);
  const place = `column ${column < 26 ? letters(column) : `${letters(Math.floor(column / 26) - 1)}${letters(column % 26)}`}`;
  return name === '' ? place : names.indexOf(name) === column ? name : `${name}, ${place}`;
}

/** @param {Record<string, string>} cells as `namedCells` gives them @param {Head} head @param {Note} note @returns {Raw | string} */
function readRow(cells, { names, question, answers, seconds, correct }, note) {
  const cell = (/** @type {number} */ column) =>
    String((column < 0 ? '' : cells[nameOf(column, names)]) ?? '');
  const texts = answers.map(cell);
  const marked = cell(correct);
  const places = placesOf(marked, texts);
  const beyond = places.find((place) => (texts[place] ?? '') === '');
  if (beyond !== undefined) return `Answer ${beyond + 1} is marked as correct but is not there.`;
  if (marked !== '' && places.length === 0) note(`No answer is meant by ${short(marked)} as the correct one`);
  const options = texts.flatMap((text, at) => (text === '' ? [] : [{ text, correct: places.includes(at) }]));
  return {
    type: places.length > 1 ? 'several' : 'single',
    text: cell(question),
    options,
    seconds: secondsOf(cell(seconds), note),
  };
}

/**
 * @param {string} marked `3`, `2,4`, `B`, or the answer itself
 * @param {string[]} texts of the answers
 * @returns {number[]} places from 0, each once
 */
function placesOf(marked, texts) {
  const letters = /^[A-F](?:\s*[,;/ ]\s*[A-F])*$/i.test(marked) && !texts.includes(marked);
  if (letters)
    return [
      ...new Set(
        marked
          .toUpperCase()
          .match(/[A-F]/g)
          ?.map((one) => one.charCodeAt(0) - 65),
      ),
    ];
  if (/^\d+(?:\D+\d+)*\D*$/.test(marked)) {
    const numbers = [...new Set((marked.match(/\d+/g) ?? []).map((one) => Number(one) - 1))];
    const isText = texts.includes(marked) && numbers.some((place) => !texts[place]);
    if (!isText) return numbers;
  }
  const same = texts.indexOf(marked);
  return same < 0 || marked === '' ? [] : [same];
}
