/** A page takes the steps that somebody has read, each of them once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStepper } from '../../public/shared/stepper.js';

/** Longer than it takes to read a step. */
const READ_MS = 1000;

/** @param {number} n @param {number} [epoch] */
const stepsAt = (n, epoch = 1) => ({
  epoch,
  next: { id: `next ${n}`, action: 'next', label: 'Next', values: { n } },
  back: n > 0 ? { id: `back ${n}`, action: 'back', label: 'Back' } : null,
  isBlank: false,
});

/** A stepper, and a server that counts and refuses a step that is not there. @param {import('node:test').TestContext} t */
function setUp(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {{ n: number, epoch: number, isMute: boolean, asked: string[], isReady: boolean[] }} */
  const room = { n: 0, epoch: 1, isMute: false, asked: [], isReady: [] };
  const stepper = createStepper({
    async go(id) {
      room.asked.push(id);
      if (room.isMute) return new Promise(() => {});
      if (id !== `next ${room.n}`) return { ok: false, code: 'step-done', message: '' };
      room.n += 1;
      return { ok: true, steps: stepsAt(room.n) };
    },
    async run(action, args) {
      room.asked.push(`run ${action} ${JSON.stringify(args)}`);
      return { ok: true };
    },
    epoch: () => room.epoch,
    onSteps: () => room.isReady.push(stepper.isReady),
  });
  return { room, stepper, read: () => t.mock.timers.tick(READ_MS) };
}

/** @param {{ ok: boolean, code?: string } | null} ack */
const codeOf = (ack) => (ack?.ok ? 'ok' : (ack?.code ?? 'none'));

test('a double click and a press at once take one step, and the next one once it was read', async (t) => {
  const { room, stepper, read } = setUp(t);
  stepper.receive(stepsAt(0));
  const acks = await Promise.all([stepper.press('next'), stepper.press('next'), stepper.run('next')]);
  assert.deepEqual(acks.map(codeOf), ['ok', 'step-done', 'step-done']);
  assert.equal(codeOf(await stepper.press('next')), 'step-done', 'the second press of a slower double click');
  assert.equal(room.n, 1);
  read();
  assert.equal(codeOf(await stepper.press('next')), 'ok');
  assert.deepEqual(room.asked, ['next 0', 'next 0', 'next 0', 'next 1']);
  assert.deepEqual(
    room.isReady.filter((now, at) => now !== room.isReady[at - 1]),
    [true, false, true, false],
  );
});

test('the first press on a page that has just opened counts: no step was there before', async (t) => {
  const { room, stepper } = setUp(t);
  stepper.receive(stepsAt(0));
  assert.equal(codeOf(await stepper.press('next')), 'ok');
  assert.deepEqual(room.asked, ['next 0']);
});

test('steps that come again are the same ones, and stay ready', async (t) => {
  const { stepper, read } = setUp(t);
  stepper.receive(stepsAt(0));
  read();
  stepper.receive(stepsAt(0));
  assert.equal(stepper.isReady, true);
  stepper.receive(stepsAt(0, 2));
  assert.equal(stepper.isReady, false, 'of another scene');
});

test('a press before the steps of a new scene are there takes none of the old one, nor an action of that name', async (t) => {
  const { room, stepper, read } = setUp(t);
  assert.equal(await stepper.press('next'), null, 'before there are any');
  stepper.receive(stepsAt(0));
  read();
  room.epoch = 2;
  assert.equal(codeOf(await stepper.press('next')), 'step-done');
  assert.equal(codeOf(await stepper.run('next')), 'step-done');
  assert.equal(await stepper.press('back'), null);
  assert.deepEqual(room.asked, []);
});

test('what somebody else took is refused, and a server that does not answer holds up no later press', async (t) => {
  const { room, stepper, read } = setUp(t);
  stepper.receive(stepsAt(0));
  read();
  room.n = 1;
  assert.equal(codeOf(await stepper.press('next')), 'step-done');
  stepper.receive(stepsAt(1));
  read();
  assert.equal(codeOf(await stepper.press('next')), 'ok');
  room.isMute = true;
  read();
  void stepper.press('next');
  room.isMute = false;
  assert.equal(codeOf(await stepper.press('next')), 'ok');
});

test('an action that is no step, or has arguments, is run as it is', async (t) => {
  const { room, stepper, read } = setUp(t);
  const jump = { id: 'jump', action: 'go', args: { slide: 3 }, label: 'Jump' };
  stepper.receive({ ...stepsAt(1), back: /** @type {any} */ (jump) });
  read();
  await stepper.run('votes');
  await stepper.run('next', { n: 2 });
  await stepper.run('go');
  assert.deepEqual(room.asked, ['run votes {}', 'run next {"n":2}', 'run go {}']);
});
