/** Makes the report of one run: one HTML file that needs no network, from the result.json of a folder. */

/** @import { Result, Anchors } from './types.js' */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAnchors } from './anchors.js';
import { tableOf } from './fields.js';
import { rawFiles, readResult } from './folder.js';
import { html } from './html.js';
import { makePage } from './page.js';
import * as sections from './sections.js';
import { timeCharts } from './views/curves.js';
import { viewOf } from './views/index.js';

/**
 * Writes report.html beside its result.json.
 * @param {string} folder of a run
 * @returns {Promise<string>} the path of the report
 */
export async function writeReport(folder) {
  const [result, anchors] = await Promise.all([readResult(folder), readAnchors()]);
  const file = join(folder, 'report.html');
  await writeFile(file, await makeReport(result, anchors, rawFiles(folder)));
  return file;
}

/**
 * @param {Result} result
 * @param {Anchors} anchors
 * @param {string[]} files the raw data beside it
 * @returns {Promise<string>} HTML
 */
function makeReport(result, anchors, files) {
  const view = viewOf(result.scenario);
  const charts = view.charts(result, anchors);
  const overTime = timeCharts(result, charts);
  const points = tableOf('', result.points);
  const body = html`${sections.header(result)} ${sections.banners(result)}
  ${sections.verdict(result, view.facts(result))} ${sections.thresholds(result)}
  ${sections.keyFigures(view.figures(result))} ${sections.chartSection('Charts', charts)}
  ${sections.tableSection('Beside the published figures', view.beside(result, anchors))}
  ${sections.tableSection('Figures in full', result.tables)}
  ${sections.chartSection('Second by second', overTime)} ${sections.measured(result)}
  ${sections.tableSection('Every point', [points])} ${sections.footer(files)}`;
  const title = `${result.title}: ${sections.outcomeWord(sections.outcomeOf(result)).toLowerCase()}`;
  return makePage({ title, body, charts: [...charts, ...overTime] });
}
