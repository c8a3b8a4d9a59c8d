/** The durable lane by itself, over a disk that does as it is told: fails, hangs, comes back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineGame, refuse } from '../../lib/contract/define-game.js';
import { createSubmissions } from '../../lib/stage/submissions.js';
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

/** A lane whose disk keeps what it is given when the test says so. */
function openLane({ kept = /** @type {any} */ (undefined), isRecorded = true } = {}) {
  /** @type {{ write: import('../../lib/stage/submissions.js').StageWrite, keep: () => void, lose: () => void }[]} */
  const writes = [];
  /** @type {((write: any) => void) | null} */
  let waiting = null;
  const lane = createSubmissions({
    make: (saved) => createStage({ game: GAME, settings: {}, seed: 1, saved }),
    isRecorded,
    save: (write) =>
      new Promise((resolve, reject) => {
        const one = { write, keep: () => resolve(), lose: () => reject(new Error('the disk is full')) };
        if (waiting) waiting(one);
        else writes.push(one);
        waiting = null;
      }),
    onFault: (error) => assert.fail(String(error)),
    kept,
  });
  /** @returns {Promise<typeof writes[number]>} */
  const next = () => {
    const first = writes.shift();
    return first ? Promise.resolve(first) : new Promise((resolve) => (waiting = resolve));
  };
  const add = (/** @type {string} */ who, /** @type {string} */ id, n = 1) =>
    lane.submit('add', { id, player: { id: who, name: who, team: null }, value: { n }, atMs: 0 });
  /** @returns {any} */
  const state = () => lane.stage.save().state;
  return { lane, next, add, state };
}

test('nothing is answered before the disk has it; what comes meanwhile goes with the next group', async () => {
  const { lane, next, add, state } = openLane();
  const answers = /** @type {string[]} */ ([]);
  const log = (/** @type {string} */ name) => (/** @type {unknown} */ receipt) =>
    answers.push(`${name} ${receipt}`);
  const first = add('a', '1').then(log('a'));
  const group = await next();
  assert.equal(group.write.submissions.length, 1);
  const second = add('b', '1').then(log('b'));
  const third = add('c', '1').then(log('c'));
  assert.equal(state().sum, 3, 'in the state at once');
  assert.ok(lane.isPending('a') && lane.isPending('b'));
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
  assert.equal(lane.isPending('a'), false);
});

test('what the disk refused is taken out again; ticks and commands of the operator stay', async () => {
  const { lane, next, add, state } = openLane();
  const first = add('a', '1', 5);
  (await next()).keep();
  await first;
  lane.stage.tick(33, null);
  const lost = add('b', '1', 100);
  const group = await next();
  const alsoLost = add('c', '1', 1000);
  lane.stage.run('double');
  lane.stage.tick(33, null);
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

test('a command that could not be saved is told so, and has its effect', async () => {
  const { lane, next, add, state } = openLane();
  const first = add('a', '1', 5);
  (await next()).keep();
  await first;
  lane.stage.run('double');
  const command = lane.commit();
  (await next()).lose();
  await assert.rejects(command, { code: 'not-saved' });
  assert.equal(state().sum, 10);
});

test('from what is on disk the same lane comes out: snapshot, transcripts, receipts', async () => {
  const before = openLane();
  const first = before.add('a', '1', 5);
  const snapshot = await before.next();
  snapshot.keep();
  await first;
  before.lane.stage.tick(33, null);
  const second = before.add('b', '1', 7);
  const transcript = await before.next();
  transcript.keep();
  await second;

  const writes = [snapshot.write, transcript.write];
  const kept = {
    saved: JSON.parse(String(writes[0]?.snapshot)),
    transcripts: [{ seq: writes[1]?.seq, entries: JSON.parse(String(writes[1]?.transcript)) }],
    submissions: writes.flatMap(({ submissions }) => submissions),
  };
  const after = openLane({ kept });
  assert.deepEqual(after.lane.stage.save(), before.lane.stage.save());
  assert.equal(await after.add('a', '1', 5), 5, 'answered as before');
  assert.equal(after.state().sum, 12, 'and not counted again');
  assert.ok(after.lane.seq >= Number(writes[1]?.seq));
});

test('refusals are not written; a game without submissions writes its snapshot', async () => {
  const { lane, add, state } = openLane();
  assert.throws(() => add('a', '1', -1), { code: 'submit-refused' });
  assert.throws(
    () => lane.submit('sub', { id: '1', player: { id: 'a', name: '', team: null }, value: {}, atMs: 0 }),
    {
      code: 'submit-unknown',
    },
  );
  assert.equal(state().sum, 0);
  const plain = openLane({ isRecorded: false });
  plain.lane.stage.run('double');
  const command = plain.lane.commit();
  const { write, keep } = await plain.next();
  assert.ok(write.snapshot);
  keep();
  await command;
});

test('a snapshot while answers come in holds them; an unchanged state is not written again', async () => {
  const { lane, next, add } = openLane();
  const first = add('a', '1');
  const group = await next();
  lane.checkpoint();
  const second = add('b', '1');
  group.keep();
  await first;
  const { write, keep } = await next();
  assert.equal(JSON.parse(String(write.snapshot)).state.sum, 2);
  assert.equal(write.submissions.length, 1);
  keep();
  assert.equal(await second, 2);
  lane.checkpoint();
  const third = add('c', '1');
  const last = await next();
  assert.equal(last.write.submissions.length, 1, 'nothing was written in between');
  last.keep();
  await third;
});

test('the end of a game: what is not on its way is refused, what is on its way is answered', async () => {
  const { lane, next, add } = openLane();
  const sent = add('a', '1');
  const group = await next();
  const waiting = add('b', '1');
  lane.end();
  await assert.rejects(waiting, { code: 'not-saved' });
  assert.throws(() => add('c', '1'), { code: 'not-saved' });
  group.keep();
  assert.equal(await sent, 1);
});

test('closing writes what is left, and a last snapshot', async () => {
  const { lane, next, add } = openLane();
  const answer = add('a', '1');
  const closed = lane.close();
  (await next()).keep();
  assert.equal(await answer, 1);
  const { write, keep } = await next();
  assert.equal(JSON.parse(String(write.snapshot)).state.sum, 1);
  keep();
  await closed;
});

test('more receipts than a phone can ask for again are forgotten, the oldest first', async () => {
  const { next, add } = openLane();
  for (let n = 0; n < 65; n++) {
    const answer = add('a', `s${n}`);
    const { write, keep } = await next();
    assert.deepEqual(write.forgotten, n === 64 ? [{ playerId: 'a', id: 's0' }] : []);
    keep();
    await answer;
  }
  assert.equal(await add('a', 's1'), 2, 'the oldest that is kept');
});
