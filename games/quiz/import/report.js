/** Writes the results of a quiz as one HTML page that needs nothing else: who won, and how each question was answered. */

/** @import { Table } from 'mass-mobile' */
/** @import { Words } from './words.js' */

import { bar, escapeHtml, pageOf } from '../../../public/shared/report-page.js';
import { translateTables, wordsIn } from './words.js';

/** So many answers of a question have a bar of their own. People write more when they are to type. */
const MOST_ANSWERS = 12;

/** @typedef {Table['rows'][number]} Row */

/**
 * @param {readonly Table[]} stored as `results` makes them @param {{ title: string, atMs: number, lang?: string }} about
 * @returns {string}
 */
export function toReport(stored, { title, atMs, lang }) {
  const words = wordsIn(lang);
  const tables = translateTables(stored, words.lang);
  const find = (/** @type {string} */ name) => tables[stored.findIndex((table) => table.name === name)];
  const questions = find('Questions')?.rows ?? [];
  const sections = [
    standing(find('Players'), 2),
    standing(find('Teams'), 2),
    ...questions.map((row) => question(row, find(`Q${row[0]}`), words)),
  ];
  return pageOf({ lang: words.lang, title: stored[0]?.about || title, atMs, body: sections.join('\n') });
}

/** A table with a bar for its points. @param {Table | undefined} table @param {number} at the column of the points @returns {string} */
function standing(table, at) {
  if (!table || table.rows.length === 0) return '';
  const { name, columns, rows } = table;
  const most = Math.max(1, ...rows.map((row) => Number(row[at])));
  const head = columns.map(
    (column, place) => `<th scope="col">${place === at ? '</th><th scope="col">' : ''}${text(column)}</th>`,
  );
  const lines = rows.map((row) => {
    const cells = row.map((cell, place) => {
      const shown = `<td><bdi>${text(cell)}</bdi></td>`;
      return place === at ? `<td>${bar(Number(cell) / most)}</td>${shown}` : shown;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<section class="list standing"><h2>${text(name)}</h2><table><thead><tr>${head.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></section>`;
}

/** @param {Row} row of the table of questions @param {Table | undefined} table of its answers @param {Words} words @returns {string} */
function question(row, table, { t }) {
  const [number, type, asked, solution, answers, right, , accuracy, seconds] = row;
  const facts = [
    type,
    `${t('quiz.table.answers')}: ${answers}`,
    ...(right === null ? [] : [`${t('quiz.is.right')}: ${t('quiz.percent', { n: Number(accuracy ?? 0) })}`]),
    ...(seconds === null ? [] : [`${t('quiz.table.time')}: ${seconds}`]),
  ];
  const solved =
    solution === '' ? '' : `<p>${text(t('quiz.solution'))}: <b dir="auto">${text(solution)}</b></p>`;
  return `<section class="list"><h2 dir="auto">${text(number)}. ${text(asked)}</h2><div class="results"><p class="n">${text(facts.join(' · '))}</p>${solved}${bars(table?.rows ?? [], t)}</div></section>`;
}

/** @param {readonly Row[]} rows of answers @param {Words['t']} t @returns {string} */
function bars(rows, t) {
  /** @type {Map<string, { count: number, isRight: boolean }>} */
  const said = new Map();
  for (const [, answer, right] of rows) {
    const one = said.get(String(answer)) ?? { count: 0, isRight: right === t('quiz.table.yes') };
    said.set(String(answer), { ...one, count: one.count + 1 });
  }
  const all = [...said].sort(([, a], [, b]) => b.count - a.count);
  const more = all.slice(MOST_ANSWERS).reduce((sum, [, { count }]) => sum + count, 0);
  const lines = all
    .slice(0, MOST_ANSWERS)
    .map(
      ([answer, { count, isRight }]) =>
        `<tr${isRight ? ' class="right"' : ''}><th scope="row" dir="auto">${text(answer)}${isRight ? ' ✓' : ''}</th><td>${bar(count / rows.length)}</td><td>${count}</td></tr>`,
    );
  const others = more > 0 ? `<p class="n">${text(t('quiz.screen.more', { count: more }))}</p>` : '';
  return `<table><tbody>${lines.join('')}</tbody></table>${others}`;
}

/** @param {Row[number] | undefined} cell */
const text = (cell) => escapeHtml(cell === null || cell === undefined ? '' : String(cell));
