/** Writes what was played until now as a test into the folder of its game: the tape, and a test that plays it again. */

import { mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/** @import { SavedTape } from '../../lib/contract/testing.js' */

/** A larger state stands in the tape alone. */
const MOST_STATE = 3000;

/**
 * @param {string} folder of the game @param {unknown} recorded of a play
 * @returns {Promise<string>} the file of the test, such as `drum/tick-140.test.js`
 */
export async function saveTest(folder, recorded) {
  const tape = /** @type {SavedTape} */ (recorded);
  const name = freeName(folder, `tick-${tape.tick}`);
  const text = JSON.stringify(tape.state, null, 2).replaceAll('\n', '\n  ');
  const expected = text.length > MOST_STATE ? 'tape.state' : text;
  await mkdir(join(folder, 'tapes'), { recursive: true });
  await writeFile(join(folder, `tapes/${name}.json`), `${JSON.stringify(tape)}\n`);
  await writeFile(join(folder, `${name}.test.js`), testOf(name, tape.tick, expected));
  return `${basename(folder)}/${name}.test.js`;
}

/** @param {string} folder @param {string} name @returns {string} that no test has yet */
function freeName(folder, name) {
  let free = name;
  for (let n = 2; existsSync(join(folder, `${free}.test.js`)); n++) free = `${name}-${n}`;
  return free;
}

/** @param {string} name @param {number} tick @param {string} expected */
const testOf = (name, tick, expected) => `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { playTape } from 'mass-mobile/testing';
import game from './game.js';

const tape = JSON.parse(readFileSync(new URL('tapes/${name}.json', import.meta.url), 'utf8'));

// It stands at what was seen at the desk: write what should be instead.
test('the state after tick ${tick} of what was played at the desk', () => {
  const stage = playTape(game, tape);
  assert.deepEqual(stage.state(), ${expected});
});
`;
