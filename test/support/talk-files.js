/** The files of a talk, fetched as the panel fetches them, hold what the phones have sent. */

/** @import { Browser, Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { PHONES, REJECTED, TITLES, fold, sorted, wordCounts } from './talk-evening.js';

/** @typedef {{ panel: Page, browser: Browser }} Hall */

/** @param {Page} panel @param {string} label @returns {Promise<Buffer>} */
async function download(panel, label) {
  const [file] = await Promise.all([
    panel.waitForEvent('download'),
    panel.click(`.results button:text-is("${label}"):not(:disabled)`),
  ]);
  return readFile(await file.path());
}

/** @typedef {(string | number | boolean | null | undefined)[][]} Rows */

/** Drops what is not compared: the Markdown, and how the first writer of a word spelt it. @param {string} name @param {Rows} rows @returns {Rows} */
function compared(name, rows) {
  if (name === 'Slides') return rows.map(([number, title, , ...rest]) => [number, title, ...rest]);
  if (name !== 'Words') return rows;
  return rows.map(([slide, heading, question, text, ...rest]) => [
    ...[slide, heading, question],
    question === TITLES[5] ? fold(String(text)) : text,
    ...rest,
  ]);
}

const ANY_ORDER = new Set(['Words', 'Quiz']);
/** Chromium lets a page save ten files in a row; the workbook has all tables. */
const AS_CSV = new Set(['Poll 2', 'Quiz 9', 'Words', 'Questions', 'Quiz']);

/** @param {string} name @param {Rows} rows @param {Rows} wanted */
function equal(name, rows, wanted) {
  const inOrder = ANY_ORDER.has(name) ? sorted : (/** @type {Rows} */ all) => all;
  assert.deepEqual(inOrder(compared(name, rows)), inOrder(wanted), name);
}

/** @param {Hall} hall @param {Record<string, Rows>} expected by the name of the table */
export async function checkTables({ panel }, expected) {
  const workbook = await readXlsxFile(await download(panel, 'XLSX'));
  const asXlsx = (/** @type {Rows} */ rows) =>
    rows.map((row) => row.map((cell) => (cell === '' ? null : cell)));
  const sheets = new Map(workbook.map(({ sheet, data }) => [sheet, /** @type {Rows} */ (data)]));
  assert.deepEqual([...sheets.keys()].sort(), [...Object.keys(expected), 'Reactions'].sort());
  for (const [name, rows] of Object.entries(expected))
    equal(name, (sheets.get(name) ?? []).slice(1), asXlsx(rows));
  checkReactions(sheets.get('Reactions') ?? []);

  await panel.hover('.results');
  const names = await panel.locator('.results-csv option').allTextContents();
  assert.deepEqual(names, [...sheets.keys()]);
  for (const [at, name] of names.entries()) {
    if (!AS_CSV.has(name)) continue;
    await panel.locator('.results-csv select').selectOption(String(at));
    const [, ...rows] = parse(await download(panel, 'CSV'), { bom: true });
    const wanted = expected[name];
    // A spreadsheet would take a text that begins with = for a formula.
    const asCsv = (/** @type {Rows[number][number]} */ cell) => String(cell ?? '').replace(/^=/, "'=");
    if (wanted)
      equal(
        name,
        rows,
        wanted.map((row) => row.map(asCsv)),
      );
  }
}

/** The talk may have gone on over several minutes, so sums are compared. @param {Rows} rows with their head */
function checkReactions([head = [], ...rows]) {
  const column = (/** @type {number} */ at) => rows.map((row) => Number(row[at] ?? 0));
  const total = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);
  const [pace, said] = [column(head.indexOf('Pace')), column(head.indexOf('Said so'))];
  for (let at = 2; at < head.indexOf('Pace'); at++)
    assert.equal(
      total(column(at)),
      PHONES.filter(({ reaction }) => reaction === at - 2).length,
      `${head[at]}`,
    );
  assert.equal(total(said), PHONES.filter((sent) => sent.pace !== 0).length);
  const wishes = pace.map((mean, at) => Math.round(mean * Number(said[at])));
  assert.equal(total(wishes), total(PHONES.map((sent) => sent.pace)));
}

/** @param {Hall} hall @param {Record<string, Rows>} expected by the name of the table */
export async function checkReport({ panel, browser }, expected) {
  const html = String(await download(panel, 'HTML report'));
  const page = await browser.newPage();
  await page.setContent(html);
  const read = (/** @type {string} */ rows) =>
    page.$$eval(rows, (lines) =>
      lines.map((line) =>
        [...line.children].map((cell) => cell.textContent ?? '').filter((cell) => cell !== ''),
      ),
    );
  const written = (/** @type {Rows} */ rows) =>
    rows.map((row) =>
      row
        .map((cell) => (cell === true ? '✓' : cell === false ? '' : String(cell ?? '')))
        .filter((cell) => cell !== ''),
    );
  for (const [number, title, , name] of expected['Slides'] ?? []) {
    const slide = `.slide[aria-label="Slide ${number}"]`;
    assert.equal(await page.textContent(`${slide} h1`), title);
    const rows = expected[String(name)];
    const own = rows?.map(([, ...row]) => row);
    if (own) assert.deepEqual(await read(`${slide} .results tbody tr`), written(own), String(name));
  }
  const words = (await read('.slide[aria-label="Slide 6"] .results tbody tr')).map(([word, count]) => [
    fold(String(word)),
    Number(count),
  ]);
  assert.deepEqual(sorted(words), sorted([...wordCounts()]));
  const shown = (expected['Words'] ?? []).filter(
    ([, title, , , , , state]) => title === TITLES[6] && state === 'shown',
  );
  assert.deepEqual(
    sorted(await page.locator('.slide[aria-label="Slide 7"] .texts li').allTextContents()),
    sorted(shown.map(([, , , text, , name]) => `${text} ${name}`)),
  );
  const lists = page.locator('section.list');
  const listed = async (/** @type {number} */ at) =>
    lists
      .nth(at)
      .locator('tr:has(td)')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  const open = (expected['Questions'] ?? []).filter(([, , , state]) => state !== 'rejected');
  assert.deepEqual(
    await listed(0),
    open.map((row) => row.map(String)),
  );
  assert.deepEqual(sorted(await listed(1)), sorted((expected['Quiz'] ?? []).map((row) => row.map(String))));
  assert.ok(!html.includes(REJECTED) && !/<script/i.test(html));
}
