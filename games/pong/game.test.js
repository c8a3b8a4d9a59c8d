import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { defaultsOf } from '../../lib/schema.js';
import { createStage } from '../../lib/stage.js';
import game from './game.js';

/** @import { Settings } from '../../lib/types.js' */

const TICK_MS = 33;

/** @param {Settings} [changes] @param {{ left: number, right: number }} [heads] @param {number} [seed] */
function openCourt(changes = {}, heads = { left: 10, right: 10 }, seed = 1) {
  const settings = { ...defaultsOf(game.settings), ...changes };
  const stage = createStage({ game, settings, seed });
  const push = { left: 0, right: 0 };
  let players = { count: heads.left + heads.right, byTeam: heads };
  stage.setPlayers(players);
  const votes = (/** @type {number} */ y, /** @type {number} */ n) =>
    y > 0.33 ? [0, 0, n] : y < -0.33 ? [n, 0, 0] : [0, n, 0];
  const sum = () => ({
    pull: {
      left: { count: players.byTeam.left, sum: push.left * players.byTeam.left },
      right: { count: players.byTeam.right, sum: push.right * players.byTeam.right },
    },
    votes: { left: votes(push.left, players.byTeam.left), right: votes(push.right, players.byTeam.right) },
  });
  const tick = (ms = TICK_MS) => stage.tick(ms, sum());
  const view = () => /** @type {any} */ (stage.frame().view);
  return {
    stage,
    push,
    tick,
    view,
    state: () => /** @type {any} */ (stage.save().state),
    set: (/** @type {Settings} */ more) => stage.setSettings({ ...settings, ...more }),
    people(/** @type {{ left: number, right: number }} */ next) {
      players = { count: next.left + next.right, byTeam: next };
      stage.setPlayers(players);
    },
    /** @param {(view: any) => boolean} isThere @param {number} [mostTicks] */
    until(isThere, mostTicks = 5000) {
      for (let i = 0; i < mostTicks; i++) {
        if (isThere(view())) return view();
        tick();
      }
      return assert.fail(`never: ${isThere}`);
    },
  };
}

describe('paddles', () => {
  test('the mean of a side moves its paddle, up for a positive one', () => {
    const court = openCourt();
    Object.assign(court.push, { left: 1, right: -0.5 });
    for (let i = 0; i < 5; i++) court.tick();
    const { left, right } = court.view().paddles;
    assert.ok(left.y < 45 && right.y > 45);
    assert.ok(45 - left.y > 1.8 * (right.y - 45));
  });

  test('speed is taken up by 12 % per 16 ms frame, whatever the steps are', () => {
    const after = (/** @type {number} */ stepMs) => {
      const court = openCourt({ stepMs });
      court.push.left = 1;
      for (let i = 0; i < 8; i++) court.tick(40);
      return court.state().paddles.left.v;
    };
    // What is left of a tick may wait for the next one: at most one step is missing.
    const wanted = -68 * (1 - 0.88 ** 20);
    for (const stepMs of [4, 8, 10, 20, 40])
      assert.ok(Math.abs(after(stepMs) - wanted) < 1.5, `${stepMs} ms: ${after(stepMs)}`);
  });

  test('a paddle stays on the court', () => {
    const court = openCourt();
    court.push.left = 1;
    for (let i = 0; i < 200; i++) court.tick();
    const { y, h } = court.view().paddles.left;
    assert.ok(Math.abs(y - h / 2) < 0.01);
  });

  test('a slider is a place, not a speed', () => {
    const court = openCourt({ control: 'slider' });
    court.push.left = 0.5;
    for (let i = 0; i < 200; i++) court.tick();
    assert.ok(Math.abs(court.view().paddles.left.y - 22.5) < 0.5);
  });

  test('the smaller side has a taller paddle, at most by 40 %, unless told otherwise', () => {
    const heightsOf = (/** @type {Settings} */ settings, /** @type {any} */ heads) => {
      const { left, right } = openCourt(settings, heads).view().paddles;
      return [left.h, right.h];
    };
    assert.deepEqual(heightsOf({ paddleHeight: 20 }, { left: 10, right: 10 }), [20, 20]);
    const court = openCourt({ paddleHeight: 20 }, { left: 10, right: 1000 });
    court.tick();
    assert.deepEqual([court.view().paddles.left.h, court.view().paddles.right.h], [28, 20]);
    const even = openCourt({ paddleHeight: 20, evenOut: false }, { left: 1, right: 50 });
    even.tick();
    assert.equal(even.view().paddles.left.h, 20);
  });

  test('the house plays a side that nobody is on', () => {
    const court = openCourt({ pointsToWin: 0 }, { left: 1, right: 0 });
    court.tick();
    assert.deepEqual([court.view().crowd.left.house, court.view().crowd.right.house], [false, true]);
    court.until(({ rally }) => rally > 0);
    court.until(({ score }) => score.left + score.right > 3, 60_000);
  });

  test('keys move the paddles', () => {
    const court = openCourt();
    for (const [action, side, by] of /** @type {const} */ ([
      ['leftUp', 'left', -4],
      ['rightDown', 'right', 4],
    ])) {
      const { y } = court.view().paddles[side];
      court.stage.run(action);
      assert.equal(court.view().paddles[side].y, y + by);
    }
  });
});

