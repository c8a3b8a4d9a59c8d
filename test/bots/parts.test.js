/** Tests the parts of a bot: its clock, its person, what it sees. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHARACTERS, USUAL_CROWD, drawTemper, pickCharacter } from '../../bots/characters.js';
import { readMajority } from '../../bots/majority.js';
import { createFrames } from '../../bots/screen.js';
import { createWheel } from '../../bots/wheel.js';
import { createPerson } from '../../lib/contract/bot.js';
import { createRandom } from '../../lib/stage/random.js';

// ── the wheel ─────────────────────────────────────────────────────────────────────────────────────────

test('timers fire once, in the order of their times; a cleared one never does', async () => {
  const wheel = createWheel();
  /** @type {string[]} */
  const fired = [];
  const note = (/** @type {string} */ name) => () => void fired.push(name);
  wheel.setTimer(note('late'), 120);
  wheel.setTimer(note('early'), 40);
  wheel.clearTimer(wheel.setTimer(note('never'), 60));
  await new Promise((resolve) => wheel.setTimer(() => resolve(undefined), 160));
  assert.deepEqual(fired, ['early', 'late']);
  assert.equal(wheel.size, 0);
});

test('a timer beyond one turn of the wheel waits for its own turn; a fault stops no other', () => {
  const clock = createClock();
  clock.wheel.setTimer(() => clock.note('11 s'), 11_000);
  clock.wheel.setTimer(() => {
    throw new Error('boom');
  }, 500);
  clock.wheel.setTimer(() => clock.note('0.5 s'), 500);
  clock.pass(600);
  assert.deepEqual([clock.notes, clock.faults.length], [['0.5 s'], 1]);
  clock.pass(10_300);
  assert.deepEqual(clock.notes, ['0.5 s']);
  clock.pass(200);
  assert.deepEqual(clock.notes, ['0.5 s', '11 s']);
});

test('after a pause of the process all that is due fires, in order', () => {
  const clock = createClock();
  for (const ms of [300, 100, 200]) clock.wheel.setTimer(() => clock.note(`${ms}`), ms);
  clock.pass(5000, 5000);
  assert.deepEqual(clock.notes, ['100', '200', '300']);
});

/** A wheel whose time is the test's. */
function createClock() {
  let nowMs = 0;
  /** @type {string[]} */
  const notes = [];
  /** @type {unknown[]} */
  const faults = [];
  const wheel = createWheel({ now: () => nowMs, onFault: (error) => faults.push(error), isDriven: true });
  return {
    wheel,
    notes,
    faults,
    note: (/** @type {string} */ text) => void notes.push(text),
    pass(/** @type {number} */ ms, stepMs = 20) {
      for (let left = ms; left > 0; left -= stepMs) {
        nowMs += stepMs;
        wheel.advance();
      }
    },
  };
}

// ── majority, characters ──────────────────────────────────────────────────────────────────────────────

const words = (/** @type {string[]} */ ...each) => each.map((text) => new Set(text.split(' ')));
const notices = /** @type {[string, unknown, Set<string>[], { most: number | null, mean?: number }][]} */ ([
  [
    'counts of the own side',
    { crowd: { left: { up: 9, down: 1 }, right: { up: 2, down: 5, mean: -0.4 } } },
    words('half up', 'half down'),
    { most: 1, mean: -0.4 },
  ],
  ['a list, one for each', { question: 3, votes: [4, 1, 7, 0] }, words('a', 'b', 'c', 'd'), { most: 2 }],
  ['another list', { votes: [4, 1, 7] }, words('a', 'b'), { most: null }],
  ['a draw', { up: 2, down: 2 }, words('up', 'down'), { most: null }],
  ['nothing', null, words('up', 'down'), { most: null }],
  ['one thing only', { up: 2 }, words('up'), { most: null }],
]);
for (const [what, notice, choices, { most, mean = null }] of notices) {
  test(`the majority, from ${what}`, () => {
    const found = readMajority(notice, { team: 'right', choices });
    assert.deepEqual([found.most, found.mean], [most, mean]);
  });
}

