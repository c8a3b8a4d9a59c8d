/** A view is sent as text when it has changed; the panel's is computed once for all panels of a room. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNotice } from '../../lib/play/notice.js';
import { View } from '../../lib/play/view.js';

test('a view knows whether it changed, and is parsed once per change', () => {
  const view = new View();
  assert.equal(view.json, null);
  assert.equal(view.message(1).text, 'null');
  assert.equal(view.renew('{"a":1}', 7, 50), true);
  assert.equal(view.renew('{"a":1}', 8, 60), false);
  assert.deepEqual(view.message(3), { epoch: 3, seq: 7, text: '{"a":1}' });
  assert.equal(view.changedAtMs, 50);
  assert.equal(view.json, view.json);
  assert.deepEqual(view.json, { a: 1 });
});

test('a notice is sent when it changed, and computed at most so often', () => {
  let text = '';
  let computed = 0;
  /** @type {unknown[]} */
  const sent = [];
  const notice = createNotice({
    view() {
      computed += 1;
      return text;
    },
    players: () => ({ count: 1, byTeam: {} }),
    epoch: 2,
    seq: 6,
    send: (message) => sent.push(message),
  });
  notice.tick(0, 250);
  assert.deepEqual(sent, []);
  text = '"a"';
  notice.tick(249, 250);
  assert.equal(computed, 1, 'too early');
  notice.tick(250, 250);
  notice.tick(500, 250);
  assert.deepEqual(
    sent,
    [{ epoch: 2, seq: 7, text: '"a"' }],
    'with the number after that of the game before',
  );
});

/** A hall whose notice tells how many are there, and what the game says. */
function openHall() {
  const hall = { count: 0, said: 'hush', nowMs: 0 };
  /** @type {string[]} */
  const sent = [];
  const counts = () => ({ count: hall.count, byTeam: {} });
  const notice = createNotice({
    view: (players = counts()) => `"${players.count} ${hall.said}"`,
    players: counts,
    epoch: 1,
    send: ({ text }) => sent.push(JSON.parse(text)),
  });
  return {
    hall,
    /** Passes some time with ticks. @param {number} ms @param {() => void} [between] @returns {string[]} what was sent */
    pass(ms, between = () => {}) {
      sent.length = 0;
      for (const untilMs = hall.nowMs + ms; hall.nowMs < untilMs; hall.nowMs += 250) {
        notice.tick(hall.nowMs, 250);
        between();
      }
      return [...sent];
    },
  };
}

test('a rush of joins sends the counts once a second, and a change of the game at once with them', () => {
  const { hall, pass } = openHall();
  const join = () => void (hall.count += 1);
  assert.deepEqual(pass(2000, join), ['0 hush', '4 hush']);
  assert.deepEqual(pass(250), ['8 hush']);
  hall.said = 'go';
  hall.count = 9;
  assert.deepEqual(pass(250), ['9 go']);
  hall.count = 10;
  assert.deepEqual(pass(750), [], 'the counts have just been sent');
  assert.deepEqual(pass(250), ['10 go']);
});

test('the counts of a larger hall go out so rarely that they take as many writes a second', () => {
  const { hall, pass } = openHall();
  hall.count = 8000;
  const join = () => void (hall.count += 1);
  assert.deepEqual(pass(4000, join), ['8000 hush']);
  assert.equal(pass(16_000, join).length, 4);
});

test('who comes to a quiet hall is counted at the next chance', () => {
  const { hall, pass } = openHall();
  assert.deepEqual(pass(5000), ['0 hush']);
  hall.count = 1;
  assert.deepEqual(pass(250), ['1 hush']);
});
