/** Levels by themselves: whatever happens in a room, a fold that scans columns gives what adding each level gives. */

/** @import { Fold, Game, Input, Who } from '../../lib/contract/types.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  combine,
  defineGame,
  each,
  histogram,
  mean,
  tally,
  topK,
  totals,
} from '../../lib/contract/define-game.js';
import { readSum } from '../../lib/contract/folds.js';
import { createEdge } from '../../lib/stage/edge.js';
import { arbitraryMessage } from '../support/arbitrary.js';

const TEAMS = ['left', 'right', 'third'];
const EXPIRE_MS = 1000;
const SEATS = 6;

/** @type {import('../../lib/contract/types.js').Fields} */
const input = {
  y: { type: 'number', minimum: -1, maximum: 1 },
  taps: { type: 'integer', minimum: -3, maximum: 3 },
  on: { type: 'boolean', optional: true },
  vote: { type: 'string', enum: ['A', 'B', 'C'], optional: true },
  side: { type: 'string', enum: ['near', 'far'] },
  word: { type: 'string', maxLength: 1, optional: true },
};

/** Each makes a fold of its own, because a fold is bound to one game. @type {Record<string, () => Fold>} */
const FOLDS = {
  totals: () => totals('y', 'taps', 'on'),
  mean: () => mean('y'),
  'tally of choices': () => tally('vote'),
  'tally of whole numbers': () => tally('taps'),
  'tally of yes and no': () => tally('on'),
  histogram: () => histogram('y', { bins: 3 }),
  'histogram, weighed': () => histogram('taps', { bins: 4, weight: 'y' }),
  'topK of texts': () => topK('word', { k: 3, capacity: 4 }),
  'topK of numbers': () => topK('taps', { k: 3, capacity: 4 }),
  'by team': () => mean('y').by('team'),
  'by choice in team': () => totals('y').by('vote').by('team'),
  'by team in choice': () => histogram('y').by('team').by('side'),
  combined: () =>
    combine({
      pull: mean('y').by('team'),
      votes: combine({ all: tally('vote'), sides: tally('vote').by('side') }).by('team'),
      again: mean('taps').by('team'),
    }),
  'combined with one that cannot be scanned': () => combine({ pull: mean('y'), swarm: each() }),
  each: () => each().by('team'),
};

/** @param {Fold} fold @returns {Game} */
const gameOf = (fold) =>
  defineGame({
    ...{ title: 'Levels', teams: TEAMS, input, hold: true, expireMs: EXPIRE_MS, aggregate: fold },
    ...{ setup: () => ({}), frame: () => null },
  });

/**
 * One thing that happens at an edge. `same` sends the level of before again.
 * @typedef {{ what: 'sit' | 'leave' | 'input' | 'same' | 'move' | 'wait' | 'drain', at: number, ms: number,
 *   team: string | null, level: Input }} Step
 */
const steps = fc.array(
  fc.record({
    what: fc.constantFrom(
      'sit',
      'leave',
      'input',
      'input',
      'input',
      'same',
      'move',
      'wait',
      'drain',
      'drain',
    ),
    at: fc.nat(SEATS - 1),
    ms: fc.integer({ min: 0, max: EXPIRE_MS * 0.7 }),
    team: fc.constantFrom(null, ...TEAMS),
    // JSON has no -0.
    level: arbitraryMessage(input).map((level) => JSON.parse(JSON.stringify(level))),
  }),
  { minLength: 1, maxLength: 80, size: 'max' },
);

