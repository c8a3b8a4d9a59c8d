/** A game that does in any of its hooks what no game should, once it is told which and how. */

import { defineGame } from 'mass-mobile';

const MEGABYTES_100 = 100_000_000;
/** A phone that sends this lights the fold, which knows no state: 1 loops, 2 throws. */
const FOLD = { loop: 1, throw: 2 };

/** @type {unknown[]} */
const held = [];

/** @type {Record<string, () => unknown>} */
const WAYS = {
  loop() {
    for (let n = 0; ; n += Math.sqrt(2)) if (n < 0) return n;
  },
  throw() {
    throw new Error('hostile');
  },
  eat() {
    for (;;) held.push(new Array(1000).fill(held.length));
  },
  huge: () => 'x'.repeat(MEGABYTES_100),
  exit: () => process.exit(1),
};

/** @typedef {{ hook: string, how: string, said: string[], ticks: number }} State */

/** @param {State} state @param {string} hook @returns {any} */
const fire = (state, hook) => (state.hook === hook ? WAYS[state.how]?.() : null);

export default defineGame({
  title: 'Hostile',
  input: { a: { type: 'integer', minimum: 0, maximum: 2 } },
  aggregate: {
    empty: () => ({ count: 0 }),
    add(sum, { a }) {
      if (a === FOLD.loop) WAYS['loop']?.();
      if (a === FOLD.throw) WAYS['throw']?.();
      return { count: sum.count + 1 };
    },
    merge: (a, b) => ({ count: a.count + b.count }),
  },
  /** @returns {State} */
  setup: () => ({ hook: '', how: '', said: [], ticks: 0 }),
  tick(state) {
    state.ticks += 1;
    fire(state, 'tick');
  },
  frame: (state) => fire(state, 'frame') ?? { ticks: state.ticks },
  backdrop: (state) => fire(state, 'backdrop') ?? 0,
  notice: (state) => fire(state, 'notice') ?? { said: state.said.length },
  panel: (state) => fire(state, 'panel') ?? {},
  personal: (state) => fire(state, 'personal') ?? {},
  join: (state) => void fire(state, 'join'),
  leave: (state) => void fire(state, 'leave'),
  submit: {
    say: {
      fields: { word: { type: 'string', maxLength: 40 } },
      accept(state, { value }) {
        fire(state, 'accept');
        state.said.push(value.word);
        return {};
      },
    },
  },
  results(state) {
    fire(state, 'results');
    return [{ name: 'Said', columns: ['Word'], rows: state.said.map((word) => [word]) }];
  },
  reports: {
    all: {
      ...{ title: 'All', extension: '.txt', type: 'text/plain' },
      make: ([said]) => (said?.rows.some(([word]) => word === 'loop') ? String(WAYS['loop']?.()) : ''),
    },
  },
  actions: {
    light: {
      title: 'Light it',
      args: {
        hook: { type: 'string', maxLength: 20, default: '' },
        how: { type: 'string', maxLength: 20, default: '' },
      },
      run(state, { hook, how }) {
        Object.assign(state, { hook, how });
        if (hook === 'report') state.said.push('loop');
        fire(state, 'action');
      },
    },
  },
});
