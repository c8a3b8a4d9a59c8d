/** The definition of a game: completed, checked, or refused. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineGame, latest, mean } from '../../lib/contract/define-game.js';
import { IMPORT_BYTES, SCREEN_KEYS as REFUSED } from '../../lib/contract/limits.js';
import { SCREEN_KEYS } from '../../public/shared/keys.js';

const good = { title: 'Test', setup: () => ({}), frame: () => null };
const input = { y: { type: /** @type {const} */ ('number') } };

test('a minimal game is completed and frozen, the definition left as it was', () => {
  const definition = { ...good };
  const game = defineGame(definition);
  assert.ok(Object.isFrozen(game));
  assert.deepEqual([game.teams, game.hold, game.expireMs, game.fold], [[], false, 25_000, null]);
  assert.deepEqual(Object.keys(definition), Object.keys(good));
});

test('the keys that a screen keeps are the same for pages and for the contract', () => {
  assert.deepEqual(
    REFUSED,
    SCREEN_KEYS.map((key) => key.toLowerCase()),
  );
});

test('files to import end where the server does', () => {
  const content = { title: 'Words', empty: () => ({}), check: () => '' };
  const make = (/** @type {any} */ maxImportBytes) =>
    defineGame({ ...good, content: { ...content, maxImportBytes } });
  assert.equal(make(IMPORT_BYTES).content?.maxImportBytes, IMPORT_BYTES);
  for (const wrong of [IMPORT_BYTES + 1, 0, -1, 1.5, NaN, '5 MB'])
    assert.throws(() => make(wrong), /content\.maxImportBytes must be a whole number from 1 to 52428800/);
});

test('a fold of levels makes the game one of levels, unless it says otherwise', () => {
  assert.equal(defineGame({ ...good, input, aggregate: latest('y') }).hold, true);
  assert.equal(defineGame({ ...good, input, aggregate: mean('y') }).hold, false);
  assert.equal(defineGame({ ...good, input, aggregate: mean('y'), hold: true }).hold, true);
});

test("an author's own fold is taken as it is", () => {
  const own = {
    empty: () => 0,
    add: (/** @type {number} */ sum) => sum + 1,
    merge: (/** @type {number} */ a, /** @type {number} */ b) => a + b,
  };
  const { fold } = defineGame({ ...good, input, aggregate: own });
  assert.equal(fold?.merge(fold.add(fold.empty(), { y: 1 }, { id: 'a', team: null }), 2), 3);
});

test('reports are made of results', () => {
  const vtt = { title: 'WebVTT', extension: '.vtt', type: 'text/vtt', make: () => 'WEBVTT' };
  assert.deepEqual(defineGame({ ...good, results: () => [], reports: { vtt } }).reports, { vtt });
  assert.deepEqual(defineGame(good).reports, {});
});

const report = { title: 'R', extension: '.vtt', type: 'text/vtt', make() {} };

