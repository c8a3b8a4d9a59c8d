#!/usr/bin/env node
/**
 * Makes a backup of a show, while it goes on, and restores one. It takes the settings of the server, which say where the journal is.
 *
 *   npm run backup                      to DATA_DIR/backups
 *   npm run backup -- /media/stick      to another folder
 *   npm run restore -- <file>           a backup, the database of another data folder, or that folder; the server must be stopped
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../lib/config.js';
import { DatabaseAddress } from '../lib/journal/address.js';
import { makeBackup, restoreBackup } from '../lib/journal/backup.js';

/** @import { Contents } from '../lib/journal/backup.js' */

const USAGE = `npm run backup [-- <folder>]   makes a backup, also while the server runs
npm run restore -- <file>      puts it in the place of all that is there; stop the server before

Where the show is, the settings of the server say: DATA_DIR or --data-dir, DATABASE_URL or --database-url.
`;
const MOST_SHOWN = 5;

try {
  process.stdout.write(await run(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n\n`);
  process.exitCode = 1;
}

/** @param {string[]} args @returns {Promise<string>} for the console */
async function run([command, ...args]) {
  const path = args[0]?.startsWith('-') ? undefined : args.shift();
  const { show, dataDir, databaseUrl } = readConfig({ argv: args });
  if (show) return USAGE;
  const place = { dataDir, databaseUrl };
  const folder = join(dataDir, 'backups');
  if (command === 'make') return make(place, path ?? folder);
  if (path) return restore(place, path, folder);
  throw new Error(
    `Which one? npm run restore -- <file>\n${newestIn(folder) || `There are none in ${folder}.`}`,
  );
}

/** @param {import('../lib/journal/backup.js').Place} place @param {string} folder */
async function make(place, folder) {
  const { file, bytes, contents, loss } = await makeBackup({ ...place, folder });
  const { format } = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
  return `Backed up ${nameOf(place)}: ${sentenceOf(contents)}, ${format(bytes / 1e6)} MB. Every row was read and compared.
${loss ? `${loss}\n` : ''}${file}
`;
}

/** @param {import('../lib/journal/backup.js').Place} place @param {string} file @param {string} folder */
async function restore(place, file, folder) {
  const { contents, loss, before } = await restoreBackup({ ...place, file, folder });
  return `Restored ${file} to ${nameOf(place)}: ${sentenceOf(contents)}. Start the server now.
${loss ? `${loss}\n` : ''}${before ? `What was there before: ${before.file}\n` : ''}`;
}

/** @param {import('../lib/journal/backup.js').Place} place */
function nameOf({ dataDir, databaseUrl }) {
  return databaseUrl ? `the ${new DatabaseAddress(databaseUrl)}` : dataDir;
}

/** @param {Contents} contents @returns {string} `1 room, 212 players, no documents` */
function sentenceOf(contents) {
  return Object.entries(contents)
    .map(([what, count]) => (count === 1 ? `1 ${what.slice(0, -1)}` : `${count || 'no'} ${what}`))
    .join(', ');
}

/** @param {string} folder @returns {string} the newest backups in it, one a line */
function newestIn(folder) {
  if (!existsSync(folder)) return '';
  const names = readdirSync(folder).filter((name) => name.endsWith('.db'));
  return names
    .toSorted()
    .slice(-MOST_SHOWN)
    .map((name) => join(folder, name))
    .join('\n');
}
