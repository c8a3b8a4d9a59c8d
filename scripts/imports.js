/** The imports of the checkout as dependency-cruiser sees them: those in JSDoc types count. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CRUISER = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
/** The product and its lab. */
const SOURCES = ['lib', 'public', 'games', 'control-panel', 'bots', 'loadtest', 'server.js'];
const TEST = /\.test\.js$|\/test\//;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** @typedef {{ from: string, to: string, isTypeOnly: boolean }} Import */
/** @typedef {{ source: string, dependencies: { resolved: string, dependencyTypes: string[] }[] }} Module */

/**
 * Takes some three seconds.
 * @param {string} [root] of a checkout. Default: this one
 * @returns {Import[]} one for each import, with paths from the root of the checkout; tests and packages are left out
 */
export function readImports(root = ROOT) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [CRUISER, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...SOURCES],
    { cwd: root, encoding: 'utf8', maxBuffer: MOST_OUTPUT_BYTES },
  );
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser gave no graph: ${stderr || stdout}`);
  const { modules } = /** @type {{ modules: Module[] }} */ (JSON.parse(stdout));
  return modules
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved, dependencyTypes }) => ({
        from: source,
        to: resolved,
        isTypeOnly: dependencyTypes.includes('type-only'),
      })),
    )
    .filter(({ from, to }) => isOurs(from) && isOurs(to));
}

/** @param {string} path */
function isOurs(path) {
  return SOURCES.some((source) => path === source || path.startsWith(`${source}/`)) && !TEST.test(path);
}
