/** The rules of the lobby: the list of names, taps and their glow, settings, places on the screen. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEdge } from '../../lib/stage/edge.js';
import { compileFields, defaultsOf } from '../../lib/contract/schema.js';
import { createStage } from '../../lib/stage/stage.js';
import { assertReadmeTells } from '../../test/support/readme.js';
import game from './game.js';
import { PLACES, STAY_S, seat } from './playfield/places.js';

const COLUMNS = 24;

/** @param {number} [heads] per team */
function openLobby(heads = 1) {
  const edge = createEdge();
  edge.setGame(game);
  const stage = createStage({ game, settings: defaultsOf(game.settings), seed: 1 });
  stage.apply(['setPlayers', { count: 2 * heads, byTeam: { left: heads, right: heads } }]);
  const seats = {
    left: edge.sit({ id: 'a', team: 'left' }),
    right: edge.sit({ id: 'b', team: 'right' }),
  };
  return {
    edge,
    stage,
    view: () =>
      /** @type {any} */ ({ ...JSON.parse(stage.backdrop()), .../** @type {any} */ (stage.frame().view) }),
    /** @param {'left' | 'right'} team @param {number} taps @param {number} x */
    tap: (team, taps, x) => assert.equal(edge.input(seats[team], { taps, x }, 0), ''),
    tick: (ms = 33) => stage.apply(['tick', ms, edge.drain(0)]),
  };
}

/** @param {number} n */
function person(n) {
  return { id: `p${n}`, name: `Name ${n}`, team: n % 2 === 0 ? 'left' : 'right' };
}

/** @param {{ view: () => any }} lobby @returns {string[]} */
const idsOf = ({ view }) => view().names.map((/** @type {{ id: string }} */ { id }) => id);

test('names stand in the order they came, newest last, with a number that grows', () => {
  const lobby = openLobby();
  for (let n = 0; n < 3; n++) lobby.stage.apply(['join', person(n)]);
  assert.deepEqual(lobby.view().names, [
    { n: 1, ...person(0) },
    { n: 2, ...person(1) },
    { n: 3, ...person(2) },
  ]);
});

test('of many names the forty newest are shown', () => {
  const lobby = openLobby();
  for (let n = 0; n < 1000; n++) lobby.stage.apply(['join', person(n)]);
  assert.deepEqual(
    idsOf(lobby),
    Array.from({ length: 40 }, (_, i) => `p${960 + i}`),
  );
});

test('who comes again, or changes name or side, stands once, at the end', () => {
  const lobby = openLobby();
  for (let n = 0; n < 3; n++) lobby.stage.apply(['join', person(n)]);
  lobby.stage.apply(['join', { ...person(0), name: 'Renamed', team: 'right' }]);
  assert.deepEqual(idsOf(lobby), ['p1', 'p2', 'p0']);
  assert.deepEqual(lobby.view().names.at(-1), { n: 4, id: 'p0', name: 'Renamed', team: 'right' });
});

test('a player who leaves disappears; a leave of somebody who was never shown is harmless', () => {
  const lobby = openLobby();
  for (let n = 0; n < 3; n++) lobby.stage.apply(['join', person(n)]);
  lobby.stage.apply(['leave', person(1)]);
  lobby.stage.apply(['leave', person(99)]);
  assert.deepEqual(idsOf(lobby), ['p0', 'p2']);
});

test('taps are sparks of their side, at their place, for one frame; they add up', () => {
  const lobby = openLobby();
  lobby.tap('left', 3, 0);
  lobby.tap('left', 2, 0);
  lobby.tap('left', 1, 0.5);
  lobby.tap('right', 2, 1);
  lobby.tick();
  const { sparks, taps } = lobby.view();
  assert.deepEqual([sparks.left.length, sparks.right.length], [COLUMNS, COLUMNS]);
  assert.deepEqual([sparks.left[0], sparks.left[12], sparks.right[23]], [5, 1, 2]);
  assert.equal(taps, 8);
  lobby.tick();
  assert.ok(lobby.view().sparks.left.every((/** @type {number} */ count) => count === 0));
  assert.equal(lobby.view().taps, 8);
  assert.deepEqual(JSON.parse(lobby.stage.notice()), {
    count: 2,
    byTeam: { left: 1, right: 1 },
    taps: 8,
  });
});

