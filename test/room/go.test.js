/** GO: one step for one name, however many hosts press it; and screens that are dark. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { gamesFolder } from '../support/games.js';
import {
  lastOrNext,
  makeLink,
  next,
  openControl,
  openScreen,
  openSocket,
  startControl,
} from '../support/server.js';

const DECK = `
import { defineGame, refuse } from 'mass-mobile';
export default defineGame({
  title: 'Deck',
  setup: () => ({ n: 0, by: [], ready: 0, broken: false }),
  tick: (state) => void (state.ready += 1),
  frame: ({ n }) => ({ n }),
  panel: ({ by }) => ({ by }),
  next: ({ n, broken }) => {
    if (broken) throw new Error('no idea');
    return n < 1000 ? { action: 'next', label: 'Next', values: { n }, again: n === 999 } : null;
  },
  back: ({ n }) => (n > 0 ? { action: 'back', label: 'Back', values: { n } } : null),
  host: ({ n }) => ({ text: 'slide ' + n, right: ['secret'] }),
  actions: {
    next: { title: 'Next', step: true, run(state, _args, { by }) { state.n += 1; state.by.push(by); } },
    back: { title: 'Back', run(state) { state.n -= 1; } },
    leap: { title: 'Leap', run(state) { state.n += 10; } },
    last: { title: 'Last', run(state) { state.n = 999; } },
    visit: { title: 'Visit', run(_state, _args, ctx) { ctx.visit('plain'); } },
    break: { title: 'Break', run(state) { state.broken = true; } },
    never: { title: 'Never', run() {}, may() { throw refuse('It is never the time.'); } },
  },
});
`;
const PLAIN = `
import { defineGame } from 'mass-mobile';
export default defineGame({ title: 'Plain', setup: () => ({}), frame: () => ({}) });
`;
const OWN_DARK = `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Own dark', setup: () => ({ dark: false }), frame: ({ dark }) => ({ dark }),
  host: ({ dark }) => ({ blank: dark }),
  actions: { blank: { title: 'Dark', run: (state) => void (state.dark = !state.dark) } },
});
`;

/** @param {test.TestContext} t @param {Record<string, string>} [env] */
async function startDeck(t, env = {}) {
  const GAMES_DIR = await gamesFolder(t, {
    deck: { 'game.js': DECK },
    plain: { 'game.js': PLAIN },
    dark: { 'game.js': OWN_DARK },
  });
  const { app, control } = await startControl(t, { GAMES_DIR, ...env });
  assert.equal((await control.ask('switch', 'deck')).ok, true);
  /** The desk as the panel is told it, once it fits. @param {(desk: any) => boolean} [fits] */
  const desk = async (fits = () => true) =>
    (await next(control.socket, 'status', (status) => status.desk.epoch > 1 && fits(status.desk))).desk;
  return { app, control, desk, GAMES_DIR };
}

/** @param {any} desk */
const at = (desk) => desk.next?.values?.n;

test('two hosts who press at once move one step, in any order of presses', async (t) => {
  const { app, control, desk } = await startDeck(t);
  const { key } = await makeLink(control, 'host');
  const others = [control, await openControl(t, { url: app.url, operatorKey: key })];
  let { next: step } = await desk((now) => at(now) === 0);
  /** Each host has this step on their button. */
  const seen = [step, step];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('first', 'second', 'both', 'both', 'leap', 'look'), {
        minLength: 1,
        maxLength: 8,
      }),
      async (presses) => {
        for (const press of presses) {
          if (press === 'look') seen[1] = seen[0] = step;
          else if (press === 'leap') {
            assert.equal((await control.ask('run', 'leap')).ok, true);
            const { next: now } = await desk((one) => at(one) === step.values.n + 10);
            step = now;
          } else {
            const hosts = press === 'both' ? [0, 1] : press === 'first' ? [0] : [1];
            const fresh = new Set(
              hosts.filter((host) => seen[host].id === step.id).map((host) => seen[host].id),
            );
            const acks = await Promise.all(hosts.map((host) => others[host]?.ask('go', seen[host].id)));
            const moved = acks.filter(({ ok }) => ok);
            assert.equal(moved.length, fresh.size, 'one press counts for each step');
            for (const ack of acks) if (!ack.ok) assert.equal(ack.code, 'step-done');
            if (moved.length > 0) {
              const was = step.values.n;
              step = moved[0].steps.next;
              assert.equal(step.values.n, was + 1);
            }
          }
        }
        seen[0] = seen[1] = step;
      },
    ),
    { numRuns: 15 },
  );
});

