/** Submissions by themselves, over a disk that does as it is told: fails, hangs, comes back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineGame, refuse } from '../../lib/contract/define-game.js';
import { SnapshotPace } from '../../lib/stage/snapshot-pace.js';
import { Submissions } from '../../lib/stage/submissions.js';
import { createStage } from '../../lib/stage/stage.js';

const GAME = defineGame({
  title: 'Sum',
  setup: () => ({ sum: 0, said: /** @type {string[]} */ ([]), ticks: 0 }),
  tick: (state) => void (state.ticks += 1),
  frame: (state) => state,
  submit: {
    add: {
      fields: { n: { type: 'integer' } },
      accept(state, { value: { n }, player, id }) {
        if (n < 0) throw refuse('Negative.');
        state.sum += n;
        state.said.push(`${player.id}${id}`);
        return state.sum;
      },
    },
  },
  actions: { double: { title: 'Double', run: (state) => void (state.sum *= 2) } },
});

/** Submissions on a disk that stores what it is given, or refuses it, when the test says so. */
function open({
  stored = /** @type {any} */ (undefined),
  isRecorded = true,
  game = GAME,
  now = /** @type {() => number} */ (() => 0),
} = {}) {
  /** @type {{ write: import('../../lib/stage/types.js').StageWrite, keep: () => void, lose: () => void }[]} */
  const writes = [];
  /** @type {((write: any) => void) | null} */
  let waiting = null;
  const submissions = new Submissions({
    make: (saved) => createStage({ game, settings: {}, seed: 1, saved }),
    isRecorded,
    save: (write) =>
      new Promise((resolve, reject) => {
        const one = { write, keep: () => resolve(), lose: () => reject(new Error('the disk is full')) };
        if (waiting) waiting(one);
        else writes.push(one);
        waiting = null;
      }),
    now,
    onFault: (error) => assert.fail(String(error)),
    stored,
  });
  /** @returns {Promise<typeof writes[number]>} */
  const next = () => {
    const first = writes.shift();
    return first ? Promise.resolve(first) : new Promise((resolve) => (waiting = resolve));
  };
  const add = (/** @type {string} */ who, /** @type {string} */ id, n = 1) =>
    submissions.submit('add', { id, player: { id: who, name: who, team: null }, value: { n }, atMs: 0 });
  const state = () => /** @type {any} */ (submissions.stage.save().state);
  return { submissions, writes, next, add, state };
}

test('nothing is answered before it is on disk; what comes meanwhile goes with the next group', async () => {
  const { submissions, next, add, state } = open();
  const answers = /** @type {string[]} */ ([]);
  const log = (/** @type {string} */ name) => (/** @type {unknown} */ receipt) =>
    answers.push(`${name} ${receipt}`);
  const first = add('a', '1').then(log('a'));
  const group = await next();
  assert.equal(group.write.submissions.length, 1);
  const second = add('b', '1').then(log('b'));
  const third = add('c', '1').then(log('c'));
  assert.equal(state().sum, 3, 'in the state at once');
  assert.ok(submissions.isPending('a') && submissions.isPending('b'));
  assert.deepEqual(answers, []);
  group.keep();
  await first;
  assert.deepEqual(answers, ['a 1']);
  const rest = await next();
  assert.equal(rest.write.submissions.length, 2);
  assert.equal(rest.write.snapshot, null, 'a transcript is enough once there is a snapshot');
  rest.keep();
  await Promise.all([second, third]);
  assert.deepEqual(answers, ['a 1', 'b 2', 'c 3']);
  assert.equal(submissions.isPending('a'), false);
});

