/** A real server for tests: any free port, a data folder of its own, gone after the test. */

/** @import { TestContext } from 'node:test' */
/** @import { Scope } from './scope.js' */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before } from 'node:test';
import { io } from 'socket.io-client';
import { extensionsOf } from '../../extensions.js';
import { createApp } from '../../lib/app.js';
import { readConfig } from '../../lib/config.js';
import { newCluster, startRedis } from './redis.js';
import { PATIENCE_MS } from './until.js';

/** With `BUS=redis` every server is an edge, and its home is at the other end of a Redis, where games play in threads as in a show. */
const OVER_REDIS = process.env['BUS'] === 'redis';
/** Else games play beside their rooms, which is quicker. */
const STAGE = process.env['STAGE'] ?? (OVER_REDIS ? 'thread' : 'inline');

/** `WIRE=plain`: the documented way (lib/wire/parts.js). */
const WIRE = process.env['WIRE'] ?? 'fast';

/** The Redis of a test file. @type {ReturnType<typeof startRedis> | undefined} */
let redis;
if (OVER_REDIS) before((t) => void (redis = startRedis(/** @type {TestContext} */ (t))));

/** The last message of each event, by socket. @type {WeakMap<object, Map<string, any>>} */
const lastOf = new WeakMap();

/**
 * @param {TestContext} t
 * @param {Record<string, string>} [env] more settings
 */
export async function startServer(t, env = {}) {
  /** @type {import('node:worker_threads').Worker | undefined} */
  let database;
  const dataDir = env['DATA_DIR'] ?? (await tempFolder(t));
  const usual = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent', STAGE, WIRE, ...env };
  /** Those that are open, the last first. @type {import('../../lib/app.js').App[]} */
  const apps = [];
  const close = async () => {
    for (const app of apps) await app.close();
  };
  t.after(close);
  const open = async (/** @type {Record<string, string>} */ role) => {
    const config = readConfig({ env: { ...usual, ...role }, argv: [] });
    const app = await createApp(config, {
      extensions: await extensionsOf(config),
      journal: { onWorker: (worker) => (database = worker) },
    });
    apps.unshift(app);
    return app;
  };
  const app = redis ? await openBeyondRedis(open, (await redis).url) : await open({});
  return {
    ...app,
    close,
    dataDir,
    /**
     * From the next commit on SQLite itself refuses every write, as on a full disk; or no longer. A limit of
     * pages would not do: what is free in a page that is there would still be taken.
     * @param {boolean} isFull
     */
    fillDisk(isFull) {
      database?.postMessage({ type: 'refuse', isOn: isFull });
    },
  };
}

/**
 * @template {{ operatorKey: string }} T
 * @param {(role: Record<string, string>) => Promise<T>} open
 * @param {string} redisUrl
 * @returns {Promise<T>} the edge of a home, with the home's key
 */
async function openBeyondRedis(open, redisUrl) {
  const cluster = newCluster(redisUrl);
  const { operatorKey } = await open({ ...cluster, ROLE: 'home' });
  return { ...(await open({ ...cluster, ROLE: 'edge' })), operatorKey };
}

/** @param {Scope} t @returns {Promise<string>} removed after the test */
export async function tempFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
  // A process that a killed server has started may still write there for a moment.
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  return folder;
}

/**
 * @param {Scope} t
 * @param {string} url with the namespace
 * @param {Record<string, unknown>} [auth]
 * @param {Parameters<typeof io>[1]} [options]
 */
export function openSocket(t, url, auth = {}, options = {}) {
  const socket = io(url, {
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    timeout: PATIENCE_MS,
    ...options,
  });
  t.after(() => socket.disconnect());
  const last = new Map();
  socket.onAny((event, payload) => last.set(event, payload));
  lastOf.set(socket, last);
  return socket;
}

/**
 * The last message of an event if it fits, else the next that does: for what is told once, and may have come before the
 * answer that a test awaited or in one piece with another message.
 * @param {import('socket.io-client').Socket} socket of `openSocket`
 * @param {string} event
 * @param {(payload: any) => boolean} [fits]
 * @returns {Promise<any>}
 */
