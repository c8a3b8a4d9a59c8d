/** The players of a room: who gets in, in which team, under which name, and what a full disk changes about it. */

/** @import { SavedPlayer } from '../../lib/journal/rows.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameKey } from '../../lib/room/name-text.js';
import { createPlayers } from '../../lib/room/players.js';

/** @param {readonly string[]} [teams] @param {readonly SavedPlayer[]} [known] as the journal has them */
function newPlayers(teams = ['left', 'right'], known = []) {
  /** @type {string[]} */
  const saved = [];
  const disk = { isFull: false };
  /** @param {{ name: string }} player */
  async function save(player) {
    await null;
    if (disk.isFull) throw Object.assign(new Error('The disk is full.'), { code: 'not-saved' });
    saved.push(player.name);
  }
  const players = createPlayers({
    ...{ saved: known, save },
    note: (player) => void save(player).catch(() => {}),
  });
  players.setTeams(teams);
  /** @param {Partial<Parameters<typeof players.admit>[0]>} [wish] */
  const join = (wish = {}) => {
    const player = players.admit({ pid: null, ...wish });
    players.connect(player);
    return player;
  };
  return { players, join, saved, disk };
}

test('each newcomer goes to the smaller team', () => {
  const { players, join } = newPlayers();
  for (let i = 0; i < 31; i++) join();
  const { left, right } = /** @type {any} */ (players.counts().byTeam);
  assert.equal(left + right, 31);
  assert.equal(Math.abs(left - right), 1);
});

test('a player who comes back is the same player, in the same team, under the same name', () => {
  const { players, join } = newPlayers();
  const player = join({ name: 'Ada', team: 'right' });
  players.disconnect(player);
  const again = join({ pid: player.pid, name: 'Somebody else', team: 'left' });
  assert.equal(again, player);
  assert.deepEqual([again.name, again.team], ['Ada', 'right']);
});

