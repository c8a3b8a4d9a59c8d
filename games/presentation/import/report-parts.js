/** The parts of the report that show numbers: bars, tables and texts, made of the tables of `results`. */

/** @import { Table, Translate } from 'mass-mobile' */

import { TABLES } from '../rules/results.js';
import { escapeHtml } from '../shared/tree.js';

/** @typedef {Table['rows'][number]} Row */

/**
 * @typedef {object} About
 * @property {string} title of the game
 * @property {string=} heading of the page; without it that of the first slide
 * @property {number} atMs when the results were taken, ms since 1970
 * @property {string=} lang
 * @property {((address: string) => Promise<{ type: string, bytes: Uint8Array } | null>)=} picture by its address on this server
 *
 * @typedef {Map<number, { question: string, rows: Row[] }>} Words by the number of their slide
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
 * Finds the words and texts of each slide. The table names them by their question; that of a slide is its title, or one
 * that no other slide has, in their order.
 * @param {readonly Table[]} tables @param {readonly Row[]} slides @param {ReadonlySet<string>} hidden states
 * @returns {Words}
 */
export function wordGroups(tables, slides, hidden) {
  /** @type {Map<string, Row[]>} */
  const groups = new Map();
  for (const row of findTable(tables, TABLES.words)?.rows ?? []) {
    if (hidden.has(String(row[4]))) continue;
    const question = String(row[0]);
    groups.set(question, [...(groups.get(question) ?? []), row]);
  }
  const asking = slides.filter((slide) => /^(?:Cloud|Wall) /.test(String(slide[4] ?? '')));
  const titles = new Set(asking.map(([, title]) => String(title)));
  const others = [...groups.keys()].filter((question) => !titles.has(question));
  /** @type {Words} */
  const found = new Map();
  for (const [number, title] of asking) {
    const question = groups.has(String(title)) ? String(title) : others.shift();
    const rows = question === undefined ? undefined : groups.get(question);
    if (question !== undefined && rows) found.set(Number(number), { question, rows });
  }
  return found;
}

/**
 * Shows what the room said to one slide.
 * @param {{ name: string, number: number, tables: readonly Table[], words: Words, t: Translate }} about `name`: of its table
 * @returns {string}
 */
export function resultsOf({ name, number, tables, words, t }) {
  if (name === '') return '';
  const table = findTable(tables, name);
  const said = words.get(number);
  if (table) return `<div class="results">${bars(table)}</div>`;
  if (!said) return '';
  const count = said.rows.reduce((sum, row) => sum + Number(row[2]), 0);
  return `<div class="results"><h3 dir="auto">${text(said.question)}</h3><p class="n">${escapeHtml(
    t('talk.report.answers', { count }),
  )}</p>${name.startsWith('Wall') ? texts(said.rows) : wordBars(said.rows)}</div>`;
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

/** @param {number} share 0 to 1 */
function bar(share) {
  const width = Math.round(1000 * Math.min(1, Math.max(0, share))) / 10;
  return `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="10"/></svg>`;
}

/** @param {readonly Row[]} rows */
function wordBars(rows) {
  const most = Math.max(1, ...rows.map((row) => Number(row[2])));
  const lines = rows.map(
    (row) =>
      `<tr><th scope="row" dir="auto">${text(row[1])}</th><td>${bar(Number(row[2]) / most)}</td><td>${text(row[2])}</td></tr>`,
  );
  return `<table><tbody>${lines.join('')}</tbody></table>`;
}

/** @param {readonly Row[]} rows */
function texts(rows) {
  const items = rows.map(
    (row) => `<li dir="auto">${text(row[1])}${row[3] ? ` <cite dir="auto">${text(row[3])}</cite>` : ''}</li>`,
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
