/**
 * Measures how long a saved file of a game takes to the open pages in `npm run dev`: `node loadtest/bench/save.js`. From the end of the write
 * until the page has run the new module, applied the new rules or shows the new title, as the page is asked every few milliseconds.
 */

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { openShow } from '../../check/browser/show.js';
import { ROOT } from '../../lib/http/page-paths.js';
import { readOptions } from '../harness/command-line.js';
import { spreadOf } from '../verdict/spread.js';
import { printTable, written } from './table.js';

const GAME = 'tug';
/** The check of the game, which follows a save, is over by then, and the machine is quiet again. */
const QUIET_MS = 2500;

/** @type {Record<string, { page: 'phone' | 'playfield' | 'panel', change: (text: string, n: number) => string }>} by file */
const KINDS = {
  'phone.js': { page: 'phone', change: addLine },
  'phone/part.js': { page: 'phone', change: addLine },
  'playfield.js': { page: 'playfield', change: addLine },
  'panel.js': { page: 'panel', change: addLine },
  'strings/en.js': { page: 'phone', change: addLine },
  'style.css': { page: 'phone', change: (text, n) => `${text}\n:root { --saved: ${n}; }\n` },
  'game.js': { page: 'playfield', change: (text, n) => text.replace(/title: '.*?'/, `title: 'Title ${n}'`) },
};

/** @param {string} text of a module @param {number} n */
function addLine(text, n) {
  return `${text}\nglobalThis.saved = Math.max(globalThis.saved ?? 0, ${n});\n`;
}

/** @param {number} n @returns {boolean} this page has what was saved then */
function hasIt(n) {
  const inRules = getComputedStyle(document.documentElement).getPropertyValue('--saved');
  return (
    Reflect.get(globalThis, 'saved') === n ||
    Number(inRules) === n ||
    document.body.textContent.includes(`Title ${n}`)
  );
}

const { saves, bots } = readOptions({ saves: 20, bots: 20 });
const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-'));
for (const id of ['lobby', GAME]) await cp(join(ROOT, 'games', id), join(folder, id), { recursive: true });
// It has no files of these kinds.
for (const [file, text] of Object.entries({
  'panel.js': 'export function mount() {}\n',
  'strings/en.js': 'export default {};\n',
  'phone/part.js': 'export const PART = 1;\n',
}))
  await mkdir(join(folder, GAME, file, '..'), { recursive: true }).then(() =>
    writeFile(join(folder, GAME, file), text),
  );
const own = join(folder, GAME, 'phone.js');
await writeFile(own, `import './phone/part.js';\n${await readFile(own, 'utf8')}`);
const show = await openShow(folder, { crowd: bots, isDev: true });
try {
  await show.ask('switch', GAME, { sure: true });
  let n = 0;
  const rows = [];
  for (const [file, { page, change }] of Object.entries(KINDS)) {
    const path = join(folder, GAME, file);
    const text = await readFile(path, 'utf8');
    const times = [];
    for (let save = 0; save < saves; save++) {
      await wait(QUIET_MS);
      await writeFile(path, change(text, ++n));
      const fromMs = performance.now();
      await show.pages[page].waitForFunction(hasIt, n, { polling: 5 });
      times.push(performance.now() - fromMs);
    }
    rows.push([file, page, written(spreadOf(times))]);
  }
  const head = [`${saves} saves each, ${bots} bots`, 'seen on', 'ms, median (quartiles)'];
  printTable(`A file of ${GAME} that is saved`, head, rows);
} finally {
  await show.close();
  await rm(folder, { recursive: true });
}
