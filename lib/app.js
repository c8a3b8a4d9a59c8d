/** The wiring: journal, games, rooms, HTTP, Socket.IO and its three namespaces become one server. */

/** @import { Config } from './config.js' */

import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { Router } from 'express';
import { Server } from 'socket.io';
import { EVERYWHERE, phoneAddresses } from './http/addresses.js';
import { routeApi } from './http/api.js';
import { createAssetSweep } from './content/asset-sweep.js';
import { createAssets } from './content/assets.js';
import { VERSION } from './config.js';
import { watchConnections } from './wire/connections.js';
import { serveControl } from './namespaces/control.js';
import { createDocuments } from './content/documents.js';
import { messageOf } from './errors.js';
import { createExtensions } from './extensions.js';
import { createGate } from './door/gate.js';
import { loadGames } from './load-games.js';
import { FastServer } from './wire/fast-socket.js';
import { openJournal } from './journal/journal.js';
import { createKeys, generateOperatorKey, randomCode } from './door/keys.js';
import { LeanAdapter } from './wire/lean-adapter.js';
import { createBucket } from './door/bucket.js';
import { createLog } from './log.js';
import { createMeter } from './wire/meter.js';
import { createMetrics } from './http/metrics.js';
import { createOriginCheck } from './door/origin.js';
import { createOverload } from './overload/overload.js';
import { servePhones } from './namespaces/phones.js';
import { servePlayfields } from './namespaces/playfields.js';
import { createRooms } from './room/rooms.js';
import { createStatic } from './http/static.js';
import { tlsOptions } from './http/tls.js';
import { createStallWatch } from './wire/stall.js';
import { NAMESPACE } from '../public/shared/wire.js';

/** RELIABILITY 2.2. A dead phone is seen within 20 s; nobody holds a half-open connection for long. */
const ENGINE = Object.freeze({
  maxHttpBufferSize: 8192,
  connectTimeout: 5000,
  pingInterval: 10_000,
  pingTimeout: 10_000,
  perMessageDeflate: false,
  httpCompression: false,
  allowEIO3: false,
  serveClient: false,
  wsEngine: FastServer,
  adapter: LeanAdapter,
});
const HTTP = Object.freeze({
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5000,
  // Of a phone that is not read so much is taken in all the same, in pieces of a few bytes at 250 each: with the usual
  // 16 KB, 500 muted flooders were 100 MB, and a stall when they were read again. The rest waits at the sender.
  highWaterMark: 1024,
});
/** Phones come back spread over this time after a restart was announced. */
const DRAIN_SPREAD_MS = 2000;
const DRAIN_WAIT_MS = 300;
/** A client that does not read must not hold up the end, which PM2 grants 15 s. */
const CLOSE_WAIT_MS = 1000;
/** Whoever opens a foreign page in a loop must not fill the log: 6 lines a minute. */
const ORIGIN_LINES = { perS: 0.1, burst: 3 };
/** A reading of the meter is good for so long, however many rooms and panels ask. */
const READING_MS = 250;

/**
 * Listen and serve until `close()`.
 * @param {Config} config
 * @param {Options} [options]
 * @returns {Promise<App>}
 * @throws {Error} with a sentence for the console: data folder, games, certificate, port, extensions
 *
 * @typedef {object} App
 * @property {string} url on this machine
 * @property {readonly string[]} addresses for phones, best first
 * @property {string} operatorKey
 * @property {string} device for the printed link, see createGate
 * @property {Readonly<import('./wire/meter.js').Meter['counts']>} counts what was taken and told since the start
 * @property {() => Promise<void>} close drain, store, end
 *
 * @typedef {object} Parts
 * @property {readonly import('./extension.js').Extension[]} [extensions] what else it does, see extension.d.ts. Default: nothing
 * @property {import('./journal/thread.js').TestOptions} [journal] faults that a test plants
 *
 * @typedef {Parts & Limits} Options
 *
 * @typedef {object} Limits instead of the usual ones: of benchmarks, where few connections stand for many
 * @property {number} [inputSlack] of servePhones
 * @property {number} [joinsPerS] of servePhones
 * @property {{ perS: number, burst: number }} [packets] of watchConnections
 */