test('people of one character differ, characters differ more, and the same seed is the same person', () => {
  const people = (/** @type {keyof typeof CHARACTERS} */ name, seed = 5) => {
    const random = createRandom(seed).next;
    return Array.from({ length: 500 }, () => drawTemper(CHARACTERS[name], random));
  };
  const median = (/** @type {ReturnType<typeof people>} */ all, /** @type {keyof (typeof all)[0]} */ name) =>
    Number(all.map((one) => one[name]).sort((a, b) => a - b)[250]);
  assert.deepEqual(people('usual'), people('usual'));
  assert.notDeepEqual(people('usual'), people('usual', 6));
  assert.ok(median(people('sheep'), 'follow') > 0.6 && median(people('troll'), 'follow') < -0.6);
  assert.ok(median(people('half-asleep'), 'slowness') > 10 * median(people('usual'), 'slowness'));
  assert.ok(median(people('eager'), 'slowness') < 0.6);
  for (const { skill, follow, reactionMs } of people('half-asleep')) {
    assert.ok(skill >= 0 && skill <= 1 && Math.abs(follow) <= 1);
    assert.ok(reactionMs >= 180 && reactionMs <= 1000);
  }
});

test('people think in log-normal times, type with a slip now and then, and guess the order of magnitude', () => {
  const person = (/** @type {number} */ skill) =>
    createPerson({
      player: { id: 'p', name: 'Ada', team: null },
      temper: { skill, follow: 0, slowness: 1, reactionMs: 250 },
      random: createRandom(3).next,
    });
  const ada = person(0.5);
  const logs = Array.from({ length: 4000 }, () => Math.log(ada.think(2000))).sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => Number(logs[Math.floor(share * logs.length)]);
  assert.ok(Math.abs(Math.exp(at(0.5)) / 2000 - 1) < 0.05, 'the median');
  assert.ok(Math.abs((at(0.841) - at(0.159)) / 2 - 0.5) < 0.04, 'the spread of the logarithm');
  const typed = Array.from({ length: 500 }, () => ada.type('Kahoot'));
  const wrong = typed.filter((text) => text !== 'Kahoot');
  assert.ok(wrong.length > 20 && wrong.length < 150, `${wrong.length} of 500 with a slip`);
  assert.ok(wrong.every((text) => Math.abs(text.length - 6) <= 2));
  const off = (/** @type {number} */ skill) => {
    const { guess } = person(skill);
    const guesses = Array.from({ length: 500 }, () => guess(600));
    assert.ok(guesses.filter((value) => value > 60 && value < 6000).length > 480);
    return guesses.reduce((sum, value) => sum + Math.abs(Math.log(value / 600)), 0) / 500;
  };
  assert.ok(off(0) > 2 * off(1));
});

test('bots see the screen as late as they react, and never that of another scene', () => {
  let nowMs = 0;
  const frames = createFrames(() => nowMs);
  for (let n = 0; n <= 40; n++) {
    nowMs = n * 50;
    frames.add({ epoch: 1, view: n });
  }
  assert.deepEqual([frames.see(1, 250)?.view, frames.see(1, 1000)?.view], [35, 20]);
  assert.equal(frames.see(1, 1800), null, 'so long ago is forgotten');
  frames.add({ epoch: 2, view: 'new' });
  assert.deepEqual([frames.see(2, 250), frames.see(2, 0)?.view], [null, 'new']);
});

test('a usual room has all characters, in their shares', () => {
  const random = createRandom(1).next;
  /** @type {Record<string, number>} */
  const counts = {};
  for (let i = 0; i < 10_000; i++) {
    const name = pickCharacter(USUAL_CROWD, random());
    counts[name] = (counts[name] ?? 0) + 1;
  }
  for (const [name, share] of Object.entries(USUAL_CROWD)) {
    assert.ok(Math.abs(Number(counts[name]) / 100 - share) < 1.5, `${name}: ${counts[name]}`);
  }
  assert.equal(pickCharacter({ troll: 1 }, 0.999), 'troll');
});