export async function lastOrNext(socket, event, fits = () => true) {
  const last = lastOf.get(socket);
  if (last?.has(event) && fits(last.get(event))) return last.get(event);
  return next(socket, event, fits);
}

/**
 * The next message of an event that fits. Rejects when the socket is refused or time is up.
 * @param {import('socket.io-client').Socket} socket
 * @param {string} event
 * @param {(payload: any) => boolean} [fits]
 * @param {number} [withinMs]
 * @returns {Promise<any>}
 */
export function next(socket, event, fits = () => true, withinMs = PATIENCE_MS) {
  return new Promise((resolve, reject) => {
    const done = (/** @type {() => void} */ finish) => {
      clearTimeout(timer);
      socket.off(event, listen);
      socket.off('connect_error', fail);
      finish();
    };
    const listen = (/** @type {unknown} */ payload) => fits(payload) && done(() => resolve(payload));
    const fail = (/** @type {Error} */ error) => done(() => reject(error));
    const timer = setTimeout(
      () => done(() => reject(new Error(`no "${event}" within ${withinMs} ms`))),
      withinMs,
    );
    socket.on(event, listen);
    if (event !== 'connect_error') socket.on('connect_error', fail);
  });
}

/**
 * The next line of the log that fits: a panel hears several at once.
 * @param {import('socket.io-client').Socket} socket of a panel
 * @param {(line: import('../../lib/contract/wire.js').LogLine) => boolean} fits
 * @param {number} [withinMs]
 * @returns {Promise<any>}
 */
export async function nextLine(socket, fits, withinMs) {
  const lines = await next(socket, 'log', (more) => more.some(fits), withinMs);
  return lines.find(fits);
}

/** @param {TestContext} t @param {string} url @param {Record<string, unknown>} [auth] @param {Parameters<typeof io>[1]} [options] */
export async function joinAsPhone(t, url, auth = {}, options = {}) {
  const socket = openSocket(t, `${url}/players`, auth, options);
  const welcome = /** @type {import('../../lib/contract/wire.js').Welcome} */ (await next(socket, 'welcome'));
  return { socket, welcome };
}

/** @param {Scope} t @param {{ url: string, operatorKey: string }} app */
export async function openControl(t, { url, operatorKey }) {
  const socket = openSocket(t, `${url}/control`, { key: operatorKey });
  const welcome = /** @type {import('../../lib/contract/wire.js').ControlWelcome} */ (
    await next(socket, 'welcome')
  );
  /** @param {string} event @param {...unknown} args */
  const ask = (event, ...args) => socket.timeout(PATIENCE_MS).emitWithAck(event, ...args);
  return { socket, welcome, ask };
}

/**
 * A server and the operator's connection to it.
 * @param {TestContext} t
 * @param {Record<string, string>} [env] more settings
 */
export async function startControl(t, env) {
  const app = await startServer(t, env);
  const control = await openControl(t, app);
  return { app, control, ...control };
}

/**
 * Makes a link to a role.
 * @param {{ ask: (event: string, ...args: unknown[]) => Promise<any> }} control
 * @param {import('../../lib/contract/links.js').LinkRole} role
 * @returns {Promise<{ url: string, key: string, id: string }>}
 */
export async function makeLink({ ask }, role) {
  const { ok, message, url, link } = await ask('new-link', { role, hours: 1 });
  if (!ok) throw new Error(message);
  const key = /** @type {string} */ (new URLSearchParams(new URL(url).hash.slice(1)).get('key'));
  return { url, key, id: link.id };
}

/** @param {TestContext} t @param {string} url @param {Record<string, unknown>} [auth] */
export async function openScreen(t, url, auth = {}) {
  const socket = openSocket(t, `${url}/playfield`, auth);
  const scene = await next(socket, 'scene');
  return { socket, scene };
}
