/** Runs one test file as it is, with a deadline for each test that names none. Its path is the first argument. */

import { resolve } from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { write } from './reporter.js';

const DEADLINE_MS = Number(process.env['TEST_DEADLINE_MS'] ?? 60_000);

/**
 * The flag --test-timeout is for `node --test` alone, which ends no processes of a file. What an import of node:test gives is fixed by
 * the first one.
 * @type {any}
 */
const nodeTest = createRequire(import.meta.url)('node:test');
const { afterEach, beforeEach } = nodeTest;
nodeTest.test = nodeTest.it = withDeadline(nodeTest.test);
beforeEach((/** @type {any} */ { fullName }) => write({ type: 'begin', name: fullName }));
afterEach((/** @type {any} */ { fullName }) => write({ type: 'over', name: fullName }));
process.argv.splice(1, 1);
const [, path] = process.argv;
await import(pathToFileURL(resolve(String(path))).href);

/** @param {any} run `test` or `it` */
function withDeadline(run) {
  const limited = (/** @type {unknown[]} */ ...given) => {
    const body = given.find((each) => typeof each === 'function');
    const options = given.find((each) => each && typeof each === 'object') ?? {};
    const [name] = given;
    return run(typeof name === 'string' ? name : body?.name, { timeout: DEADLINE_MS, ...options }, body);
  };
  return Object.assign(limited, run);
}