describe('the ball', () => {
  test('is served after a moment, by chance to either side', () => {
    const sides = new Set();
    for (let seed = 0; seed < 20; seed++) {
      const court = openCourt({}, { left: 1, right: 1 }, seed);
      court.until(({ phase }) => phase === 'play');
      sides.add(court.state().ball.dx);
    }
    assert.deepEqual([...sides].sort(), [-1, 1]);
  });

  test('where it hits decides how it flies; the outer eighth is a corner', () => {
    const seen = new Map();
    for (let seed = 0; seed < 60; seed++) {
      const court = openCourt({ paddleHeight: 60 }, { left: 5, right: 5 }, seed);
      const { event, paddles } = court.until(({ event: { kind } }) =>
        ['hit', 'corner', 'point'].includes(kind),
      );
      if (event.kind === 'point') continue;
      const where = (event.y - paddles[event.side].y) / (paddles[event.side].h / 2);
      const { dy } = court.state().ball;
      assert.ok(Math.abs(dy) <= 1);
      seen.set(event.kind, (seen.get(event.kind) ?? 0) + 1);
      if (event.kind === 'corner') assert.ok(Math.abs(where) > 0.7, String(where));
      else assert.ok(Math.abs(where) < 0.8, String(where));
    }
    assert.ok(seen.get('hit') > 3);
  });

  test('a wall is a point for the other side, then it is served again', () => {
    const court = openCourt({ paddleHeight: 4, ballRise: 0, pointsToWin: 0 });
    Object.assign(court.push, { left: 1, right: 1 });
    const { event, score } = court.until(({ event: { kind } }) => kind === 'point');
    assert.equal(score[event.side], 1);
    assert.equal(event.x > 80, event.side === 'left');
    const { cut } = court.view();
    court.until(({ phase }) => phase === 'serve');
    assert.equal(court.view().cut, cut + 1);
    court.until(({ phase }) => phase === 'play');
  });

  test('never leaves the court and never tunnels through a paddle that covers the side', () => {
    fc.assert(
      fc.property(
        fc.record({
          ballSpeed: fc.integer({ min: 20, max: 160 }),
          ballRadius: fc.double({ min: 0.5, max: 6, noNaN: true }),
          stepMs: fc.integer({ min: 4, max: 50 }),
          paddleWidth: fc.integer({ min: 1, max: 6 }),
          seed: fc.nat(),
        }),
        ({ seed, ...settings }) => {
          const court = openCourt(
            { ...settings, paddleHeight: 60, ballRise: 0, pointsToWin: 0 },
            { left: 1, right: 1 },
            seed,
          );
          for (let i = 0; i < 600; i++) {
            court.tick(50);
            const { x, y, r } = court.view().ball;
            assert.ok(x >= -4 && x <= 164 && y >= r - 0.02 && y <= 90 - r + 0.02, `${x}, ${y}`);
          }
          // Flat balls between 27 and 63 meet a paddle of 60 in the middle every time.
          assert.deepEqual(court.view().score, { left: 0, right: 0 });
        },
      ),
      { numRuns: 40 },
    );
  });

  test('flies behind a paddle without a hit', () => {
    const court = openCourt({ paddleHeight: 4, ballRise: 0 });
    court.push.left = court.push.right = 1;
    court.until(({ event: { kind } }) => kind === 'point');
    const { rally } = court.view();
    court.push.left = court.push.right = -1;
    for (let i = 0; i < 20; i++) court.tick();
    assert.equal(court.view().rally, rally);
  });
});

