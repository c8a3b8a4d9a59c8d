/** The people of a room are erased by themselves, so many hours after the last phone has left: on a clock that the test moves. */

/** @import { TestContext } from 'node:test' */
/** @import { Worker } from 'node:worker_threads' */
/** @import { Room } from '../../lib/room/room.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openJournal } from '../../lib/journal/journal.js';
import { CLOCK } from '../../lib/journal/show-clock.js';
import { LAST_HERE, createErasing } from '../../lib/room/erasing.js';
import { bytesIn } from '../support/bytes.js';
import { openHouse } from '../support/house.js';
import {
  joinAsPhone,
  openControl,
  openScreen,
  startControl,
  startServer,
  tempFolder,
} from '../support/server.js';
import { until } from '../support/until.js';

const HOUR_MS = 3600 * 1000;
const HOURS = 12;

/** Opens a house in which people are erased after twelve hours. @param {TestContext} t @param {number} [everyMs] */
async function openErasing(t, everyMs) {
  const dataDir = await tempFolder(t);
  // Else players would be forgotten at a start, as nobody has seen them for a day.
  let ms = Date.UTC(2100, 0, 1);
  const nowMs = () => ms;
  /** @type {Worker | undefined} */
  let database;
  /** @param {number} hours */
  async function open(hours) {
    const house = await openHouse(dataDir, nowMs, { onWorker: (worker) => (database = worker) });
    const erasing = createErasing({ ...house, hours, saved: house.meta[LAST_HERE], nowMs, everyMs });
    await erasing.start();
    return { ...house, ...erasing, room: house.rooms.get(), close: () => erasing.stop().then(house.close) };
  }
  let current = await open(HOURS);
  t.after(() => current.close());
  return {
    get now() {
      return current;
    },
    get erased() {
      const { events, room } = current;
      return events.list(room.id).map(({ kind, by, values }) => [kind, by, values['count']]);
    },
    /** @param {number} hours */
    pass(hours) {
      ms += hours * HOUR_MS;
      return current.look();
    },
    /** @param {number} [hours] 0: it is off */
    async restart(hours = HOURS) {
      await current.close();
      current = await open(hours);
    },
    /** @param {boolean} isOn */
    fillDisk: (isOn) => database?.postMessage({ type: 'refuse', isOn }),
  };
}

/** @param {Room} room @param {string} name @returns {Promise<() => void>} lets them leave */
async function join({ attendance }, name) {
  const { player } = await attendance.join({ pid: null, name, session: name });
  return () => attendance.leave({ player: player.id, session: name });
}

test('they are erased when the time is over, not before, and once', async (t) => {
  const house = await openErasing(t);
  const leave = await join(house.now.room, 'Ada');
  (await join(house.now.room, 'Grace'))();
  await house.now.room.switchTo('pong');
  // As long as one phone is there, nobody is erased.
  await house.pass(100);
  leave();
  await house.pass(HOURS - 1);
  assert.equal(house.now.room.players.known, 2);
  await house.pass(1);
  assert.equal(house.now.room.players.known, 0);
  assert.equal(house.now.room.scene.loaded.id, 'lobby');
  assert.deepEqual(house.erased, [['erased', null, 2]]);
  await house.now.room.switchTo('pong');
  await house.pass(100);
  await house.pass(100);
  assert.equal(house.erased.length, 1);
  assert.equal(house.now.room.scene.loaded.id, 'pong', 'what the host prepares stays on');
});

test('a restart goes on counting, and erases what became due meanwhile before it is open', async (t) => {
  const house = await openErasing(t);
  const { rooms } = house.now;
  const other = await rooms.open('Balcony');
  await join(house.now.room, 'Ada');
  await join(other, 'Grace');
  await house.now.look();
  await house.restart();
  await house.pass(HOURS - 1);
  const leave = await join(house.now.rooms.get(other.id), 'Hedy');
  await house.now.look();
  leave();
  await house.now.close();
  await house.pass(1);
  await house.restart();
  assert.equal(house.now.room.players.known, 0);
  assert.equal(house.now.rooms.get(other.id).players.known, 2);
});

test('it counts anew when it was off, and those of a room that is closed go with it', async (t) => {
  const house = await openErasing(t);
  const { rooms } = house.now;
  const other = await rooms.open('Balcony');
  (await join(house.now.room, 'Ada'))();
  (await join(other, 'Grace'))();
  await house.now.look();
  await rooms.close(other.id);
  await house.restart(0);
  await house.pass(100);
  assert.equal(house.now.room.players.known, 1);
  await house.restart();
  assert.equal(house.now.room.players.known, 1);
  await house.pass(HOURS);
  assert.equal(house.now.room.players.known, 0);
});

test('nothing is left to erase when the operator did it; newcomers count anew', async (t) => {
  const house = await openErasing(t);
  const { room, erase } = house.now;
  (await join(room, 'Ada'))();
  await house.now.look();
  await erase(room);
  await house.pass(HOURS);
  assert.deepEqual(house.erased, []);
  (await join(room, 'Grace'))();
  await house.now.look();
  await house.pass(HOURS - 1);
  assert.equal(room.players.known, 1);
  await house.pass(1);
  assert.deepEqual(house.erased, [['erased', null, 1]]);
});

test('a full disk is tried again', async (t) => {
  const house = await openErasing(t, 10);
  const { room, log } = house.now;
  await join(room, 'Ada').then((leave) => leave());
  await house.now.look();
  /** @type {string[]} */
  const problems = [];
  log.onLine(({ level, text }) => level === 'error' && problems.push(text));
  house.fillDisk(true);
  await house.pass(HOURS);
  assert.match(String(problems[0]), /could not be erased.*next try/);
  house.fillDisk(false);
  // By its own timer.
  await until(
    () => house.erased,
    (events) => events.length === 1,
  );
});

test(
  'a server that is started a day later has no byte of them, and phones are told',
  { timeout: 120_000 },
  async (t) => {
    const { app, control } = await startControl(t, { ERASE_AFTER: '20' });
    const { socket, welcome } = await joinAsPhone(t, app.url, { name: 'Ada' });
    assert.equal(welcome.room.eraseAfter, 20);
    assert.equal((await socket.timeout(60_000).emitWithAck('rename', 'Xanthippe')).ok, true);
    await control.ask('switch', 'pong');
    await app.close();
    assert.ok(bytesIn(app.dataDir).includes('Xanthippe'));

    // A day passes by the clock of the show.
    const journal = await openJournal({ dataDir: app.dataDir });
    const { meta } = await journal.load();
    const mark = JSON.parse(String(meta[CLOCK]));
    await journal.saveMeta(CLOCK, JSON.stringify({ ...mark, showMs: mark.showMs + 21 * HOUR_MS }));
    await journal.close();
    const again = await startServer(t, { DATA_DIR: app.dataDir, ERASE_AFTER: '20' });
    assert.equal(bytesIn(app.dataDir).includes('Xanthippe'), false);
    const { ask } = await openControl(t, again);
    assert.equal((await ask('players', {})).total, 0);
    assert.equal((await openScreen(t, again.url)).scene.game.id, 'lobby');
  },
);
