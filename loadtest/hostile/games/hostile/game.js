/** A game that does in any of its hooks what no game should, once it is told which and how. */

import { defineGame } from 'mass-mobile';

const MEGABYTE = 1_000_000;
const SLOW_MS = 200;
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
  slow() {
    for (const endMs = performance.now() + SLOW_MS; performance.now() < endMs;);
    return null;
  },
  large: () => 'x'.repeat(MEGABYTE),
  huge: () => 'x'.repeat(100 * MEGABYTE),
  exit: () => process.exit(1),
};

/** @typedef {{ hook: string, how: string, said: string[], ticks: number }} State */

/** @param {State} state @param {string} hook @returns {any} */
const fire = (state, hook) => (state.hook === hook ? WAYS[state.how]?.() : null);

/** Loops in a hook off the stage that the words of phones, or of a document, name. @param {unknown} word @param {string} hook */
const loopIf = (word, hook) => void (word === hook && WAYS['loop']?.());

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
      make([said]) {
        said?.rows.forEach(([word]) => loopIf(word, 'report'));
        return '';
      },
    },
  },
  resultsIn(tables) {
    tables[0]?.rows.forEach(([word]) => loopIf(word, 'resultsIn'));
    return tables;
  },
  content: {
    title: 'Packs',
    empty: () => ({ title: '' }),
    check({ title }) {
      loopIf(title, 'check');
      return '';
    },
    complete(document) {
      loopIf(document.title, 'complete');
      return document;
    },
    titleOf({ title }) {
      loopIf(title, 'titleOf');
      return title;
    },
    importers: [
      {
        ...{ name: 'Text', accept: ['.txt'] },
        parse(bytes) {
          loopIf(String(bytes), 'import');
          return { documents: [], skipped: [] };
        },
      },
    ],
    exporters: [
      {
        ...{ name: 'Text', extension: '.txt', type: 'text/plain' },
        serialise({ title }) {
          loopIf(title, 'export');
          return '';
        },
      },
    ],
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
        if (hook === 'report' || hook === 'resultsIn') state.said.push(hook);
        fire(state, 'action');
      },
    },
  },
});
