/** The pages of a game as a browser will meet them: whether their modules and styles can be read, and what they ask the game for. */

/** @import { BuildFailure, Message } from 'esbuild' */
/** @import { LoadedGame } from '../lib/contract/types.js' */

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { suggestion } from '../lib/contract/nearest.js';
import { messageOf } from '../lib/errors.js';
import { PAGE_PREFIX, createAddresses, pathsOf } from '../lib/http/page-paths.js';

/** A phone page has 56 KB before a game, gzipped, and 2,000 phones ask at once: 64 KB more take a hall's line of 100 Mbit/s 10 s. */
const PHONE_BYTES = 64 * 1024;
/** Modules of the panel may import what its page has in an import map; the other pages have none. */
const WITH_IMPORT_MAP = new Set(['panel.js']);

/** @param {LoadedGame} loaded @returns {Promise<string[]>} what is wrong, such as `phone.js:5:22 Expected "}" but found "else"` */
export async function checkPages(loaded) {
  const { problems, phoneBytes } = await readPages(loaded);
  const kb = Math.ceil(phoneBytes / 1024);
  const tooLarge = `phone.js and style.css are ${kb} KB gzipped, with what they import. A hall loads them at once: ${PHONE_BYTES / 1024} KB are the most`;
  return [...problems, ...(phoneBytes > PHONE_BYTES ? [tooLarge] : []), ...(await askedOfGame(loaded))];
}

/**
 * Reads all modules and styles of a game, with what they import.
 * @param {LoadedGame} loaded @returns {Promise<{ problems: string[], phoneBytes: number }>} phoneBytes: gzipped, of what phones load for it
 */
export async function readPages(loaded) {
  const { id, folder, card } = loaded;
  const { build, stop } = await import('esbuild');
  const base = `/games/${id}/`;
  const pathOf = pathsOf(new Map([[id, loaded]]));
  const pages = [card.files.phone, card.files.playfield, card.files.panel, card.files.remote].filter(
    (file) => file !== undefined,
  );
  const styles = (await filesOf(folder, '.css')).map((name) => base + name);
  /** @type {Set<string>} */
  const problems = new Set();
  let phoneBytes = 0;
  /** @param {Message[]} messages of which only those of its own files concern an author */
  const note = (messages) => {
    for (const { text, location, notes } of messages) {
      const file = location?.file.replace(PAGE_PREFIX, '') ?? '';
      if (!location || !file.startsWith(base)) continue;
      const more = notes.map((one) => `; ${one.text}${one.location ? ` line ${one.location.line}` : ''}`);
      problems.add(
        `${file.slice(base.length)}:${location.line}:${location.column + 1} ${text}${more.join('')}`,
      );
    }
  };

  /** @param {string} entry */
  async function read(entry) {
    // Vendored libraries are there whatever a game does.
    const isPart = (/** @type {string} */ address, /** @type {string} */ kind) =>
      ['import-statement', 'dynamic-import'].includes(kind) && !address.startsWith('/vendor/');
    const { plugin } = createAddresses(pathOf, isPart);
    const file = entry.slice(base.length);
    try {
      const { warnings, metafile, outputFiles } = await build({
        ...{ entryPoints: [entry], outfile: entry, plugins: [plugin], bundle: true, write: false },
        ...{ format: 'esm', minifyWhitespace: true, metafile: true, logLevel: 'silent' },
      });
      note(warnings);
      const [output] = Object.values(metafile.outputs);
      if (entry === card.files.phone || entry === card.files.style)
        phoneBytes += gzipSync(outputFiles[0]?.contents ?? '').length;
      for (const { path, external } of output?.imports ?? [])
        if (external && /^(https?:)?\/\//.test(path))
          problems.add(
            `${file} loads ${path}, and pages load nothing from other servers: put it into assets/`,
          );
      if (file.endsWith('.css')) return;
      if (!output?.exports.includes('mount')) problems.add(`${file} must export mount, a function`);
      for (const { path, external, kind } of output?.imports ?? [])
        if (external && kind === 'import-statement' && !/^\.{0,2}\//.test(path) && !WITH_IMPORT_MAP.has(file))
          problems.add(`${file} imports "${path}", and a page finds modules by address only: import a file`);
    } catch (error) {
      const before = problems.size;
      note(/** @type {Partial<BuildFailure>} */ (error).errors ?? []);
      if (problems.size === before) problems.add(`${file}: ${messageOf(error)}`);
    }
  }

  try {
    await Promise.all([...pages, ...styles].map(read));
  } finally {
    await stop();
  }
  return { problems: [...problems], phoneBytes };
}

/** Looks for what pages submit and run that game.js does not define. @param {LoadedGame} loaded */
async function askedOfGame({ folder, game }) {
  const known = { submit: Object.keys(game.submit), run: Object.keys(game.actions) };
  const files = (await filesOf(folder, '.js')).filter((name) =>
    /^(phone|playfield|panel|remote)\b/.test(name),
  );
  const found = files.map(async (file) => {
    const code = await readFile(join(folder, file), 'utf8');
    return [...code.matchAll(/\bhost\.(submit|run)\(\s*(['"])([^'"]+)\2/g)]
      .map(([, how, _quote, name = '']) => ({ how: /** @type {'submit' | 'run'} */ (how), name }))
      .filter(({ how, name }) => !known[how].includes(name))
      .map(({ how, name }) => {
        const what = how === 'submit' ? 'submit' : 'actions';
        return `${placeOf(file, code, name)} calls host.${how}('${name}'), and game.js has no ${what}.${name}${suggestion(name, known[how])}`;
      });
  });
  return (await Promise.all(found)).flat();
}

/**
 * @param {string} folder of a game @param {string} ending
 * @returns {Promise<string[]>} its files, without tests, packages, and the folder import/, which no page reads
 */
export async function filesOf(folder, ending) {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith(ending) && !name.endsWith('.test.js'))
    .filter((name) => !/(^|\/)(node_modules|import|test)\//.test(name))
    .sort();
}

/** @param {string} file @param {string} code @param {string} literal in it, in quotes of either kind @returns {string} such as `phone.js:12:7` */
export function placeOf(file, code, literal) {
  const at = [`'${literal}'`, `"${literal}"`].map((text) => code.indexOf(text)).filter((found) => found >= 0);
  const before = code.slice(0, Math.min(...at)).split('\n');
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