test('what the disk refused is taken out of the state; ticks and commands of the operator stay', async () => {
  const { submissions, next, add, state } = open();
  const first = add('a', '1', 5);
  (await next()).keep();
  await first;
  submissions.stage.apply(['tick', 33, null]);
  const lost = add('b', '1', 100);
  const group = await next();
  const alsoLost = add('c', '1', 1000);
  submissions.stage.apply(['run', 'double']);
  submissions.stage.apply(['tick', 33, null]);
  group.lose();
  await assert.rejects(lost, { code: 'not-saved' });
  await assert.rejects(alsoLost, { code: 'not-saved' });
  assert.deepEqual(state(), { sum: 10, said: ['a1'], ticks: 2 });

  const again = add('b', '1', 7);
  const snapshot = await next();
  assert.equal(
    JSON.parse(String(snapshot.write.snapshot)).state.sum,
    17,
    'the disk lacks something: a snapshot',
  );
  snapshot.keep();
  assert.equal(await again, 17);
});

test('a command that could not be saved is answered so, and has its effect', async () => {
  const { submissions, next, add, state } = open();
  const first = add('a', '1', 5);
  (await next()).keep();
  await first;
  submissions.stage.apply(['run', 'double']);
  const command = submissions.commit();
  (await next()).lose();
  await assert.rejects(command, { code: 'not-saved' });
  assert.equal(state().sum, 10);
});

test('from what is on disk the same game comes back: snapshot, transcripts, receipts', async () => {
  const before = open();
  const first = before.add('a', '1', 5);
  const snapshot = await before.next();
  snapshot.keep();
  await first;
  before.submissions.stage.apply(['tick', 33, null]);
  const second = before.add('b', '1', 7);
  const transcript = await before.next();
  transcript.keep();
  await second;

  const writes = [snapshot.write, transcript.write];
  const stored = {
    saved: JSON.parse(String(writes[0]?.snapshot)),
    transcripts: [{ seq: writes[1]?.seq, entries: JSON.parse(String(writes[1]?.transcript)) }],
    submissions: writes.flatMap(({ submissions }) => submissions),
  };
  const after = open({ stored });
  assert.deepEqual(after.submissions.stage.save(), before.submissions.stage.save());
  assert.equal(await after.add('a', '1', 5), 5, 'answered as before');
  assert.equal(after.state().sum, 12, 'and not counted again');
  assert.ok(after.submissions.seq >= Number(writes[1]?.seq));
});

test('refusals are not written; a game without submissions writes its snapshot', async () => {
  const { submissions, add, state } = open();
  assert.throws(() => add('a', '1', -1), { code: 'submit-refused' });
  assert.throws(
    () =>
      submissions.submit('sub', { id: '1', player: { id: 'a', name: '', team: null }, value: {}, atMs: 0 }),
    {
      code: 'submit-unknown',
    },
  );
  assert.equal(state().sum, 0);
  const plain = open({ isRecorded: false });
  plain.submissions.stage.apply(['run', 'double']);
  const command = plain.submissions.commit();
  const { write, keep } = await plain.next();
  assert.ok(write.snapshot);
  keep();
  await command;
});

test('a snapshot while answers come in holds them; an unchanged state is not written again', async () => {
  let nowMs = 0;
  const { submissions, next, add } = open({ now: () => nowMs });
  const first = add('a', '1');
  const group = await next();
  nowMs += 1000;
  submissions.checkpoint();
  const second = add('b', '1');
  group.keep();
  await first;
  const { write, keep } = await next();
  assert.equal(JSON.parse(String(write.snapshot)).state.sum, 2);
  assert.equal(write.submissions.length, 1);
  keep();
  assert.equal(await second, 2);
  nowMs += 1000;
  submissions.checkpoint();
  const third = add('c', '1');
  const last = await next();
  assert.equal(last.write.submissions.length, 1, 'nothing was written in between');
  assert.ok(last.write.snapshot, 'the time that passed is not on disk, so no transcript can follow on it');
  last.keep();
  await third;
});