describe('the operator', () => {
  test('changes of settings count at once', () => {
    const court = openCourt();
    court.until(({ phase }) => phase === 'play');
    const speed = () => {
      const from = court.view().ball.x;
      court.tick(20);
      return Math.abs(court.view().ball.x - from) / 0.02;
    };
    court.set({ ballSpeed: 20 });
    assert.ok(Math.abs(speed() - 20) < 1);
    court.set({ ballSpeed: 60, ballRadius: 3, paddleHeight: 30, paddleWidth: 5, debug: true });
    assert.ok(Math.abs(speed() - 60) < 3);
    const { ball, paddles, paddleWidth, debug } = court.view();
    assert.deepEqual([ball.r, paddles.left.h, paddleWidth], [3, 30, 5]);
    assert.ok(debug.dtMs > 0);
  });

  test('pauses and goes on, serves again, makes the ball slower and faster', () => {
    const court = openCourt();
    court.until(({ phase }) => phase === 'play');
    court.stage.run('pause');
    const { ball } = court.view();
    for (let i = 0; i < 30; i++) court.tick();
    assert.deepEqual(court.view().ball, ball);
    court.stage.run('pause');
    assert.equal(court.view().phase, 'play');
    court.stage.run('faster');
    assert.ok(court.state().pace > 1);
    court.stage.run('slower');
    court.stage.run('slower');
    assert.ok(court.state().pace < 1);
    court.stage.run('serve');
    assert.equal(court.view().phase, 'serve');
  });

  test('the warm-up goes on only when enough of the right side push the right way', () => {
    const court = openCourt();
    court.stage.run('warmUp');
    court.push.right = 1;
    for (let i = 0; i < 100; i++) court.tick();
    assert.deepEqual([court.view().warm.side, court.view().warm.want], ['left', 'up']);
    for (const [side, y] of /** @type {const} */ ([
      ['left', 1],
      ['right', -1],
      ['left', -1],
      ['right', 1],
    ])) {
      assert.equal(court.view().warm.side, side);
      court.push[side] = y;
      const { step } = court.view().warm;
      court.until(({ warm }) => warm?.step !== step);
    }
    court.until(({ phase }) => phase === 'serve', 10);
  });

  test('the warm-up does not wait for a side that nobody is on', () => {
    const court = openCourt({}, { left: 3, right: 0 });
    court.tick();
    court.stage.run('warmUp');
    court.push.left = 1;
    court.until(({ warm }) => warm?.step === 2);
  });
});

describe('the evening', () => {
  test('waits for people and begins when they come, also after a break', () => {
    const court = openCourt({}, { left: 0, right: 0 });
    court.tick();
    assert.equal(court.view().phase, 'wait');
    court.people({ left: 1, right: 0 });
    court.tick();
    assert.equal(court.view().phase, 'serve');
    court.people({ left: 0, right: 0 });
    court.tick();
    assert.equal(court.view().phase, 'wait');
  });

  test('rallies are counted, the longest is kept, a new record is an event', () => {
    const court = openCourt({ paddleHeight: 60, pointsToWin: 0 }, { left: 1, right: 1 }, 3);
    court.until(({ rally }) => rally === 3, 20_000);
    assert.equal(court.view().record, 3);
    court.stage.run('serve');
    assert.deepEqual([court.view().rally, court.view().record], [0, 3]);
    const { event } = court.until(({ event: { kind } }) => kind === 'record', 60_000);
    assert.equal(event.kind, 'record');
    assert.equal(court.view().rally, 4);
  });

  test('the points set win, and after a while a new game begins by itself; the record stands', () => {
    const court = openCourt({ paddleHeight: 4, pointsToWin: 2 });
    Object.assign(court.push, { left: 1, right: 1 });
    const { winner, score, phase } = court.until((view) => view.winner !== null, 60_000);
    assert.equal(phase, 'over');
    assert.equal(score[winner], 2);
    const { record } = court.view();
    const next = court.until((view) => view.winner === null);
    assert.deepEqual([next.score, next.record], [{ left: 0, right: 0 }, record]);
  });

  test('a frame is small, however many play', () => {
    const court = openCourt({}, { left: 1000, right: 1000 });
    for (let i = 0; i < 100; i++) court.tick();
    assert.ok(JSON.stringify(court.view()).length < 1000);
  });
});
