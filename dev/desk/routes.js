/** The pages of the author's desk: the control panel's and the phone's own, with a script of the desk in each. */

import { readFile } from 'node:fs/promises';
import express from 'express';
import { fileURLToPath } from 'node:url';

const PANEL = new URL('../../control-panel/index.html', import.meta.url);
const PHONE = new URL('../../public/phone/index.html', import.meta.url);
const FILES = fileURLToPath(new URL('.', import.meta.url));

/** @param {import('express').Router} routes */
export function routeDesk(routes) {
  /** @param {string} address @param {URL} file @param {(html: string) => string} change */
  const page = (address, file, change) =>
    routes.get(address, async (_request, response) => {
      const html = change(await readFile(file, 'utf8'));
      response.set('Cache-Control', 'no-store').type('html').send(html);
    });
  page('/desk{/:game}', PANEL, (html) =>
    html
      .replace('/control-panel/panel.js', '/dev/desk/desk.js')
      .replace('</head>', '<link rel="stylesheet" href="/dev/desk/desk.css" /></head>'),
  );
  page('/desk/phones/:seat', PHONE, (html) =>
    html.replace('<head>', '<head><script src="/dev/desk/phone-conditions.js"></script>'),
  );
  routes.use('/dev/desk', express.static(FILES, { cacheControl: false }));
}
