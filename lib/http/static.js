/** The pages and their files over HTTP: what is served, and under which headers. Paths mirror the checkout. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express from 'express';
import helmet from 'helmet';
import { ShowError } from '../errors.js';
import { bundleCommonJs } from './commonjs.js';
import { JAVASCRIPT, createFiles, makeFile, writeFile } from './files.js';
import { GAME_FILES, ROOT, pathsOf, plainAddress } from './page-paths.js';
import { createJoined } from './joined.js';
import { createMessages } from './messages.js';

/** @import { Express, Request, RequestHandler, Response } from 'express' */
/** @import { HttpLimits } from '../door/http-limits.js' */
/** @import { Proxies } from '../door/proxies.js' */
/** @import { File, Files } from './files.js' */
/** @import { LoadedGame } from '../contract/types.js' */

const require = createRequire(import.meta.url);

/** The pages; their inline scripts (an import map, the net below) are allowed by their hashes. */
const PAGES = Object.freeze({
  phone: 'public/phone/index.html',
  playfield: 'public/playfield/index.html',
  control: 'control-panel/index.html',
  remote: 'public/remote/index.html',
  probe: 'public/probe/index.html',
  sheet: 'control-panel/sheet/index.html',
});

/** A net under the loading of each page: written into it, because it would be no net if it could get lost itself. */
const NET = '/public/shared/load-again.js';
const net = readFileSync(join(ROOT, NET), 'utf8');

/** The libraries by the names that the import maps of the pages give them: package in node_modules, file in it. */
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
  'markdown-it.js': ['markdown-it', 'dist/browser/markdown-it.esm.min.mjs'],
  'katex.js': ['katex', 'dist/katex.mjs'],
  'pdf.js': ['pdfjs-dist', 'build/pdf.min.mjs'],
  'pdf.worker.js': ['pdfjs-dist', 'build/pdf.worker.min.mjs'],
  'reveal.js': ['reveal.js', 'dist/reveal.mjs'],
  'reveal.css': ['reveal.js', 'dist/reveal.css'],
});
/** Libraries that have no build for browsers: made one file when they are first asked for. */
const BUNDLED = Object.freeze({
  'highlight.js': ['highlight.js', 'lib/common.js'],
});
const VENDOR_CACHE = 'public, max-age=3600';

/** The pages begin with these; those of games are on their cards. */
const ENTRIES = Object.freeze([
  '/public/shared/theme.css',
  '/public/phone/phone.css',
  // It keeps something for the whole page, and page and game both import it: no page must have it twice.
  '/public/shared/dom.js',
  '/public/phone/phone.js',
  '/public/playfield/playfield.js',
  '/public/remote/remote.js',
  '/control-panel/panel.js',
]);

/**
 * @param {object} options
 * @param {Map<string, LoadedGame>} options.games of now
 * @param {() => number} options.waitMs how long people wait to be let in who come now
 * @param {() => string} options.notReady why nobody new should be sent here; '': they may
 * @param {Pick<HttpLimits, 'check'>} options.limits
 * @param {Proxies['addressOf']} options.addressOf of the client, for the limits
 * @param {import('./share.js').HttpShare['isLoop']} options.isLoop the limits are for these
 * @param {(app: Express) => void} [options.more] further routes
 * @param {(sentence: string, error: unknown) => void} [options.onProblem] is called with what pages can do without
 * @returns {Express & Pick<ReturnType<typeof createJoined>, 'prepare' | 'findSource'> & { renew: () => Promise<void> }} `renew`: files have changed
 */
export function createStatic({ games, notReady, waitMs, limits, addressOf, isLoop, more, onProblem }) {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const message = createMessages();
  app.use(limit({ limits, addressOf, isLoop, message }));
  app.use(headers());
  app.use((request, _response, next) => {
    request.url = plainAddress(request.url);
    next();
  });

  const files = createFiles({ complete: writeNet });
  const page = (/** @type {string} */ path) => files.file({ root: ROOT, path });
  app.get(['/', '/r/:code'], page(PAGES.phone));
  app.get('/playfield', page(PAGES.playfield));
  app.get('/control', page(PAGES.control));
  app.get('/remote', page(PAGES.remote));
  app.get('/probe/:code', page(PAGES.probe));
  app.get('/join-sheet', page(PAGES.sheet));
  routeHealth(app, notReady, waitMs);
  more?.(app);
  const joined = joinAll(games, onProblem);
  app.use(joined.send);
  app.use('/public', files.folder(join(ROOT, 'public')));
  app.use('/control-panel', files.folder(join(ROOT, 'control-panel')));
  routeVendor(app, files);
  app.use('/games/:id', (request, response, next) => {
    const loaded = games.get(String(request.params['id']));
    if (!loaded || !GAME_FILES.test(request.path)) return next();
    return files.folder(loaded.folder)(request, response, next);
  });
  app.use(sendNotFound(message));
  app.use(onError);
  const renew = () => {
    files.forget();
    return joined.renew();
  };
  return Object.assign(app, { prepare: joined.prepare, findSource: joined.findSource, renew });
}

