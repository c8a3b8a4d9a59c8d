#!/usr/bin/env node
/**
 * Proves that floods stay outside, with a picture for each: `node loadtest/floods/run.js line names …` or `all`. The real
 * server has a core, the generator and those who watch another. It ends with the code of the worst flood, as a run of
 * the lab does.
 */

/** @import { Outcome } from '../types.js' */
/** @import { Flood } from './floods.js' */
/** @import { Size } from './play.js' */

import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { orRefuse, readCommand } from '../harness/command-line.js';
import { LabError } from '../harness/errors.js';
import { chosenOf, openStage } from '../harness/plays.js';
import { undisturbed } from '../harness/undisturbed.js';
import { judge, tell } from '../overload/judge.js';
import { reportOf, savePicture } from '../overload/picture.js';
import { FLOODS } from './floods.js';
import { limitsOf } from './limits.js';
import { notesOf, pictureOf } from './panels.js';
import { OBSERVERS, play } from './play.js';
import { HEAD, rowOf } from './table.js';

const { names, options } = orRefuse(() =>
  readCommand({ seconds: 0, around: 10, phones: 0, share: 1, plays: 3, server: '' }),
);
const { share, around, plays } = options;
/** There is room for all, where nobody has to wait in line. */
const PLACES = 5000;
/** A flood that says nothing of it has these. */
const USUAL = { phones: 500, seconds: 60 };
const chosen = chosenOf(names, FLOODS, 'flood');
const root = options.server === '' ? undefined : orRefuse(() => checkoutOf(options.server));
const stage = openStage();
/** @type {string[]} */
const rows = [];
await stage.each(chosen, flood);
console.log(['', ...HEAD, ...rows].join('\n'));

/** @param {[name: string, flood: Flood]} one @returns {Promise<Outcome>} */
async function flood([name, each]) {
  const whole = { ...USUAL, ...each };
  const phones = options.phones || whole.phones;
  const seconds = options.seconds || whole.seconds;
  /** @type {Size} */
  const size = { phones, hz: 10, share, beforeS: around, seconds, afterS: around };
  const played = await undisturbed(
    () => playOnce(name, each, size),
    (because) => console.log(`Again: ${name}. ${because}`),
    plays,
  );
  const { measured, outcome } = played;
  const file = reportOf(`flood-${name}`);
  await savePicture(file, played, pictureOf(each, measured));
  tell(name, played, relative(process.cwd(), file));
  for (const note of notesOf(measured)) console.log(`  ${note}`);
  rows.push(rowOf(name, limitsOf(each), played));
  return outcome;
}

/** @param {string} name @param {Flood} each @param {Size} size */
function playOnce(name, each, size) {
  const { cores, signal } = stage;
  const places = each.places === undefined ? PLACES : size.phones + OBSERVERS + each.places;
  const env = { LOADTEST: 'off', LOG_LEVEL: 'info', MAX_PLAYERS: String(places), ...each.env };
  return stage.withServer({ env, root }, async (server, logFile) => {
    const measured = await play(name, each, size, { server, logFile, cores, signal });
    // Neighbours who come when it is over spoil nothing.
    const looks = measured.looks.filter(({ atS }) => atS < measured.flooded.toS);
    return { ...judge(limitsOf(each), { ...measured, looks }, null), measured };
  });
}

/** @param {string} folder @throws {LabError} */
function checkoutOf(folder) {
  if (existsSync(resolve(folder, 'server.js'))) return resolve(folder);
  throw new LabError(`--server "${folder}" is no checkout: give the folder of one.`);
}
