/** Every byte of a folder, to look for words that should not be there. */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} folder @returns {string} all its files, one character a byte */
export function bytesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');
}
