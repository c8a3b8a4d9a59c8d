/** A game that was never in this checkout: found by GAMES_DIR, played, typed, and held to the laws. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadGame } from '../../lib/load-games.js';
import { gamesFolder } from '../support/games.js';
import { spawnServer } from '../support/process.js';
import { joinAsPhone, next, openControl, openScreen, tempFolder } from '../support/server.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');
const run = promisify(execFile);

const VOTE = {
  'game.js': `
import { defineGame, tally } from 'mass-mobile';
import { leader } from './rules.js';

export default defineGame({
  title: 'Vote',
  input: { vote: { type: 'string', enum: ['sun', 'rain'] } },
  hold: true,
  aggregate: tally('vote'),
  settings: { loud: { type: 'boolean', default: false } },
  setup: () => ({ sun: 0, rain: 0 }),
  tick: (state, sum) => sum,
  frame: (state) => ({ ...state, leader: leader(state) }),
  notice: (state, { settings }) => ({ leader: leader(state), loud: settings.loud }),
});
`,
  'rules.js': `
/** @param {{ sun: number, rain: number }} votes @returns {'sun' | 'rain' | null} */
export function leader({ sun, rain }) {
  return sun === rain ? null : sun > rain ? 'sun' : 'rain';
}
`,
  'phone.js': `
/** @import { PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root) {
  return { input: () => ({ vote: 'sun' }), notice: ({ leader }) => void (root.textContent = leader) };
}
`,
  'playfield.js': `
/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import game from './game.js' */

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root) {
  return { frame: ({ sun, rain }) => void (root.textContent = (sun - rain).toFixed()) };
}
`,
  'game.test.js': `
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStage, settingsOf } from 'mass-mobile/testing';
import game from './game.js';

test('the larger side leads', () => {
  const stage = createStage({ game, settings: settingsOf(game), seed: 1 });
  stage.tick(33, { sun: 1, rain: 3 });
  assert.equal(stage.frame().view.leader, 'rain');
});
`,
};

test('it is joined and played on a server of its own process', async (t) => {
  const server = await spawnServer(t, {
    GAMES_DIR: await gamesFolder(t, { vote: VOTE }),
    DATA_DIR: await tempFolder(t),
  });
  const { ask, welcome } = await openControl(t, server);
  assert.deepEqual(welcome.broken, []);
  assert.deepEqual(await ask('switch', 'vote'), { ok: true });
  const { socket } = await joinAsPhone(t, server.url);
  const screen = await openScreen(t, server.url);
  const seen = next(screen.socket, 'frame', ({ view }) => view.leader === 'rain');
  socket.emit('input', { vote: 'rain' });
  assert.deepEqual((await seen).view, { sun: 0, rain: 1, leader: 'rain' });
});

test('it keeps the laws of the contract', async (t) => {
  const env = {
    ...process.env,
    GAMES_DIR: await gamesFolder(t, { vote: VOTE }),
    NODE_TEST_CONTEXT: undefined,
  };
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'test/contract.test.js'], {
    cwd: ROOT,
    env,
  });
  assert.match(stdout, /Subtest: vote/);
});

test('beside a link to the package its types are inferred and its own test runs', async (t) => {
  const folder = await installed(t, VOTE);
  await run(process.execPath, [TSC, '-p', '.'], { cwd: folder });
  await run(process.execPath, ['--test'], {
    cwd: folder,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
});

/** Mistakes that only the types can find, and where: the page and the definition know of each other. */
/** @type {Record<string, [file: string, right: string, wrong: string, says: RegExp]>} */
const MISTAKES = {
  'a field that the view does not have': ['playfield.js', '{ sun, rain }', '{ sun, snow: rain }', /snow/],
  'a vote that is not in the enum': ['phone.js', "vote: 'sun'", "vote: 'snow'", /"snow"/],
  'a setting that is not there': ['game.js', 'settings.loud', 'settings.laud', /laud/],
};
for (const [mistake, [file, right, wrong, says]] of Object.entries(MISTAKES)) {
  test(`its types find ${mistake}`, async (t) => {
    const text = /** @type {Record<string, string>} */ (VOTE)[file] ?? '';
    assert.ok(text.includes(right));
    const folder = await installed(t, { ...VOTE, [file]: text.replace(right, wrong) });
    await assert.rejects(run(process.execPath, [TSC, '-p', '.'], { cwd: folder }), ({ stdout }) => {
      assert.match(stdout, new RegExp(`^${file}`));
      assert.match(stdout, says);
      return true;
    });
  });
}

for (const path of [
  '../../lib/define-game.js',
  '../../lib/contract/define-game.js',
  '../lib/contract/fold.js',
]) {
  test(`the old path ${path} is named, with the remedy`, async (t) => {
    const rules = `export { mean } from '${path}';\n`;
    const old = { ...VOTE, 'rules.js': `${rules}export const leader = () => null;\n` };
    const folder = join(await gamesFolder(t, { vote: old }), 'vote');
    await assert.rejects(loadGame(folder, 'vote'), ({ message }) => {
      assert.match(message, /vote\/rules\.js imports .+lib\/(contract\/)?(define-game|fold)\.js/);
      assert.ok(message.endsWith(`write "import { defineGame } from 'mass-mobile'" instead`), message);
      return true;
    });
  });
}

/**
 * The game as a project of its own, with the package installed by a link.
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} files
 */
async function installed(t, files) {
  const folder = await tempFolder(t);
  await mkdir(join(folder, 'node_modules'));
  await symlink(ROOT, join(folder, 'node_modules/mass-mobile'));
  const compilerOptions = {
    ...{ allowJs: true, checkJs: true, strict: true, noEmit: true, skipLibCheck: true },
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom'], types: [] },
  };
  const project = {
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.js'], exclude: ['*.test.js'] }),
  };
  for (const [name, text] of Object.entries({ ...project, ...files }))
    await writeFile(join(folder, name), text);
  return folder;
}
