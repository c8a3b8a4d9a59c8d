/** Writes the document around a report: one file that loads nothing, as its own policy demands. */

/** @import { Chart } from './types.js' */
/** @import { Html } from './html.js' */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { html, raw } from './html.js';

/** The modules stand in the order of their imports and form one script, so their names must differ. */
const SCRIPTS = ['format.js', 'marks.js', 'ticks.js', 'paint.js', 'tip.js', 'draw.js'];
const UPLOT = new URL('.', import.meta.resolve('uplot'));
const FACE = new URL('../../public/shared/fonts/outfit.woff2', import.meta.url);

/** They are read once. @type {ReturnType<typeof readParts> | undefined} */
let parts;

/**
 * @param {{ title: string, body: Html, charts: Chart[] }} page
 * @returns {Promise<string>} HTML, about 200 KB and the points
 */
export async function makePage({ title, body, charts }) {
  const { styles, scripts } = await (parts ??= readParts());
  const policy =
    `default-src 'none'; font-src data:; ` +
    `style-src ${styles.map(hash).join(' ')}; script-src ${scripts.map(hash).join(' ')}`;
  const [library = '', script = ''] = scripts;
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content="${policy}" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${styles.map((style) => element('style', style))}
        </head>
        <body>
          <main>${body}</main>
          ${element('script id="charts" type="application/json"', toJson(charts))}
          ${element('script', library)} ${element('script type="module"', script)}
        </body>
      </html> `,
  );
}

async function readParts() {
  const [plotStyle, theme, face, library, ...modules] = await Promise.all([
    readFile(new URL('uPlot.min.css', UPLOT), 'utf8'),
    readPage('theme.css'),
    readFile(FACE, 'base64'),
    readFile(new URL('uPlot.iife.min.js', UPLOT), 'utf8'),
    ...SCRIPTS.map(readPage),
  ]);
  return {
    styles: [plotStyle, fontFace(face) + theme],
    scripts: [inScript(library), inScript(modules.map(unlink).join('\n'))],
  };
}

/**
 * Writes an element with its text unchanged, because the policy knows what stands between the tags by its hash.
 * @param {string} tag with its attributes
 * @param {string} text
 */
function element(tag, text) {
  return raw(`<${tag}>${text}</${tag.split(' ', 1)[0]}>\n`);
}

/** @param {string} name */
function readPage(name) {
  return readFile(new URL(`page/${name}`, import.meta.url), 'utf8');
}

/** @param {string} base64 */
function fontFace(base64) {
  const source = `url('data:font/woff2;base64,${base64}') format('woff2')`;
  return `@font-face { font-family: Outfit; src: ${source}; font-weight: 100 900; }\n`;
}

/**
 * Removes imports and exports, because modules in one script share a scope, and uPlot is a global in it.
 * @param {string} source
 */
function unlink(source) {
  return source.replace(/^import [^;]*;$/gm, '').replace(/^export /gm, '');
}

/** @param {string} source */
function inScript(source) {
  return source.replaceAll('</script', '<\\/script');
}

/** @param {unknown} data */
function toJson(data) {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** @param {string} text */
function hash(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
