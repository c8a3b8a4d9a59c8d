/** The rules of swarm: lights that phones steer. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createStage, settingsOf } from 'mass-mobile/testing';
import { assertReadmeTells, assertRowsAreShown } from '../../test/support/readme.js';
import game from './game.js';
import { pack } from './rules/fold.js';
import { DARK, createDecoder, shareX, shareY } from './shared/frame-codec.js';

const TICK_MS = 1000 / 30;

/** A room of people `p0`, `p1`, … @param {number} count @param {Partial<ReturnType<typeof settingsOf<typeof game>>>} [settings] */
function openRoom(count, settings = {}) {
  const stage = createStage({ game, settings: { ...settingsOf(game), ...settings }, seed: 7 });
  stage.setPlayers({ count, byTeam: {} });
  const screen = createDecoder();
  /** @type {Record<string, number>} */
  const said = {};
  const room = {
    stage,
    screen,
    /** @param {number} number */
    join: (number) => stage.join({ id: `p${number}`, name: `Name ${number}`, team: null }),
    /** @param {number} number */
    leave: (number) => stage.leave({ id: `p${number}`, name: `Name ${number}`, team: null }),
    /** A level: it holds until it is said anew. @param {number} number @param {Partial<Parameters<typeof pack>[0]>} what */
    say(number, what) {
      said[`p${number}`] = pack({ x: 0, y: 0, find: false, row: 0, seat: 0, ...what });
    },
    /** @param {number} seconds */
    run(seconds) {
      for (let n = 0; n < seconds * 30; n++) {
        stage.tick(TICK_MS, { ...said });
        screen.take(stage.frame().view);
      }
    },
    /** @param {number} number @returns {{ x: number, y: number } | null} on the screen, 0 to 1 */
    seen(number) {
      const { slot } = room.mine(number) ?? {};
      const place = screen.places[slot] ?? DARK;
      return place === DARK ? null : { x: shareX(place), y: shareY(place) };
    },
    /** @param {number} number */
    mine: (number) => JSON.parse(stage.personal(`p${number}`) || 'null'),
  };
  for (let number = 0; number < count; number++) room.join(number);
  return room;
}

/** @typedef {ReturnType<typeof openRoom>} Room */

/** @param {Room} room @param {number} number @returns {{ x: number, y: number }} */
function place(room, number) {
  const seen = room.seen(number);
  assert.ok(seen, `p${number} is dark`);
  return seen;
}

test('a pad moves its own light and no other', () => {
  const room = openRoom(3);
  room.run(1);
  const before = [0, 1, 2].map((number) => place(room, number));
  room.say(1, { x: 8, y: -4 });
  room.run(0.6);
  const after = [0, 1, 2].map((number) => place(room, number));
  assert.ok(Number(after[1]?.x) > Number(before[1]?.x) + 0.05);
  assert.ok(Number(after[1]?.y) < Number(before[1]?.y));
  assert.deepEqual([after[0], after[2]], [before[0], before[2]]);
  room.say(1, {});
  room.run(2);
  const rest = place(room, 1);
  room.run(1);
  assert.deepEqual(place(room, 1), rest, 'a light that nobody steers stands still');
});

test('no light leaves the screen', () => {
  const room = openRoom(1, { speed: 1 });
  room.say(0, { x: 8, y: 8 });
  room.run(5);
  assert.ok(place(room, 0).x < 1 && place(room, 0).x > 0.95);
  assert.ok(place(room, 0).y < 1 && place(room, 0).y > 0.95);
});

test('who leaves goes dark in the next frame, and stays dark on a screen that lost it', () => {
  const room = openRoom(60);
  room.run(2);
  const { slot } = room.mine(40);
  room.leave(40);
  assert.equal(room.stage.personal('p40'), '');
  room.stage.tick(TICK_MS, {});
  room.screen.take(room.stage.frame().view);
  assert.equal(room.screen.places[slot], DARK);
  const late = createDecoder();
  for (let n = 0; n < 31; n++) {
    room.stage.tick(TICK_MS, {});
    late.take(room.stage.frame().view);
  }
  assert.deepEqual(
    late.places,
    room.screen.places.map((one, at) => (at === slot ? DARK : one)),
  );
  assert.equal(room.stage.backdrop().names[slot], '');
});

test('the slot of somebody who left is given to the next who comes, with a look of its own', () => {
  const room = openRoom(5);
  const { slot } = room.mine(2);
  room.leave(2);
  room.join(9);
  assert.equal(room.mine(9).slot, slot);
  assert.equal(room.stage.backdrop().names[slot], 'Name 9');
  room.stage.join({ id: 'p9', name: 'Ada', team: null });
  assert.equal(room.stage.backdrop().names[slot], 'Ada');
});

test('2,000 people: all have a light, each moves by their own pad', () => {
  const room = openRoom(2000);
  for (let number = 0; number < 2000; number++) room.say(number, { x: number % 2 === 0 ? 8 : -8 });
  const before = Array.from({ length: 2000 }, (_, number) => room.mine(number).x);
  room.run(1.2);
  assert.equal(room.screen.places.filter((one) => one !== DARK).length, 2000);
  for (let number = 0; number < 2000; number++) {
    const { x } = room.mine(number);
    const way = x - before[number];
    assert.ok(number % 2 === 0 ? way > 5 || x > 55 : way < -5 || x < 8, `p${number} moved by ${way}`);
  }
});