/**
 * @param {Pick<Parameters<typeof createStatic>[0], 'limits' | 'addressOf' | 'isLoop'> & { message: ReturnType<typeof createMessages> }} options
 * @returns {RequestHandler}
 */
function limit({ limits, addressOf, isLoop, message }) {
  return (request, response, next) => {
    const { path, socket } = request;
    // Somebody who loads a page pays for nobody else at the same address.
    if (!isLoop(socket)) return next();
    const seconds = limits.check(addressOf(socket.remoteAddress, request.headers), path);
    if (seconds === 0) return next();
    const { code, message: sentence } = new ShowError('requests-many', { seconds });
    response.status(429).set({ 'Cache-Control': 'no-store', 'Retry-After': String(seconds) });
    if (path.startsWith('/api/')) response.json({ ok: false, code, message: sentence });
    // A browser that shows a page tries again automatically.
    else if (wantsPage(request))
      response.set('Refresh', String(seconds)).type('html').send(message('busy', request));
    else response.type('text').send(sentence);
  };
}

/** @param {Express} app @param {() => string} notReady @param {() => number} waitMs */
function routeHealth(app, notReady, waitMs) {
  app.get('/healthz', (_request, response) => {
    // By this a page knows a network in which WebSockets hang from a server that is busy (public/shared/link.js).
    const timing = `arrivals;dur=${Math.round(waitMs())}`;
    response.set({ 'Cache-Control': 'no-store', 'Server-Timing': timing }).type('text').send('ok');
  });
  app.get('/readyz', (_request, response) => {
    const reason = notReady();
    response
      .status(reason === '' ? 200 : 503)
      .type('text')
      .send(reason || 'ready');
  });
}

/** @param {Map<string, LoadedGame>} games @param {Parameters<typeof createJoined>[0]['onProblem']} onProblem */
function joinAll(games, onProblem) {
  const ofGame = (/** @type {LoadedGame} */ { card: { files } }) =>
    [files.phone, files.playfield, files.panel, files.remote].filter((entry) => entry !== undefined);
  return createJoined({
    entries: () => [...ENTRIES, ...[...games.values()].flatMap(ofGame).map(plainAddress)],
    folder: join(ROOT, '.cache/joined'),
    onProblem,
    pathOf: pathsOf(games),
  });
}

/** @param {Express} app @param {Files} files */
function routeVendor(app, files) {
  for (const [name, [from, file]] of Object.entries(VENDOR)) {
    const root = packageFolder(/** @type {string} */ (from));
    const path = /** @type {string} */ (file);
    app.get(`/vendor/${name}`, files.file({ root, path, cacheControl: VENDOR_CACHE }));
  }
  for (const [name, [from, file]] of Object.entries(BUNDLED)) {
    const entry = join(packageFolder(/** @type {string} */ (from)), /** @type {string} */ (file));
    /** @type {Promise<File> | null} */
    let made = null;
    app.get(`/vendor/${name}`, async (request, response) => {
      made ??= makeFile(Buffer.from(bundleCommonJs(entry)), JAVASCRIPT);
      writeFile(request, response, await made, VENDOR_CACHE);
    });
  }
}

/** @param {ReturnType<typeof createMessages>} message @returns {RequestHandler} */
function sendNotFound(message) {
  return (request, response) => {
    response.status(404).set({ 'Cache-Control': 'no-cache', Vary: 'Accept-Language' });
    if (wantsPage(request)) response.type('html').send(message('notFound', request));
    else response.type('text').send(`There is nothing at ${request.path.slice(0, 200)}. Join the show at /.`);
  };
}

/** @param {Request} request @returns {boolean} a browser asks for something to show, not for a file of a page */
function wantsPage(request) {
  return request.accepts(['text', 'html']) === 'html';
}

/** The policy is strict, but without `upgrade-insecure-requests` and HSTS: the LAN of a hall often has plain HTTP only. */
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
        // The panel shows the screen in a frame of its own.
        frameSrc: ["'self'"],
        frameAncestors: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    strictTransportSecurity: false,
    // Every response has it, see server.js.
    xContentTypeOptions: false,
    // A browser heeds these two only over HTTPS; on the plain HTTP of a LAN they only print warnings.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  });
}

/** @param {string} html of a page, as it is on the disk @returns {string} as it is sent */
function writeNet(html) {
  return html.replace(` src="${NET}">`, () => `>${net}`);
}

/** @param {string} file @returns {string[]} CSP sources for the inline scripts of a page */
function inlineScriptHashes(file) {
  const html = writeNet(readFileSync(join(ROOT, file), 'utf8'));
  const scripts = [...html.matchAll(/<script(?: type="importmap")?>([\s\S]*?)<\/script>/g)];
  return scripts.map(([, text]) => `'sha256-${createHash('sha256').update(String(text)).digest('base64')}'`);
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
 * @param {unknown} _next Express knows error handlers by their four parameters
 */
function onError(error, _request, response, _next) {
  // The part that was sent cannot be taken back: the browser sees that the response is cut short.
  if (response.headersSent) return void response.destroy();
  const status = error.status ?? 500;
  response
    .status(status)
    .type('text')
    .send(status < 500 ? 'This request was not understood.' : 'Something went wrong in the server.');
}