export async function createApp(config, { extensions: list = [], ...options } = {}) {
  const extensions = createExtensions(list);
  /** What is open, in the order of opening. @type {(() => unknown)[]} */
  const open = [];
  const closeAll = async () => {
    for (let close = open.pop(); close; close = open.pop()) await close();
  };
  try {
    return await build(config, extensions, options, open, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/**
 * @param {Config} config
 * @param {import('./extensions.js').Extensions} extensions
 * @param {Omit<Options, 'extensions'>} options
 * @param {(() => unknown)[]} open takes a function for everything that must be closed
 * @param {() => Promise<void>} closeAll
 * @returns {Promise<App>}
 */
async function build(config, extensions, { packets, journal: journalTest, ...phoneLimits }, open, closeAll) {
  const log = createLog({ level: config.logLevel });
  const { games, broken } = await loadGames(config.gamesDir);
  for (const { message } of broken) log.error(null, message);
  const tls = await tlsOptions(config);
  const journal = await openJournal({
    dataDir: config.dataDir,
    onError: (error, count) => log.error(null, `${error.message} (${count} writes)`),
    test: journalTest,
  });
  open.push(() => journal.close());
  const { meta, rooms: records, documents: savedDocuments } = await journal.load();
  const documents = createDocuments({ games, saved: savedDocuments, journal, log });
  const assets = createAssets({ journal });
  const keep = keeper(journal, meta);
  const keys = createKeys(keep('secret', () => randomCode(40)));
  const operatorKey = config.operatorKey ?? keep('operatorKey', generateOperatorKey);
  // A key that is printed must outlive a crash of the next moment.
  await journal.flush();
  const gate = createGate({ operatorKey, keys });

  let isDraining = false;
  // Asked for by what begins before it is there.
  const later = {
    connections: () => 0,
    metrics: async () => '',
    api: /** @type {ReturnType<Parameters<typeof routeApi>[1]['parts']>} */ (null),
    isTooLate: (/** @type {number} */ _lateMs) => false,
    onStall: () => {},
  };
  const routes = Router();
  const handler = createStatic({
    games: games.values(),
    isReady: () => !isDraining,
    more(pages) {
      pages.get(
        '/metrics',
        async (_request, response) => void response.type('text').send(await later.metrics()),
      );
      routeApi(pages, { documents, assets, parts: () => later.api, log });
      pages.use(routes);
    },
  });
  const http = tls ? createSecureServer({ ...HTTP, ...tls }, handler) : createServer(HTTP, handler);
  const protocol = tls ? 'https' : 'http';
  const mayConnect = createOriginCheck({ protocol, allowed: originsOf(config) });
  // Before Socket.IO takes a part in it: a port in use must leave nothing behind.
  const port = await listen(http, config);
  open.push(() => closeHttp(http));
  const addresses = phoneAddresses({ protocol, port, host: config.host, publicUrl: config.publicUrl });
  const meter = createMeter();
  open.push(() => meter.stop());
  meter.watch(http, tls !== null);
  const latest = keepFor(READING_MS, () => meter.reading(later.connections()));
  const rooms = await createRooms({
    records,
    measure: (lateMs) => {
      meter.late(lateMs);
      return latest();
    },
    isTooLate: (lateMs) => later.isTooLate(lateMs),
    games,
    journal,
    documents,
    log,
    baseUrl: addresses[0] ?? `${protocol}://localhost:${port}`,
  });

  open.push(() => rooms.stop());

  const assetSweep = createAssetSweep({ documents, rooms, assets, journal, log });
  assetSweep.start();
  open.push(() => assetSweep.stop());

  /** @type {import('./extension.js').Host} */
  const host = {
    config,
    version: VERSION,
    log,
    rooms,
    meter,
    keys,
    gate,
    operatorKey,
    url: `${protocol}://${EVERYWHERE.includes(config.host) ? '127.0.0.1' : config.host}:${port}`,
    virtualMark: randomCode(32),
    reading: latest,
  };
  open.push(() => extensions.close(log));
  await extensions.start(host);

  const originLines = createBucket(ORIGIN_LINES.perS, ORIGIN_LINES.burst, performance.now());
  const io = new Server(http, {
    ...ENGINE,
    allowRequest: (request, decide) => {
      const isGood = mayConnect(request);
      if (!isGood && originLines.tryConsume(performance.now()))
        log.warn(
          null,
          `A page of ${String(request.headers.origin).slice(0, 100)} was refused. If it is yours, set PUBLIC_URL or ORIGINS.`,
        );
      decide(isGood ? null : 'origin', isGood);
    },
  });
  later.connections = () => io.engine.clientsCount;
  const turn = createStallWatch({ onLong: () => later.onStall() });
  const connections = watchConnections({ engine: io.engine, meter, turn, packets });
  later.api = { gate, rooms };
  const phones = servePhones({
    namespace: io.of(NAMESPACE.players),
    rooms,
    keys,
    meter,
    log,
    maxPlayers: config.maxPlayers,
    isDraining: () => isDraining,
    isGoverned: config.governor,
    connections,
    isRehearsal: (mark) => mark === host.virtualMark,
    ...phoneLimits,
  });
  const overload = createOverload({ isOn: config.governor, rooms, phones, connections, meter, log });
  later.isTooLate = overload.isTooLate;
  later.onStall = overload.onStall;
  if (!config.governor) log.warn(null, 'GOVERNOR is off: nothing keeps this server from jamming.');
  servePlayfields({ namespace: io.of(NAMESPACE.playfield), rooms, keys, meter, log });
  const metrics = createMetrics({ meter, reading: latest, governed: overload.reading, rooms });
  later.metrics = () => metrics.metrics();
  open.push(async () => {
    const hurry = setTimeout(() => {
      connections.cutAll();
      http.closeAllConnections();
    }, CLOSE_WAIT_MS);
    await io.close();
    clearTimeout(hurry);
    connections.stop();
    turn.stop();
    phones.stop();
    overload.stop();
  });

  /** @type {import('./extension.js').ServingHost} */
  const serving = {
    ...host,
    governed: overload.reading,
    panels: () => io.of(NAMESPACE.control).sockets.size,
    unlimit: connections.lift,
  };
  extensions.http({ ...serving, routes });
  extensions.namespaces({ ...serving, namespace: (name) => io.of(name) });
  const control = serveControl({
    namespace: io.of(NAMESPACE.control),
    rooms,
    documents,
    gate,
    keys,
    log,
    reading: latest,
    governed: overload.reading,
    added: extensions.panel(serving),
    about: { version: VERSION, games: [...games.values()].map(({ card }) => card), broken },
  });

  open.push(() => control.stop());

  async function close() {
    isDraining = true;
    await extensions.close(log);
    phones.drain(DRAIN_SPREAD_MS);
    await new Promise((resolve) => setTimeout(resolve, DRAIN_WAIT_MS));
    await closeAll();
  }
  /** @type {Promise<void> | null} */
  let closing = null;
  return {
    url: `${protocol}://localhost:${port}`,
    addresses,
    operatorKey,
    device: gate.printedDevice,
    counts: meter.counts,
    close: () => (closing ??= close()),
  };
}

/**
 * @template T
 * @param {number} ms
 * @param {() => T} make
 * @returns {() => T} what `make` gave at most `ms` ago
 */
function keepFor(ms, make) {
  let madeAtMs = -Infinity;
  /** @type {T} */
  let made;
  return () => {
    const nowMs = performance.now();
    if (nowMs - madeAtMs < ms) return made;
    madeAtMs = nowMs;
    return (made = make());
  };
}

/** @param {import('./journal/journal.js').Journal} journal @param {Record<string, string>} meta */
function keeper(journal, meta) {
  return (/** @type {string} */ name, /** @type {() => string} */ make) => {
    const kept = meta[name];
    if (kept) return kept;
    const made = make();
    void journal.saveMeta(name, made);
    return made;
  };
}

/** @param {Config} config */
function originsOf({ publicUrl, origins }) {
  return publicUrl ? [publicUrl, ...origins] : origins;
}

/** @param {import('node:http').Server} server @returns {Promise<void>} when it listens no longer */
function closeHttp(server) {
  return new Promise((resolve) => {
    // An error says that Socket.IO has closed it already.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** @param {import('node:http').Server} server @param {Config} config @returns {Promise<number>} the port */
function listen(server, { port, host }) {
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      reject(new Error(listenProblem(error, port, host))),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** @param {NodeJS.ErrnoException} error @param {number} port @param {string} host */
function listenProblem(error, port, host) {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the program that has it, or start with --port ${port + 1}.`;
  if (error.code === 'EACCES') return `Port ${port} needs more rights: start with --port 8080.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine: leave it unset to listen on all.`;
  return `The server cannot listen on ${host}:${port}: ${messageOf(error)}.`;
}
