/** The rows that are written while the line runs: one a second, by the wall clock, with its gaps. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createStage } from '../../../lib/stage/stage.js';
import { playTranscript, recordStage } from '../../../lib/stage/transcript.js';
import { defaultsOf } from '../../../lib/contract/schema.js';
import game from '../game.js';
import { isoOf } from '../rules/results.js';
import { WALL_MS, crowd, openWorm, unanimous } from '../../../test/support/worm.js';

/** @import { Entry } from '../../../lib/stage/types.js' */

describe('a line', () => {
  test('has a row a second, with the wall clock', () => {
    const worm = openWorm();
    worm.play(1, unanimous(12, 0));
    worm.stage.run('next');
    worm.play(4.5, unanimous(12, 0.3));
    const rows = worm.table('Line');
    assert.deepEqual(
      rows.map(([atS]) => atS),
      [0, 1, 2, 3, 4],
    );
    for (const [atS, wall] of rows) {
      const off = Date.parse(wall) - (WALL_MS + 1000 + 1000 * atS);
      assert.ok(Math.abs(off) <= 300, `${off} ms off`);
    }
  });

  test('without a wall clock it runs all the same', () => {
    const stage = createStage({ game, settings: defaultsOf(game.settings), seed: 1 });
    stage.apply(['run', 'next']);
    for (let i = 0; i < 25; i++) stage.apply(['tick', 100, unanimous(3, 1)]);
    const [line] = stage.results();
    assert.deepEqual(
      line?.rows.map((row) => row.slice(0, 2)),
      [
        [0, null],
        [1, null],
        [2, null],
      ],
    );
  });

  test('while the server is down there is no row, and the gap is named', () => {
    const worm = openWorm();
    worm.stage.run('next');
    worm.play(3.5, unanimous(20, 0.3));
    worm.sleep(30);
    worm.play(3, unanimous(20, 0.3));
    const seconds = worm.table('Line').map(([atS]) => atS);
    assert.deepEqual(seconds.slice(0, 4), [0, 1, 2, 3]);
    assert.ok(
      seconds.slice(4).every((atS) => atS >= 33 && atS <= 37),
      seconds.join(),
    );
    assert.deepEqual(
      worm.table('Events').map(([atS, , kind]) => [atS, kind]),
      [[4, 'gap']],
    );
    const shown = worm.view().backdrop.rows.map(([atS]) => Number(atS));
    assert.ok(shown.some((atS, at) => at > 0 && atS - Number(shown[at - 1]) > 25));
  });

  test('from a snapshot and what followed it, the same line comes out', () => {
    const settings = { ...defaultsOf(game.settings), segmentBy: 'team' };
    const meter = /** @type {any} */ ({ wallMs: WALL_MS });
    const stage = createStage({ game, settings, seed: 1 });
    stage.apply(['setMeter', meter]);
    stage.apply(['run', 'next']);
    const play = (/** @type {{ apply: (entry: Entry) => unknown }} */ on, /** @type {number} */ from) => {
      for (let i = from; i < from + 200; i++) on.apply(['tick', 33, crowd([Math.sin(i / 20), 0.5], 'a')]);
    };
    play(stage, 0);
    const saved = JSON.parse(JSON.stringify(stage.save()));
    /** @type {Entry[]} */
    const entries = [];
    play(
      recordStage(stage, (entry) => entries.push(JSON.parse(entry))),
      200,
    );
    const again = createStage({ game, settings, seed: 2, saved });
    playTranscript(again, entries);
    assert.deepEqual(again.results(), stage.results());
    assert.deepEqual(again.frame(), stage.frame());
  });

  test('the line may be ended too early and gone on with', () => {
    const worm = openWorm();
    assert.throws(() => worm.stage.run('resume'), /no line that has ended/);
    worm.stage.run('next');
    worm.play(2.5, unanimous(20, 0.3));
    worm.stage.run('next');
    worm.play(10, unanimous(20, 0.3));
    worm.stage.run('resume');
    worm.play(2, unanimous(20, 0.3));
    const seconds = worm.table('Line').map(([atS]) => atS);
    assert.deepEqual(seconds.slice(0, 3), [0, 1, 2]);
    assert.ok(
      seconds.slice(3).every((atS) => atS >= 12),
      seconds.join(),
    );
  });

  test('segments are named by what they stood for at that second', () => {
    const worm = openWorm({ segmentBy: 'team' });
    worm.stage.run('next');
    worm.play(1.5, { a: crowd([1])['-'] });
    worm.set({ segmentBy: 'question1', question1: 'Age?', choices1: 'Young; Old' });
    worm.play(1, { a: crowd([1])['-'] });
    const named = worm.table('Line').map(([atS, , , segment, n]) => `${atS} ${segment} ${n}`);
    assert.deepEqual(named.slice(0, 4), ['0 All 1', '0 Half A 1', '0 Half B 0', '0 No answer 0']);
    assert.deepEqual(named.slice(-4), ['2 All 1', '2 Young 1', '2 Old 0', '2 No answer 0']);
  });

  test('the point of the picture is eased as in 2012, the data are not', () => {
    const worm = openWorm({ easing: 0.05 });
    worm.stage.run('next');
    worm.play(0.1, unanimous(20, 1));
    assert.ok(Math.abs(Number(worm.view().all?.mean) - 100 * (1 - 0.95 ** 2)) < 0.01);
    worm.play(1, unanimous(20, 1));
    assert.ok(worm.table('Line').every((row) => row[5] === 100));
  });

  test('the video’s time stops and goes on with its key', () => {
    const worm = openWorm({ media: '/games/worm/assets/debate.mp4' });
    worm.stage.run('next');
    worm.play(1.5, unanimous(1, 0));
    worm.stage.run('play');
    worm.play(2, unanimous(1, 0));
    worm.stage.run('play');
    worm.play(2, unanimous(1, 0));
    assert.equal(Math.round(worm.view().media.atS), 2);
    worm.stage.run('seek', { seconds: 60 });
    assert.deepEqual(worm.view().media, { playing: false, atS: 60 });
    const media = worm.table('Line').map((row) => row[2]);
    assert.equal(media[0], null, 'nothing was played yet');
    assert.ok(Number(media.at(-1)) > 1.5);
  });
});

test('a wall clock is written as ISO 8601, as the platform writes it', () => {
  for (let day = -20_000; day < 40_000; day += 37)
    assert.equal(isoOf(day * 86_400_000 + 45_296_789), new Date(day * 86_400_000 + 45_296_789).toISOString());
});
