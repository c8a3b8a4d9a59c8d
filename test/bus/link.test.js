/** The link of an edge: which home it obeys, and when it says hello again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLink } from '../../lib/bus/link.js';
import { BEAT_MS, SILENT_MS } from '../../lib/bus/beats.js';

const ABOUT = { id: 'edge', host: 'here', pid: 1, version: '1', games: '9 games', format: 15 };

/** @param {import('node:test').TestContext} t */
function open(t) {
  const state = { nowMs: 0, hellos: /** @type {number[]} */ ([]), lost: /** @type {string[]} */ ([]) };
  const link = createLink({
    sayHello: ({ number }) => void state.hellos.push(number),
    sayBeat() {},
    about: ABOUT,
    onLost: (why) => void state.lost.push(why),
    onBeat() {},
    now: () => state.nowMs,
  });
  t.after(link.stop);
  return { link, state };
}

test('of any homes that speak in any order the one with the highest number is obeyed', (t) => {
  const homes = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 30 });
  fc.assert(
    fc.property(homes, (speakers) => {
      const { link, state } = open(t);
      let highest = 0;
      for (const incarnation of speakers) {
        state.nowMs += 500;
        assert.equal(link.receive(incarnation, 'frame'), incarnation === link.home?.incarnation);
        link.receive(incarnation, 'beat');
        if (!link.receive(incarnation, 'welcome')) {
          assert.ok(incarnation < highest, 'only an older home is not heard');
          continue;
        }
        const met = link.meet(state.hellos.at(-1) ?? 0, { incarnation, losses: 0, isOpen: true });
        assert.equal(met, incarnation === highest ? 'same' : 'other');
        highest = Math.max(highest, incarnation);
        assert.equal(link.home?.incarnation, highest);
      }
      link.stop();
    }),
  );
});

test('a welcome to an earlier hello, of which a pile comes when Redis has hung, is passed over', (t) => {
  const { link, state } = open(t);
  const welcome = () => ({ incarnation: 5, losses: 0, isOpen: true });
  for (let n = 0; n < 4; n += 1) {
    state.nowMs += 500;
    link.hello();
  }
  assert.deepEqual(state.hellos, [1, 2, 3, 4]);
  assert.deepEqual(
    state.hellos.map((number) => link.meet(number, welcome())),
    [null, null, null, 'other'],
  );
});

test('losses that a welcome does not account for are asked about, and a home that is lost is told once', (t) => {
  const { link, state } = open(t);
  link.hello();
  link.meet(1, { incarnation: 5, losses: 2, isOpen: true });
  state.nowMs += SILENT_MS;
  link.compare(2);
  assert.deepEqual(state.hellos, [1]);
  link.compare(3);
  assert.deepEqual(state.hellos, [1, 2]);
  link.compare(3);
  assert.deepEqual(state.hellos, [1, 2], 'the answer is on its way');
  link.lose('is gone');
  link.lose('is gone');
  assert.deepEqual(state.lost, ['is gone']);
  assert.equal(link.receive(5, 'frame'), false, 'without a welcome it is not obeyed again');
  assert.equal(link.meet(2, { incarnation: 5, losses: 3, isOpen: true }), 'same');
});

test('a home that was not heard because this edge stood still is not lost; one that stays silent is', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { link, state } = open(t);
  const pass = (/** @type {number} */ ms) => {
    state.nowMs += ms;
    t.mock.timers.tick(BEAT_MS);
  };
  link.hello();
  link.meet(1, { incarnation: 5, losses: 0, isOpen: true });
  pass(60_000);
  assert.deepEqual(state.lost, []);
  assert.equal(link.receive(5, 'beat'), true, 'what had come meanwhile is read now');
  for (let ms = 0; ms < SILENT_MS; ms += BEAT_MS) pass(BEAT_MS);
  assert.deepEqual(state.lost, []);
  pass(BEAT_MS);
  assert.deepEqual(state.lost, ['has fallen silent']);
});
