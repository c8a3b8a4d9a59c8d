#!/usr/bin/env node
/**
 * Begins a game: copies an example, and gives it its name.
 *
 *   npm run new-game drum                       from a poll, the smallest one
 *   npm run new-game drum -- --from taps        from another one: taps, level, submit, cards
 *   GAMES_DIR=~/games npm run new-game drum     in a folder of your own
 */

import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { suggestion } from '../lib/contract/nearest.js';
import { GAME_ID } from '../lib/load-games.js';
import { OWN_GAMES } from '../lib/settings.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The examples, by what people do in each. @type {Record<string, { example: string, about: string }>} */
const KINDS = {
  vote: { example: 'poll', about: 'everybody votes, and may change their mind: the smallest one' },
  taps: { example: 'drum', about: 'taps count once, when they fell: the room writes a beat' },
  level: { example: 'maze', about: 'a thumb counts as long as it is held: the room steers one light' },
  submit: { example: 'relay', about: 'no answer gets lost, and a host looks at each: a story, word by word' },
  cards: { example: 'bingo', about: 'each phone has something of its own: bingo' },
};

const USAGE = `
  npm run new-game drum -- --from taps

--from is what people do in it:
${Object.entries(KINDS)
  .map(([kind, { about }]) => `  ${kind.padEnd(8)}${about}`)
  .join('\n')}
`;

try {
  // npm takes what stands before its own `--` for itself, and hands it on like this.
  const fallback = process.env['npm_config_from'] ?? 'vote';
  const options = /** @type {const} */ ({ from: { type: 'string', default: fallback } });
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  process.stdout.write(begin(positionals, values.from));
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 2;
}

/** @param {readonly string[]} names @param {string} from @returns {string} for the console @throws {Error} */
function begin([id = '', ...others], from) {
  if (id === '' || others.length > 0) throw new Error(`What is it called, in one word?\n${USAGE}`);
  if (!GAME_ID.test(id))
    throw new Error(
      `"${id}" cannot be the name of a game: lower-case letters, digits and -, starting with a letter, 31 at most.`,
    );
  const found = Object.entries(KINDS).find(([kind, { example }]) => [kind, example].includes(from));
  if (!found)
    throw new Error(`There is no example for "${from}"${suggestion(from, Object.keys(KINDS))}\n${USAGE}`);
  const gamesDir = resolve(process.env['GAMES_DIR'] ?? OWN_GAMES);
  const folder = join(gamesDir, id);
  if (existsSync(folder)) throw new Error(`${folder} is there already: choose another name.`);
  const [, { example }] = found;
  const title = id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');
  cpSync(join(ROOT, 'examples', example), folder, { recursive: true });
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.(js|css)$/.test(path)) rename(join(folder, path), { example, id, title });
  const isOutside = relative(ROOT, gamesDir).split(sep)[0] === '..';
  if (isOutside) link(gamesDir);
  const set = isOutside ? `GAMES_DIR=${gamesDir} ` : '';
  return `${folder} is a game, made of examples/${example}.

  ${set}npm run dev
      prints the addresses of the phone page, the screen and the control panel. Open all three, and choose
      ${title} in the panel. What you save is on the open pages in a moment.
  ${set}npm run check-game ${id}
      says what is wrong with it.
  node --test ${relative('', join(folder, 'game.test.js'))}
      runs its own tests.

Begin with ${join(folder, 'game.js')}; docs/games.md has the rest.
`;
}

/** @param {string} file @param {{ example: string, id: string, title: string }} names */
function rename(file, { example, id, title }) {
  const text = readFileSync(file, 'utf8')
    .replaceAll(new RegExp(`\\b${example}\\b`, 'g'), id)
    .replace(/^\/\*\* [^:\n]+:/, `/** ${title}:`)
    .replace(/(?<=^ {2}title: ')[^']+/m, title);
  writeFileSync(file, text);
}

/** Lets editors, and tests of one's own, find what the server finds anyway. @param {string} gamesDir outside the checkout */
function link(gamesDir) {
  const compilerOptions = {
    ...{ checkJs: true, strict: true, noEmit: true, module: 'nodenext', target: 'es2022' },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: [], skipLibCheck: true },
    // `../../public/…` is a path beside this folder, and lies in the checkout.
    rootDirs: ['..', ROOT],
  };
  const files = {
    'package.json': { private: true, type: 'module' },
    'jsconfig.json': { compilerOptions, exclude: ['**/node_modules', '**/*.test.js'] },
  };
  for (const [name, about] of Object.entries(files)) {
    const file = join(gamesDir, name);
    if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(about, null, 2)}\n`);
  }
  const linked = join(gamesDir, 'node_modules/mass-mobile');
  mkdirSync(dirname(linked), { recursive: true });
  if (!existsSync(linked)) symlinkSync(ROOT, linked, 'dir');
}
