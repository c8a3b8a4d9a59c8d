/** The tables of a worm's results in somebody's language: names, columns, and the worm's own words in the cells. */

/** @import { Table, Translate } from 'mass-mobile' */
/** @import { Cells } from './tables.js' */

import { ALL, NO_ANSWER, RELEASE, TABLES } from '../rules/results.js';
import { detailIn, wordsIn } from '../shared/words.js';

/** Segments that are not a choice of the operator. */
const OWN_SEGMENTS = new Set([ALL, NO_ANSWER, 'Half A', 'Half B']);

/** By table: a row with the worm's own words in the language, and all that people wrote as it is. @type {Record<string, (row: Cells, words: Translate) => Cells>} */
const ROWS = {
  [TABLES.line]: (row, words) => row.with(3, segmentIn(row[3], words)),
  [TABLES.events]: (row, words) => row.with(2, wordIn(row[2], words)),
  [TABLES.hands]: ([atS = null, wall = null, by = null, act = null, detail = null], words) => [
    atS,
    wall,
    wordIn(by, words),
    wordIn(act, words),
    detailIn({ act: String(act), detail: String(detail) }, words),
  ],
  [TABLES.terms]: ([term = null, value = null], words) => [
    wordIn(term, words),
    term === RELEASE ? wordIn(value, words) : value,
  ],
};

/**
 * For the workbook. The tables that are given stay in English, by which the other files find what they need.
 * @param {readonly Table[]} tables @param {string} lang @returns {Table[]}
 */
export function translateTables(tables, lang) {
  const words = wordsIn(lang);
  return tables.map((table) => ({
    name: words(table.name),
    columns: table.columns.map((column) => words(column)),
    rows: translateRows(table, words),
  }));
}

/** @param {Pick<Table, 'name' | 'rows'>} table @param {Translate} words @returns {readonly Cells[]} */
export function translateRows({ name, rows }, words) {
  const translate = ROWS[name];
  return translate ? rows.map((row) => translate(row, words)) : rows;
}

/** @param {Cells[number] | undefined} segment @param {Translate} words */
export function segmentIn(segment, words) {
  const name = String(segment);
  return OWN_SEGMENTS.has(name) ? words(name) : name;
}

/** @param {Cells[number] | undefined} cell @param {Translate} words @returns {Cells[number]} */
function wordIn(cell, words) {
  return typeof cell === 'string' ? words(cell) : (cell ?? null);
}
