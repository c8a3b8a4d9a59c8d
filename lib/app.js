/** The wiring: a home, HTTP, Socket.IO and its namespaces become one server. */

/** @import { Config } from './config.js' */
/** @import { Extensions } from './extensions.js' */
/** @import { ClusterOptions } from './cluster.js' */
/** @import { HomeOptions, OpenHome } from './home.js' */

import { hostname } from 'node:os';
import { Router } from 'express';
import { VERSION } from './config.js';
import { createGate } from './door/gate.js';
import { createHosts } from './door/hosts.js';
import { createHttpLimits } from './door/http-limits.js';
import { createKeys, randomCode } from './door/keys-and-tokens.js';
import { createPasses } from './door/panel-passes.js';
import { createProxies } from './door/proxies.js';
import { createExtensions } from './extensions.js';
import { EVERYWHERE, phoneAddresses } from './http/addresses.js';
import { openLocalHome } from './home.js';
import { joinKysely } from './journal/kysely-file.js';
import { routeApi } from './http/api.js';
import { createHttpGate } from './http/gate.js';
import { limitPolls } from './http/polls.js';
import { openHttp } from './http/server.js';
import { createHttpShare } from './http/share.js';
import { createStatic } from './http/static.js';
import { tlsOptions } from './http/tls.js';
import { loadTried } from './errands/trial.js';
import { createLog } from './log.js';
import { serveControl } from './namespaces/control.js';
import { createLogFeed } from './namespaces/log-feed.js';
import { askingParts, homePartsOf } from './namespaces/panel-parts.js';
import { createEdgeRooms } from './namespaces/edge-rooms.js';
import { createFloods } from './namespaces/floods.js';
import { createPageFaults } from './namespaces/page-faults.js';
import { createLinked } from './namespaces/linked.js';
import { servePhones } from './namespaces/phones.js';
import { servePlayfields } from './namespaces/playfields.js';
import { serveRemotes } from './namespaces/remotes.js';
import { createWishes } from './namespaces/wishes.js';
import { createScreenPlaces } from './namespaces/screen-places.js';
import { createOverload } from './overload/overload.js';
import { createRenewal } from './renewal.js';
import { queueArrivals } from './wire/arrivals.js';
import { watchConnections } from './wire/connections.js';
import { createDescriptors } from './wire/descriptors.js';
import { createGoodbyes } from './wire/goodbyes.js';
import { createMeter } from './wire/meter.js';
import { createSlices } from './wire/slices.js';
import { findParts } from './wire/parts.js';
import { createSockets } from './wire/sockets.js';
import { createStallWatch } from './wire/stall.js';
import { TARIFFS } from './wire/toll.js';
import { NAMESPACE } from '../public/shared/wire.js';

/** After the server announces a restart, the phones spread their return over this time. */
const DRAIN_SPREAD_MS = 2000;
/** In a cluster they go to a process that is there: so much time for each is enough. */
const MOVE_MS = 2;
const DRAIN_WAIT_MS = 300;
/** A client that does not read must not hold up the end, which PM2 grants 15 s. */
const CLOSE_WAIT_MS = 1000;

/**
 * Listens and serves until `close()`.
 * @param {Config} config
 * @param {Options} [options]
 * @returns {Promise<App>}
 * @throws {Error} with a sentence for the console: data folder, database, games, certificate, port, extensions
 *
 * @typedef {object} App
 * @property {string} url on this machine
 * @property {readonly string[]} addresses for phones, best first
 * @property {string} operatorKey '': an edge has only its lock
 * @property {string} device for the printed link, see createGate
 * @property {Readonly<import('./wire/meter.js').Meter['counts']>} counts what was received and sent since the start
 * @property {() => Promise<void>} prepare joins the modules of pages, which otherwise the first page would set off, and those of the next start
 * @property {() => Promise<void>} close asks the phones to come back, stores everything, ends
 *
 * @typedef {object} Parts
 * @property {readonly import('./extension.js').Extension[]} [extensions] what else the server does, see extension.d.ts
 * @property {(options: ClusterOptions) => Promise<OpenHome>} [openHome] how the home is found. Default: by the role
 * @property {(error: Error) => void} [onEnd] this process of several must not go on, and why: close the app, and end
 * @property {ClusterOptions['onStandby']} [onStandby] this process can take over as soon as the home before it ends
 * @property {HomeOptions['onLost']} [onLost] the database has another home now, and the process has to end at once
 * @property {HomeOptions['journal']} [journal] faults that a test plants
 *
 * @typedef {Parts & Limits} Options
 *
 * @typedef {object} Limits instead of the usual ones: for benchmarks, in which each connection sends as much as many phones
 * @property {number} [inputSlack] of servePhones
 * @property {{ perS: number, burst: number }} [packets] of watchConnections
 */
