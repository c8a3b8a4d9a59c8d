/** Naming: which names are shown in the three modes, and what a crash and a full disk leave of it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAlike, findCrowd, likeness } from '../../lib/room/alike.js';
import { isFriendlyName } from '../../lib/room/name-text.js';
import { createNaming } from '../../lib/room/shown-names.js';
import { createPlayers } from '../../lib/room/players.js';
import { createRemovals } from '../../lib/room/removals.js';

const log = { info() {} };

/** @param {Record<string, any>} [saved] @param {any[]} [rows] players on the disk */
function newRoom(saved = {}, rows = []) {
  const disk = { isFull: false, /** @type {Record<string, any>} */ settings: saved };
  const refuse = () => Object.assign(new Error('full'), { code: 'not-saved' });
  const players = createPlayers({
    saved: rows,
    async save() {
      await null;
      if (disk.isFull) throw refuse();
    },
    note() {},
  });
  /** @type {string[]} */
  const told = [];
  const naming = createNaming({
    ...{ id: 'main', saved, players, log },
    announce: (player) => void told.push(player.name),
    journal: {
      async saveSettings(_room, name, value) {
        await null;
        if (disk.isFull) throw refuse();
        disk.settings[name] = JSON.parse(JSON.stringify(value));
      },
    },
  });
  /** @param {unknown} name */
  function join(name) {
    const newcomer = naming.newcomer(name);
    const player = players.admit({ pid: null, name: newcomer.name });
    players.connect(player);
    if (newcomer.waits !== null) naming.keep(player, newcomer.waits);
    return player;
  }
  return { naming, players, join, disk, told };
}

test('approve first: a chosen name is shown to nobody until it is approved', async () => {
  const { naming, join, disk } = newRoom();
  const before = join('Ada');
  await naming.setMode('approve');
  assert.equal(before.name, 'Ada');
  const grace = join('Grace');
  assert.ok(isFriendlyName(grace.name));
  assert.deepEqual(naming.card, { mode: 'approve', waiting: 1 });
  const given = grace.name;
  assert.deepEqual(await naming.wish(grace, 'Grace H'), { name: given, waiting: 'Grace H' });
  assert.deepEqual(disk.settings['*names'].list[grace.id], { name: 'Grace H', why: 'waiting' });
  await naming.approve(grace, true);
  assert.deepEqual([grace.name, grace.kept], ['Grace H', null]);
  assert.deepEqual(await naming.wish(grace, 'Else'), { name: 'Grace H', waiting: 'Else' });
  await naming.approve(grace, false);
  assert.deepEqual([grace.name, naming.card.waiting], ['Grace H', 0]);
  const late = join('Late');
  await naming.setMode('free');
  assert.equal(late.name, 'Late');
});

test('given names only: chosen ones are covered, and come back with the mode', async () => {
  const { naming, join, told } = newRoom();
  const [ada, otter] = [join('Ada'), join('Brave Otter')];
  await naming.setMode('given');
  assert.ok(isFriendlyName(ada.name) && !told.includes('Ada'));
  assert.equal(otter.name, 'Brave Otter');
  assert.ok(isFriendlyName(join('Grace').name));
  await assert.rejects(naming.wish(ada, 'Ada L'), { code: 'names-given' });
  await naming.setMode('free');
  assert.equal(ada.name, 'Ada');
  await assert.rejects(naming.setMode('secret'), { code: 'setting-bad' });
});

test('a name that was taken off the screens comes back by a click, and the next one waits', async () => {
  const { naming, join } = newRoom();
  const player = join('Ada');
  await naming.hide(player, true);
  await naming.hide(player, true);
  assert.ok(isFriendlyName(player.name));
  assert.equal(naming.names.hidden[0]?.kept.name, 'Ada');
  await naming.hide(player, false);
  assert.deepEqual([player.name, player.kept], ['Ada', null]);
  await naming.hide(player, true);
  assert.equal((await naming.wish(player, 'Adb')).waiting, 'Adb');
  assert.equal(player.kept?.why, 'waiting');
  await naming.rename(player, 'Countess');
  assert.deepEqual([player.name, player.kept], ['Countess', null]);
});

test('a full disk changes nothing; a crash between two writes shows no name that was hidden', async () => {
  const { naming, join, disk, players } = newRoom();
  const player = join('Ada');
  disk.isFull = true;
  await assert.rejects(naming.hide(player, true), { code: 'not-saved' });
  assert.deepEqual([player.name, player.kept], ['Ada', null]);
  await assert.rejects(naming.setMode('given'), { code: 'not-saved' });
  assert.equal(naming.names.mode, 'free');
  await assert.rejects(naming.setWords(['Ada']), { code: 'not-saved' });
  assert.deepEqual([naming.names.words, player.name], [[], 'Ada']);
  disk.isFull = false;
  await naming.hide(player, true);
  const row = { ...player, name: 'Ada', seenMs: 1 };
  const again = newRoom(disk.settings, [row]);
  const same = again.players.find(player.id);
  assert.equal(players.find(player.id), player);
  await again.naming.hide(/** @type {any} */ (same), true);
  assert.ok(same && isFriendlyName(same.name) && same.kept?.name === 'Ada');
});

