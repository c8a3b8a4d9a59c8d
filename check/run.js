#!/usr/bin/env node
/**
 * Checks one game, in seconds, with what `npm install --omit=dev` installs. It ends with 1 where something is wrong.
 *
 *   npm run check-game drum             the folder of this name in games/, or in GAMES_DIR
 *   npm run check-game ../mine/drum     any folder of a game
 */

/** @import { FromThread } from './worker.js' */

import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { suggestion } from '../lib/contract/nearest.js';
import { messageOf } from '../lib/errors.js';
import { folderOf, gamesIn, loadGame } from '../lib/load-games.js';
import { OWN_GAMES } from '../lib/settings.js';
import { checkInThread } from './thread.js';

/** Bots who play while its pages are open. */
const CROWD = 20;

const [name = ''] = process.argv.slice(2);
if (name === '' || name.startsWith('-')) {
  process.stderr.write(
    'Which game? "npm run check-game drum" checks a folder of games/, or of GAMES_DIR, "npm run check-game path/to/drum" any other one.\n',
  );
  process.exit(2);
}
const games = resolve(process.env['GAMES_DIR'] ?? OWN_GAMES);
const folder = /[/\\.]/.test(name) ? resolve(name) : folderOf(games, name);
if (!existsSync(folder)) {
  const known = gamesIn(games);
  process.stderr.write(
    `There is no folder ${folder}. Games: ${known.join(', ')}${suggestion(name, known)}\n`,
  );
  process.exit(2);
}
const beganMs = performance.now();
/** The problems, and the checks that found each. @type {Map<string, string[]>} */
const found = new Map();
let notLooked = '';
const { figures, ...done } = await checkInThread(
  { folder, id: basename(folder), isMeasured: true },
  {
    onTitle: (title) => void process.stdout.write(`${title} (${folder})\n\n`),
    onProblem: note,
  },
).done;
let { checks } = done;
if (figures) {
  for (const problem of figures.problems) note(problem);
  await lookAtPages();
}
report();

/** @param {string} problem @param {string} [check] that found it */
function note(problem, check = '') {
  found.set(problem, [...(found.get(problem) ?? []), check]);
}

/** A browser is not needed to install a show, nor are the packages that drive one. */
async function lookAtPages() {
  const opened = await openBrowser().catch((error) => void (notLooked = messageOf(error)));
  if (!opened) return;
  const check = 'its pages in Chromium';
  checks += 1;
  try {
    const { browser, checkInBrowser } = opened;
    const loaded = await loadGame(folder, basename(folder));
    for (const problem of await checkInBrowser(loaded, { crowd: CROWD, browser })) note(problem, check);
  } catch (error) {
    note(messageOf(error), check);
  }
}

/** @throws {Error} a package is missing, or Chromium */
async function openBrowser() {
  const { launchChromium } = await import('./browser/chromium.js');
  const browser = await launchChromium();
  const { checkInBrowser } = await import('./browser/show.js');
  return { browser, checkInBrowser };
}

function report() {
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
  for (const [problem, [first, ...more]] of found) {
    const others = more.length > 0 ? `, and ${more.length} more` : '';
    process.stdout.write(`  ✗ ${problem}\n${first ? `      ${first}${others}\n` : ''}`);
  }
  if (figures) process.stdout.write(`${tableOf(figures)}\n`);
  if (notLooked) process.stdout.write(`\n  Its pages were not opened: ${notLooked}\n`);
  process.stdout.write(
    found.size > 0
      ? `\n${found.size} found, in ${seconds} s.\n`
      : `\nAll ${checks} checks hold, in ${seconds} s${notLooked ? '' : ', its pages in Chromium among them'}.\n`,
  );
  process.exitCode = found.size > 0 ? 1 : 0;
}

/** @param {NonNullable<FromThread['figures']>} figures */
function tableOf({ bots, rows }) {
  const lines = rows.map(({ hook, calls, medianMs, bytes }) =>
    [
      hook.padEnd(10),
      (calls > 0 ? `${(1000 * medianMs).toFixed(medianMs < 0.01 ? 1 : 0)} µs` : '').padStart(10),
      (bytes === null ? '' : `${bytes.toLocaleString('en')} bytes`).padStart(16),
    ].join(''),
  );
  return [`  With ${bots} bots (median of each call):`, ...lines.map((line) => `  ${line.trimEnd()}`)].join(
    '\n',
  );
}