test('the next cue is taken once by an operator, a host and a presenter, each by their own link, in any order', async (t) => {
  const { app, control } = await startDeck(t);
  const { sheet } = await control.ask('sheet');
  let { rev } = sheet;
  const MOST = 6;
  for (let n = 0; n < MOST; n++) {
    const cue = { gameId: n % 2 === 0 ? 'plain' : 'deck', title: `Cue ${n}` };
    const ack = await control.ask('edit-sheet', { do: 'add', rev, cue });
    assert.ok(ack.ok, ack.message);
    rev = ack.sheet.rev;
  }
  const { key } = await makeLink(control, 'host');
  const { key: remoteKey } = await makeLink(control, 'presenter');
  const host = await openControl(t, { url: app.url, operatorKey: key });
  const remote = openSocket(t, `${app.url}/remote`, { key: remoteKey });
  await next(remote, 'welcome');
  /** @type {Record<string, (step: string) => Promise<any>>} */
  const hands = {
    operator: (step) => control.ask('go', step),
    host: (step) => host.ask('go', step),
    presenter: (step) => remote.timeout(60_000).emitWithAck('go', step),
  };
  const now = async (/** @type {(sheet: any) => boolean} */ fits) =>
    (await next(control.socket, 'status', (status) => fits(status.sheet))).sheet;
  let { turn } = await now(() => true);

  const press = fc.uniqueArray(fc.constantFrom('operator', 'host', 'presenter'), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(press, press), { minLength: 1, maxLength: MOST - 1 }),
      async (presses) => {
        assert.ok((await control.ask('edit-sheet', { do: 'reset' })).ok);
        turn += 1;
        for (const [at, [hosts, late]] of presses.entries()) {
          const before = await now((one) => one.turn === turn && one.next !== null);
          assert.equal(before.next.values.title, `Cue ${at}`);
          const acks = await Promise.all(hosts.map((who) => hands[who]?.(before.next.id)));
          assert.equal(acks.filter(({ ok }) => ok).length, 1, `${hosts.join(' and ')} press at once`);
          // Somebody whose page is a moment behind still has the step that was taken.
          acks.push(...(await Promise.all(late.map((who) => hands[who]?.(before.next.id)))));
          for (const ack of acks) if (!ack.ok) assert.equal(ack.code, 'step-done');
          assert.equal(acks.filter(({ ok }) => ok).length, 1);
          turn += 1;
          const after = await now((one) => one.turn >= turn);
          assert.equal(after.turn, turn, 'one step');
          assert.equal(after.cueId, before.next.id.split(' ')[2]);
        }
      },
    ),
    { numRuns: 12 },
  );
});

test('a presenter at the screen takes the step that they were told, and a screen without a key none', async (t) => {
  const { app, control } = await startDeck(t);
  const key = control.welcome.presenterKey;
  const { socket } = await openScreen(t, app.url, { key });
  const { next: step, back } = await lastOrNext(socket, 'steps', (steps) => at(steps) === 0);
  assert.equal(back, null);
  const ack = await socket.timeout(60_000).emitWithAck('go', step.id);
  assert.deepEqual([ack.ok, at(ack.steps)], [true, 1]);
  assert.equal((await socket.timeout(60_000).emitWithAck('go', step.id)).code, 'step-done');
  const told = await lastOrNext(socket, 'steps', (steps) => at(steps) === 1);
  assert.equal(told.host, undefined, 'screens are not told the answer');
  assert.equal((await socket.timeout(60_000).emitWithAck('go', told.back.id)).ok, true);
  const { key: remoteKey } = await makeLink(control, 'presenter');
  const remote = openSocket(t, `${app.url}/remote`, { key: remoteKey });
  const view = await next(remote, 'panel', ({ steps }) => at(steps) === 0 && steps.back === null);
  assert.equal((await remote.timeout(60_000).emitWithAck('go', view.steps.next.id)).ok, true);
  const { panel } = await next(control.socket, 'status', (status) => status.panel?.by?.length === 2);
  assert.deepEqual(panel.by, ['screen', 'remote']);
  const plain = await openScreen(t, app.url);
  assert.equal((await plain.socket.timeout(60_000).emitWithAck('go', step.id)).code, 'role-wrong');
});

test('the panel is told what the host needs, and what makes no sense now', async (t) => {
  const { control, desk } = await startDeck(t);
  const { host, off } = await desk((now) => at(now) === 0);
  assert.deepEqual(host, { text: 'slide 0', right: ['secret'] });
  assert.deepEqual(off, { never: 'It is never the time.' });
  assert.equal((await control.ask('run', 'never')).message, 'It is never the time.');
});

