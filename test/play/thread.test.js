/** A play in its thread says what the same play says beside its room, and ends when it is told to. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { join } from 'node:path';
import { createInlinePlays } from '../../lib/play/inline.js';
import { createThreadPlays } from '../../lib/play/thread.js';
import { PlayOver } from '../../lib/play/values.js';
import { loadGame } from '../../lib/load-games.js';
import { gamesFolder } from '../support/games.js';
import { COUNT_GAME } from '../support/count-game.js';

const PLAYERS = { count: 1, byTeam: {} };
/** @param {string} tick @param {string} [head] of the file */
const ticks = (tick, head = '') => ({
  'game.js': `${head}
import { defineGame } from 'mass-mobile';
export default defineGame({ title: 'Ticks', setup: () => ({}), tick() { ${tick} }, frame: () => ({}) });
`,
});
/** One of the processors that this process may use. */
const [, CPU = '0'] = /^Cpus_allowed_list:\t(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
/** It moves to a processor on which another process computes, and gets a seventieth of it. */
const STARVES = ticks(
  `
  const thread = basename(readlinkSync('/proc/thread-self'));
  execFileSync('taskset', ['-cp', '${CPU}', thread]);
  setPriority(Number(thread), 19);
  const used = () => readFileSync('/proc/thread-self/stat', 'utf8').split(' ').slice(13, 15).reduce((a, b) => a + Number(b), 0);
  for (const end = used() + 5; used() < end; );`,
  `
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';`,
);
const ANNA = { id: 'p1', name: 'Anna', team: null };

/** @param {import('node:test').TestContext} t @param {Record<string, string>} [files] of the game */
async function openBoth(t, files = COUNT_GAME) {
  const folder = join(await gamesFolder(t, { count: files }), 'count');
  const loaded = await loadGame(folder, 'count');
  const threads = createThreadPlays({ memoryMb: 256 });
  t.after(() => threads.close());
  const beginning = {
    ...{
      gameId: 'count',
      folder,
      epoch: 3,
      settings: { roundS: 600 },
      seed: 7,
      content: null,
      seq: 0,
      viewSeq: 5,
    },
    isBack: false,
  };
  return { threads, inline: createInlinePlays(() => loaded), beginning };
}

/** @param {number} nowMs @returns {import('../../lib/play/types.js').Step} */
const stepAt = (nowMs) => ({
  ...{ nowMs, isStill: false, elapsedMs: 50, sum: null, clears: 0, players: PLAYERS, meter: null },
  ...{ isShown: true, isTold: true, noticeEveryMs: 0 },
});

/**
 * Plays a little show. Whatever the play wants to store is on disk at once.
 * @param {import('../../lib/play/types.js').OpenPlayFunction} open @param {import('../../lib/play/types.js').Beginning} beginning
 */
async function playShow(open, beginning) {
  /** @type {unknown[]} */
  const said = [];
  /** @type {import('../../lib/play/types.js').OpenPlay | null} */
  let play = null;
  const opened = await open(structuredClone(beginning), ([kind, value]) => {
    if (kind !== 'save') said.push([kind, value]);
    else play?.send('saved', value.number, null);
  });
  play = opened;
  play.send('enter', PLAYERS, [ANNA]);
  const personal = await play.ask('arrive', ANNA, PLAYERS, 1000);
  for (let n = 0; n < 3; n++) play.send('step', stepAt(2000 + n * 1000));
  const submit = (/** @type {string} */ word, /** @type {string} */ id) =>
    opened.ask('submit', ANNA, { kind: 'say', value: { word }, id, sinceTickMs: 5 });
  const receipts = await Promise.all([submit('one', 'a'), submit('two', 'b'), submit('one', 'a')]);
  const refused = await submit('no', 'c').catch((error) => [error.code, error.message]);
  const unknown = await play.ask('run', 'dance', {}, null).catch((error) => [error.code, error.message]);
  await play.ask('run', 'close', {}, 'operator');
  play.send('step', stepAt(6000));
  const results = await play.ask('results');
  const end = await play.ask('end');
  play.stop();
  const over = await play.ask('panel').catch((error) => error instanceof PlayOver);
  return { personal, receipts, refused, unknown, results, end, over, said };
}

test('both say the same, to the letter', async (t) => {
  const { threads, inline, beginning } = await openBoth(t);
  const [here, there] = [await playShow(inline, beginning), await playShow(threads.open, beginning)];
  assert.deepEqual(there, here);
  assert.equal(here.over, true);
  assert.deepEqual(here.receipts[2], here.receipts[0], 'sent again, it counts once');
  assert.ok(here.said.some((one) => /** @type {any} */ (one)[0] === 'frame'));
});

test('a play that cannot be set up is refused with its fault, in both', async (t) => {
  const { threads, inline, beginning } = await openBoth(t);
  const bad = {
    ...beginning,
    stored: /** @type {any} */ ({
      saved: { state: null },
      transcripts: [{ seq: 1, entries: [['leave', { id: 'p1' }]] }],
      submissions: [],
    }),
  };
  for (const open of [inline, threads.open])
    await assert.rejects(
      open(structuredClone(bad), () => {}),
      { name: 'StageFault', hook: 'leave' },
    );
});

for (const tick of ['for (;;);', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'])
  test(`a game that does not return from ${tick} is ended, and says in which hook`, async (t) => {
    const { threads, beginning } = await openBoth(t, ticks(tick));
    const fault = new Promise((/** @type {(fault: any) => void} */ resolve) => {
      void threads
        .open(beginning, ([kind, value]) => kind === 'fault' && resolve(value))
        .then((play) => play.send('step', stepAt(2000)));
    });
    assert.equal((await fault).hook, 'tick');
  });

test('a game for which the machine has no time is not taken for one that hangs', async (t) => {
  const other = spawn('taskset', ['-c', CPU, process.execPath, '-e', 'for (;;);']);
  t.after(() => other.kill('SIGKILL'));
  const { threads, beginning } = await openBoth(t, STARVES);
  const play = await threads.open(beginning, ([kind, value]) =>
    assert.notEqual(kind, 'fault', String(value)),
  );
  play.send('step', stepAt(2000));
  assert.equal(await play.ask('panel'), '');
});

test('threads end with their plays, and with the house', async (t) => {
  const { threads, beginning } = await openBoth(t);
  const one = await threads.open(beginning, () => {});
  const two = await threads.open(beginning, () => {});
  one.stop();
  await assert.rejects(one.ask('panel'), PlayOver);
  assert.equal(await two.ask('panel'), '');
  const asked = assert.rejects(
    two.ask('submit', ANNA, { kind: 'say', value: { word: 'late' }, id: 'a', sinceTickMs: 0 }),
    PlayOver,
  );
  await threads.close();
  await asked;
  await assert.rejects(two.ask('panel'), PlayOver);
});