export async function createApp(config, { extensions: list = [], ...options } = {}) {
  const extensions = createExtensions(list);
  const closers = createClosers();
  try {
    const base = await openBase(config, options, closers);
    const host = hostOf(base);
    closers.push(() => extensions.close(base.log));
    await extensions.start(host);
    const edge = openEdge(base, host, extensions, options, closers);
    return appOf(base, edge, extensions, closers);
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

/** Lists what is open, in the order of opening, and closes it from the last to the first. */
function createClosers() {
  /** @type {(() => unknown)[]} */
  const open = [];
  return {
    /** @param {() => unknown} close */
    push: (close) => void open.push(close),
    async closeAll() {
      for (let close = open.pop(); close; close = open.pop()) await close();
    },
  };
}

/** @typedef {ReturnType<typeof createClosers>} Closers */

/** Only a cluster loads the client for Redis, which has six hundred files. @param {ClusterOptions} options */
const openHomeOf = async (options) =>
  options.config.role === 'all' ? openLocalHome(options) : (await import('./cluster.js')).openShared(options);

/**
 * Opens everything that may take time or fail: games, certificate, home, port and rooms.
 * @param {Config} config @param {Options} options @param {Closers} closers
 */
async function openBase(config, { openHome = openHomeOf, onEnd = () => {}, ...more }, closers) {
  const { onLost, onStandby, journal } = more;
  const log = createLog({ level: config.logLevel });
  // The home opens its journal meanwhile, in a thread of its own. It fails with what fails here, once it has found Redis.
  const loading = loadTried(config);
  loading.catch(() => {});
  const tls = await tlsOptions(config);
  const isEdge = config.role === 'edge';
  let reason = () => 'This edge looks for Redis.';
  const listen = async () => {
    const opened = await openHttp({ tls, port: config.port, host: config.host, reason: () => reason() });
    closers.push(opened.close);
    return opened;
  };
  // An edge may look for its home for long, and says so meanwhile.
  const listening = isEdge ? await listen() : null;
  const home = await openHome({
    config,
    loading,
    log,
    ...{ journal, onEnd, onLost, onStandby },
    onWait: (trouble) => (reason = trouble),
  });
  closers.push(home.close);
  const { games, broken } = await loading;
  for (const { message } of broken) log.error(null, message);
  const protocol = tls ? /** @type {const} */ ('https') : /** @type {const} */ ('http');
  const rooms = createEdgeRooms({ bus: home.bus, games });
  const openRooms = async (/** @type {number} */ at) => {
    const found = phoneAddresses({ ...config, protocol, port: at });
    if (!isEdge) await home.bus.ask('start', { baseUrl: found[0] ?? `${protocol}://localhost:${at}` });
    return found;
  };
  // Phones that come back after a restart must not be refused by a server whose rooms open only then. A port that the system
  // chooses is known no sooner than it is open.
  const known = config.port > 0 ? await openRooms(config.port) : null;
  const server = listening ?? (await listen());
  const addresses = known ?? (await openRooms(server.port));
  const meter = createMeter();
  closers.push(meter.stop);
  meter.watch(server.http, tls !== null);
  const slices = createSlices({
    onError: (error) => log.error(null, 'A phone could not come or go.', error),
  });
  const parts = await findParts(config.wire === 'plain', log);
  const goodbyes = parts.goodbyes ? createGoodbyes(slices) : null;
  const proxies = createProxies({ trusted: config.trustProxy, protocol });
  const allowed = originsOf(config);
  const io = createSockets({ proxies, allowed, log, goodbyes, parts, adapter: home.adapter });
  return {
    ...{ config, log, games, broken, home, server, io, meter, protocol, proxies },
    ...{ addresses, rooms, slices, goodbyes, parts },
  };
}

/** @typedef {Awaited<ReturnType<typeof openBase>>} Base */

/** The server as extensions see it. @param {Base} base @returns {import('./extension.js').Host} */
function hostOf({ config, log, home, server, io, meter, protocol, rooms }) {
  const keys = createKeys(home.secret, home.nowMs);
  return {
    config,
    version: VERSION,
    log,
    rooms,
    bus: home.bus,
    meter,
    keys,
    gate: createGate({ lock: home.lock, keys, log, bus: home.bus }),
    url: `${protocol}://${EVERYWHERE.includes(config.host) ? '127.0.0.1' : config.host}:${server.port}`,
    virtualMark: randomCode(32),
    reading: () => meter.reading(io.engine?.clientsCount ?? 0),
  };
}

/**
 * Opens the sockets and the pages. Nothing in here waits, so a client that is let in finds all namespaces.
 * @param {Base} base @param {import('./extension.js').Host} host @param {Extensions} extensions
 * @param {Options} options @param {Closers} closers
 */
// eslint-disable-next-line max-lines-per-function -- a list of what is opened, in its order
function openEdge(base, host, extensions, { packets, inputSlack }, closers) {
  const { config, log, games, broken, home, server, io, meter, rooms, slices, goodbyes, parts } = base;
  const { bus, keys, gate, reading } = host;
  const { http } = server;
  let isDraining = false;
  io.attach(http);
  const { addressOf, protocolOf } = base.proxies;
  const refusalOf = createHosts({ config, protocolOf, joinUrl: () => rooms.all()[0]?.joinInfo.url, log });
  queueArrivals(http, { engine: io.engine, slices, goodbyes, refusalOf });
  const stalls = createStallWatch({ onLong: () => overload.onStall() });
  const descriptors = createDescriptors({ http, config, log });
  const connections = watchConnections({
    ...{ io, meter, stall: stalls, descriptors, packets },
    isLean: parts.lean,
  });
  const floods = createFloods({ connections, bus, log });
  const faults = createPageFaults({ bus, findSource: (at) => pages.findSource(at) });
  const share = createHttpShare({ meter, addressOf });
  limitPolls({ engine: io.engine, connections, share });
  const isVirtual = (/** @type {unknown} */ mark) => mark === host.virtualMark;
  const phones = servePhones({
    namespace: io.of(NAMESPACE.players),
    bus,
    rooms,
    keys,
    readWish: createWishes({ keys, addressOf, isVirtual }),
    meter,
    log,
    maxPlayers: config.maxPlayers,
    keepSeats: config.keepSeats,
    isDraining: () => isDraining,
    isGoverned: config.governor,
    connections,
    ...{ floods, faults },
    inputSlack,
    slices,
    isClustered: home.adapter !== undefined,
  });
  const overload = createOverload({
    isOn: config.governor,
    ...{ bus, rooms, phones, connections, slices, meter, reading, log },
    panels: () => io.of(NAMESPACE.control).sockets.size,
    about: processOf(config),
  });
  const playfields = servePlayfields({
    namespace: io.of(NAMESPACE.playfield),
    ...{ bus, rooms, keys, connections, meter, log, faults, isVirtual },
    places: createScreenPlaces({ bus }),
  });
  const linked = createLinked({ bus, log });
  const passes = createPasses({ gate, bus });
  const remotes = serveRemotes({
    namespace: io.of(NAMESPACE.remote),
    ...{ bus, rooms, linked, connections, log, faults },
  });
  const governed = overload.reading;
  /** @type {import('./extension.js').ServingHost} */
  const serving = {
    ...host,
    governed,
    panels: home.panels ?? (() => io.of(NAMESPACE.control).sockets.size),
    unlimit: connections.lift,
    renewGame: (id, paths) => renewal(id, paths),
  };
  const routes = Router();
  extensions.http({ ...serving, routes });
  extensions.namespaces({ ...serving, namespace: (name) => namespaceOf(io, name, connections) });
  const control = serveControl({
    namespace: io.of(NAMESPACE.control),
    ...{ bus, rooms, passes, linked, addressOf, keys, connections, log, faults, reading, governed, broken },
    cards: () => [...games.values()].map(({ card }) => card),
    ...panelOf(base, extensions.panel(serving), server.port),
  });
  /** @type {Promise<() => Promise<string>> | null} */
  let metrics = null;
  const readMetrics = async () => {
    // Two hundred files, for those who have a Prometheus.
    metrics ??= import('./http/metrics.js').then(({ createMetrics }) =>
      createMetrics({ meter, reading, governed, rooms, phones, labels: labelsOf(config, server.port) }),
    );
    return (await metrics)();
  };
  const exempt = config.loadTest ? '/loadtest/' : null;
  const pages = createStatic({
    games,
    waitMs: slices.waitMs,
    notReady: () => (isDraining ? 'draining' : (home.trouble?.() ?? '')),
    limits: createHttpLimits({ maxPlayers: config.maxPlayers, exempt }),
    ...{ addressOf, isLoop: share.isLoop },
    onProblem: (sentence, error) => isDraining || log.error(null, sentence, error),
    more(app) {
      app.get('/metrics', async (_request, response) => void response.type('text').send(await readMetrics()));
      routeApi(app, { bus, runErrand: home.runErrand, passes, addressOf, log, io });
      app.use(routes);
    },
  });
  const renewal = createRenewal(base, { pages, control });
  server.serve(createHttpGate({ share, exempt, serve: pages }), pages);
  closers.push(async () => {
    for (const part of [control, remotes, playfields, linked, faults]) part.stop();
    await closeSockets(base, connections);
    for (const part of [gate, connections, descriptors, floods, share, stalls, phones, overload, slices])
      part.stop();
  });
  return {
    device: gate.printedDevice,
    async prepare() {
      await pages.prepare();
      // Without it the next start takes a little longer.
      await joinKysely().catch(() => {});
    },
    /** Stops admitting newcomers, and asks phones to reconnect. */
    async drain() {
      isDraining = true;
      await extensions.close(log);
      phones.drain(home.adapter ? Math.min(DRAIN_SPREAD_MS, phones.connected * MOVE_MS) : DRAIN_SPREAD_MS);
      await new Promise((resolve) => setTimeout(resolve, DRAIN_WAIT_MS));
    },
  };
}

/** Closes all sockets, and cuts those who do not read their goodbye. @param {Base} base @param {import('./wire/connections.js').Connections} connections */
async function closeSockets({ io, server }, connections) {
  const hurry = setTimeout(() => {
    connections.cutAll();
    server.http.closeAllConnections();
  }, CLOSE_WAIT_MS);
  await io.close();
  clearTimeout(hurry);
}

/**
 * Opens a namespace of an extension. Its connections may send what is usual until the extension lifts that.
 * @param {import('socket.io').Server} io @param {string} name
 * @param {import('./wire/connections.js').Connections} connections
 */
function namespaceOf(io, name, connections) {
  return io.of(name).on('connection', ({ conn }) => void connections.permit(conn, TARIFFS.extension));
}

/**
 * @param {Base} base @param {ReturnType<typeof openEdge>} edge @param {Extensions} extensions @param {Closers} closers
 * @returns {App}
 */
function appOf({ protocol, server, addresses, home, meter }, edge, extensions, closers) {
  /** @type {Promise<void> | null} */
  let closing = null;
  return {
    url: `${protocol}://localhost:${server.port}`,
    addresses,
    operatorKey: home.operatorKey ?? '',
    device: edge.device,
    prepare: edge.prepare,
    counts: meter.counts,
    close: () => (closing ??= edge.drain().then(closers.closeAll)),
  };
}

/**
 * Gives panels what is of all processes: one log, and the parts of extensions, which work at the home.
 * @param {Base} base @param {Required<import('./namespaces/panel-parts.js').PanelPart>} own @param {number} port
 */
function panelOf({ config, log, home, rooms }, own, port) {
  const { bus, lines, setParts } = home;
  const { role } = config;
  const from = role === 'all' ? null : `${role} ${hostname()}:${port}`;
  const feed = createLogFeed({ log, bus, from, earlier: lines });
  if (role === 'all') return { added: own, feed };
  setParts?.(homePartsOf(own, rooms));
  return { added: askingParts(own, bus), feed };
}

/** The home is sent this of the process; it does not change. @param {Config} config */
function processOf({ role }) {
  const { pid } = process;
  return { role, host: hostname(), pid, version: VERSION, sinceMs: Date.now() };
}

/** @param {Config} config @param {number} port @returns {Record<string, string>} none where there is one process */
function labelsOf({ role }, port) {
  return role === 'all' ? {} : { role, instance: `${hostname()}:${port}` };
}

/** @param {Config} config */
function originsOf({ publicUrl, origins }) {
  return publicUrl ? [publicUrl, ...origins] : origins;
}
