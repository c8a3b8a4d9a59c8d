/** The place at which a module cannot be read: Node.js and browsers tell neither line nor column of it, the compiler does. */

import { basename, dirname } from 'node:path';

/**
 * @typedef {{ file: string, line: number, column: number, message: string }} CompilerProblem both from 1 on
 */

/** @param {unknown} error of a build by esbuild @returns {CompilerProblem | null} its first; null: no module is at fault */
export function problemOf(error) {
  const [first] = /** @type {Partial<import('esbuild').BuildFailure>} */ (error).errors ?? [];
  if (!first?.location) return null;
  const { file, line, column } = first.location;
  // It counts columns from 0.
  return { file, line, column: column + 1, message: first.text };
}

/**
 * Looks for what is wrong with a module of Node.js and those of its folder that it imports. Holds its thread for some 0.1 s.
 * @param {string} path @returns {Promise<string>} such as `game.js:5:22 Expected "}" but found "else"`; '': nothing was found
 */
export async function findProblem(path) {
  const { buildSync } = await import('esbuild');
  try {
    // In a process of its own: to end the one that all builds share would end what others build.
    buildSync({
      ...{ entryPoints: [basename(path)], absWorkingDir: dirname(path) },
      ...{
        bundle: true,
        write: false,
        platform: 'node',
        format: 'esm',
        packages: 'external',
        logLevel: 'silent',
      },
    });
    return '';
  } catch (error) {
    const problem = problemOf(error);
    return problem ? `${problem.file}:${problem.line}:${problem.column} ${problem.message}` : '';
  }
}