test('the list covers names that are there, refuses others, and keeps to its limits', async () => {
  const { naming, join } = newRoom();
  const player = join('Voldemort');
  assert.deepEqual(await naming.setWords(['voldemort', 'otter', ' otter ']), { words: 2, hidden: 1 });
  assert.ok(isFriendlyName(player.name) && !player.name.includes('Otter'));
  assert.ok(isFriendlyName(join('Voldemort').name));
  await assert.rejects(naming.wish(player, 'Voldemort 2'), { code: 'name-bad' });
  const thousand = Array.from({ length: 1000 }, (_, n) => `w${n}`);
  assert.equal((await naming.setWords(thousand)).words, 1000);
  await assert.rejects(naming.setWords([...thousand, 'more']), { code: 'words-many' });
  await assert.rejects(naming.setWords('all'), { code: 'words-bad' });
  assert.equal(naming.names.words.length, 1000);
});

test('likeness: by letters, whatever the number behind, by the time of coming, and by address', () => {
  assert.equal(likeness('otter', 'otter'), 1);
  assert.ok(likeness('spambot', 'spambots') > 0.6 && likeness('ada', 'grace') < 0.3);
  const { players, join } = newRoom();
  const [first, second, third] = [join('Spam Bot'), join('Spam-Bot 17'), join('Ada')];
  third.firstMs = (first.firstMs ?? 0) + 60_000;
  const found = (/** @type {any} */ wish) => findAlike(players.all(), first, wish).map(({ id }) => id);
  assert.deepEqual(found({ withinS: 30, named: false }), [first.id, second.id]);
  assert.deepEqual(found({ withinS: 0, named: true }), [first.id, second.id]);
  assert.deepEqual(found({ withinS: 60, named: false }), [first.id, second.id, third.id]);
  first.firstMs = null;
  assert.deepEqual(found({ withinS: 60, named: false }), [first.id]);
  assert.deepEqual(
    found({ withinS: 0, named: false, sameAddress: true }),
    [first.id],
    'nobody knows its address',
  );
  for (const player of [first, third]) players.connect(player, 'a');
  players.connect(second, 'b');
  assert.deepEqual(found({ withinS: 0, named: false, sameAddress: true }), [first.id, third.id]);
});

test('everybody who is alike is removed, also beyond the rows that are shown, but who is spared', async () => {
  const { players, join } = newRoom();
  const some = Array.from({ length: 900 }, () => join('Spam Bot'));
  const ada = join('Ada');
  /** @type {string[]} */
  const lines = [];
  const removals = createRemovals({
    ...{ id: 'main', players, scene: /** @type {any} */ ({ play: { send: () => true } }), publish() {} },
    log: /** @type {any} */ ({
      info: (/** @type {string} */ _from, /** @type {string} */ line) => lines.push(line),
    }),
  });
  const [{ id } = ada, spared = ada] = some;
  const wish = { withinS: 0, named: true };
  const { total, rows } = removals.alike(id, wish);
  assert.deepEqual([total, rows.length, rows[0]?.id], [900, 500, id]);
  const { kicked, ids } = await removals.kickMany(id, wish, [spared.id]);
  assert.equal(kicked, 899);
  assert.ok(some.every((player) => player.kicked === (player !== spared)) && !ada.kicked);
  assert.equal(await removals.unkickMany([...ids, ids[0], 'nobody', ada.id]), 899);
  assert.ok(some.every((player) => !player.kicked));
  assert.deepEqual(lines, ['899 players were removed.', '899 players may come back.']);
});

test('many who share an address are news, but a few are not, all are not, and a rehearsal is not', () => {
  const { players, join } = newRoom();
  const come = (/** @type {string | null} */ network) => {
    const player = join('');
    players.connect(player, network);
    return player;
  };
  for (let n = 0; n < 19; n++) come('a');
  come(null);
  assert.equal(findCrowd(players.connected), null);
  const newest = come('a');
  assert.deepEqual(findCrowd(players.connected), { count: 20, id: newest.id, name: newest.name });
  for (let n = 0; n < 21; n++) come('b').isVirtual = true;
  assert.equal(findCrowd(players.connected)?.count, 20);
  for (const player of players.connected) player.network = 'a';
  assert.equal(findCrowd(players.connected), null);
});
