import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlayers } from '../../lib/room/players.js';

/** @param {readonly string[]} [teams] */
function newPlayers(teams = ['left', 'right']) {
  /** @type {string[]} */
  const saved = [];
  const players = createPlayers({ save: async (player) => void saved.push(player.name) });
  players.setTeams(teams);
  /** @param {Partial<Parameters<typeof players.admit>[0]>} [wish] */
  const join = (wish = {}) => {
    const player = players.admit({ pid: null, locked: false, ...wish });
    players.connect(player, 0);
    return player;
  };
  return { players, join, saved };
}

test('each newcomer goes to the smaller side', () => {
  const { players, join } = newPlayers();
  for (let i = 0; i < 31; i++) join();
  const { left, right } = /** @type {any} */ (players.counts().byTeam);
  assert.equal(left + right, 31);
  assert.equal(Math.abs(left - right), 1);
});

test('who comes back is the same player, on the same side, under the same name', () => {
  const { players, join } = newPlayers();
  const player = join({ name: 'Ada', team: 'right' });
  players.disconnect(player);
  const again = join({ pid: player.pid, name: 'Somebody else', team: 'left' });
  assert.equal(again, player);
  assert.deepEqual([again.name, again.team], ['Ada', 'right']);
});

test('a good token of a player that was forgotten gives the identity back', () => {
  const { join } = newPlayers();
  const player = join({ pid: 'pid-of-old', name: 'Ada', locked: true });
  assert.deepEqual([player.pid, player.name], ['pid-of-old', 'Ada']);
});

test('two of a name are told apart; a bad name gives a friendly one', () => {
  const { join } = newPlayers();
  assert.deepEqual(
    [join({ name: 'Ada' }).name, join({ name: 'ada' }).name, join({ name: 'Ad a' }).name],
    ['Ada', 'ada 2', 'Ad a 3'],
  );
  assert.match(join({ name: '\u200b\u202e' }).name, /^[A-Z][a-z]+ [A-Z][a-z]+/);
  assert.match(join({ name: { toString: 'x' } }).name, /^[A-Z][a-z]+ [A-Z][a-z]+/);
});

test('a locked room lets nobody new in, but those it knows', () => {
  const { players, join } = newPlayers();
  const player = join();
  players.disconnect(player);
  assert.throws(() => join({ locked: true }), { code: 'room-locked' });
  assert.equal(join({ pid: player.pid, locked: true }), player);
});

test('who was kicked does not come back', async () => {
  const { players, join } = newPlayers();
  const player = join();
  await players.kick(player);
  assert.throws(() => join({ pid: player.pid }), { code: 'kicked' });
});

test('another game with the same sides keeps them; other sides are filled evenly; none is none', () => {
  const { players, join } = newPlayers();
  const people = Array.from({ length: 10 }, () => join());
  const before = people.map(({ team }) => team);
  players.setTeams(['left', 'right']);
  assert.deepEqual(
    people.map(({ team }) => team),
    before,
  );
  players.setTeams(['red', 'green', 'blue']);
  assert.deepEqual(Object.values(players.counts().byTeam).sort(), [3, 3, 4]);
  players.setTeams([]);
  assert.deepEqual(players.counts(), { count: 10, byTeam: {} });
});

test('balance moves the newest of the bigger side, and no more than needed', () => {
  const { players, join } = newPlayers();
  const people = Array.from({ length: 9 }, () => join({ team: 'left' }));
  join({ team: 'right' });
  const moved = players.balance();
  assert.deepEqual(players.counts().byTeam, { left: 5, right: 5 });
  assert.deepEqual(moved, people.slice(5).reverse());
  assert.deepEqual(players.balance(), []);
});

test('an unknown team or player is refused by name', async () => {
  const { players, join } = newPlayers();
  const player = join();
  assert.throws(() => players.move(player, 'up'), /no team "up". Teams: left, right/);
  assert.throws(() => players.get('nobody'), /no player "nobody"/);
  assert.throws(() => players.get({}), { code: 'player-unknown' });
});

test('presence: connected, active within 25 s, hidden', () => {
  const { players, join } = newPlayers();
  join();
  join().hidden = true;
  const late = join();
  players.disconnect(join());
  late.heardAtMs = 20_000;
  const { known, connected, active, hidden } = players.presence(25_000);
  assert.deepEqual({ known, connected, active, hidden }, { known: 4, connected: 3, active: 1, hidden: 1 });
});

test('the list is searched without regard to case and accents, connected ones first, in pages', () => {
  const { players, join } = newPlayers();
  for (const name of ['Zoë', 'Bob', 'Abe']) join({ name });
  players.disconnect(join({ name: 'Aaron' }));
  const names = (/** @type {object} */ wanted) => players.list(wanted, 0).rows.map(({ name }) => name);
  assert.deepEqual(names({}), ['Abe', 'Bob', 'Zoë', 'Aaron']);
  assert.deepEqual(names({ query: 'ZOE' }), ['Zoë']);
  assert.deepEqual(names({ offset: 1, limit: 2 }), ['Bob', 'Zoë']);
});