/** Plays at an edge and beside it, where each player's last level is simply kept. @param {Fold} fold @param {Step[]} script */
function playOn(fold, script) {
  const game = gameOf(fold);
  const edge = createEdge();
  edge.setGame(game);
  /** @type {({ seat: import('../../lib/stage/types.js').Seat, who: Who, level: Input | null, atMs: number } | null)[]} */
  const room = Array(SEATS).fill(null);
  let nowMs = 0;
  for (const [n, { what, at, ms, team, level }] of script.entries()) {
    const one = room[at];
    if (what === 'wait') nowMs += ms;
    else if (what === 'drain') assertDrained(edge.drain(nowMs), expected());
    else if (what === 'sit' && !one) {
      const who = { id: `p${n}`, team };
      room[at] = { seat: edge.sit(who), who, level: null, atMs: 0 };
    } else if (one) act(one, what, { at, team, level });
  }
  assertDrained(edge.drain(nowMs), expected());

  /**
   * @param {NonNullable<typeof room[number]>} one @param {Step['what']} what
   * @param {Pick<Step, 'at' | 'team' | 'level'>} how
   */
  function act(one, what, { at, team, level }) {
    if (what === 'leave') {
      edge.leave(one.seat);
      room[at] = null;
    } else if (what === 'move') {
      one.who.team = team;
      edge.move(one.seat);
    } else if (what === 'input' || (what === 'same' && one.level)) {
      const said = what === 'input' ? level : /** @type {Input} */ (one.level);
      assert.equal(edge.input(one.seat, said, nowMs), '');
      Object.assign(one, { level: said, atMs: nowMs });
    }
  }

  /** Adds what counts now, slot by slot. */
  function expected() {
    const here = room.filter((one) => one?.level && one.atMs >= nowMs - EXPIRE_MS);
    here.sort((a, b) => Number(a?.seat.slot) - Number(b?.seat.slot));
    return here.reduce(
      (sum, one) => fold.add(sum, filled(one?.level ?? {}), one?.who ?? { id: '', team: null }),
      fold.empty(),
    );
  }

  /** @param {unknown} sum @param {unknown} wanted */
  function assertDrained(sum, wanted) {
    assert.deepEqual(readSum(fold, sum), readSum(fold, wanted));
    spoil(sum);
  }
}

for (const [name, make] of Object.entries(FOLDS)) {
  test(`${name}: what a window gives is, to the last bit, what adding each level gives`, () => {
    fc.assert(
      fc.property(steps, (script) => playOn(make(), /** @type {Step[]} */ (script))),
      { numRuns: 150 },
    );
  });
}

test('every built-in fold whose sum does not grow is scanned', () => {
  for (const [name, make] of Object.entries(FOLDS)) {
    const fold = make();
    assert.equal(Boolean(fold.scan), !fold.grows, name);
  }
});

test('a window in which nothing has changed is not folded again', () => {
  let scans = 0;
  const { scan, ...rest } = mean('y').by('team');
  const edge = createEdge();
  const counted = (/** @type {any} */ levels) => {
    scans += 1;
    return scan?.(levels);
  };
  edge.setGame(gameOf({ ...rest, scan: counted }));
  const who = { id: 'a', team: 'left' };
  const seat = edge.sit(who);
  const say = (/** @type {number} */ y, /** @type {number} */ nowMs) =>
    edge.input(seat, { y, taps: 0, side: 'far' }, nowMs);
  const scansAt = (/** @type {number} */ nowMs) => {
    const before = scans;
    edge.drain(nowMs);
    return scans - before;
  };
  say(1, 0);
  assert.equal(scansAt(0), 1);
  assert.equal(scansAt(10), 0);
  say(1, 20);
  assert.equal(scansAt(20), 0, 'the same level again');
  edge.move(seat);
  edge.leave(edge.sit({ id: 'b', team: null }));
  assert.equal(scansAt(30), 0, 'somebody without a level');
  say(0, 40);
  assert.equal(scansAt(40), 1);
  who.team = 'right';
  edge.move(seat);
  assert.equal(scansAt(50), 1);
  assert.equal(scansAt(40 + EXPIRE_MS + 1), 1, 'it has expired');
  say(0, 40 + EXPIRE_MS + 2);
  assert.equal(scansAt(40 + EXPIRE_MS + 2), 1, 'and is back');
});

/** @param {Input} level @returns {Input} as a fold is given it */
function filled(level) {
  const said = Object.entries(level).filter(([, value]) => value !== undefined);
  return { on: false, vote: '', word: '', ...Object.fromEntries(said) };
}

/** Does what a game may do with its sum. @param {any} value */
function spoil(value) {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    spoil(value[key]);
    value[key] = null;
  }
}