test('in an interlude GO leads back when the game has no step of its own, and once', async (t) => {
  const { app, control, desk } = await startDeck(t);
  const other = await openControl(t, app);
  await control.ask('run', 'visit');
  const { next: step } = await desk((now) => now.next?.action === null);
  assert.deepEqual([step.label, step.values], ['playfield.back', { title: 'Deck' }]);
  const acks = await Promise.all([control.ask('go', step.id), other.ask('go', step.id)]);
  assert.deepEqual(acks.map(({ ok, code }) => (ok ? 'ok' : code)).sort(), ['ok', 'step-done']);
  assert.equal(at(await desk((now) => now.next?.action === 'next')), 0);
});

test('dark screens: told at once, light with the next GO, kept over a restart', async (t) => {
  const { app, control, desk, GAMES_DIR } = await startDeck(t);
  const { socket } = await openScreen(t, app.url, { key: control.welcome.presenterKey });
  const dark = next(socket, 'join', ({ isBlank }) => isBlank);
  assert.equal((await socket.timeout(60_000).emitWithAck('blank', true)).ok, true);
  await dark;
  const { next: light, back } = await desk((now) => now.isBlank);
  assert.deepEqual([light.label, light.action, back], ['playfield.light', null, null]);
  await app.close();

  const { app: again, control: panel } = await startControl(t, { GAMES_DIR, DATA_DIR: app.dataDir });
  const screen = await openScreen(t, again.url);
  const { desk: now } = await next(panel.socket, 'status', (status) => status.desk.isBlank);
  const lit = next(screen.socket, 'join', ({ isBlank }) => !isBlank);
  const step = now.next;
  assert.equal((await panel.ask('go', step.id)).ok, true);
  await lit;
  assert.equal((await panel.ask('go', step.id)).code, 'step-done');
  const { desk: after } = await next(panel.socket, 'status', (status) => !status.desk.isBlank);
  assert.equal(at(after), 0, 'light was all that it made');
});

test('in a pause GO ends the pause, and no step of the game is taken behind it', async (t) => {
  const { app, control, desk } = await startDeck(t);
  const { next: step } = await desk((now) => now.next?.action === 'next');
  await control.ask('pause', true);
  const { next: goOn } = await desk((now) => now.next?.action === null);
  assert.equal(goOn.label, 'playfield.goOn');
  assert.equal((await control.ask('go', step.id)).code, 'step-done');
  const { socket } = await openScreen(t, app.url, { key: control.welcome.presenterKey });
  const resumed = next(socket, 'scene', ({ paused }) => !paused);
  assert.equal((await control.ask('go', goOn.id)).ok, true);
  await resumed;
  assert.equal((await control.ask('go', goOn.id)).code, 'step-done');
  assert.equal(at(await desk((now) => now.next?.action === 'next')), 0);
});

test('a game with an action of its own makes the dark by that', async (t) => {
  const { control, desk } = await startDeck(t);
  await control.ask('switch', 'dark');
  assert.equal((await control.ask('blank', true)).ok, true);
  assert.equal((await control.ask('blank', true)).ok, true, 'it is dark already');
  assert.equal((await desk((now) => now.isBlank)).host.blank, true);
  assert.equal((await control.ask('blank', false)).ok, true);
  await desk((now) => !now.isBlank);
});

test('a game whose next step throws goes on without one, and the log says so once', async (t) => {
  const { control, desk } = await startDeck(t);
  const { next: step } = await desk((now) => at(now) === 0);
  const line = next(control.socket, 'log', (lines) =>
    lines.some((/** @type {any} */ { text }) => /no idea/.test(text)),
  );
  await control.ask('run', 'break');
  await line;
  await desk((now) => now.next === null);
  assert.equal((await control.ask('go', step.id)).ok, false);
  assert.equal((await control.ask('run', 'leap')).ok, true, 'the game is on');
});

test('a small screen of a panel takes no place, is not counted, gets few frames, and needs the key', async (t) => {
  const { app, control } = await startDeck(t, { MAX_SCREENS: '1' });
  const key = control.welcome.presenterKey;
  const first = await openScreen(t, app.url);
  const small = await openScreen(t, app.url, { key, preview: true });
  const frame = await next(small.socket, 'frame');
  const later = await next(small.socket, 'frame', ({ seq }) => seq > frame.seq);
  assert.ok(later.seq - frame.seq >= 3, `${later.seq - frame.seq} frames between two that it got`);
  assert.equal((await next(control.socket, 'status')).screens, 1);
  assert.equal(first.socket.connected, true);
  assert.equal((await small.socket.timeout(60_000).emitWithAck('run', 'leap', {})).code, 'role-wrong');
  await assert.rejects(
    next(openSocket(t, `${app.url}/playfield`, { preview: true }), 'scene'),
    ({ data }) => data.code === 'screens-many',
  );
});
