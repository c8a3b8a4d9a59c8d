/** The command that plays faults, with a small one: its counts are checked, its times are not. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { figuresOf } from '../../loadtest/faults/figures.js';
import { FAULTS } from '../../loadtest/faults/faults.js';

const RUN = fileURLToPath(new URL('../../loadtest/faults/run.js', import.meta.url));

/** @param {string[]} args @returns {Promise<string>} what it printed, also when it failed */
const play = (...args) =>
  new Promise((resolve) =>
    execFile(process.execPath, [RUN, ...args], (_error, stdout, stderr) => resolve(stdout + stderr)),
  );

test(
  'an edge is killed under a few phones: they come back, and nothing is lost',
  { timeout: 300_000 },
  async () => {
    const said = await play('edge-killed', '--quick', '--phones', '12', '--before', '1', '--after', '0.5');
    for (const words of [
      'no phone of another process loses its connection',
      'no acknowledged submission is lost',
      'no submission counts twice',
      'everybody is there in the end',
    ])
      assert.match(said, new RegExp(`\\| ${words} +\\| 0 +\\| exactly 0 +\\| holds`), said);
  },
);

test('the faults are listed, and an unknown name is refused', async () => {
  const list = await play('--list');
  for (const name of Object.keys(FAULTS)) assert.ok(list.includes(name), name);
  assert.match(await play('earthquake'), /Which fault, not "earthquake"\?/);
});

test('what is lost, doubled, late or away is counted', () => {
  const ack = (/** @type {string} */ word, /** @type {number} */ ackedAtMs, code = 'ok') => ({
    ...{ word, ackedAtMs, code },
    sentAtMs: ackedAtMs - 100,
  });
  /** @type {import('../../loadtest/faults/types.js').PhoneLog} */
  const phone = {
    ...{ place: 'edge', name: 'a', pings: [], over: '', isPlaying: true },
    welcomes: [0, 5000],
    notices: [500, 1000, 5000, 5500],
    acks: [ack('one', 900), ack('two', 5600), ack('three', 5700), ack('no', 5800, 'submit-refused')],
  };
  const figures = figuresOf(
    {
      phones: [phone, { ...phone, name: 'b', welcomes: [0], acks: [], isPlaying: false }],
      screens: [
        {
          place: 'edge',
          frames: [
            [900, 2],
            [1000, 2],
            [5200, 1],
            [5900, 2],
          ],
          disconnects: 0,
        },
      ],
      witnesses: [{ place: 'edge', answers: [{ word: 'w', code: 'draining', askedAtMs: 0, tookMs: 1 }] }],
      generators: [],
    },
    { beganMs: 1500, healedMs: 4000, endMs: 6000 },
    { words: ['one', 'two', 'two'], unanswered: 0, levels: 2 },
  );
  const { acknowledged, lost, doubled, refused, disconnects, missing, toldToWait } = figures;
  assert.deepEqual(
    { acknowledged, lost, doubled, refused, disconnects, missing, toldToWait },
    { acknowledged: 3, lost: 1, doubled: 1, refused: 1, disconnects: 2, missing: 1, toldToWait: 1 },
  );
  assert.equal(figures['outageS.p99'], 4);
  assert.equal(figures['frameGapS.edge'], 4.2);
  assert.equal(figures['returnS.edge'], 3.5);
  assert.equal(figures['backS'], Infinity, 'the second phone was never answered');
});