test('gather: when enough of those who play are in the ring they have won, and the ring moves on', () => {
  const room = openRoom(20, { gatherShare: 70, speed: 1 });
  room.run(1.2);
  room.stage.run('gather');
  const ring = () => /** @type {{ x: number, y: number, r: number }} */ (room.stage.backdrop().target);
  const first = ring();
  for (let step = 0; step < 60 && !room.stage.backdrop().hasWon; step++) {
    for (let number = 0; number < 15; number++) {
      const [dx, dy] = [first.x - place(room, number).x, first.y - place(room, number).y];
      room.say(number, {
        x: Math.round(8 * Math.max(-1, Math.min(1, 6 * dx))),
        y: Math.round(8 * Math.max(-1, Math.min(1, 4 * dy))),
      });
    }
    room.run(0.1);
  }
  assert.equal(room.stage.backdrop().hasWon, true);
  const { inside, active } = room.screen.head;
  assert.ok(active <= 15, 'five have never steered, and are not waited for');
  assert.ok(inside >= 0.7 * active);
  for (let number = 0; number < 15; number++) room.say(number, {});
  room.run(4);
  assert.equal(room.stage.backdrop().hasWon, false);
  assert.notDeepEqual(ring(), first);
});

test('paint: steered lights leave their colour, a full wall is done and gives way to an empty one', () => {
  const room = openRoom(2, { speed: 1 });
  room.stage.run('paint');
  room.run(1);
  assert.equal(room.screen.head.painted, 0, 'who does not steer does not paint');
  for (let lane = 0; lane < 40 && !room.stage.backdrop().hasWon; lane++) {
    for (const [ways, seconds] of /** @type {const} */ ([
      [{ x: 8 }, 1.6],
      [{ y: 8 }, 0.12],
      [{ x: -8 }, 1.6],
      [{ y: 8 }, 0.12],
    ])) {
      room.say(0, lane < 20 ? ways : { ...ways, ...('y' in ways && { y: -8 }) });
      room.run(seconds);
    }
  }
  assert.ok(room.screen.head.painted > 900, `${room.screen.head.painted} ‰`);
  assert.equal(new Set(room.screen.wall).size <= 2, true, 'one light, one colour');
  room.stage.run('next');
  room.run(1);
  assert.ok(room.screen.head.painted < 100);
});

test('follow: one leads, the others come after; a leader who leaves is replaced', () => {
  const room = openRoom(30, { leadS: 0 });
  room.stage.run('follow');
  const leader = () => room.stage.backdrop().leader;
  const at = Array.from({ length: 30 }, (_, number) => number).find((number) => room.mine(number).leads);
  assert.equal(room.mine(Number(at)).slot, leader());
  room.say(Number(at), { x: 8, y: -2 });
  room.run(4);
  const goal = place(room, Number(at));
  const near = Array.from({ length: 30 }, (_, number) => place(room, number)).filter(
    ({ x, y }) => Math.hypot(x - goal.x, y - goal.y) < 0.5,
  );
  assert.ok(near.length > 15, `${near.length} are near`);
  room.leave(Number(at));
  room.run(0.1);
  assert.ok(leader() >= 0 && leader() !== -1);
  const second = leader();
  room.stage.run('next');
  assert.notEqual(leader(), second);
});

test('wave: who told row and seat sits there, A at the bottom, seat 1 on the left; the others fill a grid', () => {
  const room = openRoom(12);
  room.say(0, { row: 1, seat: 1 });
  room.say(1, { row: 1, seat: 20 });
  room.say(2, { row: 10, seat: 1 });
  room.run(0.1);
  room.stage.run('wave');
  room.run(6);
  const [left, right, back] = [0, 1, 2].map((number) => place(room, number));
  assert.ok(Number(left?.x) < 0.2 && Number(right?.x) > 0.8);
  assert.ok(Number(back?.y) < 0.3 && Number(left?.y) > 0.8);
  const others = Array.from({ length: 9 }, (_, number) => JSON.stringify(place(room, number + 3)));
  assert.equal(new Set(others).size, 9);
});

test('a hall at rest flies in patterns, and stops when somebody steers', () => {
  const room = openRoom(10, { idleS: 5 });
  room.run(4);
  assert.equal(room.stage.backdrop().isIdle, false);
  room.run(2);
  assert.equal(room.stage.backdrop().isIdle, true);
  room.say(3, { x: 4 });
  room.run(0.1);
  assert.equal(room.stage.backdrop().isIdle, false);
});

test('who comes or asks is named for five seconds', () => {
  const room = openRoom(40);
  room.run(6);
  assert.deepEqual(room.screen.head.called, []);
  room.say(17, { find: true });
  room.run(0.1);
  assert.deepEqual(room.screen.head.called, [room.mine(17).slot]);
  room.say(17, {});
  room.run(5.2);
  assert.deepEqual(room.screen.head.called, []);
});

test('an idle room is told nothing new: personal views stay the same text', () => {
  const room = openRoom(3);
  room.run(1);
  const before = [0, 1, 2].map((number) => room.stage.personal(`p${number}`));
  room.run(2);
  assert.deepEqual(
    [0, 1, 2].map((number) => room.stage.personal(`p${number}`)),
    before,
  );
});

test('stands in README.md with every setting, action and key', () =>
  assertReadmeTells(game, import.meta.url));

test('every row of the tables beside its peers names a test that is run', async () =>
  assert.ok((await assertRowsAreShown(import.meta.url)) >= 11));

test('every file that README.md names is there', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const named = [...readme.matchAll(/`([a-z/-]+\.js)`/g)].map(([, path]) => String(path));
  assert.ok(named.length > 8);
  for (const path of named) assert.ok(existsSync(new URL(path, import.meta.url)), path);
});
