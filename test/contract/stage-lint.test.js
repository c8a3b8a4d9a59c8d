/** The lint of stage code follows a game's imports, and names the file and the line. */

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ESLint } from 'eslint';
import { stageFiles, stageLint } from '../../scripts/stage-lint.js';
import { tempFolder } from '../support/server.js';

const GAME = {
  'game.js': `import { defineGame } from 'mass-mobile';
import { tick } from './rules.js';
import { parse } from './import/read.js';
export default defineGame({ tick, content: { importers: [{ parse }] } });
`,
  'rules.js': `import {
  roll,
} from './shared/dice.js';
export const tick = (state) => roll(state);
`,
  'shared/dice.js': `export * from '../shared/more.js';
export const roll = () => 4;
`,
  'shared/more.js': 'export const more = 1;\n',
  'import/read.js': `import { inflateSync } from 'node:zlib';
export const parse = () => [inflateSync, Date.now()];
`,
  'phone.js': 'export const mount = () => setTimeout(() => Math.random(), 9);\n',
};

/** @param {test.TestContext} t @param {Record<string, string>} [changes] @returns {Promise<string[]>} `file:line: sentence` */
async function lint(t, changes = {}) {
  const root = await tempFolder(t);
  for (const [name, text] of Object.entries({ ...GAME, ...changes })) {
    const path = join(root, 'games/dice', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const overrideConfig = stageLint('games', stageFiles(join(root, 'games')));
  const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig });
  const results = await eslint.lintFiles(['games']);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message }) => `${filePath.slice(root.length + 7)}:${line}: ${message}`),
  );
}

test('stage code is what game.js reaches, without the folder import/ and the pages', async (t) => {
  assert.deepEqual(await lint(t), []);
});

/** Where a slip is made, what it is, and what is said. @type {Record<string, [file: string, text: string, says: RegExp]>} */
const SLIPS = {
  'chance, two imports away': [
    'shared/dice.js',
    "export * from '../shared/more.js';\n\nexport const roll = () => Math.random();\n",
    /^dice\/shared\/dice\.js:3: .*ctx\.random\(\)/,
  ],
  'a clock, behind a re-export': [
    'shared/more.js',
    'export const more = () => Date.now();\n',
    /^dice\/shared\/more\.js:1: .*ctx\.nowMs/,
  ],
  'the disk': [
    'rules.js',
    "import 'node:fs';\nexport const tick = () => 0;\n",
    /^dice\/rules\.js:1: .*files of its own game/,
  ],
  'a file outside its folder': [
    'shared/dice.js',
    "import '../../other/rules.js';\nexport const roll = () => 4;\n",
    /^dice\/shared\/dice\.js:1: .*files of its own game/,
  ],
  'what reads files': [
    'shared/dice.js',
    "import { parse } from '../import/read.js';\nexport const roll = parse;\n",
    /^dice\/shared\/dice\.js:1: .*only game\.js names it/,
  ],
};
for (const [slip, [file, text, says]] of Object.entries(SLIPS)) {
  test(`found: ${slip}`, async (t) => {
    const found = await lint(t, { [file]: text });
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', says);
  });
}
