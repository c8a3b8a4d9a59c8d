/** The log says everything once, and a flood of lines in one line. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../lib/log.js';
import { createLogBudget } from '../lib/log-budget.js';

function openLog() {
  const written = /** @type {string[]} */ ([]);
  return { written, log: createLog({ tty: true, write: (text) => void written.push(text) }) };
}

test('lines that differ in numbers, quotes and addresses are of one kind; others are written meanwhile', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { written, log } = openLog();
  for (let i = 0; i < 300; i++) {
    log.warn(null, `A page of https://x${i}.example was refused.`);
    log.info('main', `Player p${i} was called "name ${i}".`);
  }
  log.error(null, 'The disk is full.');
  assert.equal(written.length, 21);
  assert.match(String(written.at(-1)), /The disk is full/);
  t.mock.timers.tick(5000);
  assert.match(
    String(written.at(-1)),
    /Lines left out of the log: 290 like “A page of … was refused\.”; 290 like “Player … was called …\.”\./,
  );
  assert.equal(log.lines.length, 22, 'the panel has what the console has');
});

test('in a minute of any flood less than 100 KB are written', () => {
  let nowMs = 0;
  let written = 0;
  const budget = createLogBudget({ say() {}, now: () => nowMs });
  const word = (/** @type {number} */ i) =>
    [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  for (let i = 0; nowMs < 60_000; i++, nowMs += 0.5) {
    const characters = 100 + (i % 2400);
    if (budget.mayWrite(`A line about ${word(i % 1000)}`, characters)) written += characters;
  }
  assert.ok(written > 20_000 && written <= 90_000, `${written} characters`);
});

test('a line, and the stack of an error, are cut', () => {
  const { written, log } = openLog();
  const error = new Error('x');
  error.stack = 'y'.repeat(100_000);
  log.error(null, 'z'.repeat(100_000), error);
  assert.ok(String(written[0]).length < 3000);
});
