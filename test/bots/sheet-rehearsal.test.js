/** The rehearsal of a run sheet: every cue is played in a room of its own, and what goes wrong is told by cue. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamesFolder } from '../support/games.js';
import { next, startControl } from '../support/server.js';

const GOOD = `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Good', setup: () => ({ n: 0 }), frame: ({ n }) => ({ n }),
  input: { taps: { type: 'integer', minimum: 1, maximum: 9 } },
  next: ({ n }) => ({ action: 'next', label: 'Step', values: { n }, again: n >= 3 }),
  actions: { next: { title: 'Next', run: (state) => void (state.n += 1) } },
});
`;
const BAD = `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Bad', setup: () => ({}), frame: () => ({}),
  next: () => ({ action: 'next', label: 'Step' }),
  actions: { next: { title: 'Next', run() { throw new Error('no such luck'); } } },
});
`;
const LOST = `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Lost', setup: () => ({ n: 0 }), frame: () => ({}),
  tick: (state) => { state.n += 1; if (state.n > 20) throw new Error('lost'); },
});
`;

test('each cue is played, and told by what went wrong; the main room keeps its game, and the other is closed', async (t) => {
  const GAMES_DIR = await gamesFolder(t, {
    good: { 'game.js': GOOD },
    bad: { 'game.js': BAD },
    lost: { 'game.js': LOST },
  });
  const { ask, socket } = await startControl(t, { GAMES_DIR });
  assert.equal((await ask('rehearse-sheet', { count: 5 })).code, 'rehearsal-empty');
  assert.equal((await ask('rehearse-sheet', { count: 5000 })).code, 'event-bad');
  const cues = [
    { gameId: 'good' },
    { gameId: 'bad' },
    { gameId: 'gone', title: 'Gone' },
    { gameId: 'lost' },
    { gameId: 'lobby', returns: true },
    { gameId: 'good', settings: { speed: 3 } },
  ];
  for (const [rev, cue] of cues.entries()) await ask('edit-sheet', { do: 'add', rev, cue });
  const before = await next(socket, 'status');
  assert.equal((await ask('rehearse-sheet', { count: 5 })).ok, true);
  assert.equal((await ask('rehearse-sheet', { count: 5 })).code, 'rehearsal-on');
  const during = await next(socket, 'status', (now) => now.rooms.length === 2);
  assert.equal(during.rooms[1].title, 'Rehearsal');
  const { sheetRehearsal: report, ...after } = await next(
    socket,
    'status',
    (now) => now.sheetRehearsal?.isOver,
    90_000,
  );
  assert.equal(report.problem, '');
  assert.deepEqual(
    report.cues.map((/** @type {any} */ { state, steps }) => [state, steps]),
    [
      ['good', 3],
      ['bad', 0],
      ['bad', 0],
      ['bad', 0],
      ['good', 0],
      ['bad', 0],
    ],
  );
  const problems = report.cues.map((/** @type {any} */ { problems: [first = ''] }) => first);
  assert.match(problems[1], /no such luck/);
  assert.match(problems[2], /"Gone" cannot be played/);
  assert.match(report.cues[3].problems.join(' '), /stumbled/);
  assert.match(problems[5], /speed is not known/);
  assert.deepEqual(
    [after.rooms.length, after.epoch, after.presence.known],
    [1, before.epoch, before.presence.known],
  );

  assert.equal((await ask('rehearse-sheet', { count: 5 })).ok, true);
  await next(socket, 'status', (now) => now.rooms.length === 2);
  assert.equal((await ask('rehearse-sheet', { count: 0 })).ok, true);
  const stopped = await next(socket, 'status', (now) => now.sheetRehearsal?.isOver);
  assert.match(stopped.sheetRehearsal.problem, /was stopped/);
});
