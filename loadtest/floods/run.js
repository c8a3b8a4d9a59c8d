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
import { parseArgs } from 'node:util';
import { messageOf } from '../../lib/errors.js';
import { EXIT } from '../harness/errors.js';
import { chosenOf, openStage } from '../harness/plays.js';
import { undisturbed } from '../harness/undisturbed.js';
import { judge, tell } from '../overload/judge.js';
import { savePicture } from '../overload/picture.js';
import { FLOODS } from './floods.js';
import { limitsOf } from './limits.js';
import { notesOf, pictureOf } from './panels.js';
import { play } from './play.js';
import { HEAD, rowOf } from './table.js';

const text = /** @type {const} */ ({ type: 'string' });
const options = {
  seconds: { ...text, default: '60' },
  around: { ...text, default: '10' },
  phones: { ...text, default: '500' },
  share: { ...text, default: '1' },
  plays: { ...text, default: '3' },
  server: { ...text, default: '' },
};
const { values, positionals } = readArguments();
/** @type {Size} */
const size = {
  ...{ phones: numberOf('phones'), hz: 10, share: numberOf('share') },
  ...{ beforeS: numberOf('around'), seconds: numberOf('seconds'), afterS: numberOf('around') },
};
/** The room that is left when the hall is in: none, where others have to wait in line. */
const PLACES = { open: 5000, watched: 20 };
const chosen = chosenOf(positionals, FLOODS, 'flood');
const root = values.server === '' ? undefined : checkoutOf(values.server);
const stage = openStage();
/** @type {string[]} */
const rows = [];
await stage.each(chosen, flood);
console.log(['', ...HEAD, ...rows].join('\n'));

/** @param {[name: string, flood: Flood]} one @returns {Promise<Outcome>} */
async function flood([name, each]) {
  const played = await undisturbed(
    () => playOnce(name, each),
    (because) => console.log(`Again: ${name}. ${because}`),
    numberOf('plays'),
  );
  const { measured, outcome } = played;
  // The pictures in docs/ are those of this checkout, whole.
  const isWhole = root === undefined && size.share === 1 && size.seconds === 60;
  const named = { ...played, outcome: isWhole ? outcome : 'incomplete' };
  const file = await savePicture(
    `flood-${name}`,
    /** @type {typeof played} */ (named),
    pictureOf(each, measured),
  );
  tell(name, played, relative(process.cwd(), file));
  for (const note of notesOf(measured)) console.log(`  ${note}`);
  rows.push(rowOf(name, limitsOf(each), played));
  return outcome;
}

/** @param {string} name @param {Flood} each */
function playOnce(name, each) {
  const { cores, signal } = stage;
  const places = each.isLineFull ? size.phones + PLACES.watched : PLACES.open;
  const env = { LOADTEST: 'off', LOG_LEVEL: 'info', MAX_PLAYERS: String(places), ...each.env };
  return stage.withServer({ env, root }, async (server, logFile) => {
    const measured = await play(name, each, size, { server, logFile, cores, signal });
    // Neighbours who come when it is over spoil nothing.
    const looks = measured.looks.filter(({ atS }) => atS < measured.flooded.toS);
    return { ...judge(limitsOf(each), { ...measured, looks }, null), measured };
  });
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    const [why] = messageOf(error).split('. ');
    return refuse(
      `${why}. There are: ${Object.entries(options)
        .map(([name, { default: usual }]) => `--${name} [${usual}]`)
        .join(', ')}.`,
    );
  }
}

/** @param {'phones' | 'seconds' | 'around' | 'share' | 'plays'} option */
function numberOf(option) {
  const value = Number(values[option]);
  if (value > 0 && Number.isFinite(value)) return value;
  return refuse(`--${option} "${values[option]}" must be a number above 0.`);
}

/** @param {string} folder */
function checkoutOf(folder) {
  if (existsSync(resolve(folder, 'server.js'))) return resolve(folder);
  return refuse(`--server "${folder}" is no checkout: give the folder of one.`);
}

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(EXIT.refused);
}
