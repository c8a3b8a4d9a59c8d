/** The rules of pong: paddles, the ball, points and teams. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createEdge } from '../../lib/stage/edge.js';
import { compileFields, defaultsOf } from '../../lib/contract/schema.js';
import { createStage } from '../../lib/stage/stage.js';
import { assertReadmeTells } from '../../test/support/readme.js';
import game from './game.js';
import { COURT } from './rules.js';

/** @import { Settings } from '../../lib/contract/types.js' */

const TICK_MS = 33;
/** The rules fly in ways of half a unit: what they say of a place may be wrong by so much. */
const WAY = 0.5;
/** Units per second at which a side that pushes as one moves its paddle. */
const PADDLE_SPEED = 68;
const PADDLE_X = { left: 6, right: 154 };
const SIDES = /** @type {const} */ (['left', 'right']);

/** @typedef {'left' | 'right'} Side @typedef {{ left: number, right: number }} Heads */

describe('paddles', () => {
  test('the mean of a side moves its paddle, up for a positive one', () => {
    const court = openCourt();
    Object.assign(court.push, { left: [1, 1, 1, 1, 1, 1, 1, -1, -1, -1], right: -0.2 });
    court.pass(5 * TICK_MS);
    const { left, right } = court.view().paddles;
    assert.ok(left.y < 45 && right.y > 45);
    assert.ok(Math.abs(45 - left.y - 2 * (right.y - 45)) < 0.1, 'a mean of 0.4 is twice one of 0.2');
    const { up, down, still, mean } = court.view().crowd.left;
    assert.deepEqual([up, down, still, mean], [7, 3, 0, 0.4]);
  });

  test('speed is taken up by 12 % per 16 ms frame, whatever the steps are', () => {
    const after = (/** @type {number} */ stepMs) => {
      const court = openCourt({ stepMs });
      court.push.left = 1;
      for (let i = 0; i < 8; i++) court.tick(40);
      return court.state().paddles.left.v;
    };
    // The rest of a tick may wait for the next one, so at most one step is missing.
    const wanted = -PADDLE_SPEED * (1 - 0.88 ** 20);
    for (const stepMs of [4, 8, 10, 20, 40])
      assert.ok(Math.abs(after(stepMs) - wanted) < 1.5, `${stepMs} ms: ${after(stepMs)}`);
  });

  test('a paddle stays on the court, at either end', () => {
    const court = openCourt();
    Object.assign(court.push, { left: 1, right: -1 });
    court.pass(6000);
    const { left, right } = court.view().paddles;
    assert.deepEqual([left.y, right.y], [left.h / 2, COURT.height - right.h / 2]);
  });

  test('a slider is a place, not a speed: 1 is the top, -1 the bottom, and it stays', () => {
    const court = openCourt({ control: 'slider' });
    for (const [y, place] of /** @type {const} */ ([
      [0.5, 22.5],
      [1, 9],
      [-1, 81],
      [0, 45],
    ])) {
      court.push.left = y;
      court.pass(3000);
      assert.ok(Math.abs(court.view().paddles.left.y - place) < 0.1, `${y}: ${court.view().paddles.left.y}`);
    }
  });

  test('a tilt is a push, and half a tilt is half a push', () => {
    const speed = (/** @type {number} */ y) => {
      const court = openCourt({ control: 'tilt' });
      court.push.left = y;
      court.pass(300);
      return court.state().paddles.left.v;
    };
    assert.ok(speed(1) < -50);
    assert.ok(Math.abs(speed(0.5) - speed(1) / 2) < 1e-9);
    assert.equal(Math.abs(speed(0)), 0);
  });

  test('the smaller side has a taller paddle, at most by 40 %, unless told otherwise', () => {
    const heightsOf = (/** @type {Settings} */ settings, /** @type {Heads} */ heads) => {
      const court = openCourt({ paddleHeight: 20, ...settings }, heads);
      court.tick();
      return [court.view().paddles.left.h, court.view().paddles.right.h];
    };
    assert.deepEqual(heightsOf({}, { left: 10, right: 10 }), [20, 20]);
    assert.deepEqual(heightsOf({}, { left: 10, right: 1000 }), [28, 20]);
    assert.deepEqual(heightsOf({ evenOut: false }, { left: 1, right: 50 }), [20, 20]);
    assert.deepEqual(heightsOf({}, { left: 5, right: 0 }), [20, 20], 'the house needs no help');
    const growth = [10, 9, 7, 4, 1].map((right) => Number(heightsOf({}, { left: 10, right })[1]));
    assert.deepEqual(
      growth,
      growth.toSorted((a, b) => a - b),
    );
    assert.ok(Number(growth[1]) < 21, 'one head less is hardly an inch');
  });

  test('the keys of 2012 move them, not out of the court', () => {
    const court = openCourt();
    for (const [key, side, by] of /** @type {const} */ ([
      ['q', 'left', -4],
      ['a', 'left', 4],
      ['p', 'right', -4],
      ['l', 'right', 4],
    ])) {
      const { y } = court.view().paddles[side];
      court.key(key);
      assert.equal(court.view().paddles[side].y, y + by, key);
      for (let i = 0; i < 40; i++) court.key(key);
      const { h, y: end } = court.view().paddles[side];
      assert.equal(end, by < 0 ? h / 2 : COURT.height - h / 2);
    }
  });
});

