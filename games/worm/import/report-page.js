/** The page of the report: one HTML file that needs nothing else, and draws its chart by itself. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * The page contains the chart's library, some 50 KB, and runs nothing from elsewhere: its own policy forbids that.
 * @param {{ lang: string, heading: string, body: string, data: unknown }} about `body` is markup, `heading` is text; `data` is what the chart draws
 */
export function pageOf({ lang, heading, body, data }) {
  const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";
  return `<!doctype html>
<html lang="${lang}" dir="${lang.startsWith('ar') ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(heading)}</title>
<style>${library('uPlot.min.css')}${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(heading)}</h1>
${body}
<script>${library('uPlot.iife.min.js').replaceAll('</script', '<\\/script')}</script>
<script type="application/json" id="data">${jsonOf(data)}</script>
<script>${DRAW}</script>
</body>
</html>
`;
}

/** @param {string} file of uPlot */
function library(file) {
  return readFileSync(join(dirname(require.resolve('uplot/package.json')), 'dist', file), 'utf8');
}

/** @param {string} text @returns {string} as markup has it, in attributes too */
export function escapeHtml(text) {
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
th.number,td.number{text-align:right}
.wide{overflow-x:auto}
#chart .u-legend .u-series:nth-child(2),#chart .u-legend .u-series:nth-child(3){display:none}
@media print{body{padding:0}h2{break-after:avoid}tr{break-inside:avoid}}
`;

/** Runs in the page: uPlot shades the gaps, then draws the band, all lines, the markers, and below them n. */
const DRAW = `
(() => {
  const chart = document.getElementById('chart');
  if (!chart) return;
  const data = JSON.parse(document.getElementById('data').textContent);
  const { lang, labels, names, marks, gaps, seconds, means, errors, counts } = data;
  const inks = ['#17151f', '#d63a12', '#6d34d6', '#0b8a72', '#a87400', '#1271b8', '#b8327f', '#77728a'];
  const all = means[0];
  const at = (sign) => all.map((mean, i) => (mean === null ? null : mean + sign * (errors[i] || 0)));
  const clock = (s) => Math.floor(s / 60) + ':' + String(Math.round(s % 60)).padStart(2, '0');
  const time = { label: labels.time, value: (_, s) => (s === null ? '–' : clock(s)) };
  const figure = (_, value) => (value === null ? '–' : value.toLocaleString(lang));
  const axis = { values: (_, ticks) => ticks.map(clock) };
  const line = (label, i) => ({ label, value: figure, stroke: inks[i % inks.length], width: i === 0 ? 2.5 : 1.5 });
  const face = 12 * devicePixelRatio + 'px system-ui, sans-serif';
  const hatch = document.createElement('canvas');
  hatch.width = hatch.height = 8;
  const pen = hatch.getContext('2d');
  pen.strokeStyle = '#d3cddf';
  pen.lineWidth = 2;
  for (const x of [-4, 4]) {
    pen.moveTo(x, 8);
    pen.lineTo(x + 8, 0);
  }
  pen.stroke();
  const shade = (text) => (u) => {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.font = face;
    ctx.textAlign = 'center';
    for (const [fromS, toS] of gaps) {
      const x = u.valToPos(fromS, 'x', true);
      const width = u.valToPos(toS, 'x', true) - x;
      ctx.fillStyle = ctx.createPattern(hatch, 'repeat');
      ctx.fillRect(x, bbox.top, width, bbox.height);
      if (ctx.measureText(text).width > width - 8) continue;
      ctx.fillStyle = '#5b566b';
      ctx.fillText(text, x + width / 2, bbox.top + bbox.height - 10 * devicePixelRatio);
    }
    ctx.restore();
  };
  const drawMarks = (u) => {
    const { ctx } = u;
    ctx.save();
    ctx.strokeStyle = '#857f99';
    ctx.fillStyle = '#17151f';
    ctx.font = face;
    marks.forEach(({ atS, text }, i) => {
      const x = u.valToPos(atS, 'x', true);
      const right = u.bbox.left + u.bbox.width;
      if (x < u.bbox.left || x > right) return;
      ctx.beginPath();
      ctx.moveTo(x, u.bbox.top);
      ctx.lineTo(x, u.bbox.top + u.bbox.height);
      ctx.stroke();
      const isCut = x + 4 + ctx.measureText(text).width > right;
      ctx.textAlign = isCut ? 'right' : 'left';
      ctx.fillText(text, isCut ? x - 4 : x + 4, u.bbox.top + (14 + (i % 3) * 14) * devicePixelRatio);
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
      axes: [axis, { label: labels.mean }],
      series: [
        time,
        { label: '+', stroke: 'transparent', points: { show: false } },
        { label: '-', stroke: 'transparent', points: { show: false } },
        ...names.map(line),
      ],
      bands: [{ series: [1, 2], fill: band }],
      hooks: { drawClear: [shade(labels.gap)], draw: [drawMarks] },
    },
    [seconds, at(1), at(-1), ...means],
    chart,
  );
  new uPlot(
    {
      ...shared,
      height: 140,
      scales: { x: { time: false }, y: { range: (_, low, high) => [0, Math.max(1, high)] } },
      axes: [axis, { label: labels.n }],
      series: [time, { label: labels.n, value: figure, stroke: '#17151f', fill: band }],
      hooks: { drawClear: [shade('')] },
    },
    [seconds, counts],
    document.getElementById('count'),
  );
})();
`;
