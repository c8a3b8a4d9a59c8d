/** Compares two runs of a scenario, or two groups of repeats: how their conditions differ, and whether their figures do. */

/** @import { Cell, Result, Spread, Table } from '../types.js' */
/** @import { Anchors, Figure } from './types.js' */
/** @import { Html } from './html.js' */

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { compareSpreads } from '../verdict/spread.js';
import { limitOf } from '../verdict/judge.js';
import { readAnchors } from './anchors.js';
import { readResults, ReportError } from './folder.js';
import { html } from './html.js';
import { overlay } from './overlay.js';
import { makePage } from './page.js';
import { withSpread } from './report.js';
import { short, tidy } from './page/format.js';
import * as sections from './sections.js';
import { viewOf } from './views/index.js';
import { percentileCharts } from './views/percentiles.js';
import { secondsOf } from './views/seconds.js';

/** @typedef {{ name: 'A' | 'B', folder: string, report: string | null, result: Result, anchors: Anchors }} Side */

/** Less of these is better, if no claim says so. */
const LESS_IS_BETTER = /ms$|lost|missing|errors|failed|undelivered|refused|throttled|cpu|rss|memory/i;
const NOT_KNOWN = 'not known: repeat with --repeat 3';

/**
 * @param {string} folderA of a run, or of the folders of its repeats
 * @param {string} folderB
 * @param {string} outFile
 * @returns {Promise<string>} the path of the comparison
 * @throws {ReportError}
 */
export async function writeComparison(folderA, folderB, outFile) {
  // They are read one after the other, so that of two faults the first is always the one that is reported.
  const a = await readResults(folderA);
  const b = await readResults(folderB);
  const anchors = await readAnchors();
  if (a.scenario !== b.scenario)
    throw new ReportError(
      `Only two runs of the same scenario can be compared: ${folderA} is "${a.scenario}", ${folderB} is "${b.scenario}".`,
    );
  /** @param {'A' | 'B'} name @param {string} folder @param {Result} result @returns {Side} */
  const side = (name, folder, result) => {
    const file = join(folder, 'report.html');
    const report = existsSync(file) ? encodeURI(`./${relative(dirname(outFile), file)}`) : null;
    return { name, folder, report, result, anchors };
  };
  await writeFile(outFile, await makeComparison(side('A', folderA, a), side('B', folderB, b)));
  return outFile;
}

/** @param {Side} a @param {Side} b */
function makeComparison(a, b) {
  const charts = overlay(chartsOf(a), chartsOf(b));
  const overTime = overlay(secondsOf(a.result, charts), secondsOf(b.result, charts));
  const title = `${a.result.title}: two runs`;
  const body = html`<header>
      <p class="kicker">Mass Mobile load lab: ${a.result.scenario}</p>
      <h1>${title}</h1>
    </header>
    <div class="columns">${run(a)} ${run(b)}</div>
    ${sections.tableSection('What differs', [metricTable(a.result, b.result)])}
    ${sections.tableSection('What may explain it', [differences(a.result, b.result)])}
    ${sections.tableSection('Key figures', [figureTable(a, b)])}
    ${sections.tableSection('What was claimed', [claimTable(a.result, b.result)])}
    ${sections.chartSection('Charts', charts)} ${sections.chartSection('Second by second', overTime)}
    ${sections.footer()}`;
  return makePage({ title, body, charts: [...charts, ...overTime] });
}

/** @param {Side} side */
function chartsOf({ result, anchors }) {
  return [...viewOf(result.scenario)(result, anchors).charts, ...percentileCharts(result)];
}

/** @param {Side} side @returns {Html} */
function run({ name, folder, report, result }) {
  const runs = result.repeats ? `${result.repeats.runs} runs` : 'one run';
  return html`<div>
    <h2>${name}: ${folder}</h2>
    <p class="when">
      ${sections.when(result)}, ${runs},
      ${result.machine.git}${report && html`, <a href="${report}">its report</a>`}
    </p>
    ${sections.verdict(result)} ${sections.banners(result)}
  </div>`;
}

