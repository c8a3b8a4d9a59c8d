/** The guard: what the audience is not to see is in nothing that it is sent, and every hand on it is written down. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openWorm, unanimous } from '../../../test/support/worm.js';

/** @param {ReturnType<typeof openWorm>} worm @returns {unknown[]} every mean of all that the screens are sent */
function shownMeans({ view }) {
  const { all, segments, backdrop } = view();
  return [
    all?.mean,
    ...segments.map(({ mean }) => mean),
    ...backdrop.rows.flatMap((row) => row.slice(1)),
  ].filter((value) => typeof value === 'number');
}

describe('the guard', () => {
  test('no line below the least n; n is shown all the same, and the operator sees the mean', () => {
    const worm = openWorm();
    worm.stage.run('next');
    worm.play(5, unanimous(11, 0.5));
    assert.deepEqual(shownMeans(worm), []);
    assert.deepEqual([worm.view().why, worm.view().n], ['few', 11]);
    assert.deepEqual([worm.stage.panel().mean, worm.stage.panel().why], [50, 'few']);
    worm.play(5, unanimous(12, 0.5));
    assert.equal(worm.view().why, '');
    assert.ok(shownMeans(worm).length > 0);
    const before = worm.view().backdrop.rows.filter(([atS]) => Number(atS) < 4);
    assert.ok(before.every(([, mean, error]) => mean === null && error === null));
  });

  test('a segment below it has no line, whatever the others have', () => {
    const worm = openWorm({ segmentBy: 'team' });
    worm.stage.run('next');
    const a = unanimous(20, 0.5)['-'];
    const b = unanimous(5, -0.5)['-'];
    worm.play(3, { a, b });
    const [first, second] = worm.view().segments;
    assert.deepEqual([first?.n, first?.mean, second?.n, second?.mean], [20, 50, 5, null]);
    for (const row of worm.view().backdrop.rows) assert.deepEqual(row.slice(3), [50, null]);
  });

  test('a peak of fewer phones than the least is held back with its line, and comes back with it', () => {
    const worm = openWorm({ minN: 3 });
    worm.stage.run('next');
    for (const level of [-0.8, 0.8, -0.8]) worm.play(3, unanimous(5, level));
    const turns = () => worm.view().backdrop.turns.map(({ kind }) => kind);
    assert.deepEqual(turns(), ['peak']);
    worm.set({ minN: 6 });
    worm.play(1, unanimous(8, -0.8));
    assert.deepEqual(turns(), []);
    worm.set({ minN: 5 });
    worm.play(1, unanimous(8, -0.8));
    assert.deepEqual(turns(), ['peak']);
  });

  test('a hidden line is in no frame and no backdrop; n stays, the data go on', () => {
    const worm = openWorm();
    worm.stage.run('next');
    worm.play(3, unanimous(30, 0.5));
    worm.stage.run('hide');
    worm.play(2.5, unanimous(30, -0.5));
    assert.deepEqual(shownMeans(worm), []);
    assert.deepEqual(worm.view().backdrop.turns, []);
    assert.deepEqual([worm.view().why, worm.view().n, worm.table('Line').length], ['hidden', 30, 6]);
    worm.stage.run('hide');
    assert.ok(shownMeans(worm).length > 0);
  });

  test('a delayed line shows what was so long ago, and nothing before that', () => {
    const worm = openWorm({ delayS: 5 });
    worm.stage.run('next');
    worm.play(4, unanimous(30, 0.4));
    assert.deepEqual([shownMeans(worm), worm.view().why], [[], 'delay']);
    worm.play(4, unanimous(30, -0.8));
    const { all, atS, backdrop } = worm.view();
    assert.ok(Math.abs(atS - 3) < 0.5, `${atS} s`);
    assert.equal(all?.mean, 40);
    assert.ok(backdrop.rows.every((row) => Number(row[0]) <= atS && row[1] === 40));
    worm.stage.run('next');
    assert.equal(worm.view().all?.mean, -80, 'once the line has ended, the rest of it may come');
  });

  test('phones are told nothing of the line', () => {
    const worm = openWorm({ segmentBy: 'team' });
    worm.stage.run('next');
    worm.play(3, unanimous(30, 0.5));
    const before = worm.stage.notice();
    worm.play(3, unanimous(30, -1));
    assert.equal(worm.stage.notice(), before);
  });

  test('every hand on it is in the exported log, with its time and the role', () => {
    const worm = openWorm();
    worm.stage.run('next', {}, 'operator');
    worm.play(2, unanimous(30, 0.5));
    worm.set({ minN: 5, delayS: 3 });
    worm.play(1, unanimous(30, 0.5));
    worm.stage.run('hide', {}, 'screen');
    worm.stage.run('mark', { text: 'Taxes' }, 'moderator');
    worm.stage.run('mark', { text: 'Rents' }, 'remote');
    worm.stage.run('next');
    const hands = worm.table('Hands').map(([, wall, by, act, detail]) => {
      assert.match(wall, /^2026-11-22T10:00:0\d\.\d{3}Z$/);
      return `${by}: ${act} ${detail}`.trim();
    });
    assert.deepEqual(hands, [
      'operator: phase live',
      'operator: setting minN: 12 → 5',
      'operator: setting delayS: 0 → 3',
      'presenter at the screen: hidden',
      'moderator: marker Taxes',
      'presenter’s remote: marker Rents',
      ': phase done',
    ]);
  });
});
