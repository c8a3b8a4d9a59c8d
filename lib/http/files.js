/**
 * Files over HTTP: read, hashed and compressed once and kept in memory, and read again when they have changed, because
 * an operator who edits a game must not fight a cache. docs/decisions/0018-files-in-memory.md says why not by sirv.
 */

/** @import { NextFunction, Request, RequestHandler, Response } from 'express' */

import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const MB = 1024 * 1024;
/** All pages, games and libraries of this checkout take some 3 MB, compressed copies included. */
const CACHE_BYTES = 32 * MB;
/** Larger files, such as music, are read from the disk each time. */
const MAX_FILE_BYTES = MB;
/** A file counts as unchanged for this long: at 500 requests a second the disk is asked ten times, not 500 times. */
const TRUSTED_MS = 100;
/** A smaller file fits into one packet as it is. */
const MIN_PACKED_BYTES = 1024;
/** Files beside those of a page that are no part of it: types, tests, notes, maps, copies of editors and of patches. */
const NO_PART = /(?:\.(?:[cm]?ts|test\.m?js|md|map|bak|orig|rej|swp|tmp)|~)$/i;
const COMPRESSIBLE = /^text\/|javascript|json|xml|wasm|^font\/(?:ttf|otf)/;
/** The pages' addresses carry no hash, so the browser asks each time and is mostly answered by 304. */
const ASK_EACH_TIME = 'no-cache';

/** The media types of modules and of styles. */
export const JAVASCRIPT = 'text/javascript; charset=utf-8';
export const CSS = 'text/css; charset=utf-8';

const compress = promisify(gzip);

/**
 * @typedef {object} File what is sent
 * @property {Buffer} bytes
 * @property {Buffer | null} packed by gzip; null: that would not make it smaller
 * @property {string} hash in quotes
 * @property {string} type
 *
 * @typedef {File & { checkedAtMs: number, mtimeMs: number, size: number }} KnownFile `size` on the disk
 * @typedef {{ root: string, path: string, cacheControl?: string }} Wanted `path` is below `root` and has been checked
 */

/**
 * @param {object} [options]
 * @param {(html: string) => string} [options.complete] makes what is sent of what is on the disk
 * @param {() => number} [options.now] ms
 */
export function createFiles({ complete = (html) => html, now = () => performance.now() } = {}) {
  /** @type {LRUCache<string, KnownFile>} */
  const cache = new LRUCache({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes, packed }) => bytes.length + (packed?.length ?? 0) + 500,
  });
  /** Many phones ask for a file at once, and it is read once. @type {Map<string, Promise<KnownFile | 'large' | null>>} */
  const loading = new Map();

  /** @param {string} path @param {() => string} typeOf @returns {Promise<KnownFile | 'large' | null>} null: no such file */
  function load(path, typeOf) {
    let promise = loading.get(path);
    if (!promise) {
      promise = loadNow(path, typeOf).finally(() => loading.delete(path));
      loading.set(path, promise);
    }
    return promise;
  }

  /** @param {string} path @param {() => string} typeOf @returns {Promise<KnownFile | 'large' | null>} */
  async function loadNow(path, typeOf) {
    const checkedAtMs = now();
    const stats = await stat(path).catch(() => null);
    if (!stats?.isFile()) return null;
    if (stats.size > MAX_FILE_BYTES) return 'large';
    const { mtimeMs, size } = stats;
    const before = cache.get(path);
    if (before?.mtimeMs === mtimeMs && before.size === size) {
      before.checkedAtMs = checkedAtMs;
      return before;
    }
    const read = await readFile(path).catch(() => null);
    if (!read) return null;
    const type = typeOf();
    const bytes = type.startsWith('text/html') ? Buffer.from(complete(read.toString())) : read;
    const file = { ...(await makeFile(bytes, type)), checkedAtMs, mtimeMs, size };
    cache.set(path, file);
    return file;
  }

  /**
   * @param {Request} request @param {Response} response @param {NextFunction} next for what is not there
   * @param {Wanted} wanted
   */
  async function send(request, response, next, { root, path, cacheControl = ASK_EACH_TIME }) {
    const whole = join(root, path);
    const known = cache.get(whole);
    const isTrusted = known && now() - known.checkedAtMs < TRUSTED_MS;
    const file = isTrusted ? known : await load(whole, () => typeOf(response, path));
    if (!file) return next();
    // A browser that plays music asks for parts.
    if (file !== 'large' && !request.headers.range) return writeFile(request, response, file, cacheControl);
    response.set('Cache-Control', cacheControl);
    response.sendFile(path, { root, cacheControl: false, dotfiles: 'allow' });
  }

  return {
    /** Files have changed: each is looked up again, however lately that was done. */
    forget: () => cache.clear(),
    /** @param {Wanted} wanted @returns {RequestHandler} one file, whatever the address */
    file: (wanted) => (request, response, next) => send(request, response, next, wanted),
    /** @param {string} root @returns {RequestHandler} the files of a folder that pages are made of, without those that begin with a dot */
    folder: (root) => (request, response, next) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const path = isRead ? pathOf(request.path) : null;
      if (path === null) return next();
      return send(request, response, next, { root, path });
    },
  };
}

/** @typedef {ReturnType<typeof createFiles>} Files */

/** @param {Buffer} bytes @param {string} type @returns {Promise<File>} */
export async function makeFile(bytes, type) {
  return { bytes, packed: await pack(bytes, type), hash: hashOf(bytes), type };
}

/** @param {Request} request @param {Response} response @param {File} file @param {string} [cacheControl] */
export function writeFile({ method, headers }, response, file, cacheControl = ASK_EACH_TIME) {
  const { bytes, packed, hash, type } = file;
  response.setHeader('Cache-Control', cacheControl);
  // Weak, because the compressed bytes are others.
  response.setHeader('ETag', `W/${hash}`);
  if (packed) response.setHeader('Vary', 'Accept-Encoding');
  if (headers['if-none-match']?.includes(hash)) return void response.writeHead(304).end();
  const isPacked = packed !== null && /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  const body = isPacked ? packed : bytes;
  if (isPacked) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  response.writeHead(200).end(method === 'HEAD' ? undefined : body);
}

/**
 * @param {string} address of a request, without the query
 * @returns {string | null} a path that does not leave its folder; null: there is no file at such an address
 */
function pathOf(address) {
  /** @type {string} */
  let path;
  try {
    path = decodeURIComponent(address);
  } catch {
    return null;
  }
  const names = path.split('/').slice(1);
  const isServed = names.every((name) => /^[^.\\\0:][^\\\0:]*$/.test(name)) && !NO_PART.test(path);
  return isServed ? names.join('/') : null;
}

/** @param {Buffer} bytes @param {string} type @returns {Promise<Buffer | null>} */
async function pack(bytes, type) {
  if (bytes.length < MIN_PACKED_BYTES || !COMPRESSIBLE.test(type)) return null;
  const packed = await compress(bytes, { level: constants.Z_BEST_COMPRESSION });
  return packed.length < bytes.length ? packed : null;
}

/** @param {Buffer} bytes */
function hashOf(bytes) {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** @param {Response} response knows the types of Express @param {string} path */
function typeOf(response, path) {
  const type = response.type(extname(path) || 'bin').get('Content-Type');
  response.removeHeader('Content-Type');
  return String(type);
}
