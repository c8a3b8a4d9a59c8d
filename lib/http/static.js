/** The pages and their files over HTTP: what is served, under which headers. Paths mirror the checkout. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import compression from 'compression';
import express from 'express';
import helmet from 'helmet';

/** @import { Express, Response } from 'express' */
/** @import { LoadedGame } from '../contract/types.js' */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

/** The pages; their inline scripts (an import map, a net under the loading) are allowed by their hashes. */
const PAGES = Object.freeze({
  phone: 'public/phone/index.html',
  playfield: 'public/playfield/index.html',
  control: 'control-panel/index.html',
});

/** Libraries as the import maps of the pages name them, from node_modules: package, file in it. */
const VENDOR = Object.freeze({
  'socket.io-client.js': ['socket.io-client', 'dist/socket.io.esm.min.js'],
  'preact.js': ['preact', 'dist/preact.mjs'],
  'preact-hooks.js': ['preact', 'hooks/dist/hooks.mjs'],
  'htm.js': ['htm', 'dist/htm.module.js'],
  'htm-preact.js': ['htm', 'preact/index.module.js'],
  'signals.js': ['@preact/signals', 'dist/signals.module.js'],
  'signals-core.js': ['@preact/signals-core', 'dist/signals-core.module.js'],
  'uplot.js': ['uplot', 'dist/uPlot.esm.js'],
  'uplot.css': ['uplot', 'dist/uPlot.min.css'],
});

/**
 * What a browser may read of a game's folder: the modules of its pages, by name, and what stands in the folders of
 * the pages. Everything else, `game.js` and `content/` above all, stays in the server: a quiz has its answers there.
 */
const GAME_FILES =
  /^\/(?:(?:phone|playfield|panel|shared)\.js|[\w-]+\.css|(?:phone|playfield|panel|shared|strings|assets)(?:\/[\w-][\w.-]*)+)$/;

/**
 * @param {object} options
 * @param {Iterable<LoadedGame>} options.games
 * @param {() => boolean} options.isReady
 * @param {(app: Express) => void} [options.more] further routes
 * @returns {Express}
 */
export function createStatic({ games, isReady, more }) {
  const app = express();
  app.disable('x-powered-by');
  app.use(headers());
  app.use(compression());

  const page =
    (/** @type {keyof typeof PAGES} */ name) =>
    (/** @type {unknown} */ _request, /** @type {Response} */ response) =>
      response.set('Cache-Control', 'no-cache').sendFile(join(ROOT, PAGES[name]));
  app.get(['/', '/r/:code'], page('phone'));
  app.get('/playfield', page('playfield'));
  app.get('/control', page('control'));
  app.get('/healthz', (_request, response) => void response.type('text').send('ok'));
  app.get(
    '/readyz',
    (_request, response) =>
      void response
        .status(isReady() ? 200 : 503)
        .type('text')
        .send(isReady() ? 'ready' : 'draining'),
  );

  more?.(app);
  app.use('/public', files(join(ROOT, 'public')));
  app.use('/control-panel', files(join(ROOT, 'control-panel')));
  for (const [name, [from, file]] of Object.entries(VENDOR)) {
    const path = join(packageFolder(/** @type {string} */ (from)), /** @type {string} */ (file));
    app.get(`/vendor/${name}`, (_request, response) =>
      response
        .set('Cache-Control', 'public, max-age=3600')
        .type(name.endsWith('.css') ? 'css' : 'js')
        .sendFile(path),
    );
  }
  for (const { id, folder } of games) {
    const serve = files(folder);
    app.use(`/games/${id}`, (request, response, next) =>
      GAME_FILES.test(request.path) ? serve(request, response, next) : next(),
    );
  }
  app.use((request, response) => {
    response
      .status(404)
      .type('text')
      .send(
        `There is nothing at ${request.path.slice(0, 200)}. Phones join at /, screens open /playfield, operators /control.`,
      );
  });
  app.use(onError);
  return app;
}

/**
 * Strict, without `upgrade-insecure-requests` and HSTS: a hall's LAN often has plain HTTP only.
 */
function headers() {
  const inline = Object.values(PAGES).flatMap(inlineScriptHashes);
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...new Set(inline)],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    strictTransportSecurity: false,
    // Only over HTTPS does a browser heed them; on a LAN's plain HTTP they only print warnings.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  });
}

/** @param {string} file @returns {string[]} CSP sources for the inline scripts of a page */
function inlineScriptHashes(file) {
  const html = readFileSync(join(ROOT, file), 'utf8');
  const scripts = [...html.matchAll(/<script(?: type="importmap")?>([\s\S]*?)<\/script>/g)];
  return scripts.map(([, text]) => `'sha256-${createHash('sha256').update(String(text)).digest('base64')}'`);
}

/** @param {string} folder */
function files(folder) {
  // Asked again each time, answered by 304: an operator who edits a game must not fight a cache.
  return express.static(folder, {
    index: false,
    dotfiles: 'ignore',
    cacheControl: true,
    maxAge: 0,
    redirect: false,
  });
}

/** @param {string} name */
function packageFolder(name) {
  const found = (require.resolve.paths(name) ?? [])
    .map((folder) => join(folder, name, 'package.json'))
    .find(exists);
  if (!found) throw new Error(`the package ${name} is missing: run "npm ci"`);
  return dirname(found);
}

/** @param {string} path */
function exists(path) {
  try {
    return Boolean(readFileSync(path));
  } catch {
    return false;
  }
}

/**
 * @param {Error & { status?: number }} error
 * @param {unknown} _request
 * @param {Response} response
 * @param {unknown} _next Express tells error handlers by their four parameters
 */
function onError(error, _request, response, _next) {
  const status = error.status ?? 500;
  response
    .status(status)
    .type('text')
    .send(status < 500 ? 'This request was not understood.' : 'Something went wrong in the server.');
}
