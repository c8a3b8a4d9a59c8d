/** Writes the report of a debate: the chart, and the tables of before and after, in the reader's language. */

/** @import { Table, Translate } from 'mass-mobile' */
/** @import { Cells } from './tables.js' */

import { TABLES } from '../rules/results.js';
import { localeOf, wordsIn } from '../shared/words.js';
import { escapeHtml, pageOf } from './report-page.js';
import { columnsOf, rowsIn, segmentsIn, termOf } from './tables.js';
import { segmentIn, translateRows } from './translate.js';

/** @typedef {{ tables: readonly Table[], words: Translate, lang: string }} Told what is told, and in which language */

/**
 * @param {readonly Table[]} tables in English, as `results` makes them
 * @param {{ title: string, atMs: number, lang?: string }} about @returns {string}
 */
export function toReport(tables, about) {
  const lang = localeOf(about.lang);
  const words = wordsIn(lang);
  const told = { tables, words, lang };
  const heading = termOf(tables, 'Title') || about.title;
  const parts = [
    `<p class="when">${escapeHtml(timeIn(lang, termOf(tables, 'Began') || about.atMs))}</p>`,
    chartPart(told),
    ...tablePart('Before and after', answersOf(tables), told),
    ...tablePart('Who changed their mind', movesOf(tables), told),
    ...tablePart('Markers, speakers, peaks and drops', eventsOf(told), told),
    ...tablePart('Every hand on the line', handsOf(told), told),
    ...tablePart('How to read it', termsOf(told), told),
  ];
  return pageOf({ lang, heading, body: parts.join('\n'), data: dataOf(told) });
}

/** The server does not know where a debate was, so the time is the one that is the same everywhere. @param {string} lang @param {string | number} at */
function timeIn(lang, at) {
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(at))} UTC`;
}

/** @param {Told} told */
function dataOf({ tables, words, lang }) {
  const segments = segmentsIn(tables);
  const least = Number(termOf(tables, 'Least phones for a line')) || 1;
  const marks = rowsIn(tables, 'events')
    .filter(([, , kind]) => kind === 'marker')
    .map(([atS, , , text]) => ({ atS, text }));
  const labels = { time: words('Time'), mean: words('Mean'), n: words('n'), gap: words('no data') };
  const names = segments.map((name) => segmentIn(name, words));
  return { lang, labels, names, marks, ...columnsOf(tables, segments, { least }) };
}

/** @param {Told} told */
function chartPart({ tables, words }) {
  if (rowsIn(tables, 'line').length === 0) return `<p>${escapeHtml(words('There is no line.'))}</p>`;
  const { gaps } = columnsOf(tables, [], { least: 1 });
  const said = [
    words(CAPTION, {
      high: termOf(tables, 'Upper end (100)') || words('Convincing'),
      low: termOf(tables, 'Lower end (-100)') || words('Unconvincing'),
    }),
    words(NO_LINE, { least: termOf(tables, 'Least phones for a line') }),
    ...(gaps.length > 0 ? [words(SHADED)] : []),
  ];
  return `<figure><div id="chart"></div><div id="count"></div>
<figcaption>${escapeHtml(said.join(' '))}</figcaption></figure>`;
}

const CAPTION =
  'Mean of all phones with its standard error, 100: {high}, -100: {low}; below it, how many phones it is the mean of.';
const NO_LINE = 'No line where fewer than {least} phones counted.';
const SHADED =
  'Shaded: there are no data, because the server was down or the line had been ended for a while.';

/** @param {string} heading @param {{ columns: string[], rows: readonly Cells[] }} table @param {Told} told @returns {string[]} nothing for no rows */
function tablePart(heading, { columns, rows }, { words, lang }) {
  if (rows.length === 0) return [];
  const isNumber = (/** @type {number} */ at) => rows.some((row) => typeof row[at] === 'number');
  const head = columns
    .map((column, at) => `<th${isNumber(at) ? ' class="number"' : ''}>${escapeHtml(words(column))}</th>`)
    .join('');
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 2, useGrouping: false });
  const cells = (/** @type {Cells} */ row) => row.map((value) => cellOf(value, number)).join('');
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
  return [
    `<h2>${escapeHtml(words(heading))}</h2>`,
    `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`,
  ];
}

/** @param {Cells[number]} value @param {Intl.NumberFormat} number */
function cellOf(value, number) {
  if (typeof value === 'number') return `<td class="number">${number.format(value)}</td>`;
  return `<td>${value === null || value === '' ? '–' : escapeHtml(String(value))}</td>`;
}

/** @param {readonly Table[]} tables */
function answersOf(tables) {
  const rows = rowsIn(tables, 'answers');
  /** @param {number} column @param {Cells[number]} question */
  const total = (column, question) =>
    rows.reduce((sum, row) => sum + (row[0] === question ? Number(row[column] ?? 0) : 0), 0);
  return {
    columns: ['Question', 'Choice', 'Before', 'Before %', 'After', 'After %', 'Change %'],
    rows: rows.map(([question = '', choice = '', before = null, after = null]) => {
      const shares = [shareOf(before, total(2, question)), shareOf(after, total(3, question))];
      const [was = null, is = null] = shares;
      const change = was === null || is === null ? null : tenth(is - was);
      return [question, choice, before, was, after, is, change];
    }),
  };
}

/** @param {Cells[number]} part @param {number} whole @returns {number | null} in percent */
function shareOf(part, whole) {
  return part === null || whole === 0 ? null : tenth((100 * Number(part)) / whole);
}

/** @param {readonly Table[]} tables */
function movesOf(tables) {
  const rows = rowsIn(tables, 'moves').filter(([, from, to, people]) => from !== to && Number(people) > 0);
  return { columns: ['Question', 'Said before', 'Said after', 'People'], rows };
}

/** @param {Told} told */
function eventsOf(told) {
  return { columns: ['Time s', 'Wall clock', 'Kind', 'Text', 'Mean'], rows: toldRows(told, 'events') };
}

/** @param {Told} told */
function handsOf(told) {
  return { columns: ['Time s', 'Wall clock', 'By', 'Act', 'Detail'], rows: toldRows(told, 'hands') };
}

/** @param {Told} told */
function termsOf(told) {
  return { columns: ['Term', 'Value'], rows: toldRows(told, 'terms') };
}

/** @param {Told} told @param {keyof typeof TABLES} which */
function toldRows({ tables, words }, which) {
  return translateRows({ name: TABLES[which], rows: rowsIn(tables, which) }, words);
}

/** @param {number} value */
function tenth(value) {
  return Math.round(value * 10) / 10;
}
