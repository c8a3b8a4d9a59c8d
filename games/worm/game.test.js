/** A debate from its splash to its last answer, as the stage plays it. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertReadmeTells, assertRowsAreShown } from '../../test/support/readme.js';
import { createBotShow } from '../../check/bot-show.js';
import game from './game.js';
import { openWorm, unanimous } from '../../test/support/worm.js';

const VOTE = { question1: 'Your vote?', choices1: 'Yes; No; Undecided' };

test('stands in README.md with every setting, action and key', () =>
  assertReadmeTells(game, import.meta.url));

test('every row of the tables beside its peers names a test that is run', async () =>
  assert.ok((await assertRowsAreShown(import.meta.url)) >= 11));

describe('the parts of a debate', () => {
  test('follow each other; those without questions are left out', () => {
    const worm = openWorm();
    const parts = () => {
      worm.stage.run('next');
      return worm.view().phase;
    };
    assert.equal(worm.view().phase, 'idle');
    assert.deepEqual([parts(), parts()], ['live', 'done']);
    assert.throws(parts, /The debate is over/);
    worm.stage.run('renew');
    worm.set(VOTE);
    assert.deepEqual([parts(), parts(), parts(), parts()], ['before', 'live', 'after', 'done']);
  });

  test('a new debate has forgotten everything but the time', () => {
    const worm = openWorm(VOTE);
    worm.stage.run('next');
    worm.answer('p1', 0, 'before', 1);
    worm.stage.run('next');
    worm.play(3, unanimous(20, 0.5));
    worm.stage.run('renew');
    assert.deepEqual(worm.stage.results(), []);
    assert.equal(worm.view().phase, 'idle');
    assert.deepEqual(worm.view().backdrop.rows, []);
  });
});

describe('the questions', () => {
  test('count once for each person, the last answer, and only while they are open', () => {
    const worm = openWorm(VOTE);
    assert.throws(() => worm.answer('p1', 0, 'before', 1), /not open/);
    worm.stage.run('next');
    worm.answer('p1', 0, 'before', 1);
    worm.answer('p1', 0, 'before', 2);
    worm.answer('p2', 0, 'before', 0);
    assert.deepEqual(JSON.parse(worm.stage.personal('p1')).answers, [2, null, null]);
    assert.throws(() => worm.answer('p3', 0, 'after', 0), /not open/);
    assert.throws(() => worm.answer('p3', 0, 'before', 3), /no choice 4/);
    assert.throws(() => worm.answer('p3', 1, 'before', 0), /no question 2/);
    assert.deepEqual(worm.view().backdrop.asking, { questions: ['Your vote?'], answered: 2 });
    assert.deepEqual(
      worm.table('Answers').map((row) => row.slice(1)),
      [
        ['Yes', 1, 0],
        ['No', 0, 0],
        ['Undecided', 1, 0],
      ],
    );
  });

  test('a player called __proto__ is a player', () => {
    const worm = openWorm(VOTE);
    worm.stage.run('next');
    assert.deepEqual(JSON.parse(worm.stage.personal('__proto__')).answers, [null, null, null]);
    assert.equal(JSON.parse(worm.stage.personal('constructor')).segment, '-');
  });

  test('make the segments: the answer before, else the one after', () => {
    const worm = openWorm({ ...VOTE, segmentBy: 'question1' });
    worm.stage.run('next');
    worm.answer('p1', 0, 'before', 1);
    worm.stage.run('next');
    worm.stage.run('next');
    worm.answer('p1', 0, 'after', 0);
    worm.answer('p2', 0, 'after', 2);
    const segment = (/** @type {string} */ id) => JSON.parse(worm.stage.personal(id)).segment;
    assert.deepEqual([segment('p1'), segment('p2'), segment('p3')], ['b', 'c', '-']);
  });

  test('what too few have said is not shown at the end', () => {
    const worm = openWorm({ ...VOTE, minN: 3 });
    worm.stage.run('next');
    for (const id of ['a', 'b', 'c']) worm.answer(id, 0, 'before', 0);
    worm.stage.run('next');
    worm.stage.run('next');
    for (const id of ['a', 'b']) worm.answer(id, 0, 'after', 0);
    worm.stage.run('next');
    assert.deepEqual(worm.view().backdrop.outcome, []);
    worm.set({ minN: 2 });
    assert.deepEqual(worm.view().backdrop.outcome?.[0]?.after, [2, 0, 0]);
  });
});

describe('keys', () => {
  test('set markers and name speakers, or say what is missing', () => {
    const worm = openWorm({ speakers: 'Berg; Reed', marks: 'Opening; Taxes' });
    assert.throws(() => worm.stage.run('mark'), /while the line runs/);
    worm.stage.run('next');
    worm.play(2.5, unanimous(20, 0));
    worm.stage.run('mark2');
    worm.stage.run('mark');
    worm.stage.run('speaker2');
    worm.play(2, unanimous(20, 0));
    worm.stage.run('nobody');
    assert.throws(() => worm.stage.run('mark3'), /no prepared marker 3/);
    assert.throws(() => worm.stage.run('speaker3'), /no speaker 3/);
    const { marks, speeches } = worm.view().backdrop;
    assert.deepEqual(
      marks.map(({ text }) => text),
      ['Taxes', '2'],
    );
    assert.deepEqual(
      speeches.map(({ name }) => name),
      ['Reed', ''],
    );
  });
});

test('what the screen is sent stays small, however long the line is', () => {
  for (const view of /** @type {const} */ (['scroll', 'sweep', 'whole'])) {
    const worm = openWorm({ view, spanS: 120, segmentBy: 'team' });
    worm.stage.run('next');
    worm.play(1500, { a: unanimous(20, 0.5)['-'], b: unanimous(20, -0.5)['-'] });
    const { rows } = worm.view().backdrop;
    assert.ok(rows.length > 0 && rows.length <= 300, `${view}: ${rows.length} points`);
  }
});

test('bots answer and move the line without a fault; n is what they hold', async () => {
  const show = await createBotShow({ game, count: 60, settings: { ...VOTE, segmentBy: 'question1' } });
  show.run(5);
  show.stage.apply(['run', 'next']);
  show.run(40);
  show.stage.apply(['run', 'next']);
  show.run(40);
  assert.deepEqual(show.faults, []);
  const tables = show.stage.results();
  const rows = (/** @type {string} */ name) => tables.find((table) => table.name === name)?.rows ?? [];
  const answered = rows('Answers').reduce((sum, row) => sum + Number(row[2]), 0);
  assert.ok(answered > 40, `${answered} answers`);
  const last = rows('Line').findLast((row) => row[3] === 'All');
  assert.ok(Number(last?.[4]) > 40, `n = ${last?.[4]}`);
});
