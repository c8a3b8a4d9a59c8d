/** Compares two runs of a scenario, or two groups of repeats: how their conditions differ, and whether their figures do. */

/** @import { Cell, Result, Spread, Table } from '../types.js' */

import { writeFile } from 'node:fs/promises';
import { compareSpreads } from '../verdict/spread.js';
import { readAnchors } from './anchors.js';
import { readResults, ReportError } from './folder.js';
import { overlay } from './overlay.js';
import { makePage } from './page.js';
import { short } from './page/format.js';
import { html } from './page/html.js';
import * as sections from './sections.js';
import { metricOf, spreadIn, tell } from './tell.js';

/** Less of these is better, if no claim says so. */
const LESS_IS_BETTER = /ms$|lost|missing|errors|failed|undelivered|refused|throttled|cpu|rss|memory/i;

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
  if (a.scenario !== b.scenario)
    throw new ReportError(
      `Only two runs of the same scenario can be compared: ${folderA} is "${a.scenario}", ${folderB} is "${b.scenario}".`,
    );
  const anchors = await readAnchors();
  const [toldA, toldB] = [tell(a, anchors), tell(b, anchors)];
  const charts = overlay(toldA.charts, toldB.charts);
  const overTime = overlay(toldA.overTime, toldB.overTime);
  const title = `${a.title}: two runs`;
  const body = html`${sections.header(a, title)}
    <div class="columns">${run(`A: ${folderA}`, a)} ${run(`B: ${folderB}`, b)}</div>
    ${sections.tableSection('What differs', [metricTable(a, b)])}
    ${sections.tableSection('What may explain it', [differences(a, b)])} ${sections.claims(a, b)}
    ${sections.chartSection('Charts', charts)} ${sections.chartSection('Second by second', overTime)}
    ${sections.footer()}`;
  await writeFile(outFile, makePage({ title, body, charts: [...charts, ...overTime] }));
  return outFile;
}

/** @param {string} title @param {Result} result */
function run(title, result) {
  const runs = result.repeats ? `${result.repeats.runs} runs` : 'one run';
  return html`<div>
    <h2>${title}</h2>
    <p class="when">${sections.when(result)}, ${runs}, ${result.machine.git}</p>
    ${sections.verdict(result)} ${sections.banners(result)}
  </div>`;
}

/** @param {Result} a @param {Result} b @returns {Table} */
function metricTable(a, b) {
  const names = Object.keys(a.metrics).filter((name) => Object.hasOwn(b.metrics, name));
  return {
    note: 'A difference is named only where the quartiles of at least three runs of each side part.',
    columns: ['', 'A', 'B', 'B against A'],
    rows: names.map((name) => [
      ...[name, metricOf(a, name), metricOf(b, name)],
      judged(name, spreadIn(a, name), spreadIn(b, name), a),
    ]),
  };
}

/** @param {string} name of the metric @param {Spread | null} a @param {Spread | null} b @param {Result} result whose claims say which way is better */
export function judged(name, a, b, { verdict }) {
  const difference = compareSpreads(a, b);
  if (difference === 'not known') return 'not known: repeat with --repeat 3';
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
  const conditions = (/** @type {Result} */ result) => Object.values(sections.conditionsOf(result)).flat();
  const [mapA, mapB] = [new Map(conditions(a)), new Map(conditions(b))];
  const text = (/** @type {Cell} */ value) => String(value ?? '');
  const rows = [...new Map([...mapA, ...mapB]).keys()]
    .map((name) => [name, text(mapA.get(name)), text(mapB.get(name))])
    // The core that the generator used is no condition, but a result.
    .filter(([name, one, other]) => one !== other && name !== 'Its CPU, most');
  return {
    columns: ['', 'A', 'B'],
    rows: rows.length > 0 ? rows : [['nothing that was written down', '', '']],
  };
}
