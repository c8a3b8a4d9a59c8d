/** Writes the report: one HTML page that needs nothing else, with the chart and the tables of before and after. */

/** @import { Table } from 'mass-mobile' */
/** @import { Cells } from './tables.js' */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { columnsOf, rowsIn, segmentsIn, termOf } from './tables.js';

const require = createRequire(import.meta.url);

/**
 * The page contains the chart's library, some 50 KB, and runs nothing from elsewhere: its own policy forbids that.
 * @param {readonly Table[]} tables @param {{ title: string, atMs: number }} about @returns {string}
 */
export function toReport(tables, { title, atMs }) {
  const heading = termOf(tables, 'Title') || title;
  const parts = [
    `<p class="when">${escapeHtml(termOf(tables, 'Began') || new Date(atMs).toISOString())}</p>`,
    chartPart(tables),
    ...tablePart('Before and after', answersOf(tables)),
    ...tablePart('Who changed their mind', movesOf(tables)),
    ...tablePart('Markers, speakers, peaks and drops', eventsOf(tables)),
    ...tablePart('Every hand on the line', handsOf(tables)),
    ...tablePart('How to read it', termsOf(tables)),
  ];
  return pageOf(escapeHtml(heading), parts.join('\n'), tables);
}

/** @param {string} heading @param {string} body @param {readonly Table[]} tables */
function pageOf(heading, body, tables) {
  const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${heading}</title>
<style>${library('uPlot.min.css')}${STYLE}</style>
</head>
<body>
<h1>${heading}</h1>
${body}
<script>${library('uPlot.iife.min.js').replaceAll('</script', '<\\/script')}</script>
<script type="application/json" id="data">${jsonOf(dataOf(tables))}</script>
<script>${DRAW}</script>
</body>
</html>
`;
}

/** @param {string} file of uPlot */
function library(file) {
  return readFileSync(join(dirname(require.resolve('uplot/package.json')), 'dist', file), 'utf8');
}

/** @param {readonly Table[]} tables */
function dataOf(tables) {
  const names = segmentsIn(tables);
  const least = Number(termOf(tables, 'Least phones for a line')) || 1;
  const marks = rowsIn(tables, 'events')
    .filter(([, , kind]) => kind === 'marker')
    .map(([atS, , , text]) => ({ atS, text }));
  return { names, marks, ...columnsOf(tables, names, { least }) };
}

/** @param {readonly Table[]} tables */
function chartPart(tables) {
  if (rowsIn(tables, 'line').length === 0) return '<p>There is no line.</p>';
  const low = termOf(tables, 'Lower end (-100)') || 'Unconvincing';
  const high = termOf(tables, 'Upper end (100)') || 'Convincing';
  const least = escapeHtml(termOf(tables, 'Least phones for a line'));
  return `<figure><div id="chart"></div><div id="count"></div>
<figcaption>Mean of all phones with its standard error, 100: ${escapeHtml(high)}, -100: ${escapeHtml(low)}; below it, how many phones it is the mean of. No line where fewer than ${least} phones counted.</figcaption></figure>`;
}

/** @param {string} heading @param {{ columns: string[], rows: readonly Cells[] }} table @returns {string[]} nothing for no rows */
function tablePart(heading, { columns, rows }) {
  if (rows.length === 0) return [];
  const head = columns.map((column) => `<th>${escapeHtml(column)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map(cellOf).join('')}</tr>`).join('\n');
  return [
    `<h2>${escapeHtml(heading)}</h2>`,
    `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`,
  ];
}

/** @param {Cells[number]} value */
function cellOf(value) {
  const isNumber = typeof value === 'number';
  return `<td${isNumber ? ' class="number"' : ''}>${value === null ? '–' : escapeHtml(String(value))}</td>`;
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

/** @param {readonly Table[]} tables */
function eventsOf(tables) {
  return { columns: ['Time s', 'Wall clock', 'Kind', 'Text', 'Mean'], rows: rowsIn(tables, 'events') };
}

/** @param {readonly Table[]} tables */
function handsOf(tables) {
  return { columns: ['Time s', 'Wall clock', 'By', 'Act', 'Detail'], rows: rowsIn(tables, 'hands') };
}

/** @param {readonly Table[]} tables */
function termsOf(tables) {
  return { columns: ['Term', 'Value'], rows: rowsIn(tables, 'terms') };
}

/** @param {number} value */
function tenth(value) {
  return Math.round(value * 10) / 10;
}

/** @param {string} text */
function escapeHtml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** JSON inside a script: nothing in it ends the script. @param {unknown} value */
function jsonOf(value) {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

const STYLE = `
body{margin:0 auto;max-width:1100px;padding:24px;font:16px/1.45 system-ui,sans-serif;color:#17151f;background:#fff}
h1{margin:0;font-size:2rem}h2{margin:2rem 0 .5rem;font-size:1.2rem}.when{margin:.2rem 0 1rem;color:#5b566b}
figure{margin:0}figcaption{color:#5b566b;font-size:.9rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;border-bottom:1px solid #ddd9e6;text-align:left;vertical-align:top;overflow-wrap:anywhere}
.number{text-align:right}
#chart .u-legend .u-series:nth-child(2),#chart .u-legend .u-series:nth-child(3){display:none}
@media print{body{padding:0}h2{break-after:avoid}tr{break-inside:avoid}}
`;

/** Runs in the page: uPlot draws the band first, then all lines, the markers, and below them n. */
const DRAW = `
(() => {
  const chart = document.getElementById('chart');
  if (!chart) return;
  const { names, marks, seconds, means, errors, counts } = JSON.parse(document.getElementById('data').textContent);
  const inks = ['#17151f', '#d63a12', '#6d34d6', '#0b8a72', '#a87400', '#1271b8', '#b8327f', '#77728a'];
  const all = means[0];
  const at = (sign) => all.map((mean, i) => (mean === null ? null : mean + sign * (errors[i] || 0)));
  const clock = (s) => Math.floor(s / 60) + ':' + String(Math.round(s % 60)).padStart(2, '0');
  const axis = { values: (_, ticks) => ticks.map(clock) };
  const line = (label, i) => ({ label, stroke: inks[i % inks.length], width: i === 0 ? 2.5 : 1.5 });
  const drawMarks = (u) => {
    const { ctx } = u;
    ctx.save();
    ctx.strokeStyle = '#857f99';
    ctx.fillStyle = '#17151f';
    ctx.textAlign = 'left';
    ctx.font = 12 * devicePixelRatio + 'px system-ui, sans-serif';
    marks.forEach(({ atS, text }, i) => {
      const x = u.valToPos(atS, 'x', true);
      if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
      ctx.beginPath();
      ctx.moveTo(x, u.bbox.top);
      ctx.lineTo(x, u.bbox.top + u.bbox.height);
      ctx.stroke();
      ctx.fillText(text, x + 4, u.bbox.top + (14 + (i % 3) * 14) * devicePixelRatio);
    });
    ctx.restore();
  };
  const width = Math.min(1052, document.body.clientWidth - 48);
  const shared = { width, cursor: { sync: { key: 'worm' } } };
  const band = 'rgba(23,21,31,0.14)';
  new uPlot(
    {
      ...shared,
      height: 420,
      scales: { x: { time: false }, y: { range: [-100, 100] } },
      axes: [axis, { label: 'Mean' }],
      series: [
        { label: 'Time', value: (_, s) => (s === null ? '' : clock(s)) },
        { label: 'Upper', stroke: 'transparent', points: { show: false } },
        { label: 'Lower', stroke: 'transparent', points: { show: false } },
        ...names.map(line),
      ],
      bands: [{ series: [1, 2], fill: band }],
      hooks: { draw: [drawMarks] },
    },
    [seconds, at(1), at(-1), ...means],
    chart,
  );
  new uPlot(
    {
      ...shared,
      height: 140,
      scales: { x: { time: false }, y: { range: (_, low, high) => [0, Math.max(1, high)] } },
      axes: [axis, { label: 'n' }],
      series: [{ label: 'Time' }, { label: 'n', stroke: '#17151f', fill: band }],
    },
    [seconds, counts],
    document.getElementById('count'),
  );
})();
`;
