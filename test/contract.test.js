/** The checks of docs/games.md, held against every game. `GAMES_DIR` names other games. */

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';
import { checksOf } from '../check/index.js';
import { loadGames } from '../lib/load-games.js';

const folder = process.env['GAMES_DIR'] ?? fileURLToPath(new URL('../games', import.meta.url));
const { games, broken } = await loadGames(folder);

test('every folder in games/ is a game', () => {
  assert.deepEqual(broken, []);
  assert.ok(games.size > 0);
});

for (const loaded of games.values()) {
  describe(`games/${loaded.id}`, () => {
    for (const { name, run } of checksOf(loaded))
      test(name, async () => assert.deepEqual((await run()) ?? [], []));
  });
}
