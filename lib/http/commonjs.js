/** One ES module made of a CommonJS package that has no build for browsers. */

import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const REQUIRED = /\brequire\('(\.[^']+)'\)/g;

/**
 * Makes one ES module of a CommonJS file and of all that it requires by relative paths. Each file becomes a function that
 * runs once, as in Node. It fits code that requires by plain string literals and no other packages; nothing is rewritten.
 * @param {string} entry absolute path of the file
 * @returns {string} a module whose default export is `module.exports` of `entry`
 * @throws {Error} where a file cannot be read
 */
export function bundleCommonJs(entry) {
  const root = dirname(entry);
  /** @type {Map<string, string>} */
  const files = new Map();
  const pending = [`./${posix.basename(entry)}`];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (files.has(path)) continue;
    const text = readFileSync(join(root, path), 'utf8');
    files.set(path, text);
    for (const [, wanted] of text.matchAll(REQUIRED)) pending.push(resolve(path, String(wanted)));
  }
  const parts = [...files].map(
    ([path, text]) => `${JSON.stringify(path)}: (module, exports, require) => {\n${text}\n}`,
  );
  return `const files = {\n${parts.join(',\n')}\n};\n${LOADER}\nexport default load(${JSON.stringify(`./${posix.basename(entry)}`)});\n`;
}

const LOADER = `const loaded = new Map();
function load(path) {
  if (loaded.has(path)) return loaded.get(path).exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const require = (wanted) => load(resolve(path, wanted));
  files[path](module, module.exports, require);
  return module.exports;
}
${String(resolve)}`;

/** Is part of the bundle too, so it must need nothing from outside. @param {string} from @param {string} wanted @returns {string} */
function resolve(from, wanted) {
  const names = from.split('/').slice(0, -1);
  for (const name of wanted.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.') names.push(name);
  }
  const path = names.join('/');
  return path.endsWith('.js') ? path : `${path}.js`;
}
