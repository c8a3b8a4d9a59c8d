/** A player is written when the disk has something else of them, and again when the disk has refused it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoomRecord } from '../../lib/room/record.js';

const HOUR_MS = 3600 * 1000;

/** A room whose disk and clock the test turns. */
function openRecord() {
  const world = { nowMs: 1_000_000, isFull: false, writes: /** @type {string[]} */ ([]) };
  /** Lets a write on its way reach the disk. @type {(() => void)[]} */
  const held = [];
  let isHeld = false;
  /** @param {{ name: string, team: string | null }} row */
  async function savePlayer({ name, team }) {
    world.writes.push(`${name} ${team}`);
    if (isHeld) await new Promise((resolve) => void held.push(() => resolve(null)));
    if (world.isFull) throw new Error('full');
  }
  const record = createRoomRecord({
    id: 'main',
    journal: { saveRoom: async () => {}, savePlayer, notePlayer: savePlayer },
    describe: () => ({ title: '', locked: false, throttle: null, createdMs: 0 }),
    nowMs: () => world.nowMs,
    knows: () => true,
  });
  const player = /** @type {import('../../lib/room/player.js').Player} */ ({
    ...{ pid: 'x', id: 'p', name: 'Ada', team: 'left', kicked: false, isVirtual: false, saved: null },
    ...{ connected: true, hidden: false, isActive: true, joinedNumber: 1 },
  });
  return {
    ...{ world, record, player },
    hold: () => void (isHeld = true),
    release: () => held.splice(0).forEach((go) => go()),
    /** @returns {Promise<string[]>} what was written for it */
    async save() {
      world.writes = [];
      await record.savePlayer(player).catch(() => {});
      return world.writes;
    },
  };
}

test('who comes, goes and comes back is written once, and again when an hour has passed', async () => {
  const { world, save } = openRecord();
  assert.deepEqual(await save(), ['Ada left']);
  for (const afterMs of [0, HOUR_MS / 2, HOUR_MS / 2 - 1]) {
    world.nowMs += afterMs;
    assert.deepEqual(await save(), []);
  }
  world.nowMs += 1;
  assert.deepEqual(await save(), ['Ada left']);
  assert.deepEqual(await save(), []);
});

test('players who were on disk at the start are not written again', async () => {
  const { world, player, save } = openRecord();
  player.saved = { name: 'Ada', team: 'left', kicked: false, seenMs: world.nowMs - HOUR_MS / 2 };
  assert.deepEqual(await save(), []);
  player.team = 'right';
  assert.deepEqual(await save(), ['Ada right']);
  player.kicked = true;
  assert.equal((await save()).length, 1);
});

test('what the disk has refused is owed, until it has it', async () => {
  const { world, record, player, save } = openRecord();
  await save();
  world.isFull = true;
  player.name = 'Bea';
  assert.deepEqual(await save(), ['Bea left']);
  player.name = 'Ada';
  assert.deepEqual(await save(), ['Ada left'], 'nobody knows what the disk has now');
  world.isFull = false;
  world.writes = [];
  record.saveOwed(player);
  assert.deepEqual(world.writes, ['Ada left']);
  await null;
  await null;
  record.saveOwed(player);
  assert.equal(world.writes.length, 1);
});

test('an older row that arrives does not settle a newer one', async () => {
  const { world, record, player, save, hold, release } = openRecord();
  hold();
  const first = record.savePlayer(player);
  player.name = 'Bea';
  const second = record.savePlayer(player);
  assert.deepEqual(world.writes, ['Ada left', 'Bea left']);
  world.isFull = true;
  release();
  await Promise.allSettled([first, second]);
  assert.deepEqual(player.saved, null);
  world.isFull = false;
  const third = save();
  release();
  await third;
  assert.deepEqual(player.saved, { name: 'Bea', team: 'left', kicked: false, seenMs: world.nowMs });
});
