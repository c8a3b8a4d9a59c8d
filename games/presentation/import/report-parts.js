/** The parts of the report that show numbers: bars, tables and texts, made of the tables of `results`. */

/** @import { Table, Translate } from 'mass-mobile' */

import { bar, escapeHtml } from '../../../public/shared/report-page.js';
import { TABLES } from '../rules/results.js';

/** @typedef {Table['rows'][number]} Row */

/**
 * @typedef {object} About
 * @property {string} title of the game
 * @property {string=} heading of the page; without it that of the first slide
 * @property {number} atMs when the results were taken, ms since 1970
 * @property {string=} lang of the reader
 * @property {string=} language of the deck, where it says one
 * @property {((address: string) => Promise<{ type: string, bytes: Uint8Array } | null>)=} picture by its address on this server
 *
 * @typedef {{ text: string, count: number, name: string }} Said a word or a text
 * @typedef {Map<number, { question: string, said: Said[] }>} Words by the number of their slide
 */

/** @param {readonly Table[]} tables @param {string} name */
export function findTable(tables, name) {
  return tables.find((table) => table.name === name);
}

/** @param {unknown} cell @returns {string} */
function text(cell) {
  return escapeHtml(cell === null || cell === undefined ? '' : String(cell));
}

/**
 * Finds the words and texts of each slide.
 * @param {readonly Table[]} tables @param {ReadonlySet<string>} hidden states
 * @returns {Words}
 */
export function wordGroups(tables, hidden) {
  /** @type {Words} */
  const groups = new Map();
  const table = findTable(tables, TABLES.words);
  const place = (/** @type {string} */ name) => table?.columns.indexOf(name) ?? -1;
  const cell = (/** @type {Row} */ row, /** @type {string} */ name) => row[place(name)] ?? '';
  for (const row of table?.rows ?? []) {
    if (hidden.has(String(cell(row, 'State')))) continue;
    const number = Number(cell(row, 'Slide'));
    const group = groups.get(number) ?? { question: String(cell(row, 'Question')), said: [] };
    groups.set(number, group);
    group.said.push({
      text: String(cell(row, 'Text')),
      count: Number(cell(row, 'Count')),
      name: String(cell(row, 'Name')),
    });
  }
  return groups;
}

/**
 * Shows what the room said to one slide.
 * @param {{ name: string, number: number, tables: readonly Table[], words: Words, t: Translate }} about `name`: of its table
 * @returns {string}
 */
export function resultsOf({ name, number, tables, words, t }) {
  if (name === '') return '';
  const table = findTable(tables, name);
  const group = words.get(number);
  if (table) return `<div class="results">${bars(table)}</div>`;
  if (!group) return '';
  const { question, said } = group;
  const count = said.reduce((sum, one) => sum + one.count, 0);
  return `<div class="results"><h3 dir="auto">${text(question)}</h3><p class="n">${escapeHtml(
    t('talk.report.answers', { count }),
  )}</p>${name.startsWith('Wall') ? texts(said) : wordBars(said)}</div>`;
}

/** @param {Table} table @returns {string} */
function bars({ columns, rows }) {
  const question = text(rows[0]?.[0]);
  const at = columns.findIndex((column) => ['Count', 'Mean', 'Score'].includes(column));
  const last = columns.indexOf('Right');
  const highest = Math.max(1, ...rows.map((row) => Number(row[at] ?? 0)));
  const ends = columns.slice(4).map(Number).filter(Number.isFinite);
  // The bar of a mean begins at the scale's lower end, not at 0.
  const [from, to] = columns[at] === 'Mean' ? [Math.min(...ends), Math.max(...ends)] : [0, highest];
  const head = columns.slice(2).map((column) => `<th scope="col">${text(column)}</th>`);
  const lines = rows.map((row) => {
    const isRight = last >= 0 && row[last] === true;
    const cells = row
      .slice(2)
      .map((cell) => `<td>${typeof cell === 'boolean' ? (cell ? '✓' : '') : text(cell)}</td>`);
    const share = row[at] === null ? 0 : (Number(row[at]) - from) / Math.max(1e-9, to - from);
    return `<tr${isRight ? ' class="right"' : ''}><th scope="row" dir="auto">${text(row[1])}</th><td>${bar(share)}</td>${cells.join('')}</tr>`;
  });
  return `<h3 dir="auto">${question}</h3><table><thead><tr><td></td><td></td>${head.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

/** @param {readonly Said[]} said */
function wordBars(said) {
  const most = Math.max(1, ...said.map(({ count }) => count));
  const lines = said.map(
    (one) =>
      `<tr><th scope="row" dir="auto">${text(one.text)}</th><td>${bar(one.count / most)}</td><td>${text(one.count)}</td></tr>`,
  );
  return `<table><tbody>${lines.join('')}</tbody></table>`;
}

/** @param {readonly Said[]} said */
function texts(said) {
  const items = said.map(
    (one) =>
      `<li dir="auto">${text(one.text)}${one.name ? ` <cite dir="auto">${text(one.name)}</cite>` : ''}</li>`,
  );
  return `<ul class="texts">${items.join('')}</ul>`;
}

/**
 * Shows a table as it is, without the rows of hidden states.
 * @param {string} heading @param {Table | undefined} table @param {ReadonlySet<string>} hidden @returns {string}
 */
export function tablePart(heading, table, hidden) {
  if (!table) return '';
  const state = table.columns.indexOf('State');
  const rows = table.rows.filter((row) => state < 0 || !hidden.has(String(row[state])));
  if (rows.length === 0) return '';
  const head = table.columns.map((column) => `<th scope="col">${text(column)}</th>`).join('');
  const lines = rows.map(
    (row) => `<tr>${row.map((cell) => `<td dir="auto">${text(cell)}</td>`).join('')}</tr>`,
  );
  return `<section class="list"><h2>${escapeHtml(heading)}</h2><table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table></section>`;
}