test('once a second it writes what went in, from which the same game comes back', async () => {
  const { submissions, next, add } = open({ now: () => 0 });
  submissions.stage.apply(['setPlayers', { count: 1, byTeam: {} }]);
  const first = add('a', '1', 5);
  const { write: snapshot, keep } = await next();
  keep();
  await first;
  submissions.stage.apply(['tick', 33, null]);
  submissions.checkpoint();
  const { write, keep: keepToo } = await next();
  keepToo();
  assert.deepEqual(JSON.parse(String(write.transcript)), [['tick', 33, null]]);
  const stored = {
    saved: JSON.parse(String(snapshot.snapshot)),
    transcripts: [{ seq: write.seq, entries: JSON.parse(String(write.transcript)) }],
    submissions: snapshot.submissions,
  };
  assert.deepEqual(open({ stored }).submissions.stage.save(), submissions.stage.save());
});

test('while nobody is there time alone is not written, and what somebody did is', async () => {
  let nowMs = 0;
  const { submissions, writes, next, add } = open({ now: () => nowMs });
  submissions.stage.apply(['setPlayers', { count: 1, byTeam: {} }]);
  const first = add('a', '1');
  (await next()).keep();
  await first;
  submissions.stage.apply(['setPlayers', { count: 0, byTeam: {} }]);
  submissions.stage.apply(['leave', { id: 'a', name: 'a', team: null }]);
  submissions.checkpoint();
  const left = await next();
  assert.equal(JSON.parse(String(left.write.transcript)).length, 2);
  left.keep();
  await new Promise(setImmediate);
  submissions.stage.apply(['tick', 33, null]);
  submissions.checkpoint();
  await new Promise(setImmediate);
  assert.deepEqual(writes, []);
  nowMs += 1000;
  submissions.checkpoint();
  assert.equal(
    (await next()).write.transcript,
    null,
    'a state that is another one is stored with the next snapshot',
  );
});

test('when a game ends, what is not on its way is refused, and what is on its way is answered', async () => {
  const { submissions, next, add } = open();
  const sent = add('a', '1');
  const group = await next();
  const waiting = add('b', '1');
  submissions.end();
  await assert.rejects(waiting, { code: 'not-saved' });
  assert.throws(() => add('c', '1'), { code: 'not-saved' });
  group.keep();
  assert.equal(await sent, 1);
});

test('closing writes what is left, and a last snapshot', async () => {
  const { submissions, next, add } = open();
  const answer = add('a', '1');
  const closed = submissions.close();
  (await next()).keep();
  assert.equal(await answer, 1);
  const { write, keep } = await next();
  assert.equal(JSON.parse(String(write.snapshot)).state.sum, 1);
  keep();
  await closed;
});

test('after the end or the close nothing is written any more: a command is refused', async () => {
  for (const how of /** @type {const} */ (['end', 'close'])) {
    const { submissions, writes, next } = open();
    const done = submissions[how]();
    if (how === 'close') (await next()).keep();
    await done;
    submissions.stage.apply(['tick', 33, null]);
    await assert.rejects(submissions.commit({ isWhole: true }), { code: 'not-saved' });
    await new Promise(setImmediate);
    assert.deepEqual(writes, [], how);
  }
});

test('the JSON of the state is made in one part of 250 of the time, whatever comes in', async (t) => {
  t.mock.timers.enable({ apis: ['setImmediate', 'setTimeout'] });
  const TOOK_MS = 40;
  let nowMs = 0;
  /** @type {number[]} */
  const madeAtMs = [];
  const toJSON = () => {
    madeAtMs.push(nowMs);
    nowMs += TOOK_MS;
    return {};
  };
  const game = { ...GAME, setup: () => ({ sum: 0, said: [], ticks: 0, toJSON }) };
  const saves = { snapshots: 0, transcripts: 0 };
  const submissions = new Submissions({
    make: (saved) => createStage({ game, settings: {}, seed: 1, saved }),
    isRecorded: true,
    async save({ snapshot, transcript }) {
      if (snapshot !== null) saves.snapshots += 1;
      if (transcript !== null) saves.transcripts += 1;
    },
    now: () => nowMs,
    onFault: (error) => assert.fail(String(error)),
  });
  for (let second = 0; second < 60; second++) {
    for (let tick = 0; tick < 30; tick++) {
      submissions.stage.apply(['setPlayers', { count: 100, byTeam: {} }]);
      submissions.stage.apply(['tick', 33, null]);
      const answer = submissions.submit('add', {
        id: `${second} ${tick}`,
        player: { id: `p${tick}`, name: 'P', team: null },
        value: { n: 1 },
        atMs: 0,
      });
      // A checkpoint meets a group that is on its way, or none.
      if (tick === 14 && second % 2 === 0) submissions.checkpoint();
      nowMs += 33;
      t.mock.timers.tick(33);
      await answer;
      if (tick === 14 && second % 2 === 1) submissions.checkpoint();
      await new Promise((resolve) => process.nextTick(resolve));
    }
  }
  const [, ...later] = madeAtMs;
  later.slice(1).forEach((atMs, n) => {
    const sinceMs = atMs - Number(later[n]);
    assert.ok(sinceMs >= 250 * TOOK_MS && sinceMs <= 250 * TOOK_MS + 3000, `after ${sinceMs} ms`);
  });
  assert.ok(later.length >= 5, `${later.length} times`);
  assert.equal(saves.snapshots, later.length);
  assert.ok(saves.transcripts > 1000, JSON.stringify(saves));
});

