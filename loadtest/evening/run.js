#!/usr/bin/env node
/**
 * Plays a whole evening by its run sheet, and tells what it was like: `node loadtest/evening/run.js`, with `--bots 200` and
 * `--pictures <folder>`. The server, its games and the browser are real; ../README.md says what is measured.
 *
 * The limit for an empty or a dead screen is `--most 1500` ms. A page of the same browser that shows nothing counts its frames as
 * well: where that had to wait for one for half of the limit, the machine was too busy, and the run is disturbed.
 */

/** @import { Outcome } from '../types.js' */
/** @import { Evening } from './evening.js' */
/** @import { Hall } from './hall.js' */
/** @import { Seen } from './screen-watch.js' */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../../check/browser/chromium.js';
import { openOne } from '../../test/support/layouts/one.js';
import { createScope } from '../faults/scope.js';
import { orRefuse, readOptions } from '../harness/command-line.js';
import { OUTCOMES } from '../verdict/outcomes.js';
import { playEvening } from './evening.js';
import { openHall } from './hall.js';
import { tablesOf } from './ledger.js';
import { countFrames, pauseOf } from './screen-watch.js';

const options = orRefuse(() => readOptions({ bots: 200, most: 1500, pictures: '' }));
const scope = createScope();
const fromMs = performance.now();
const say = (/** @type {string} */ sentence) =>
  console.log(`${((performance.now() - fromMs) / 1000).toFixed(1).padStart(6)} s  ${sentence}`);
try {
  process.exitCode = OUTCOMES[await play()].code;
} finally {
  await scope.close();
}

/** @returns {Promise<Outcome>} */
async function play() {
  const show = await openOne(scope, { STAGE: 'thread' });
  const browser = await launchChromium();
  scope.after(() => browser.close());
  const idle = await (await browser.newContext()).newPage();
  await countFrames(idle);
  await idle.goto('data:text/html,<title>Nothing</title>');
  const hall = await openHall(scope, { show, browser, bots: options.bots, wide: true });
  say(`${options.bots} bots and ${hall.phones.length} phones are in.`);
  const evening = await playEvening(hall, { say, see: (name) => takePictures(hall, name) });
  const screens = await Promise.all(hall.watches.map((watch) => watch.stop()));
  return tell(hall, evening, screens, await pauseOf(idle));
}

/** @param {Hall} hall @param {string} name */
async function takePictures({ screen, desk, remote, moderator, phones }, name) {
  if (options.pictures === '') return;
  await mkdir(options.pictures, { recursive: true });
  const pages = { screen, desk, remote, moderator, phone: phones[0] };
  for (const [who, page] of Object.entries(pages))
    await page?.screenshot({ path: join(options.pictures, `${name} - ${who}.png`) });
}

/** @param {Hall} hall @param {Evening} evening @param {readonly Seen[]} screens @param {number} idleMs @returns {Outcome} */
function tell({ ledger, crowd, faults, presses, closed }, { sheets, shown, goMs }, screens, idleMs) {
  const { lost, doubled, invented } = ledger.compare(tablesOf(sheets), shown);
  const blanks = screens.flatMap((screen) => screen.blanks);
  const emptyMs = Math.max(0, ...blanks.map(({ ms }) => ms));
  const pauseMs = Math.max(...screens.map((screen) => screen.pauseMs));
  const { faults: botFaults, reconnects } = crowd.stats();
  const rows = {
    'answers that were accepted': ledger.all,
    'of these not in the results': lost.length,
    'twice in the results': doubled.length,
    'in the results, and never told so': invented.length,
    'presses of the host': `${presses}, ${closed} of them to close a question before its time`,
    'reconnects of bots': reconnects,
    'faults of bots': botFaults,
    'pictures of the screen': screens.reduce((sum, { samples }) => sum + samples.length, 0),
    'without a picture once there was one, ms':
      blanks
        .filter(({ isOpening }) => !isOpening)
        .map(({ ms, atMs, game }) => `${Math.round(ms)} (${game}, after ${(atMs / 1000).toFixed(1)} s)`)
        .join(', ') || 'never',
    'a screen that opens: its first picture, ms': screens
      .map(({ firstMs = NaN }) => Math.round(firstMs))
      .join(', '),
    'longest pause between two frames, ms': Math.round(pauseMs),
    'the same of an idle page, ms': Math.round(idleMs),
    'GO to the game on the screen, ms': Object.entries(goMs)
      .map(([cue, ms]) => `${cue} ${Math.round(ms)}`)
      .join(', '),
  };
  console.log('');
  for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(44)} ${value}`);
  for (const sentence of [...lost, ...doubled]) console.log(`  ${sentence}`);
  for (const text of faults().filter(isOurs)) console.log(`  a page said: ${text}`);
  const outcome = judge({
    isKept: lost.length + doubled.length === 0,
    darkMs: Math.max(emptyMs, pauseMs),
    idleMs,
  });
  console.log(`\n${OUTCOMES[outcome].word}. ${OUTCOMES[outcome].meaning}`);
  return outcome;
}

/** @param {{ isKept: boolean, darkMs: number, idleMs: number }} found @returns {Outcome} */
function judge({ isKept, darkMs, idleMs }) {
  if (!isKept) return 'failed';
  if (darkMs <= options.most) return 'passed';
  return idleMs > options.most / 2 ? 'disturbed' : 'failed';
}

/** A server that is killed and a network that is cut are said on every console. @param {string} text */
function isOurs(text) {
  return !/WebSocket connection to|Failed to load resource|ERR_/.test(text);
}