const wrong = /** @type {[string, any, RegExp][]} */ ([
  ['no definition', 5, /defineGame takes an object/],
  [
    'an unknown key',
    { ...good, everySecond() {} },
    /"everySecond" is not part of a game\. Known: setup, tick/,
  ],
  ['a key with a slip', { ...good, tik() {} }, /"tik" is not part of a game; did you mean "tick"\? Known:/],
  [
    'a title of no team',
    { ...good, teams: ['bass', 'drum'], teamTitles: { bas: 'Bass' } },
    /teamTitles\.bas: there is no such team; did you mean "bass"\? Teams: bass, drum/,
  ],
  ['titles without teams', { ...good, teamTitles: { bass: 'Bass' } }, /there is no such team\. Teams: none/],
  [
    'a title that is none',
    { ...good, teams: ['bass', 'drum'], teamTitles: { bass: ' ' } },
    /teamTitles\.bass must be a text/,
  ],
  [
    'a long title',
    { ...good, teams: ['bass', 'drum'], teamTitles: { bass: 'x'.repeat(25) } },
    /has 25 characters; at most 24 fit/,
  ],
  ['titles in a list', { ...good, teamTitles: ['Bass'] }, /teamTitles must be an object/],
  ['a backdrop that is none', { ...good, backdrop: {} }, /backdrop must be a function/],
  ['no title', { ...good, title: ' ' }, /title must be a text/],
  ['no frame', { title: 'T', setup() {} }, /frame is missing: it must be a function/],
  ['a tick that is none', { ...good, tick: 5 }, /tick must be a function/],
  ['reports without results', { ...good, reports: { vtt: report } }, /reports are made of results/],
  [
    'a report with a wrong extension',
    { ...good, results() {}, reports: { vtt: { ...report, extension: 'vtt' } } },
    /reports\.vtt\.extension must be one such as "\.vtt"/,
  ],
  [
    'a report that makes nothing',
    { ...good, results() {}, reports: { vtt: { ...report, make: 5 } } },
    /reports\.vtt\.make must be a function/,
  ],
  ['one team', { ...good, teams: ['left'] }, /teams: none, or 2 to 6/],
  ['a team twice', { ...good, teams: ['a', 'a'] }, /an id stands twice/],
  ['a team with blanks', { ...good, teams: ['Left Side', 'b'] }, /short lower-case ids/],
  [
    'a fold over a missing field',
    { ...good, input, aggregate: mean('x') },
    /aggregate: mean\('x'\) reads input\.x/,
  ],
  [
    'a fold by team without teams',
    { ...good, input, aggregate: mean('y').by('team') },
    /by\('team'\) needs teams/,
  ],
  ['an unfinished fold', { ...good, input, aggregate: { empty() {} } }, /aggregate\.add is missing/],
  [
    'a fold without input',
    { ...good, aggregate: { empty() {}, add() {}, merge() {} } },
    /aggregate needs input/,
  ],
  [
    'a setting without default',
    { ...good, settings: { speed: { type: 'number' } } },
    /settings\.speed\.default is missing/,
  ],
  [
    'an action without run',
    { ...good, actions: { go: { title: 'Go' } } },
    /actions\.go\.run must be a function/,
  ],
  [
    'a key used twice',
    { ...good, actions: { a: { title: 'A', key: 'q', run() {} }, b: { title: 'B', key: 'q', run() {} } } },
    /key "q" is taken by actions\.a/,
  ],
  [
    'a key of a list used twice, in another case',
    {
      ...good,
      actions: {
        a: { title: 'A', key: ['x', 'ArrowUp'], run() {} },
        b: { title: 'B', key: 'arrowup', run() {} },
      },
    },
    /actions\.b\.key "arrowup" is taken by actions\.a/,
  ],
  [
    'a key of clickers',
    { ...good, actions: { a: { title: 'A', key: 'PageDown', run() {} } } },
    /actions\.a\.key "PageDown" is a key of clickers, which mean the same in every game/,
  ],
  [
    'a reason that is no function',
    { ...good, actions: { a: { title: 'A', may: 'no', run() {} } } },
    /actions\.a\.may must be a function/,
  ],
  [
    'a list of keys with a number',
    { ...good, actions: { a: { title: 'A', key: ['x', 1], run() {} } } },
    /lower-case/,
  ],
  ...REFUSED.map(
    (key) =>
      /** @type {const} */ ([
        `${key}, which the screen keeps,`,
        { ...good, actions: { a: { title: 'A', key: ['x', key], run() {} } } },
        /actions\.a\.key ".*" is kept by the screen, as f, j, s, \?, escape, f5 are/,
      ]),
  ),
  ...['moderators', 'step', 'repeats'].map(
    (flag) =>
      /** @type {const} */ ([
        `${flag} that is no switch`,
        { ...good, actions: { a: { title: 'A', [flag]: 'yes', run() {} } } },
        new RegExp(`actions\\.a\\.${flag} must be true or false`),
      ]),
  ),
  [
    'a key in capitals',
    { ...good, actions: { a: { title: 'A', key: 'Q', run() {} } } },
    /must be a lower-case/,
  ],
  ['too short an expiry', { ...good, expireMs: 10 }, /expireMs must be at least 1000/],
]);
for (const [what, definition, sentence] of wrong) {
  test(`${what} is refused by name`, () => assert.throws(() => defineGame(definition), sentence));
}