/** @param {Result} a @param {Result} b @returns {Table} */
function metricTable(a, b) {
  const names = Object.keys(a.metrics).filter((name) => Object.hasOwn(b.metrics, name));
  return {
    note: 'A difference is named only where the quartiles of at least three runs of each side part.',
    columns: ['', 'A', 'B', 'B against A'],
    rows: names.map((name) => {
      const one = spreadIn(a, name);
      const other = spreadIn(b, name);
      return [
        name,
        spreadWords(one, a.metrics[name]),
        spreadWords(other, b.metrics[name]),
        judged(name, one, other, a),
      ];
    }),
  };
}

/** @param {Result} result @param {string} name @returns {Spread | null} */
function spreadIn({ repeats }, name) {
  return (repeats && Object.hasOwn(repeats.spreads, name) && repeats.spreads[name]) || null;
}

/** @param {Spread | null} spread @param {number | undefined} value @returns {Cell} "14.2 (13.9 to 15.1)" */
function spreadWords(spread, value) {
  return spread ? `${tidy(spread.median)} (${short(spread.lower)} to ${short(spread.upper)})` : value;
}

/**
 * @param {string} name of the metric
 * @param {Spread | null} a
 * @param {Spread | null} b
 * @param {Result} result whose claims say which way is better
 * @returns {string}
 */
export function judged(name, a, b, { verdict }) {
  const difference = compareSpreads(a, b);
  if (difference === 'not known') return NOT_KNOWN;
  if (!a || !b || difference === 'no difference') return 'no difference';
  const sign =
    verdict.claims.find(({ metric }) => metric === name)?.sign ?? (LESS_IS_BETTER.test(name) ? '<' : null);
  const ratio = a.median > 0 && b.median > 0 ? `: ${short(b.median / a.median)} ×` : '';
  if (sign === null || sign === '==') return `${difference}${ratio}`;
  const isBetter = (difference === 'less') === sign.startsWith('<');
  return `${isBetter ? '▲ better' : '▼ worse'}${ratio}`;
}

/** @param {Result} a @param {Result} b @returns {Table} */
function differences(a, b) {
  const rowsA = new Map(conditions(a));
  const rowsB = new Map(conditions(b));
  const text = (/** @type {Cell} */ value) => (value == null ? '' : String(value));
  const rows = [...new Set([...rowsA.keys(), ...rowsB.keys()])]
    .map((name) => [name, text(rowsA.get(name)), text(rowsB.get(name))])
    .filter(([, one, other]) => one !== other);
  return {
    columns: ['', 'A', 'B'],
    rows: rows.length > 0 ? rows : [['nothing that was written down', '', '']],
  };
}

/** @param {Result} result */
function conditions(result) {
  // The core that the generator used is no condition, but a result.
  const generator = sections.generatorRows(result).filter(([name]) => name !== 'Its CPU, most');
  return [...sections.machineRows(result), ...generator, ...sections.settingRows(result)];
}

/** @param {Side} a @param {Side} b @returns {Table} both sides, without a judgement: the table of metrics has it */
function figureTable(a, b) {
  const others = new Map(figuresOf(b).map((figure) => [figure.label, figure]));
  return {
    columns: ['', 'A', 'B'],
    rows: figuresOf(a).map((figure) => [
      figure.unit ? `${figure.label}, ${figure.unit}` : figure.label,
      signed(figure),
      signed(others.get(figure.label)),
    ]),
  };
}

/** @param {Side} side @returns {Figure[]} */
function figuresOf({ result, anchors }) {
  const { facts, figures } = viewOf(result.scenario)(result, anchors);
  return [...facts, ...figures].map((figure) => withSpread(figure, result));
}

/** @param {Figure | undefined} figure @returns {Cell} */
function signed(figure) {
  if (!figure || figure.value === null) return null;
  const text = figure.unit ? short(figure.value) : tidy(figure.value);
  return figure.sign ? `${figure.sign} ${text}` : text;
}

/** @param {Result} a @param {Result} b @returns {Table} */
function claimTable(a, b) {
  const others = new Map(b.verdict.claims.map((claim) => [claim.metric + claim.sign, claim]));
  const rows = a.verdict.claims.map((claim) => {
    const other = others.get(claim.metric + claim.sign);
    const theirs = other ? [sections.valueOf(other), sections.held(other)] : [null, ''];
    return [claim.words, limitOf(claim), sections.valueOf(claim), sections.held(claim), ...theirs];
  });
  return { columns: ['', 'Limit of A', 'A', '', 'B', ''], rows: /** @type {Cell[][]} */ (rows) };
}
