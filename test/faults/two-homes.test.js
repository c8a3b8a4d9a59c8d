/**
 * A home that stands still for longer than its lease: another one goes on with its show, and when the first wakes up it writes
 * nothing, says who has taken over, and ends. A database that is away stops neither the show nor the server.
 */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { startPostgres } from '../support/databases.js';
import { end, spawnServer } from '../support/process.js';
import { joinAsPhone, next, openControl, tempFolder } from '../support/server.js';
import { until } from '../support/until.js';

const postgres = await startPostgres();

test('a server that was frozen finds another one in its place, and ends', { timeout: 300_000 }, async (t) => {
  const DATABASE_URL = await postgres.newDatabase();
  const settings = async () => ({ DATABASE_URL, DATA_DIR: await tempFolder(t) });
  const first = await spawnServer(t, await settings());
  const panel = await openControl(t, first);
  assert.equal((await panel.ask('switch', 'quiz')).ok, true);
  const phone = await joinAsPhone(t, first.url);
  const ended = once(first.child, 'exit');
  first.child.kill('SIGSTOP');

  const second = await spawnServer(t, await settings());
  const again = await openControl(t, second);
  const back = await joinAsPhone(t, second.url, { token: phone.welcome.player.token });
  assert.equal(back.welcome.player.id, phone.welcome.player.id, 'the secret is in the database');
  assert.equal(back.welcome.scene.game.id, 'quiz', 'the rooms are taken up where they were');

  first.child.kill('SIGCONT');
  const [code] = await ended;
  assert.equal(code, 1);
  const { pathname } = new URL(DATABASE_URL);
  assert.match(
    first.output.text,
    new RegExp(
      `Another home has taken over the database "${pathname.slice(1)}" at ${postgres.address}: .* ` +
        `\\(process ${second.child.pid}\\) since .* UTC\\. This one ends`,
    ),
  );
  assert.match(first.output.text, /Data +the database "test_\w+" at 127\.0\.0\.1/);
  assert.ok(!first.output.text.includes(new URL(DATABASE_URL).password));
  assert.equal((await again.ask('switch', 'pong')).ok, true);
});

test(
  'the show goes on while the database is away, and is stored when it is back',
  { timeout: 300_000 },
  async (t) => {
    const DATABASE_URL = await postgres.newDatabase();
    const server = await spawnServer(t, { DATABASE_URL, DATA_DIR: await tempFolder(t) });
    const { ask } = await openControl(t, server);
    const phone = await joinAsPhone(t, server.url);
    assert.equal((await ask('switch', 'tug')).ok, true);
    await postgres.stop();
    const shown = next(phone.socket, 'scene', ({ game }) => game.id === 'pong');
    const refused = await ask('switch', 'pong');
    assert.deepEqual([refused.ok, refused.code], [false, 'not-saved']);
    assert.match(refused.message, /the database/);
    await shown;
    await postgres.start();
    await until(
      () => ask('switch', 'swarm'),
      ({ ok }) => ok,
      { everyMs: 50 },
    );
    assert.equal(await end(server.child, 'SIGTERM'), 0);
    const [row] = await postgres.query(DATABASE_URL, 'SELECT game_id FROM scenes');
    assert.equal(row.game_id, 'swarm');
  },
);

test(
  'a start without its database is refused with a sentence, and exit code 1',
  { timeout: 300_000 },
  async (t) => {
    const url = new URL(await postgres.newDatabase());
    url.pathname = '/nowhere';
    await assert.rejects(
      spawnServer(t, { DATABASE_URL: url.href, DATA_DIR: await tempFolder(t) }),
      (/** @type {Error} */ { message }) => {
        assert.match(message, /the server ended with 1: \s*There is no database "nowhere" at /);
        assert.ok(!message.includes(url.password));
        return true;
      },
    );
  },
);
