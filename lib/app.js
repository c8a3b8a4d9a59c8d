/** The wiring: journal, games, rooms, HTTP, Socket.IO and its three namespaces become one server. */

/** @import { Config } from './config.js' */

import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
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
import { createGate } from './door/gate.js';
import { createHttpLimits } from './door/http-limits.js';
import { loadGames } from './load-games.js';
import { FastServer } from './wire/fast-socket.js';
import { openJournal } from './journal/journal.js';
import { createKeys, generateOperatorKey, randomCode } from './door/keys.js';
import { LeanAdapter } from './wire/lean-adapter.js';
import { serveLoadTest } from '../loadtest/lab/namespace.js';
import { openRecords } from '../loadtest/lab/records.js';
import { routeServices } from '../loadtest/lab/services.js';
import { createLog } from './log.js';
import { createMeter } from './wire/meter.js';
import { createMetrics } from './http/metrics.js';
import { createRequestCheck } from './door/origin.js';
import { createOverload } from './overload/overload.js';
import { servePhones } from './namespaces/phones.js';
import { servePlayfields } from './namespaces/playfields.js';
import { createRehearsal } from '../bots/rehearsal.js';
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
/** A reading of the meter is good for so long, however many rooms and panels ask. */
const READING_MS = 250;

/**
 * Listen and serve until `close()`.
 * @param {Config} config
 * @param {{ journal?: import('./journal/thread.js').TestOptions } & Limits} [test] faults that a test plants, limits of
 *   benchmarks, where few connections stand for many
 * @returns {Promise<App>}
 * @throws {Error} with a sentence for the console: data folder, games, certificate, port
 *
 * @typedef {object} App
 * @property {string} url on this machine
 * @property {readonly string[]} addresses for phones, best first
 * @property {string} operatorKey
 * @property {string} device for the printed link, see createGate
 * @property {Readonly<import('./wire/meter.js').Meter['counts']>} counts what was taken and told since the start
 * @property {() => Promise<void>} close drain, store, end
 *
 * @typedef {object} Limits instead of the usual ones
 * @property {number} [inputSlack] of servePhones
 * @property {number} [joinsPerS] of servePhones
 * @property {{ perS: number, burst: number }} [packets] of watchConnections
 */
export async function createApp(config, { packets, journal: journalTest, ...phoneLimits } = {}) {
  const log = createLog({ level: config.logLevel });
  const { games, broken } = await loadGames(config.gamesDir);
  for (const { message } of broken) log.error(null, message);
  const tls = await tlsOptions(config);
  const labRecords = config.loadTest ? await openRecords(config.databaseUrl) : null;
  const journal = await openJournal({
    dataDir: config.dataDir,
    onError: (error, count) => log.error(null, `${error.message} (${count} writes)`),
    test: journalTest,
  });
  const { meta, rooms: records, documents: savedDocuments } = await journal.load();
  const documents = createDocuments({ games, saved: savedDocuments, journal, log });
  const assets = createAssets({ journal });
  const keep = keeper(journal, meta);
  const keys = createKeys(keep('secret', () => randomCode(40)));
  const operatorKey = config.operatorKey ?? keep('operatorKey', generateOperatorKey);
  // A key that is printed must outlive a crash of the next moment.
  await journal.flush();

  let isDraining = false;
  // Asked for by what begins before it is there.
  const later = {
    connections: () => 0,
    metrics: async () => '',
    api: /** @type {ReturnType<Parameters<typeof routeApi>[1]['parts']>} */ (null),
    isTooLate: (/** @type {number} */ _lateMs) => false,
    onStall: () => {},
  };
  /** @type {ReturnType<typeof routeServices> | undefined} */
  let services;
  const handler = createStatic({
    games: games.values(),
    isReady: () => !isDraining,
    limits: createHttpLimits({
      maxPlayers: config.maxPlayers,
      exempt: config.loadTest ? '/loadtest/' : null,
    }),
    more(pages) {
      pages.get(
        '/metrics',
        async (_request, response) => void response.type('text').send(await later.metrics()),
      );
      routeApi(pages, { documents, assets, parts: () => later.api, log });
      if (labRecords) services = routeServices(pages, labRecords);
    },
  });
  const http = tls ? createSecureServer({ ...HTTP, ...tls }, handler) : createServer(HTTP, handler);
  const protocol = tls ? 'https' : 'http';
  // Before Socket.IO takes a part in it: a port in use must leave nothing behind.
  const port = await listen(http, config).catch(async (error) => {
    await Promise.all([journal.close(), services?.close()]);
    throw error;
  });
  const addresses = phoneAddresses({ protocol, port, host: config.host, publicUrl: config.publicUrl });
  const meter = createMeter();
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

  const assetSweep = createAssetSweep({ documents, rooms, assets, journal, log });
  assetSweep.start();

  const io = new Server(http, {
    ...ENGINE,
    allowRequest: createRequestCheck({ protocol, allowed: originsOf(config), log }),
  });
  later.connections = () => io.engine.clientsCount;
  const stall = createStallWatch({ onLong: () => later.onStall() });
  const connections = watchConnections({ engine: io.engine, meter, stall, packets });
  const gate = createGate({ operatorKey, keys });
  later.api = { gate, rooms };
  let isWatched = () => false;
  const rehearsal = createRehearsal({
    url: () => `${protocol}://${EVERYWHERE.includes(config.host) ? '127.0.0.1' : config.host}:${port}`,
    log,
    isWatched: () => isWatched(),
    onGone: (roomId) =>
      rooms
        .all()
        .find(({ id }) => id === roomId)
        ?.forgetVirtual(),
  });
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
    isRehearsal: rehearsal.isMark,
    ...phoneLimits,
  });
  const overload = createOverload({ isOn: config.governor, rooms, phones, connections, meter, log });
  later.isTooLate = overload.isTooLate;
  later.onStall = overload.onStall;
  if (!config.governor) log.warn(null, 'GOVERNOR is off: nothing keeps this server from jamming.');
  servePlayfields({ namespace: io.of(NAMESPACE.playfield), rooms, keys, meter, log });
  const metrics = createMetrics({ meter, reading: latest, governed: overload.reading, rooms });
  later.metrics = metrics;
  if (config.loadTest) {
    serveLoadTest({
      namespace: io.of(NAMESPACE.loadTest),
      operatorKey,
      reading: latest,
      governed: overload.reading,
      meter,
      lift: connections.lift,
      log,
    });
    log.warn(null, 'LOADTEST is on: this server echoes to whoever has its key. Not for a show.');
  }
  const control = serveControl({
    namespace: io.of(NAMESPACE.control),
    rooms,
    documents,
    gate,
    keys,
    log,
    reading: latest,
    governed: overload.reading,
    rehearsal,
    about: { version: VERSION, games: [...games.values()].map(({ card }) => card), broken },
  });

  isWatched = () => control.panels > 0;

  async function close() {
    isDraining = true;
    await rehearsal.close();
    phones.drain(DRAIN_SPREAD_MS);
    await new Promise((resolve) => setTimeout(resolve, DRAIN_WAIT_MS));
    control.stop();
    const hurry = setTimeout(() => {
      connections.cutAll();
      http.closeAllConnections();
    }, CLOSE_WAIT_MS);
    await io.close();
    clearTimeout(hurry);
    connections.stop();
    stall.stop();
    phones.stop();
    overload.stop();
    meter.stop();
    assetSweep.stop();
    await services?.close();
    await rooms.stop();
    await journal.close();
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
