/** The benchmarks' harness: options that are wrong, bursts that are played again, tables that say what they are worth. */

/** @import { Validity } from '../../loadtest/types.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosen } from '../../loadtest/bench/benchmark.js';
import { over, spread, total, worthOf } from '../../loadtest/bench/table.js';
import { readCommand, readOptions } from '../../loadtest/harness/command-line.js';
import { undisturbed } from '../../loadtest/harness/undisturbed.js';

const DEFAULTS = { phones: [1000, 2000], rounds: 8, only: '', returning: false };

test('options are read, and what is wrong with them is said with what there is', () => {
  assert.deepEqual(readOptions(DEFAULTS, []), DEFAULTS);
  assert.deepEqual(readOptions(DEFAULTS, ['--phones', '50,60', '--only', 'own']), {
    ...{ phones: [50, 60], rounds: 8, only: 'own', returning: false },
  });
  assert.equal(readOptions(DEFAULTS, ['--returning']).returning, true);
  /** @type {[string[], RegExp][]} */
  const wrong = [
    [['--phone', '50'], /'--phone'.* There are: --phones \[1000,2000\], --rounds \[8\]/],
    [['--rounds', 'four'], /--rounds "four" must be one number above 0, as in --rounds 8/],
    [['--rounds', '0'], /must be one number above 0/],
    [['--rounds', '2,3'], /must be one number/],
    [['--phones', '50,,60'], /--phones "50,,60" must be numbers above 0/],
  ];
  for (const [args, said] of wrong)
    assert.throws(() => readOptions(DEFAULTS, args), { name: 'LabError', message: said });
});

test('names stand between options where a command takes them', () => {
  const { names, options } = readCommand(DEFAULTS, ['line', '--rounds', '3', 'deaf']);
  assert.deepEqual([names, options], [['line', 'deaf'], { ...DEFAULTS, rounds: 3 }]);
  assert.throws(() => readOptions(DEFAULTS, ['line']), { name: 'LabError', message: /'line'.* There are:/ });
});

test('a choice of nothing is refused, because nothing would be measured', () => {
  const all = { 'own, binary': 1, 'own, event': 2, 'bare ws': 3 };
  assert.deepEqual(chosen(all, ''), all);
  assert.deepEqual(chosen(all, 'event;bare'), { 'own, event': 2, 'bare ws': 3 });
  assert.throws(
    () => chosen(all, 'own;bears'),
    /--only "bears" fits none of: own, binary; own, event; bare ws/,
  );
});

test('what neighbours disturbed is played again, three times at most', async () => {
  const plays = (/** @type {Validity[]} */ ...worths) => {
    /** @type {string[]} */
    const again = [];
    let played = 0;
    const one = async () => ({ validity: worths[played++] ?? 'valid', because: `play ${played}` });
    return undisturbed(one, (because) => again.push(because)).then(({ validity }) => ({
      validity,
      played,
      again,
    }));
  };
  assert.deepEqual(await plays('disturbed', 'valid'), { validity: 'valid', played: 2, again: ['play 1'] });
  assert.equal((await plays('invalid', 'valid')).played, 1);
  assert.deepEqual(await plays('disturbed', 'disturbed', 'disturbed', 'valid'), {
    ...{ validity: 'disturbed', played: 3, again: ['play 1', 'play 2'] },
  });
});

test('a cell is a median with its quartiles, and ratios are paired by round', () => {
  const rows = (/** @type {number[]} */ ...values) =>
    values.map((value) => ({
      ...{ value, validity: /** @type {Validity} */ (value > 35 ? 'disturbed' : 'valid') },
      ...{ because: '', neighbours: 0, steal: 0 },
    }));
  const all = { ours: rows(20, 30, 40), plain: rows(10, 30, 10) };
  /** @type {[rows: typeof all.ours, all: typeof all, name: string]} */
  const ours = [all.ours, all, 'ours'];
  assert.equal(spread('value')(...ours), '30.0 (25.0 to 35.0)');
  assert.equal(over('value', 'plain')(...ours), '2.00 (1.50 to 3.00)');
  assert.equal(over('value', 'nobody')(...ours), '–');
  assert.equal(total('value')(...ours), '90');
  assert.equal(worthOf(...ours), '1 of 3 disturbed');
  assert.equal(worthOf(all.plain, all, 'plain'), 'valid');
});
