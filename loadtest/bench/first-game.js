/**
 * Measures the way of a new author, from nothing to a game of theirs on a phone and a screen: `node loadtest/bench/first-game.js`. It
 * clones the last commit, runs three commands as they stand in README.md, chooses the game in the panel, and changes a word of it.
 */

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { launchChromium } from '../../check/browser/chromium.js';
import { ROOT } from '../../lib/http/page-paths.js';
import { printTable } from './table.js';

const LIMIT_S = 180;
const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
const cwd = join(folder, 'mass-mobile');
/** @type {[string, string][]} */
const rows = [];
const beganMs = performance.now();
const note = (/** @type {string} */ step) =>
  void rows.push([step, ((performance.now() - beganMs) / 1000).toFixed(1)]);

/** Starts the server of an author, in a group of its own, because npm starts it. */
function startDev() {
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', OPERATOR_KEY: '' };
  const server = spawn('npm', ['run', 'dev'], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    end: () => process.kill(-(server.pid ?? 0), 'SIGTERM'),
    /** @returns {Promise<string>} the link of the control panel */
    control: new Promise((resolve, reject) => {
      let text = '';
      server.stdout.on('data', (/** @type {Buffer} */ bytes) => {
        text += bytes;
        const [link] = /http:\S+\/control#key=\S+/.exec(text) ?? [];
        if (link) resolve(link);
      });
      server.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${text}`)));
    }),
  };
}

try {
  await run('git', ['clone', '--quiet', ROOT, cwd]);
  note('git clone');
  await run('npm', ['ci', '--omit=dev'], { cwd });
  note('npm ci --omit=dev');
  await run('npm', ['run', 'new-game', 'beat', '--', '--from', 'taps'], { cwd });
  note('npm run new-game beat -- --from taps');
  const server = startDev();
  try {
    const control = await server.control;
    note('npm run dev');
    const browser = await launchChromium();
    const open = async (
      /** @type {string} */ path,
      /** @type {number} */ width,
      /** @type {number} */ height,
    ) => {
      const page = await browser.newPage({ viewport: { width, height } });
      await page.goto(new URL(path, control).href);
      return page;
    };
    const phone = await open('/', 390, 844);
    const screen = await open('/playfield', 1280, 720);
    const panel = await open(control, 1440, 900);
    await panel.locator('.game', { hasText: 'Beat' }).click();
    await phone.getByText('Tap along').waitFor();
    await screen.locator('.beat-row').first().waitFor();
    note('it is on a phone and a screen');
    const file = join(cwd, 'games/beat/phone.js');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Tap along', 'Here we are'));
    await phone.getByText('Here we are').waitFor();
    note('a changed word is on the phone');
    await browser.close();
  } finally {
    server.end();
  }
  printTable('From git clone to a game of your own', ['step', 's since the start'], rows);
  // The code says whether it took less than three minutes.
  process.exitCode = performance.now() - beganMs < LIMIT_S * 1000 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
