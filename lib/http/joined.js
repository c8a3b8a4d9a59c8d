/**
 * Pages over bad wifi pay for each request, so the modules that a page always loads together are joined into one by
 * esbuild, and its styles lose their comments, soon after the start or when the first page asks. Nobody waits for it:
 * until it is done, and whenever a file has changed, the files are sent one by one, as they are. What was joined is
 * kept in a folder for the next start: after a crash the processor is for the crowd.
 * docs/decisions/0023-pages-get-joined-modules.md says why.
 */

/** @import { NextFunction, Request, Response } from 'express' */
/** @import { File } from './files.js' */

import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile as write } from 'node:fs/promises';
import { SourceMap, createRequire } from 'node:module';
import { basename, join as joinPath } from 'node:path';
import { performance } from 'node:perf_hooks';
import { deserialize, serialize } from 'node:v8';
import { problemOf } from '../compiler-problem.js';
import { messageOf } from '../errors.js';
import { PAGE_PREFIX, createAddresses, plainAddress, timeOf } from './page-paths.js';
import { CSS, JAVASCRIPT, makeFile, writeFile } from './files.js';

/** A joined script counts as unchanged for this long: at 500 requests a second the disk is asked ten times, not 500 times. */
const TRUSTED_MS = 100;
const { version: VERSION } = createRequire(import.meta.url)('esbuild/package.json');
/** Without white space a phone loads a fifth less. Names stay, so that an error in the console of a phone can be read. */
const HOW = Object.freeze({
  bundle: true,
  write: false,
  format: 'esm',
  minifyWhitespace: true,
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'silent',
});

/**
 * @typedef {object} Joined
 * @property {number} checkedAtMs
 * @property {Map<string, number>} inputs time of change by path, of all files that it was made of
 * @property {{ script: File, map: File } | null} files null: they could not be joined as they are now
 * @property {Source} [problem] why not, if it is the fault of a module
 *
 * @typedef {{ file: string, line: number, column: number, message?: string }} Source a place by the address of a file, from 1 on; line 0:
 *   unknown; `message`: what is wrong there
 */

/** By path of the entry. Servers in one process, as in tests, share what is the same. @type {Map<string, Joined>} */
const known = new Map();
/** One at a time: the compiler is a process of its own with some 260 MB, which ends when nothing is left to do. @type {Promise<void> | null} */
let joining = null;
/** Read when somebody asks for a place. @type {WeakMap<File, SourceMap>} */
const maps = new WeakMap();

/**
 * @param {object} options
 * @param {() => Iterable<string>} options.entries addresses of the modules that pages begin with now, and of their styles; none becomes a
 *   part of another
 * @param {(address: string) => string | null} options.pathOf the file of a module that may be joined into another; null: it
 *   stays a request of its own
 * @param {string} options.folder keeps what was joined for the next start, if it can be written
 * @param {(sentence: string, error: unknown) => void} [options.onProblem] is called with why modules are sent one by one
 * @param {() => number} [options.now] ms
 */
export function createJoined({
  entries,
  pathOf,
  folder,
  onProblem = () => {},
  now = () => performance.now(),
}) {
  const pathsNow = () => new Map([...entries()].map((entry) => [entry, String(pathOf(entry))]));
  let paths = pathsNow();
  const shelf = createShelf(folder);
  // A module that is imported on demand is not loaded together with the rest.
  const isPart = (/** @type {string} */ address, /** @type {string} */ kind) =>
    kind === 'import-statement' && !paths.has(address) && pathOf(address) !== null;

  /** @param {string} path of an entry @returns {Promise<Joined | null>} null: there is none, or it is out of date */
  async function current(path) {
    const one = known.get(path);
    if (!one || now() - one.checkedAtMs < TRUSTED_MS) return one ?? null;
    const times = await Promise.all([...one.inputs].map(async ([file, ms]) => (await timeOf(file)) === ms));
    if (times.includes(false)) return null;
    one.checkedAtMs = now();
    return one;
  }

  /** Joins all entries that are new or have changed. @returns {Promise<void>} */
  function joinAll() {
    return (joining ??= joinNow().finally(() => (joining = null)));
  }

  async function joinNow() {
    let stop = () => {};
    try {
      const all = [...paths].map(async ([entry, path]) => {
        if (await current(path)) return [];
        const kept = await shelf.read(path);
        if (kept) known.set(path, { ...kept, checkedAtMs: -Infinity });
        return kept && (await current(path)) ? [] : [[entry, path]];
      });
      const missing = (await Promise.all(all)).flat();
      if (missing.length === 0) return;
      const { build, ...esbuild } = await import('esbuild');
      stop = esbuild.stop;
      const builds = missing.map(async ([entry = '', path = '']) => {
        const one = await join(build, entry, pathOf, isPart, onProblem);
        known.set(path, { ...one, checkedAtMs: now() });
        if (one.files) await shelf.keep(path, one);
      });
      await Promise.all(builds);
    } catch (error) {
      onProblem('Modules are sent one by one, because esbuild does not run.', error);
    } finally {
      stop();
    }
  }

  return {
    /** Joins what is not joined yet, before a page asks for it. */
    prepare: joinAll,
    /** Takes the entries of now, and joins those of which any file has changed, however lately that was looked up. */
    async renew() {
      await joining;
      paths = pathsNow();
      for (const path of paths.values()) {
        const one = known.get(path);
        if (one) one.checkedAtMs = -Infinity;
      }
      await joinAll();
    },
    /**
     * Finds the place in the source of a place in what a page was sent. A page may have got its modules one by one: what lies beyond the
     * lines of the joined script, of which there are few, is a place in the source already.
     * @param {Source} at @returns {Promise<Source>} of a module that cannot be read, the place where and the reason why
     */
    async findSource({ file, ...place }) {
      const at = { file: plainAddress(file), ...place };
      const path = paths.get(at.file);
      if (path === undefined) return at;
      // One that is under way may have begun before the file was as it is now.
      for (let joins = 0; joins < 2 && !(await current(path)); joins++) await joinAll();
      const { files, problem } = (await current(path)) ?? {};
      if (at.line === 0) return problem ?? at;
      if (!files || at.line > linesOf(files.script)) return at;
      const origin = mapOf(files.map).findOrigin(at.line, at.column);
      if (!('fileName' in origin)) return at;
      return { file: origin.fileName, line: origin.lineNumber, column: origin.columnNumber };
    },
    /** Passes on what is not joined. @param {Request} request @param {Response} response @param {NextFunction} next */
    async send(request, response, next) {
      const [, entry = '', map] = /^(.*?)(\.map)?$/.exec(request.path) ?? [];
      const path = request.method === 'GET' || request.method === 'HEAD' ? paths.get(entry) : undefined;
      if (path === undefined) return next();
      const one = await current(path);
      if (!one) void joinAll();
      if (!one?.files) return next();
      writeFile(request, response, one.files[map ? 'map' : 'script']);
    },
  };
}