test('the room glows while it is busy, never beyond 1, and calms down', () => {
  const lobby = openLobby();
  assert.equal(lobby.view().energy, 0);
  let last = 0;
  for (let i = 0; i < 100; i++) {
    lobby.tap('left', 30, 0.5);
    lobby.tick();
    const { energy } = lobby.view();
    assert.ok(energy >= last && energy <= 1);
    last = energy;
  }
  assert.ok(last > 0.9);
  for (let i = 0; i < 200; i++) lobby.tick();
  assert.ok(lobby.view().energy < 0.01);
});

test('the glow is per head: as many taps are less in a fuller room', () => {
  const glow = (/** @type {number} */ heads) => {
    const lobby = openLobby(heads);
    for (let i = 0; i < 60; i++) {
      lobby.tap('left', 1, 0.5);
      lobby.tick();
    }
    return lobby.view().energy;
  };
  assert.ok(glow(100) > 0 && glow(100) < glow(10) / 5);
});

test('a tick of no length and an empty room are harmless', () => {
  const lobby = openLobby(0);
  lobby.tap('left', 5, 0.5);
  lobby.tick(0);
  assert.equal(lobby.view().energy, 0);
  lobby.tick();
  assert.ok(Number.isFinite(lobby.view().energy));
});

test('a headline is a text of at most 60 characters, at first none', () => {
  const check = compileFields(game.settings, { partial: true });
  assert.equal(defaultsOf(game.settings)['headline'], '');
  assert.equal(check({ headline: 'x'.repeat(60) }), '');
  assert.match(check({ headline: 'x'.repeat(61) }), /at most 60/);
});

test('takes 1 to 30 taps at a place on the pad, nothing else', () => {
  const check = compileFields(game.input);
  for (const good of [
    { taps: 1, x: 0 },
    { taps: 30, x: 1 },
  ])
    assert.equal(check(good), '');
  for (const bad of [
    { taps: 0, x: 0 },
    { taps: 31, x: 0 },
    { taps: 1.5, x: 0 },
    { taps: 1 },
    { taps: 1, x: 2 },
  ])
    assert.notEqual(check(bad), '');
  assert.equal(game.hold, false, 'a tap counts once');
});

test('stands in README.md with every setting', () => assertReadmeTells(game, import.meta.url));

test('300 who join in ten seconds stand one to a place, each long enough to be read', () => {
  const FRAME_S = 1 / 30;
  const FADE_S = 0.5;
  /** @type {(import('./playfield/places.js').Standing & { fadeS: number })[]} */
  let here = [];
  let shown = 0;
  for (let n = 0; n < 300; n++) {
    const people = Array.from({ length: Math.min(PLACES, n + 1) }, (_, k) => ({ id: `p${n - k}`, name: '' }));
    for (const { person, place } of seat(here, people.reverse())) {
      here.push({ id: person.id, place, ageS: 0, leaving: false, fadeS: 0 });
      shown += 1;
    }
    for (const one of here) {
      if (one.leaving) assert.ok(one.ageS >= STAY_S);
      one.ageS += FRAME_S;
      one.fadeS += one.leaving ? FRAME_S : 0;
    }
    assert.equal(new Set(here.map(({ place }) => place)).size, here.length, 'two names at one place');
    assert.ok(here.every(({ place }) => place < PLACES));
    here = here.filter(({ fadeS }) => fadeS < FADE_S);
  }
  assert.ok(shown > 3 * PLACES, `${shown} of 300 were shown`);
});
