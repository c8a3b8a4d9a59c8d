/** The ledger of an evening: it finds an answer that is lost, changed or twice in the results, and knows names that are not shown. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLedger, tablesOf } from '../../loadtest/evening/ledger.js';

const HEAD = ['Name', 'Answer', 'Points'];

test('each answer that was accepted must be in the results once', () => {
  const ledger = createLedger();
  for (const [name, answer] of [
    ['Ada', 'Volga'],
    ['Bea', 'Loire'],
    ['Cem', 'Rhine'],
    ['Dee', 'Volga'],
  ])
    ledger.accept(0, String(name), String(answer));
  const whole = [
    HEAD,
    ['Ada', 'Volga', 990],
    ['Bea', 'Loire', 0],
    ['Cem', 'Rhine', 0],
    ['A guest', 'Volga', 980],
  ];
  const shown = new Map([['Dee', 'A guest']]);
  const compare = (/** @type {unknown} */ data) => ledger.compare(tablesOf([{ sheet: 'Q1', data }]), shown);
  assert.deepEqual(compare(whole), { lost: [], doubled: [], invented: [] });
  assert.deepEqual(compare(whole.slice(0, -1)).lost, ['A guest in question 1: "Volga", not ""']);
  assert.deepEqual(compare(whole.with(2, ['Bea', 'Volga', 990])).lost, [
    'Bea in question 1: "Loire", not "Volga"',
  ]);
  assert.deepEqual(compare([...whole, ['Ada', 'Volga', 990]]).doubled, ['Ada in question 1']);
  assert.deepEqual(compare([...whole, ['Eve', 'Volga', 990]]).invented, ['Eve in question 1']);
  assert.equal(ledger.all, 4);
  ledger.accept(0, 'Ada', 'Volga');
  assert.deepEqual(compare(whole).doubled, ['Ada in question 1']);
});
