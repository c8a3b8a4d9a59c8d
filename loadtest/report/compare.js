/** Compares two runs of one scenario side by side: how their conditions differ, and how their results do. */

/** @import { Anchors, Cell, Facts, Figure, Result, Table } from './types.js' */
/** @import { Html } from './html.js' */

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { readAnchors } from './anchors.js';
import { readResult, ReportError } from './folder.js';
import { html } from './html.js';
import { overlay } from './overlay.js';
import { makePage } from './page.js';
import { tidy, times } from './page/format.js';
import * as sections from './sections.js';
import { timeCharts } from './views/curves.js';
import { viewOf } from './views/index.js';

/** @typedef {{ name: 'A' | 'B', folder: string, report: string | null, result: Result, anchors: Anchors }} Side */

/** Two runs of the same server differ by this share on a shared machine. */
const NOISE = 0.15;
const NOTHING = 'nothing that was written down';

/**
 * @param {string} folderA
 * @param {string} folderB
 * @param {string} outFile
 * @returns {Promise<string>} the path of the comparison
 */
export async function writeComparison(folderA, folderB, outFile) {
  // They are read one after the other, so that of two faults the first is always the one that is reported.
  const a = await readResult(folderA);
  const b = await readResult(folderB);
  const anchors = await readAnchors();
  if (a.scenario !== b.scenario)
    throw new ReportError(
      `Only two runs of the same scenario can be compared: ${folderA} is "${a.scenario}", ${folderB} is "${b.scenario}".`,
    );
  const sideA = makeSide('A', folderA, a, anchors, outFile);
  const sideB = makeSide('B', folderB, b, anchors, outFile);
  await writeFile(outFile, await makeComparison(sideA, sideB));
  return outFile;
}

/**
 * @param {'A' | 'B'} name
 * @param {string} folder
 * @param {Result} result
 * @param {Anchors} anchors
 * @param {string} outFile
 * @returns {Side}
 */
function makeSide(name, folder, result, anchors, outFile) {
  const file = join(folder, 'report.html');
  const report = existsSync(file) ? encodeURI(`./${relative(dirname(outFile), file)}`) : null;
  return { name, folder, report, result, anchors };
}

/** @param {Side} a @param {Side} b */
function makeComparison(a, b) {
  const charts = overlay(chartsOf(a), chartsOf(b));
  const overTime = overlay(timeCharts(a.result, charts), timeCharts(b.result, charts));
  const title = `${a.result.title}: two runs`;
  const body = html`<header>
      <p class="kicker">Mass Mobile load lab: ${a.result.scenario}</p>
      <h1>${title}</h1>
    </header>
    <div class="columns">${run(a)} ${run(b)}</div>
    ${sections.tableSection('Key figures', [figureTable(a, b)])}
    ${sections.tableSection('What differs between the runs', [differences(a.result, b.result)])}
    ${sections.tableSection('Thresholds', [thresholdTable(a.result, b.result)])}
    ${sections.chartSection('Charts', charts)} ${sections.chartSection('Second by second', overTime)}
    ${sections.footer()}`;
  return makePage({ title, body, charts: [...charts, ...overTime] });
}

/** @param {Side} side */
function chartsOf({ result, anchors }) {
  return viewOf(result.scenario).charts(result, anchors);
}

/** @param {Side} side @returns {Html} */
function run({ name, folder, report, result }) {
  const outcome = sections.outcomeOf(result);
  return html`<div>
    <h2>${name}: ${folder}</h2>
    <p class="when">
      ${sections.when(result)}, ${result.machine.git}${report && html`, <a href="${report}">its report</a>`}
    </p>
    ${sections.banners(result)}
    <section class="verdict ${outcome}">
      ${sections.outcomeMark(outcome)}
      <div>
        <p class="word">${sections.outcomeWord(outcome)}</p>
        <p class="headline">${result.verdict.headline}</p>
        <p>Limited by: ${result.verdict.limitedBy}</p>
      </div>
    </section>
  </div>`;
}

/** @param {Side} a @param {Side} b @returns {Table} */
function figureTable(a, b) {
  const own = figuresOf(a);
  const other = figuresOf(b);
  return {
    note: `Below ${NOISE * 100} % two runs of the same server on a shared machine differ as well.`,
    columns: ['', 'A', 'B', 'B / A', ''],
    rows: own.map((figure, index) => figureRow(figure, other[index])),
  };
}

/** @param {Side} side @returns {Figure[]} in the same order for every run of a scenario */
function figuresOf({ result }) {
  const view = viewOf(result.scenario);
  return [...Object.values(/** @type {Facts} */ (view.facts(result))), ...view.figures(result)];
}

/** @param {Figure} a @param {Figure | undefined} b @returns {Cell[]} */
function figureRow(a, b) {
  const label = a.unit ? `${a.label}, ${a.unit}` : a.label;
  return [label, signed(a), signed(b), times(b?.value, a.value), judged(a, b)];
}

/** @param {Figure | undefined} figure */
function signed(figure) {
  return figure?.sign && figure.value !== null ? `${figure.sign} ${tidy(figure.value)}` : figure?.value;
}

/** @param {Figure} a @param {Figure | undefined} b */
function judged(a, b) {
  if (!a.better || a.value === null || b?.value == null || a.value === b.value) return '';
  if (Math.abs(b.value - a.value) < NOISE * Math.max(Math.abs(a.value), Math.abs(b.value)))
    return '≈ about the same';
  const more = b.value > a.value;
  return more === (a.better === 'more') ? '▲ B is better' : '▼ B is worse';
}

/** @param {Result} a @param {Result} b @returns {Table} what may explain the difference */
function differences(a, b) {
  const rowsA = new Map(conditions(a));
  const rowsB = new Map(conditions(b));
  const names = [...new Set([...rowsA.keys(), ...rowsB.keys()])];
  const rows = names
    .map((name) => [name, text(rowsA.get(name)), text(rowsB.get(name))])
    .filter(([, one, other]) => one !== other);
  return {
    columns: ['', 'A', 'B'],
    rows: rows.length > 0 ? rows : [[NOTHING, '', '']],
  };
}

/** @param {Result} result @returns {[string, unknown][]} */
function conditions(result) {
  return [
    ...sections.optionRows(result),
    ['Smoke size', result.smoke ? 'yes' : 'no'],
    ['Generator', result.generator.name],
    ['Generator was the limit', result.generator.limited ? 'yes' : 'no'],
    ...sections.machineRows(result),
  ];
}

/** @param {unknown} value */
function text(value) {
  return value == null ? '' : String(value);
}

/** @param {Result} a @param {Result} b @returns {Table} */
function thresholdTable(a, b) {
  const others = new Map(b.verdict.ensure.map((one) => [one.name, one]));
  return {
    columns: ['', 'Limit', 'A', '', 'B', ''],
    rows: a.verdict.ensure.map((one) => {
      const other = others.get(one.name);
      return [one.name, one.limit, one.value, held(one.pass), other?.value, other ? held(other.pass) : ''];
    }),
  };
}

/** @param {boolean} pass */
function held(pass) {
  return pass ? '✓ passed' : '✕ failed';
}
