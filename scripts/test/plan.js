/** Which jobs a check has, and in which order. */

import { execSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string} path of the test file; of a tool, its name
 * @property {string[]} command
 * @property {Record<string, string>} env
 * @property {boolean} isTool its exit code says all; else it is a test file
 * @property {boolean} hasBrowser most of its time is the processor's
 */

const LONG = 'test/long/';
/** Files that import it look at more cases in the whole. */
const SAMPLE = 'support/sample.js';
const TOOLS = ['lint', 'format:check', 'spell', 'types', 'rooms'];
const WITH_BROWSER = /\/(e2e|pages|smoke)\//;
/**
 * Files of test/ that run once more, at an edge with the home at the other end of a Redis, where only values cross the bus, or
 * with a wire that leans on nothing undocumented (lib/wire/parts.js).
 * @type {{ way: string, env: Record<string, string>, files: RegExp }[]}
 */
const ONCE_MORE = [
  {
    way: 'redis',
    env: { BUS: 'redis' },
    files: /^test\/namespaces\/(phones|control|remote|screens|submit|entry-code)\./,
  },
  { way: 'plain', env: { WIRE: 'plain' }, files: /^test\/(namespaces\/(phones|floods)|wire\/fast-socket)\./ },
];
const LAYOUTS = ['one', 'inline', 'cluster', 'machines'];
/** Files of test/e2e run in one of these, and in all of them in the long run. One that opens many shows would wait for many processes. @type {Record<string, string[]>} */
const LAYOUTS_OF = {
  laws: ['one', 'machines'],
  ...{ 'presentation-talk': ['inline'], 'quiz-reload': ['inline'], swarm: ['inline'], worm: ['inline'] },
  ...{ contract: ['cluster'], results: ['cluster'] },
  ...{ 'new-game': ['machines'], rehearsal: ['machines'] },
};
/** Each process has a line of its own before a full house, so that a phone which is reloaded may stand in another one: docs/scaling.md. */
const NOT_SPREAD = ['test/e2e/governor.test.js'];
const SPREAD = ['cluster', 'machines'];
/** A Chromium of another file would fail all its requests when a network comes or goes: net::ERR_NETWORK_CHANGED. */
const APART = ['unshare', '--net'];
/** No test imports the modules of a page. */
const PAGES = /^(public|control-panel|games|examples|vendor)\/(?!.*\.test\.js$)/;
const OF_PAGES = /^test\/(pages|e2e|contract|public|control-panel)/;
const [FILE, REPORTER, BESIDE] = ['./file.js', './reporter.js', '../../test/support/layouts/run.js'].map(
  (path) => fileURLToPath(new URL(path, import.meta.url)),
);
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** @param {string[]} args of the command @returns {Job[]} @throws {Error} a word that nothing fits */
export function planOf(args) {
  const isLong = args.includes('--long');
  const isChanged = args.includes('--changed');
  const words = args.filter((arg) => !arg.startsWith('--'));
  const tools = isLong ? [] : TOOLS.map((tool) => toolOf(tool));
  const all = [...tools, ...testFiles(isLong).flatMap((path) => testsOf(path, isLong))];
  if (isChanged) {
    const concerns = concernedBy(words[0] ?? 'HEAD');
    return all.filter((job) => job.isTool || concerns(job.path));
  }
  const lost = words.find((word) => !all.some((job) => fits(job, word)));
  if (lost !== undefined)
    throw new Error(`No test fits "${lost}": give a folder, a file or a tool of ${TOOLS.join(', ')}.`);
  return words.length === 0 ? all : all.filter((job) => words.some((word) => fits(job, word)));
}

/** @param {Job} job @param {string} word */
function fits({ name, path }, word) {
  return (
    name.startsWith(word) || path.startsWith(word) || path.replace('.test.js', '').split('/').includes(word)
  );
}

/** @param {boolean} isLong @returns {string[]} those without a browser first, and large ones first, so that none runs alone at the end */
function testFiles(isLong) {
  const size = (/** @type {string} */ path) => statSync(path).size;
  return ['test', 'games', 'examples']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path))))
    .filter((path) => path.endsWith('.test.js') && (isLong ? isPartOfLong(path) : !path.startsWith(LONG)))
    .sort((a, b) => Number(WITH_BROWSER.test(a)) - Number(WITH_BROWSER.test(b)) || size(b) - size(a));
}

/** @param {string} path @returns {boolean} it is long, runs in more layouts, or looks at a sample else */
function isPartOfLong(path) {
  return path.startsWith(LONG) || isE2e(path) || readFileSync(path, 'utf8').includes(SAMPLE);
}

/** @param {string} tool @returns {Job} */
function toolOf(tool) {
  return {
    name: tool,
    path: `static/${tool}`,
    command: ['npm', 'run', '--silent', tool],
    env: {},
    isTool: true,
    hasBrowser: false,
  };
}

/** @param {string} path @param {boolean} isLong @returns {Job[]} one for each way in which it runs */
function testsOf(path, isLong) {
  if (isE2e(path)) {
    const layouts = isLong ? LAYOUTS : (LAYOUTS_OF[basename(path, '.test.js')] ?? ['one']);
    return layouts
      .filter((layout) => !(NOT_SPREAD.includes(path) && SPREAD.includes(layout)))
      .map((layout) => testOf(path, layout, { LAYOUT: layout }));
  }
  const more = ONCE_MORE.filter(({ files }) => files.test(path));
  return [
    testOf(path, '', isLong ? { WHOLE: '1' } : {}),
    ...more.map(({ way, env }) => testOf(path, way, env)),
  ];
}

/** @param {string} path @param {string} [way] @param {Record<string, string>} [env] @returns {Job} */
function testOf(path, way, env = {}) {
  const isSpread = SPREAD.includes(env['LAYOUT'] ?? '');
  const beside = isSpread ? [process.execPath, String(BESIDE), String(env['LAYOUT'])] : [];
  const apart = env['LAYOUT'] === 'machines' ? APART : [];
  const options = ['--conditions=joined', '--test-force-exit', `--test-reporter=${REPORTER}`];
  return {
    name: `${path.replace('.test.js', '').replace('test/', '')}${way ? ` (${way})` : ''}`,
    path,
    command: [...apart, ...beside, process.execPath, ...options, String(FILE), path],
    env: { ...env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --conditions=joined`.trim() },
    isTool: false,
    hasBrowser: WITH_BROWSER.test(path),
  };
}

/** @param {string} path */
function isE2e(path) {
  return path.includes('/e2e/');
}

/** @param {string} revision @returns {(path: string) => boolean} whether a test file concerns what has changed since then */
function concernedBy(revision) {
  const cruise = `npx depcruise --config .dependency-cruiser.mjs --output-type json --affected "${revision}"`;
  const sources = 'test games lib public control-panel loadtest bots check scripts server.js';
  const output = execSync(`${cruise} ${sources}`, { encoding: 'utf8', maxBuffer: MOST_OUTPUT_BYTES });
  /** @type {{ modules: { source: string }[] }} */
  const { modules } = JSON.parse(output);
  const affected = new Set(modules.map(({ source }) => source));
  const changesPages = [...affected].some((path) => PAGES.test(path));
  return (path) => affected.has(path) || (changesPages && OF_PAGES.test(path));
}
