/** The page around a report of results: its head, its bars, and its style for screens and for paper. */

import { directionOf } from './languages.js';

/** No script runs in it, and nothing is loaded: pictures are in the page itself. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** @param {string} text @returns {string} as markup has it, in attributes too */
export function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

/** @param {number} share 0 to 1 */
export function bar(share) {
  const width = Math.round(1000 * Math.min(1, Math.max(0, share))) / 10;
  return `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="10"/></svg>`;
}

/** @param {{ lang: string, title: string, atMs: number, body: string }} about `body` is markup, `title` is text; atMs: ms since 1970 */
export function pageOf({ lang, title, atMs, body }) {
  const when = new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
  return `<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1 dir="auto">${escapeHtml(title)}</h1><p>${escapeHtml(when)} UTC</p></header>
${body}
</body>
</html>
`;
}

/** A sheet is 16:9, as wide as A4 is high, so a viewer shows it as slides, and a printer fits it on A4. */
const STYLE = `
@page { size: 297mm 167mm; margin: 0; }
:root { color-scheme: light; font: 17px/1.4 system-ui, 'Segoe UI', Roboto, sans-serif; color: #1b1528; background: #ebe8f2; }
* { box-sizing: border-box; }
body { max-width: 1100px; margin: 0 auto; padding: 24px; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 24px; }
h1, h2, h3 { line-height: 1.15; text-wrap: balance; overflow-wrap: anywhere; }
header h1 { font-size: 1.6rem; }
.slide, .list { position: relative; margin: 0 0 24px; padding: 36px 44px; border-radius: 12px; background: #fff; box-shadow: 0 2px 10px #0002; }
.slide { display: flex; flex-direction: column; justify-content: center; gap: 20px; min-height: 560px; }
.text { font-size: 1.35rem; overflow-wrap: anywhere; }
.text > :first-child { margin-top: 0; }
.text h1 { font-size: 2.6rem; } .text h2 { font-size: 2.1rem; }
.number { position: absolute; right: 18px; bottom: 12px; color: #6d667d; }
figure { margin: 0; text-align: center; }
img { max-width: 100%; max-height: 440px; }
pre { overflow: auto; padding: 14px 18px; border-radius: 8px; background: #f4f2fa; font-size: 1rem; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; }
blockquote { margin-inline: 0; padding-inline-start: 18px; border-inline-start: 4px solid #8a2be2; }
.formula.block { display: block; text-align: center; }
.align-right { text-align: right; } .align-center { text-align: center; }
table { border-collapse: collapse; } .results table, .list table { width: 100%; }
th, td { padding: 5px 10px; border-bottom: 1px solid #0002; text-align: start; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.standing :is(th, td) { overflow-wrap: normal; } .standing td { white-space: nowrap; }
.results tbody th { width: 30%; font-weight: 600; }
.results h3, .results p { margin: 0 0 8px; } .n { color: #6d667d; }
.bar { display: block; width: 100%; min-width: 120px; height: 20px; background: #ebe8f2; border-radius: 4px; } .bar rect { fill: #7b3ff2; } [dir='rtl'] .bar { scale: -1 1; }
.right th, .right td { font-weight: 700; } .right .bar rect { fill: #08713f; }
.texts { columns: 2 300px; padding-inline-start: 1.1em; } .texts li { break-inside: avoid; margin-bottom: 6px; }
cite { color: #6d667d; font-style: normal; } cite::before { content: '— '; }
details { color: #4a4458; }
.hl-keyword, .hl-literal, .hl-type { color: #b3261e; } .hl-string, .hl-regexp { color: #2f6b12; } .hl-title, .hl-name { color: #0b5cad; }
.hl-number, .hl-built_in, .hl-attr { color: #6d28c9; } .hl-comment { color: #6d667d; font-style: italic; }
@media print {
  :root { background: none; font-size: 14px; }
  body { max-width: none; padding: 0; }
  header { display: none; }
  .slide, .list { margin: 0; padding: 12mm 16mm; border-radius: 0; box-shadow: none; break-after: page; }
  .slide { min-height: 166mm; }
  details:not([open]) { display: none; }
  .bar, .bar rect, tr { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
