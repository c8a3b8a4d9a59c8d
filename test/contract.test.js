/** The checks of docs/games.md, held against every game and every example. `GAMES_DIR` names other games. */

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';
import { checksOf } from '../check/index.js';
import { loadGames } from '../lib/load-games.js';

const ROOT = new URL('..', import.meta.url);
const { GAMES_DIR } = process.env;
const folders = GAMES_DIR
  ? [GAMES_DIR]
  : ['games', 'examples'].map((name) => fileURLToPath(new URL(name, ROOT)));
const found = await Promise.all(folders.map((folder) => loadGames(folder)));

test('every folder in games/ and examples/ is a game', () => {
  assert.deepEqual(
    found.flatMap(({ broken }) => broken),
    [],
  );
});

// The lobby is in each of them.
for (const loaded of new Map(found.flatMap(({ games }) => [...games])).values()) {
  describe(loaded.id, () => {
    for (const { name, run } of checksOf(loaded))
      test(name, async () => assert.deepEqual((await run()) ?? [], []));
  });
}
