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
    assertRow([title, ...[key ?? []].flat().map((one) => `\`${KEY_NAMES[one] ?? one}\``)]);
}

/** A row of a table names its test like this: `test/e2e/worm.test.js`: from the questions before to the exported files. */
const TEST = /^`((?:test|games)\/[\w/-]+\.test\.js)`: (.+)$/;

/**
 * Every row of the tables with a column "shown by" names a test that is there, and that is run.
 * @param {string | URL} near a file beside the README: `import.meta.url`
 * @returns {Promise<number>} how many rows there were
 */
export async function assertRowsAreShown(near) {
  const readme = await readFile(new URL('README.md', near), 'utf8');
  const tables = readme.split(/\n\s*\n/).filter((part) => /^\|.*\| shown by +\|$/m.test(part));
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(2));
  for (const row of rows) {
    const last =
      row
        .replace(/\|\s*$/, '')
        .split('|')
        .at(-1)
        ?.trim() ?? '';
    const [, file, name] = TEST.exec(last) ?? [];
    assert.ok(file && name, `this row names no test: ${row}`);
    const source = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8').catch(() => '');
    assert.ok(runsTest(source, name), `${file} has no test that is run and called: ${name}`);
  }
  return rows.length;
}

/** Finds a call of `test` itself: one that is skipped is called otherwise. @param {string} source @param {string} name */
export function runsTest(source, name) {
  const quoted = [`'${name}'`, `"${name}"`, `\`${name}\``];
  const calls = [...source.matchAll(/(?:^|\s)test\(\s*/g)].map(({ index, 0: call }) => index + call.length);
  const at = calls.find((from) => quoted.some((text) => source.startsWith(text, from)));
  return (
    at !== undefined && !/\b(?:skip|todo)\b/.test(source.slice(at + name.length + 2).split('=>')[0] ?? '')
  );
}