describe('the house', () => {
  const against = (/** @type {(view: any) => number} */ play) => {
    const score = { left: 0, right: 0 };
    for (let seed = 0; seed < 4; seed++) {
      const court = openCourt({ pointsToWin: 0 }, { left: 2, right: 0 }, seed);
      for (let i = 0; i < 5000; i++) {
        court.push.left = play(court.view());
        court.tick();
      }
      for (const side of SIDES) score[side] += court.view().score[side];
    }
    return score;
  };

  test('plays a side that nobody is on, until somebody is', () => {
    const court = openCourt({}, { left: 1, right: 0 });
    court.tick();
    assert.deepEqual([court.view().crowd.left.house, court.view().crowd.right.house], [false, true]);
    court.until(({ event }) => event.kind === 'hit' && event.side === 'right', 60_000);
    court.people({ left: 1, right: 1 });
    court.push.right = -1;
    court.pass(5000);
    assert.equal(court.view().crowd.right.house, false);
    assert.equal(court.view().paddles.right.y, 81, 'it obeys the one who came');
  });

  test('beats a side that rests', () => {
    const { left, right } = against(() => 0);
    assert.ok(right > 2 * left, `${left} : ${right}`);
  });

  test('is beaten by a side that follows the ball now and then, but not always', () => {
    let calls = 0;
    let push = 0;
    const { left, right } = against(({ ball, paddles }) => {
      if (calls++ % 10 === 0) push = Math.max(-0.7, Math.min(0.7, (paddles.left.y - ball.y) / 10));
      return push;
    });
    assert.ok(left > right && right > 0, `${left} : ${right}`);
  });
});