test('a snapshot is due a minute after the last one at the latest, and when its transcript is as long as itself', () => {
  const pace = new SnapshotPace();
  assert.ok(pace.isDue(0, 0), 'the first at once');
  pace.made(0, 10_000, 3e6);
  assert.equal(pace.isDue(59_000, 2.9e6), false);
  assert.ok(pace.isDue(60_000, 0));
  assert.ok(pace.isDue(1, 3e6));
  pace.made(0, 0, 0);
  assert.ok(pace.isDue(1000, 0));
  assert.equal(pace.isDue(1, 100_000), false, 'the transcript of a small game is no reason');
});

test('beyond 64 receipts of a player the oldest is forgotten', async () => {
  const { next, add } = open();
  for (let n = 0; n < 65; n++) {
    const answer = add('a', `s${n}`);
    const { write, keep } = await next();
    assert.deepEqual(write.forgotten, n === 64 ? [{ playerId: 'a', id: 's0' }] : []);
    keep();
    await answer;
  }
  assert.equal(await add('a', 's1'), 2, 'the oldest one left');
});

test('a receipt that a broken connection may have stored is removed by the next write', async () => {
  const { next, add } = open();
  const lost = add('a', '1');
  (await next()).lose();
  await assert.rejects(lost);
  void add('a', '1');
  const group = await next();
  assert.deepEqual(group.write.forgotten, [{ playerId: 'a', id: '1' }]);
  group.keep();
  void add('a', '2');
  assert.deepEqual((await next()).write.forgotten, []);
});

test('what the first version stored is replayed: its kinds of entries are for ever', () => {
  const player = { id: 'a', name: 'Ada', team: null };
  const stored = {
    saved: { state: { sum: 1, said: ['a0'], ticks: 4 }, nowMs: 100, seed: 7, seq: 3 },
    transcripts: [
      { seq: 3, entries: /** @type {any} */ ([['tick', 1000, null]]) },
      {
        seq: 4,
        entries: /** @type {any} */ ([
          ['setPlayers', { count: 1, byTeam: {} }],
          ['setMeter', { connections: 1 }],
          ['setSettings', {}],
          ['setContent', null],
          ['join', player],
          ['submit', 'add', { id: '1', player, value: { n: 4 }, atMs: 100 }],
          ['run', 'double', {}],
          ['run', 'gone', {}],
          ['leave', { ...player, kicked: true }],
          ['tick', 33.5, null],
        ]),
      },
    ],
    submissions: [{ playerId: 'a', id: '1', receipt: '5' }],
  };
  const { submissions, state } = open({ stored });
  assert.deepEqual(state(), { sum: 10, said: ['a0', 'a1'], ticks: 5 });
  const { nowMs, players, seed } = submissions.stage.save();
  assert.deepEqual([nowMs, players, seed, submissions.seq], [133.5, { count: 1, byTeam: {} }, 7, 4]);
});