/**
 * Joins one entry.
 * @param {typeof import('esbuild').build} build @param {string} entry @param {(address: string) => string | null} pathOf
 * @param {Parameters<typeof createAddresses>[1]} isPart
 * @param {(sentence: string, error: unknown) => void} onProblem
 * @returns {Promise<Omit<Joined, 'checkedAtMs'>>}
 */
async function join(build, entry, pathOf, isPart, onProblem) {
  const { plugin, inputs } = createAddresses(pathOf, isPart);
  const isStyle = entry.endsWith('.css');
  try {
    const { outputFiles } = await build({
      entryPoints: [entry],
      outfile: `/${basename(entry)}`,
      plugins: [plugin],
      // A shorter syntax of styles saves ten bytes, and could cost an old browser what is written for it.
      minifySyntax: !isStyle,
      ...HOW,
    });
    const [map, script] = outputFiles.map(({ contents }) => Buffer.from(contents));
    if (!map || !script) throw new Error('esbuild gave no script');
    const files = {
      script: await makeFile(script, isStyle ? CSS : JAVASCRIPT),
      map: await makeFile(nameSources(map), JSON_TYPE),
    };
    return { inputs, files };
  } catch (error) {
    // It was ended, as by a Ctrl-C that is for the server: that says nothing about these modules.
    if (messageOf(error).startsWith('The service was stopped')) throw error;
    const found = problemOf(error);
    const problem = found && { ...found, file: found.file.replace(PAGE_PREFIX, '') };
    const why = problem
      ? `${problem.file}:${problem.line}:${problem.column} ${problem.message}`
      : messageOf(error);
    onProblem(`The modules of ${entry} are sent one by one: ${why}`, problem ? undefined : error);
    return { inputs, files: null, ...(problem && { problem }) };
  }
}

/** @param {File} script */
const linesOf = ({ bytes }) => bytes.toString('utf8').split('\n').length;

/** @param {File} map */
function mapOf(map) {
  const found = maps.get(map) ?? new SourceMap(JSON.parse(map.bytes.toString('utf8')));
  maps.set(map, found);
  return found;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Keeps what was joined, one file for each entry by its path, because a game of the same name may lie in another folder. It counts no more
 * than what is in memory: only as long as no module has changed.
 * @param {string} folder
 */
function createShelf(folder) {
  const placeOf = (/** @type {string} */ path) =>
    joinPath(
      folder,
      createHash('sha256')
        .update(`${VERSION} ${JSON.stringify(HOW)} ${path}`)
        .digest('hex'),
    );
  return {
    /** @param {string} path @returns {Promise<Omit<Joined, 'checkedAtMs'> | null>} null: there is none that can be read */
    read: async (path) => {
      try {
        return deserialize(await readFile(placeOf(path)));
      } catch {
        return null;
      }
    },
    /** A checkout that nobody may write, as in a container, joins at each start. @param {string} path @param {Omit<Joined, 'checkedAtMs'>} one */
    async keep(path, one) {
      const place = placeOf(path);
      const made = `${place}.${process.pid}`;
      await mkdir(folder, { recursive: true })
        .then(() => write(made, serialize(one)))
        .then(() => rename(made, place))
        .catch(() => {});
    },
  };
}

/** Lets developer tools list the sources by their addresses. @param {Buffer} map */
function nameSources(map) {
  const parsed = JSON.parse(map.toString('utf8'));
  const sources = parsed.sources.map((/** @type {string} */ source) => source.replace(PAGE_PREFIX, ''));
  return Buffer.from(JSON.stringify({ ...parsed, sources }));
}