describe('the ball', () => {
  test('is served after a moment, by the seed to either side, never straight', () => {
    const served = (/** @type {number} */ seed) => {
      const court = openCourt({}, { left: 1, right: 1 }, seed);
      court.tick();
      assert.equal(court.view().phase, 'serve');
      assert.equal(court.view().three, 3);
      court.pass(2900);
      assert.equal(court.view().three, 1);
      assert.equal(court.view().ball.x, 80, 'rests before it flies');
      court.until(({ phase }) => phase === 'play', 10);
      const { dx, dy } = court.state().ball;
      assert.ok(Math.abs(dy) >= 0.2 && Math.abs(dy) <= 0.7);
      return [dx, dy];
    };
    const serves = Array.from({ length: 20 }, (_, seed) => served(seed));
    for (const way of [0, 1]) {
      assert.ok(serves.some((serve) => Number(serve[way]) < 0));
      assert.ok(serves.some((serve) => Number(serve[way]) > 0));
    }
    assert.deepEqual(served(7), serves[7]);
  });

  test('where it hits decides how it flies; the outer eighth is a corner', () => {
    for (const side of SIDES) {
      for (const where of [-1, -0.9, -0.5, 0, 0.25, 0.7, 0.8, 1]) {
        const court = openCourt();
        court.until(({ phase }) => phase === 'play');
        court.shoot(side, 45 + where * 9);
        const { event, rally } = court.until((view) => view.rally === 1, 30);
        assert.deepEqual(
          [event.kind, event.side, rally],
          [Math.abs(where) > 0.75 ? 'corner' : 'hit', side, 1],
        );
        const { dx, dy } = court.state().ball;
        assert.equal(dx, side === 'left' ? 1 : -1, 'turned back');
        assert.ok(Math.abs(dy - where) < 1e-6, `${where}: ${dy}`);
      }
    }
  });

  test('its rim beside the end of a paddle still counts as a corner', () => {
    const court = openCourt();
    court.until(({ phase }) => phase === 'play');
    court.shoot('left', 45 + 9 + 1.7);
    assert.equal(court.until(({ rally }) => rally === 1, 30).event.kind, 'corner');
    assert.equal(court.state().ball.dy, 1, 'never steeper than the steepest');
  });

  test('is thrown back by the walls above and below, which is an event of no side', () => {
    for (const dy of [-1, 1]) {
      const court = openCourt();
      court.until(({ phase }) => phase === 'play');
      Object.assign(court.state().ball, { x: 80, y: 45 + dy * 40, dx: 1, dy });
      const { event } = court.until(({ event: { kind } }) => kind === 'wall', 30);
      assert.deepEqual([event.side, court.state().ball.dy], [null, -dy]);
    }
  });

  test('at the wall behind a paddle it is a point for the other side, then it is served again', () => {
    for (const side of SIDES) {
      const court = openCourt();
      court.until(({ phase }) => phase === 'play');
      court.shoot(side, 70);
      const scorer = side === 'left' ? 'right' : 'left';
      const { event, score, phase } = court.until(({ event: { kind } }) => kind === 'point', 60);
      assert.deepEqual([event.side, score[scorer], score[side], phase], [scorer, 1, 0, 'point']);
      assert.equal(court.notice().point, scorer);
      assert.ok(side === 'left' ? event.x < 4 : event.x > 156);
      court.pass(1400);
      assert.equal(court.view().phase, 'point', 'the point may be seen');
      court.until((view) => view.phase === 'serve', 20);
      assert.equal(court.notice().point, null);
      court.until((view) => view.phase === 'play', 50);
    }
  });

  test('flies on behind a paddle without a hit', () => {
    for (const side of SIDES) {
      const court = openCourt();
      court.until(({ phase }) => phase === 'play');
      court.shoot(side, 45, { x: side === 'left' ? 5 : 155 });
      const { event, rally } = court.until(({ phase }) => phase === 'point', 30);
      assert.deepEqual([event.kind, rally], ['point', 0]);
    }
  });

  test('every hit of a rally makes it faster, up to double', () => {
    const court = openCourt({ ballRise: 0 });
    court.until(({ phase }) => phase === 'play');
    const speedAt = (/** @type {number} */ rally) => {
      court.state().rally = rally;
      return court.speed();
    };
    assert.ok(Math.abs(speedAt(0) - 64) < 0.6);
    assert.ok(Math.abs(speedAt(10) - 64 * 1.3) < 0.6);
    assert.ok(Math.abs(speedAt(500) - 128) < 0.6);
  });

  test('hits what it meets and misses what it does not, at any speed, size and step', () => {
    fc.assert(
      fc.property(anySettings, anyShot, (settings, { side, y, dy, beside, rally, pace }) => {
        const court = openCourt(settings, { left: 1, right: 1 });
        court.until(({ phase }) => phase === 'play');
        court.shoot(side, y, { x: 80, dy });
        Object.assign(court.state(), { rally, pace });
        const { at, slack } = whereItMeets({ y, dy, ...settings });
        const half = settings.paddleHeight / 2;
        const reach = half + settings.ballRadius;
        const paddleY = at + (at < 45 ? 1 : -1) * (reach + beside);
        Object.assign(court.state().paddles[side], { y: paddleY, v: 0 });
        fc.pre(isWithin(paddleY, half, COURT.height));
        const isOver = (/** @type {any} */ view) => view.phase === 'point' || view.rally > rally;
        const { phase } = court.until(isOver, 2000);
        const gap = Math.abs(reach + beside) - reach;
        if (gap < -slack) assert.equal(phase, 'play', 'missed');
        if (gap > slack) assert.equal(phase, 'point', 'hit');
      }),
      { numRuns: 300 },
    );
  });

  test('never leaves the court', () => {
    fc.assert(
      fc.property(anySettings, anySettings, fc.nat(), (settings, later, seed) => {
        const court = openCourt({ ...settings, pointsToWin: 0 }, { left: 1, right: 1 }, seed);
        for (let i = 0; i < 12; i++) court.stage.apply(['run', 'faster']);
        for (let i = 0; i < 300; i++) {
          if (i === 150) court.set({ ...later, pointsToWin: 0 });
          court.push.left = court.push.right = i % 40 < 20 ? 1 : -1;
          court.tick(50);
          const { phase, ball, paddles } = court.view();
          const { x, y, r } = ball;
          // A ball that lies at the wall for a point may still be made larger.
          const rim = phase === 'play' ? r : 0;
          assert.ok(isWithin(x, rim, COURT.width) && isWithin(y, rim, COURT.height), `${x}, ${y}`);
          for (const side of SIDES) assert.ok(isWithin(paddles[side].y, paddles[side].h / 2, COURT.height));
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the operator', () => {
  test('changes of the ball count at once', () => {
    const court = openCourt();
    court.until(({ phase }) => phase === 'play');
    court.set({ ballSpeed: 20 });
    assert.ok(Math.abs(court.speed() - 20) < 0.6);
    court.set({ ballSpeed: 150 });
    assert.ok(Math.abs(court.speed() - 150) < 0.6);
    Object.assign(court.state().ball, { y: 45, dy: 1 });
    court.set({ ballRise: 100, stepMs: 4 });
    court.tick(40);
    assert.ok(Math.abs(court.view().ball.y - 49) < 0.5);
    court.set({ ballRadius: 3 });
    assert.equal(court.view().ball.r, 3);
    court.set({ stepMs: 50 });
    const { ball } = court.view();
    court.state().restS = 0;
    court.tick(40);
    assert.deepEqual(court.view().ball, { ...ball, r: 1.8 }, 'a step of 50 ms is not due after 40');
  });

  test('changes of the paddles, the rules and the numbers too', () => {
    const court = openCourt();
    court.until(({ phase }) => phase === 'play');
    assert.equal(court.view().debug, null);
    court.set({ paddleHeight: 30, paddleWidth: 5, debug: true });
    const { paddles, paddleWidth, debug } = court.view();
    assert.deepEqual([paddles.left.h, paddleWidth], [30, 5]);
    assert.equal(debug.dtMs, TICK_MS);
    court.set({ control: 'slider' });
    assert.equal(court.notice().control, 'slider');
    Object.assign(court.state().score, { left: 4, right: 4 });
    court.set({ pointsToWin: 5 });
    court.shoot('left', 80);
    assert.equal(court.until(({ winner }) => winner !== null, 30).winner, 'right');
  });

  test('a wider paddle is met earlier', () => {
    const xOfHit = (/** @type {number} */ paddleWidth) => {
      const court = openCourt({ paddleWidth });
      court.until(({ phase }) => phase === 'play');
      court.shoot('left', 45);
      return court.until(({ rally }) => rally === 1, 30).event.x;
    };
    assert.ok(Math.abs(xOfHit(1) - (PADDLE_X.left + 0.5 + 1.8)) < 0.01);
    assert.ok(Math.abs(xOfHit(6) - (PADDLE_X.left + 3 + 1.8)) < 0.01);
  });

  test('says the score to a host who may come back, and nothing before anybody has played', () => {
    const court = openCourt();
    const place = () => game.place?.(court.state(), /** @type {any} */ (null));
    assert.equal(game.place?.(game.setup(/** @type {any} */ (null)), /** @type {any} */ (null)), null);
    court.until(({ phase }) => phase === 'play');
    assert.deepEqual(place(), { text: 'pong.at', values: { left: 0, right: 0 } });
    Object.assign(court.state(), { winner: 'left', score: { left: 5, right: 3 } });
    assert.deepEqual(place(), { text: 'pong.at.over', values: { left: 5, right: 3 } });
  });

  test('serves again: another cut, no rally, the score stands', () => {
    const court = openCourt();
    const cuts = new Set();
    for (let i = 0; i < 5; i++) {
      court.until(({ phase }) => phase === 'play');
      court.state().rally = 3;
      court.state().score.left = i;
      court.key('r');
      const { phase, rally, score, cut, event } = court.view();
      assert.deepEqual([phase, rally, score.left, event.kind], ['serve', 0, i, 'serve']);
      cuts.add(cut);
    }
    assert.equal(cuts.size, 5);
  });

  test('makes the ball slower and faster, within reason', () => {
    const court = openCourt({ ballRise: 0 });
    court.until(({ phase }) => phase === 'play');
    court.key('+');
    assert.ok(Math.abs(court.speed() - 64 * 1.15) < 0.6);
    court.key(',');
    court.key(',');
    assert.ok(Math.abs(court.speed() - 64 / 1.15) < 0.6);
    for (let i = 0; i < 50; i++) court.key(',');
    assert.ok(Math.abs(court.speed() - 64 * 0.4) < 0.6);
    for (let i = 0; i < 50; i++) court.key('+');
    court.key('r');
    court.until(({ phase }) => phase === 'play');
    assert.ok(Math.abs(court.speed() - 64 * 2.5) < 0.6);
  });
});

describe('the warm-up', () => {
  const STEPS = /** @type {const} */ ([
    ['left', 'up', 1],
    ['right', 'down', -1],
    ['left', 'down', -1],
    ['right', 'up', 1],
  ]);

  test('asks each side for up and down, then it is served', () => {
    const court = openCourt();
    court.tick();
    court.key('w');
    STEPS.forEach(([side, want, y], step) => {
      assert.deepEqual(court.view().warm, { side, want, step, progress: 0 });
      assert.deepEqual(court.notice().warm, court.view().warm);
      court.push[side] = y;
      court.until(({ warm }) => warm?.step !== step, 100);
    });
    assert.equal(court.until(({ phase }) => phase === 'serve', 3).warm, null);
  });

  test('goes on when 60 % of a side push the right way for a while, not before', () => {
    const court = openCourt();
    court.tick();
    court.key('w');
    court.push.right = 1;
    court.push.left = [1, 1, 1, 1, 1, 0, 0, 0, -1, -1];
    court.pass(5000);
    assert.deepEqual(court.view().warm, { side: 'left', want: 'up', step: 0, progress: 0 });
    court.push.left = [1, 1, 1, 1, 1, 1, 0, 0, -1, -1];
    court.pass(1000);
    const { progress, step } = court.view().warm;
    assert.ok(step === 0 && progress > 0.7 && progress < 1);
    court.push.left = 0;
    court.pass(500);
    assert.ok(court.view().warm.progress < progress, 'letting go loses ground');
    court.push.left = 1;
    court.until(({ warm }) => warm.step === 1, 60);
  });

  test('does not wait for phones that say nothing', () => {
    const court = openCourt();
    court.push.left = [1, 1, 1, null, null, null, null, null, null, null];
    court.tick();
    court.key('w');
    court.until(({ warm }) => warm?.step === 1, 60);
  });

  test('skips a side that nobody is on', () => {
    const court = openCourt({}, { left: 3, right: 0 });
    court.tick();
    court.key('w');
    court.push.left = 1;
    court.until(({ warm }) => warm?.step === 2, 60);
    court.push.left = -1;
    court.until(({ phase }) => phase === 'serve', 60);
  });
});

describe('the evening', () => {
  test('waits for people, begins when they come, and keeps the score over a break', () => {
    const court = openCourt({}, { left: 0, right: 0 });
    court.pass(1000);
    assert.equal(court.view().phase, 'wait');
    court.people({ left: 1, right: 0 });
    court.tick();
    assert.equal(court.view().phase, 'serve');
    court.state().score.left = 5;
    court.people({ left: 0, right: 0 });
    court.tick();
    assert.equal(court.view().phase, 'wait');
    court.people({ left: 0, right: 1 });
    court.tick();
    assert.deepEqual([court.view().phase, court.view().score.left], ['serve', 5]);
  });

  test('the hits of a rally are for the screen, and tell the phones nothing; the first serve is for both', () => {
    const court = openCourt({ paddleHeight: 60, pointsToWin: 0, ballRise: 0 }, { left: 1, right: 1 }, 3);
    court.until(({ phase }) => phase === 'serve');
    assert.equal(court.notice().isFirst, true);
    court.until(({ phase }) => phase === 'play');
    const said = court.notice();
    assert.deepEqual([said.phase, said.isFirst], ['play', false]);
    assert.deepEqual(kindsOf(court, 3), ['hit', 'hit', 'hit']);
    assert.deepEqual(court.notice(), said);
  });

  test('rallies are counted; a new record is one event in its rally, not at every hit', () => {
    const court = openCourt({ paddleHeight: 60, pointsToWin: 0, ballRise: 0 }, { left: 1, right: 1 }, 3);
    assert.deepEqual(kindsOf(court, 3), ['hit', 'hit', 'hit'], 'the first rally has nothing to beat');
    assert.deepEqual([court.view().rally, court.view().record], [3, 3]);
    court.key('r');
    assert.deepEqual([court.view().rally, court.view().record], [0, 3]);
    assert.deepEqual(kindsOf(court, 6), ['hit', 'hit', 'hit', 'record', 'hit', 'hit']);
    assert.deepEqual([court.view().rally, court.view().record], [6, 6]);
  });

  test('the points set win; after a while a new game begins by itself; the record stands', () => {
    const court = openCourt({ pointsToWin: 2 });
    court.until(({ phase }) => phase === 'play');
    court.state().record = 8;
    for (const points of [1, 2]) {
      court.until(({ phase }) => phase === 'play');
      court.shoot('right', 80);
      court.until(({ score }) => score.left === points, 60);
    }
    const { phase, winner, event } = court.view();
    assert.deepEqual([phase, winner, event.kind, event.side], ['over', 'left', 'win', 'left']);
    assert.equal(court.notice().winner, 'left');
    court.pass(11_000);
    assert.equal(court.view().phase, 'over');
    const next = court.until((view) => view.winner === null, 60);
    assert.deepEqual([next.phase, next.score, next.record], ['serve', { left: 0, right: 0 }, 8]);
  });

  test('0 points to win is no end', () => {
    const court = openCourt({ pointsToWin: 0 });
    court.until(({ phase }) => phase === 'play');
    court.state().score.left = 500;
    court.shoot('right', 80);
    assert.deepEqual(
      [court.until(({ score }) => score.left === 501, 30).phase, court.view().winner],
      ['point', null],
    );
  });

  test('after a win, a serve and a warm-up begin from zero; so does "new game" at any time', () => {
    for (const [action, phase] of /** @type {const} */ ([
      ['serve', 'serve'],
      ['warmUp', 'warmup'],
      ['newGame', 'serve'],
    ])) {
      const court = openCourt({ pointsToWin: 1 });
      court.until((view) => view.phase === 'play');
      court.shoot('left', 80);
      court.until(({ winner }) => winner === 'right', 30);
      court.stage.apply(['run', action]);
      const { winner, score } = court.view();
      assert.deepEqual([court.view().phase, winner, score], [phase, null, { left: 0, right: 0 }], action);
    }
  });

  test('every event has a number of its own, in order', () => {
    const court = openCourt({ pointsToWin: 3 });
    let last = 0;
    for (let i = 0; i < 6000; i++) {
      court.tick();
      const { n } = court.view().event;
      assert.ok(n >= last);
      last = n;
    }
    assert.ok(last > 30);
  });

  test('a frame is small, however many play', () => {
    const size = (/** @type {number} */ heads) => {
      const court = openCourt({ debug: true }, { left: heads, right: heads });
      court.pass(2000);
      return JSON.stringify(court.view()).length;
    };
    assert.ok(size(1000) < 1500);
    assert.ok(size(1000) - size(1) < 30, 'only the digits of the counts');
  });
});

describe('the definition', () => {
  test('takes pushes from -1 to 1 and nothing else', () => {
    const check = compileFields(game.input);
    for (const y of [-1, -0.25, 0, 1]) assert.equal(check({ y }), '');
    for (const bad of [{}, { y: 1.1 }, { y: NaN }, { y: '1' }, { y: 0, z: 0 }])
      assert.notEqual(check(bad), '');
    assert.ok(game.hold, 'a push counts until it is let go');
  });

  test('stands in README.md with every setting, action and key', () =>
    assertReadmeTells(game, import.meta.url));
});

const anySettings = fc.record({
  ballSpeed: fc.integer({ min: 20, max: 160 }),
  ballRise: fc.integer({ min: 0, max: 120 }),
  ballRadius: fc.integer({ min: 1, max: 12 }).map((halves) => halves / 2),
  paddleHeight: fc.integer({ min: 4, max: 60 }),
  paddleWidth: fc.integer({ min: 1, max: 6 }),
  stepMs: fc.constantFrom(4, 10, 25, 50),
});
/** From the middle of the court, at up to 800 units/s; `beside` the paddle's reach, or so much within it. */
const anyShot = fc.record({
  side: fc.constantFrom(...SIDES),
  y: fc.integer({ min: 10, max: 80 }),
  dy: fc.integer({ min: -100, max: 100 }).map((percent) => percent / 100),
  beside: fc.integer({ min: -6, max: 6 }),
  rally: fc.constantFrom(0, 40),
  pace: fc.constantFrom(1, 2.5),
});

/**
 * By mirrors instead of steps: where the ball is when it comes to the paddle's face.
 * @param {{ y: number, dy: number, ballSpeed: number, ballRise: number, ballRadius: number, paddleWidth: number }} shot
 * @returns {{ at: number, slack: number }} slack: what the steps may be wrong by
 */
function whereItMeets({ y, dy, ballSpeed, ballRise, ballRadius: r, paddleWidth }) {
  const face = PADDLE_X.left + paddleWidth / 2 + r;
  const range = COURT.height - 2 * r;
  const straight = y - r + ((80 - face) / ballSpeed) * ballRise * dy;
  const bounces = Math.floor(straight / range);
  const rest = straight - bounces * range;
  return {
    at: r + (bounces % 2 === 0 ? rest : range - rest),
    slack: WAY * (Math.abs(bounces) + 1) + 0.01,
  };
}

/** @param {ReturnType<typeof openCourt>} court @param {number} hits @returns {string[]} what each of them was */
function kindsOf(court, hits) {
  return Array.from({ length: hits }, (_, i) => {
    court.until(({ rally }) => rally === i + 1, 500);
    // Hits in the middle, so that none is a corner.
    court.state().ball.y = 45;
    return court.view().event.kind;
  });
}

/** @param {number} at @param {number} margin @param {number} end views round to 0.01 */
function isWithin(at, margin, end) {
  return at >= margin - 0.01 && at <= end - margin + 0.01;
}

/**
 * A court with an edge and people on both sides. `push` is what they say: all of a side the same, or each
 * one's own, null for one who says nothing.
 * @param {Settings} [changes] @param {Heads} [heads] @param {number} [seed]
 */
function openCourt(changes = {}, heads = { left: 10, right: 10 }, seed = 1) {
  const settings = { ...defaultsOf(game.settings), ...changes };
  const stage = createStage({ game, settings, seed });
  const edge = createEdge();
  edge.setGame(game);
  /** @type {Record<Side, import('../../lib/stage/types.js').Seat[]>} */
  const seats = { left: [], right: [] };
  /** @type {Record<Side, number | (number | null)[]>} */
  const push = { left: 0, right: 0 };

  function speak() {
    for (const side of SIDES) {
      const said = push[side];
      seats[side].forEach((seat, i) => {
        const y = Array.isArray(said) ? said[i % said.length] : said;
        if (y !== null && y !== undefined) assert.equal(edge.input(seat, { y }, 0), '');
      });
    }
  }

  const court = {
    stage,
    push,
    view: () => /** @type {any} */ (stage.frame().view),
    notice: () => JSON.parse(stage.notice()),
    /** The live state: a test may put things where it wants them. */
    state: () => /** @type {any} */ (stage.save().state),
    set: (/** @type {Settings} */ more) => stage.apply(['setSettings', { ...settings, ...more }]),

    /** @param {Heads} next */
    people(next) {
      for (const side of SIDES) {
        while (seats[side].length > next[side])
          edge.leave(/** @type {import('../../lib/stage/types.js').Seat} */ (seats[side].pop()));
        while (seats[side].length < next[side])
          seats[side].push(edge.sit({ id: `${side}${seats[side].length}`, team: side }));
      }
      stage.apply(['setPlayers', { count: next.left + next.right, byTeam: next }]);
    },

    tick(ms = TICK_MS) {
      speak();
      stage.apply(['tick', ms, edge.drain(0)]);
    },

    /** @param {number} ms */
    pass(ms) {
      for (let i = 0; i < ms / TICK_MS; i++) court.tick();
    },

    /** @param {(view: any) => boolean} isThere @param {number} [mostTicks] */
    until(isThere, mostTicks = 5000) {
      for (let i = 0; i < mostTicks; i++) {
        if (isThere(court.view())) return court.view();
        court.tick();
      }
      return assert.fail(`never: ${isThere}`);
    },

    /** @param {string} key */
    key(key) {
      const [action] =
        Object.entries(game.actions).find(([, { key: own }]) => [own].flat().includes(key)) ?? [];
      stage.apply(['run', String(action)]);
    },

    /** The ball towards a side, from close to its paddle. @param {Side} side @param {number} y @param {object} [more] */
    shoot(side, y, more = {}) {
      const isLeft = side === 'left';
      Object.assign(court.state().ball, { x: isLeft ? 20 : 140, y, dx: isLeft ? -1 : 1, dy: 0, ...more });
    },

    /** Units per second across, measured in the middle of the court. */
    speed() {
      const { ball } = court.state();
      ball.x = 80;
      court.state().restS = 0;
      court.tick(100);
      return Math.abs(court.state().ball.x - 80) / 0.1;
    },
  };
  court.people(heads);
  return court;
}
