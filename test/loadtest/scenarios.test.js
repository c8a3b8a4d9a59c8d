/** The scenarios ramp, jamming and broadcast: what they make of points, and that they never pass by what they did not see. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { deliveryOf, memoryPerConnection } from '../../loadtest/scenarios/broadcast.js';
import jamming, { SERIES, judge } from '../../loadtest/scenarios/jamming.js';
import { Histogram } from '../../loadtest/histogram.js';
import { NotMeasured } from '../../loadtest/verdict/headline.js';
import { processesWith, resultOf, startLab } from '../support/lab.js';
import { tempFolder } from '../support/server.js';

/** @param {Partial<Parameters<typeof judge>[0]>} [parts] */
function seen(parts = {}) {
  return judge({ validity: 'valid', jammed: false, dropped: 0, samples: 9, ...parts });
}

test('a point says something about its rate only where it can be believed', () => {
  assert.equal(seen(), 'calm');
  assert.equal(seen({ jammed: true }), 'jammed');
  assert.equal(seen({ validity: 'invalid' }), 'beyond');
  assert.equal(seen({ validity: 'invalid', jammed: true }), 'beyond');
  assert.equal(seen({ validity: 'disturbed' }), 'calm');
  assert.equal(seen({ validity: 'disturbed', jammed: true }), 'unknown');
  assert.equal(seen({ validity: 'incomplete', jammed: true }), 'unknown', 'the server was killed');
  assert.equal(seen({ samples: 0, jammed: true }), 'unknown', 'nothing came back');
  assert.equal(seen({ dropped: 1, jammed: true }), 'dropped');
  assert.equal(seen({ dropped: 1, jammed: true, validity: 'invalid' }), 'beyond');
});

test('the headline of jamming names the batching, and says "at least" where no jam was found', () => {
  const point = { validity: /** @type {const} */ ('valid'), because: '', concurrency: 100 };
  const points = Object.keys(SERIES).map((series) => ({ ...point, series }));
  const about = { settings: /** @type {any} */ ({}), points, series: [], histograms: {} };
  const told = jamming.conclude({
    ...about,
    metrics: { 'jam.io.emit.100': 61_234, 'atLeast.ours.100': 870_000, 'jam.batched.100': 2e6 },
  });
  assert.equal(
    told?.headline,
    'Messages sent a second with 100 clients: ours (a packet each, one write a turn) at least 870,000, without a jam; ' +
      'ours, batched (one packet a turn) 2,000,000 before it jams; io.emit (a packet and a write each) 61,234 before it jams',
  );
  assert.throws(() => jamming.conclude({ ...about, metrics: {} }), NotMeasured);
});

test('a text counts as delivered at every client, and one that is not there is undelivered', () => {
  const times = new Histogram();
  for (const ms of [10, 20, 90]) times.record(ms);
  const load = {
    ...{ due: 2, sent: 2, throttled: 0, heldBack: 0, gone: 0, unsent: 0, received: 3, expected: 4 },
    ...{ times: { delivery: times.summary() }, histograms: {} },
  };
  const { undelivered, deliveries, deliveryMaxMs } = deliveryOf(/** @type {any} */ (load));
  assert.deepEqual([undelivered, deliveries, deliveryMaxMs], [1, 3, 90]);
  assert.equal(deliveryOf(undefined).deliveryP99Ms, null);
});

test('the memory of a connection is taken between two settled states', () => {
  const states = [
    { connections: 1, rssMb: 100, heapMb: 20 },
    { connections: 1025, rssMb: 132, heapMb: 36 },
    { connections: 2049, rssMb: 148, heapMb: 52 },
  ];
  assert.equal(memoryPerConnection(states.slice(0, 1)), null);
  assert.equal(memoryPerConnection(states.slice(0, 2)), 32);
  assert.equal(memoryPerConnection(states), 24);
});

test('a ramp that the governor slowed down says so, and the same without it is beside it', async (t) => {
  const folder = await tempFolder(t);
  const args = ['phones=[40]', 'holdS=1', 'hz=20', 'mostHz=0'].flatMap((set) => ['--set', set]);
  const lab = startLab(t, ['ramp', ...args, '--out', folder]);
  assert.notEqual(await lab.ended, 0, lab.output.text);
  const { points, verdict } = await resultOf(folder);
  assert.ok(['throttled', 'disturbed'].includes(verdict.outcome), lab.output.text);
  assert.deepEqual(
    points.map(({ mode }) => mode),
    ['governor on', 'governor off'],
  );
  const [on, off] = points.map((point) => /** @type {Record<string, number>} */ (point));
  assert.ok(Number(on?.['throttled']) > 0.2 * Number(on?.['due']), 'what was throttled is told apart');
  assert.equal(off?.['throttled'], 0);
  for (const point of [on, off]) {
    const { due = 0, sent, throttled = 0, heldBack = 0, gone = 0, unsent = 0, lost } = point ?? {};
    assert.equal(sent, due - throttled - heldBack - gone - unsent);
    assert.equal(lost, 0);
  }
});

test('a search that its points do not suffice for is not passed', async (t) => {
  const folder = await tempFolder(t);
  const args = ['concurrencies=[4]', 'series=["ours"]', 'mostPoints=1', 'pointS=0.5'];
  const lab = startLab(t, ['jamming', ...args.flatMap((set) => ['--set', set]), '--out', folder]);
  assert.notEqual(await lab.ended, 0, lab.output.text);
  const { points, verdict } = await resultOf(folder);
  assert.ok(['not-found', 'disturbed'].includes(verdict.outcome), lab.output.text);
  assert.match(verdict.headline, /at least \d+, without a jam/);
  assert.equal(points.length, 1);
});

test('a server beside ours that is killed is neither jammed nor calm', async (t) => {
  const folder = await tempFolder(t);
  const args = ['concurrencies=[4]', 'series=["io.emit"]', 'pointS=1'];
  const lab = startLab(t, ['jamming', ...args.flatMap((set) => ['--set', set]), '--out', folder]);
  await lab.said(/io\.emit, 4 clients/);
  for (const { pid } of await processesWith('rivals/socketio.js'))
    if ((await parentOf(pid)) === lab.child.pid) process.kill(pid, 'SIGKILL');
  assert.equal(await lab.ended, 7, lab.output.text);
  const { verdict, points } = await resultOf(folder);
  assert.equal(verdict.sentence, 'io.emit: its server ended by itself.');
  assert.equal(points.at(-1)?.validity, 'incomplete');
});

test('a first rate that no generator can give is refused before anything runs', async (t) => {
  const lab = startLab(t, ['jamming', '--set', 'firstPerS=2000000']);
  assert.equal(await lab.ended, 2);
  assert.match(lab.output.text, /firstPerS=2000000: it must be a number from 0.01 to 100000/);
});

/** @param {number} pid */
async function parentOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
}
