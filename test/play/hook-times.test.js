import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HookTimes } from '../../lib/play/hook-times.js';

/** The times of a thread by a clock in hand, and everything that was said of it. */
function openTimes() {
  let [nowMs, waitedMs] = [0, 0];
  /** @type {string[]} */
  const said = [];
  const times = new HookTimes((text) => said.push(text), { now: () => nowMs, waited: () => waitedMs });
  /** @param {Record<string, number>} hooks ms of each @param {{ isStep?: boolean, share?: number }} [how] share: of the processor that the thread gets */
  const play = (hooks, { isStep = true, share = 1 } = {}) => {
    times.begin(isStep);
    for (const [name, ms] of Object.entries(hooks)) {
      times.enter(name);
      nowMs += ms / share;
      waitedMs += ms / share - ms;
    }
    times.rest();
  };
  /** @param {Record<string, number>} hooks ms of each, at each step of 30 Hz or as soon as the last one is done @param {number} [share] */
  const playFor10s = (hooks, share = 1) => {
    for (const endMs = nowMs + 10_000; nowMs < endMs;) {
      const dueMs = nowMs + 1000 / 30;
      play(hooks, { share });
      nowMs = Math.max(nowMs, dueMs);
    }
  };
  return { said, play, playFor10s, wait: (/** @type {number} */ ms) => void (nowMs += ms) };
}

test('hooks that fit into their step are not named, on a busy machine either', () => {
  fc.assert(
    fc.property(
      fc.nat(8),
      fc.nat(8),
      fc.nat(8),
      fc.double({ min: 0.1, max: 1, noNaN: true }),
      (a, b, c, share) => {
        const { said, playFor10s } = openTimes();
        playFor10s({ tick: a, frame: b, notice: c }, share);
        assert.deepEqual(said, []);
      },
    ),
  );
});

test('of hooks that do not fit the longest is named, once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 1500 }),
      fc.nat(30),
      fc.double({ min: 0.3, max: 1, noNaN: true }),
      (a, b, share) => {
        const { said, playFor10s } = openTimes();
        playFor10s({ frame: b, tick: a }, share);
        assert.equal(said.length, 1);
        assert.match(
          said.join(),
          /^tick\(\) took \d+ of the last \d+ ms in \d+ calls?, so that pictures and answers come late/,
        );
      },
    ),
  );
});

test('a call that freezes the picture is named, and so is what many calls take together', () => {
  const { said, play, wait } = openTimes();
  wait(60_000);
  play({ tick: 1, frame: 1 });
  wait(30);
  play({ 'actions.shuffle': 700 }, { isStep: false });
  wait(1000);
  for (let n = 0; n < 3; n++) {
    play({ tick: 1, backdrop: 200 });
    wait(50);
  }
  wait(1000);
  for (let n = 0; n < 400; n++) play({ 'submit.answer': 2 }, { isStep: false });
  assert.deepEqual(
    said.map((line) => line.split(' took ')[0]),
    ['actions.shuffle()', 'backdrop()', 'submit.answer()'],
  );
});

test('the state that takes long to be stored is named', () => {
  const { said, play, wait } = openTimes();
  play({ '': 600 }, { isStep: false });
  wait(100);
  play({ tick: 1 });
  assert.deepEqual(said.length, 1);
  assert.match(said.join(), /^to store its state took 600 of the last 600 ms in 2 calls/);
});
