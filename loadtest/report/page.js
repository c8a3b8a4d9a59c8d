/** Writes the document around a report: one file that loads nothing. */

/** @import { Chart } from './types.js' */
/** @import { Html } from './page/html.js' */

import { readFile } from 'node:fs/promises';
import { TONES } from './outcomes.js';
import { html, raw } from './page/html.js';

/** The modules stand in the order of their imports and form one script, so their names must differ. */
const SCRIPTS = ['html.js', 'format.js', 'marks.js', 'ticks.js', 'plot.js', 'draw.js'];
const FACE = '../../../public/shared/fonts/outfit.woff2';

const read = (/** @type {string} */ name, encoding = /** @type {BufferEncoding} */ ('utf8')) =>
  readFile(new URL(`page/${name}`, import.meta.url), encoding);
const [theme, face, ...modules] = await Promise.all([
  read('theme.css'),
  read(FACE, 'base64'),
  ...SCRIPTS.map((name) => read(name)),
]);
const source = `url('data:font/woff2;base64,${face}') format('woff2')`;
const style = `@font-face { font-family: Outfit; src: ${source}; font-weight: 100 900; }\n${TONES}${theme}`;
// Modules in one script share a scope, without imports and exports.
const bare = modules.join('\n').replace(/^import [^;]*;$|^export /gm, '');
const script = bare.replaceAll('</script', '<\\/script');

/** @param {{ title: string, body: Html, charts: Chart[] }} page @returns {string} HTML, about 100 KB and the points */
export function makePage({ title, body, charts }) {
  const data = JSON.stringify(charts).replaceAll('<', '\\u003c');
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${raw(`<style>${style}</style>`)}
        </head>
        <body>
          <main>${body}</main>
          ${raw(`<script id="charts" type="application/json">${data}</script>`)}
          ${raw(`<script type="module">${script}</script>`)}
        </body>
      </html> `,
  );
}
