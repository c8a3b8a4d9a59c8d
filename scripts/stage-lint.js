/** The lint of stage code: what `game.js` reaches by its imports must give the same state for the same windows. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { CHANCE, CLOCK, OUTSIDE } from '../check/outside.js';

const IMPORTS =
  "Stage code imports 'mass-mobile', files of its own game and fold-text.js, pictures.js and scoring.js of public/shared, nothing else.";
/** Points, addresses and typed texts are checked in pages too, which cannot import 'mass-mobile': the editor of a quiz shows it by its own rules. */
const SHARED = '(\\.\\./)+public/shared/(fold-text|pictures|scoring)\\.js$';
const FILES =
  'The folder import/ reads and writes files, off the stage: only game.js names it, in content, resultsIn and reports.';

const CLOCKS = ['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];
const OUTSIDE_GLOBALS = ['process', 'console', 'fetch', 'globalThis', 'window', 'document', 'navigator'];

/** `import … from './x.js'` and `export … from './x.js'`, at the start of a line as oxfmt writes them. */
const FROM = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"](\.[^'"]+)['"]/gm;

/**
 * All stage code of a folder of games: every `game.js`, and what it reaches by imports in its own folder. The folder
 * `import/` of a game is left out: its code serves `content.importers`, `content.exporters`, `resultsIn` and `reports`, not the stage.
 * @param {string} folder of the games
 * @returns {string[]} paths below `folder`, sorted, with slashes
 */
export function stageFiles(folder) {
  return readdirSync(folder)
    .filter((id) => existsSync(join(folder, id, 'game.js')))
    .flatMap((id) => reached(join(folder, id)))
    .map((file) => relative(folder, file).split(sep).join('/'))
    .sort();
}

/** @param {string} game its folder @returns {string[]} paths */
function reached(game) {
  const found = new Set([join(game, 'game.js')]);
  for (const file of found) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(FROM)) {
      const next = join(dirname(file), path);
      const [first] = relative(game, next).split(sep);
      if (first !== '..' && first !== 'import' && existsSync(next)) found.add(next);
    }
  }
  return [...found];
}

/**
 * The part of an ESLint configuration that holds stage code to its rules.
 * @param {string} folder of the games, from where ESLint runs: `games`
 * @param {string[]} files as `stageFiles` gives them
 * @returns {import('eslint').Linter.Config[]}
 */
export function stageLint(folder, files) {
  const depths = [...new Set(files.map(depthOf))];
  return depths.map((depth) => ({
    files: files.filter((file) => depthOf(file) === depth).map((file) => `${folder}/${file}`),
    rules: {
      'no-restricted-globals': [
        'error',
        ...CLOCKS.map((name) => ({ name, message: CLOCK })),
        ...OUTSIDE_GLOBALS.map((name) => ({ name, message: OUTSIDE })),
        { name: 'crypto', message: CHANCE },
      ],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: CHANCE }],
      'no-restricted-imports': ['error', { patterns: importsAt(depth) }],
      'no-restricted-syntax': ['error', { selector: 'ImportExpression', message: OUTSIDE }],
    },
  }));
}

/** `game.js` itself, beside the depths of other files. */
const GAME = -1;

/** @param {string} file @returns {number} how deep its folder lies below its game's */
function depthOf(file) {
  return file.endsWith('/game.js') ? GAME : file.split('/').length - 2;
}

/** @param {number} depth as `depthOf` gives it */
function importsAt(depth) {
  const up = Math.max(0, depth);
  const own = up === 0 ? '\\./' : `\\./|(\\.\\./){1,${up}}(?!\\.\\.)`;
  const patterns = [{ regex: `^(?!${own}|mass-mobile$|${SHARED})`, message: IMPORTS }];
  if (depth !== GAME)
    patterns.push({ regex: up === 0 ? '^\\./import/' : `^(\\.\\./){${up}}import/`, message: FILES });
  return patterns;
}
