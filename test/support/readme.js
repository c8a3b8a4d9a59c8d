/** A game's README.md against its definition. */

/** @import { Game } from '../../lib/contract/types.js' */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

/** How a key is written for people. */
const KEY_NAMES = /** @type {Record<string, string>} */ ({ ' ': 'Space' });

/**
 * Every setting has a table row with its title and default, every action one with its key.
 * @param {Game} game
 * @param {string | URL} near a file beside the README: `import.meta.url`
 */
export async function assertReadmeTells(game, near) {
  const readme = await readFile(new URL('README.md', near), 'utf8');
  const rows = readme.split('\n').filter((line) => line.startsWith('|'));
  const assertRow = (/** @type {string[]} */ parts) =>
    assert.ok(
      rows.some((row) => parts.every((part) => row.includes(part))),
      `README.md has no row with ${parts.join(' and ')}`,
    );
  for (const [name, { title = '', default: usual = '' }] of Object.entries(game.settings))
    assertRow([`\`${name}\``, title, usual === '' ? '' : `\`${usual}\``]);
  for (const { title, key } of Object.values(game.actions))
    assertRow([title, key === undefined ? '' : `\`${KEY_NAMES[key] ?? key}\``]);
}