test('a good token of a player that was forgotten gives the identity back', () => {
  const { join } = newPlayers();
  const player = join({ pid: 'pid-of-old', name: 'Ada' });
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

test('a player who was kicked does not come back', async () => {
  const { players, join } = newPlayers();
  const player = join();
  await players.kick(player);
  assert.throws(() => join({ pid: player.pid }), { code: 'kicked' });

  const { pid, id, name, team, kicked } = player;
  const later = newPlayers(undefined, [{ roomId: 'main', pid, id, name, team, kicked, seenMs: 1 }]);
  assert.throws(() => later.join({ pid }), { code: 'kicked' }, 'nor after a restart');
});

test('another game with the same teams keeps them; other teams are filled evenly; a game may have none', () => {
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

test('balance moves the newest players of the bigger team, and no more than needed', () => {
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

test('presence: connected, active, hidden', () => {
  const { players, join } = newPlayers();
  join();
  const away = join();
  players.setHidden(away, true);
  const late = join();
  players.disconnect(join());
  players.setActive(late, false);
  const presence = () => {
    const { known, connected, active, hidden } = players.presence();
    return { known, connected, active, hidden };
  };
  assert.deepEqual(presence(), { known: 4, connected: 3, active: 2, hidden: 1 });
  players.connect(late);
  players.disconnect(away);
  players.setHidden(away, true);
  players.setActive(away, true);
  assert.deepEqual(presence(), { known: 4, connected: 2, active: 2, hidden: 0 });
});

test('the list is searched without regard to case and accents, connected ones first, in pages', () => {
  const { players, join } = newPlayers();
  for (const name of ['Zoë', 'Bob', 'Abe']) join({ name });
  players.disconnect(join({ name: 'Aaron' }));
  const names = (/** @type {object} */ wanted) => players.list(wanted).rows.map(({ name }) => name);
  assert.deepEqual(names({}), ['Abe', 'Bob', 'Zoë', 'Aaron']);
  assert.deepEqual(names({ query: 'ZOE' }), ['Zoë']);
  assert.deepEqual(names({ offset: 1, limit: 2 }), ['Bob', 'Zoë']);
});

test('a name that cannot be stored is taken back, and the old one was kept free meanwhile', async () => {
  const { players, join, disk } = newPlayers();
  const ada = join({ name: 'Ada' });
  disk.isFull = true;
  const renamed = players.rename(ada, 'Bea');
  assert.equal(join({ name: 'Ada' }).name, 'Ada 2');
  assert.equal(join({ name: 'Bea' }).name, 'Bea 2');
  await assert.rejects(renamed, { code: 'not-saved' });
  assert.equal(ada.name, 'Ada');
  assert.deepEqual(
    players.list({}).rows.map(({ name }) => name),
    ['Ada', 'Ada 2', 'Bea 2'],
  );
  assert.equal(join({ name: 'Bea' }).name, 'Bea', 'the name that was not stored is free again');
  disk.isFull = false;
  await players.rename(ada, 'Cleo');
  assert.equal(ada.name, 'Cleo');
  assert.equal(join({ name: 'Ada' }).name, 'Ada', 'the old name is free once the new one is stored');
});

test('of two renames on a full disk, neither leaves its name behind', async () => {
  const { players, join, disk } = newPlayers();
  const ada = join({ name: 'Ada' });
  disk.isFull = true;
  const both = await Promise.allSettled([players.rename(ada, 'Bea'), players.rename(ada, 'Cleo')]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(ada.name, 'Ada');
  assert.throws(() => players.rename(ada, ''), { code: 'name-bad' });
});

test('a move that cannot be stored is taken back; a kick stays', async () => {
  const { players, join, disk } = newPlayers();
  const ada = join({ team: 'left' });
  disk.isFull = true;
  await assert.rejects(players.move(ada, 'right'), { code: 'not-saved' });
  assert.equal(ada.team, 'left');
  assert.deepEqual(players.counts().byTeam, { left: 1, right: 0 });
  await assert.rejects(players.kick(ada), { code: 'not-saved' });
  assert.throws(() => join({ pid: ada.pid }), { code: 'kicked' });
});

test('whatever happens, the counts and the list are those of a recount', async () => {
  const operation = fc.oneof(
    fc.record({
      kind: fc.constant('join'),
      name: fc.constantFrom('Ada', 'Bea', 'Zoë'),
      team: fc.constantFrom('left', 'up'),
    }),
    fc.record({ kind: fc.constant('rehearse') }),
    fc.record({ kind: fc.constantFrom('connect', 'disconnect', 'kick'), nth: fc.nat(20) }),
    fc.record({
      kind: fc.constant('move'),
      nth: fc.nat(20),
      team: fc.constantFrom('left', 'right', 'up', 'down'),
      isFull: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('rename'),
      nth: fc.nat(20),
      name: fc.constantFrom('Ada', 'Bea', 'Cleo'),
      isFull: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('setTeams'),
      teams: fc.constantFrom(['left', 'right'], ['up', 'down', 'left'], []),
    }),
    fc.record({ kind: fc.constantFrom('balance', 'forgetVirtual') }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 60 }), async (operations) => {
      const { players, join, disk } = newPlayers();
      /** @type {ReturnType<typeof join>[]} */
      const all = [];
      /** @type {readonly string[]} */
      let teams = ['left', 'right'];
      for (const { kind, nth = 0, ...rest } of /** @type {any[]} */ (operations)) {
        const player = all[nth % (all.length || 1)];
        disk.isFull = rest.isFull === true;
        if (kind === 'join') all.push(join(rest));
        else if (kind === 'rehearse') all.push(join({ isVirtual: true }));
        else if (kind === 'setTeams') players.setTeams((teams = rest.teams));
        else if (kind === 'balance') players.balance();
        else if (kind === 'forgetVirtual') players.forgetVirtual();
        else if (player && players.find(player.id) !== player) continue;
        else if (kind === 'connect' && player && !player.kicked) players.connect(player);
        else if (kind === 'disconnect' && player) players.disconnect(player);
        else if (kind === 'kick' && player) await players.kick(player);
        else if (kind === 'rename' && player) await players.rename(player, rest.name).catch(() => {});
        else if (kind === 'move' && player && teams.includes(rest.team))
          await players.move(player, rest.team).catch(() => {});
        check();
      }

      function check() {
        const known = [...new Set(all)].filter(({ id, pid }) => players.find(id)?.pid === pid);
        const connected = known.filter((player) => player.connected);
        const byTeam = Object.fromEntries(
          teams.map((team) => [team, connected.filter((player) => player.team === team).length]),
        );
        assert.deepEqual(players.counts(), { count: connected.length, byTeam });
        assert.equal(players.virtual, connected.filter(({ isVirtual }) => isVirtual).length);
        assert.equal(players.known, known.length);
        for (const query of ['', 'A', 'ë 2']) {
          const names = known
            .filter(({ name, kicked }) => !kicked && nameKey(name).includes(nameKey(query)))
            .sort((a, b) => Number(b.connected) - Number(a.connected) || (a.name < b.name ? -1 : 1))
            .map(({ name }) => name);
          const { total, rows } = players.list({ query, offset: 1, limit: 5 });
          assert.deepEqual([total, rows.map(({ name }) => name)], [names.length, names.slice(1, 6)]);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('players whose row a crash swallowed come back as who they were, because the id follows from their token', () => {
  const save = () => Promise.resolve();
  const ids = [1, 2].map(() => {
    const players = createPlayers({ save, note: () => {} });
    return players.admit({ pid: 'the same secret', name: 'Ada' }).id;
  });
  assert.equal(ids[0], ids[1]);
  assert.match(String(ids[0]), /^[2-9A-Z]{6}$/);
});
