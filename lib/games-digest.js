/** Digests of games: two processes of one show must have the same games, or they would fold them differently. */

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, gamesIn } from './load-games.js';

/** It reads as `9 games (a1b2c3d4)` in the sentence that refuses an edge. */
const SHOWN = 8;

/** @param {string} gamesDir @returns {string} the same for the same games; reading 100 files takes some 10 ms */
export function digestOfGames(gamesDir) {
  const games = gamesIn(gamesDir);
  const digests = games.map((id) => `${id} ${digestOf(folderOf(gamesDir, id))}`);
  const digest = createHash('sha256').update(digests.join()).digest('hex');
  return `${games.length} games (${digest.slice(0, SHOWN)})`;
}

/**
 * Tests, and what begins with a dot, count for nothing.
 * @param {string} folder of a game
 * @returns {string} the same for the same files in the same places
 */
export function digestOf(folder) {
  const digest = createHash('sha256');
  for (const path of filesOf(folder))
    digest
      .update(path)
      .update('\0')
      .update(readFileSync(join(folder, path)));
  return digest.digest('hex');
}

/** @param {string} folder @returns {string[]} relative paths, sorted */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')) && !path.endsWith('.test.js'))
    .sort();
}
