/** The remote: two roles by two keys, what each may run, and what both are told. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamesFolder } from '../support/games.js';
import { makeLink, next, openScreen, openSocket, startControl } from '../support/server.js';

const VOTE = `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Vote',
  setup: () => ({ n: 0, secret: 0, by: [] }),
  actions: {
    count: { title: 'Count', moderators: true, run(state, _args, { by }) { state.n += 1; state.by.push(by); } },
    hide: { title: 'Hide', run(state) { state.secret += 1; } },
    leave: { title: 'Leave', run(_state, _args, ctx) { ctx.visit('lobby', { then: 'count' }); } },
  },
  frame: (state) => ({ n: state.n }),
  notice: ({ n }) => ({ n }),
  panel: ({ secret, by }) => ({ secret, by: by.slice(-9) }),
});
`;

/** @param {test.TestContext} t */
async function startVote(t) {
  const { app, control } = await startControl(t, {
    GAMES_DIR: await gamesFolder(t, {
      vote: { 'game.js': VOTE, 'remote.js': 'export function mount() {}\n' },
    }),
  });
  assert.equal((await control.ask('switch', 'vote')).ok, true);
  const links = {
    presenter: await makeLink(control, 'presenter'),
    moderator: await makeLink(control, 'moderator'),
  };
  /** @param {'presenter' | 'moderator'} role */
  const open = async (role) => {
    const pass = new URLSearchParams(new URL(links[role].url).hash.slice(1));
    const socket = openSocket(t, `${app.url}/remote`, Object.fromEntries(pass));
    const [welcome, scene] = await Promise.all([next(socket, 'welcome'), next(socket, 'scene')]);
    const ask = (/** @type {string} */ event, /** @type {unknown[]} */ ...args) =>
      socket.timeout(60_000).emitWithAck(event, ...args);
    return { socket, welcome, scene, ask };
  };
  return { app, control, links, open };
}

test('each link opens its role, and another key is refused', async (t) => {
  const { app, open } = await startVote(t);
  const presenter = await open('presenter');
  assert.deepEqual(presenter.welcome, { role: 'presenter', room: { id: 'main', title: 'Main room' } });
  assert.equal(presenter.scene.game.files.remote, '/games/vote/remote.js');
  assert.equal((await open('moderator')).welcome.role, 'moderator');
  for (const key of ['wrong', undefined, { not: 'a text' }])
    await assert.rejects(next(openSocket(t, `${app.url}/remote`, { key }), 'welcome'), {
      data: {
        code: 'link-unknown',
        message: 'This link is not valid here. Ask the operator for a new one.',
      },
    });
});

test('a moderator runs what is open to moderators, and does not go back', async (t) => {
  const { open } = await startVote(t);
  const [presenter, moderator] = [await open('presenter'), await open('moderator')];
  assert.equal((await moderator.ask('run', 'count', {})).ok, true);
  assert.equal((await moderator.ask('run', 'hide', {})).code, 'role-wrong');
  assert.equal((await moderator.ask('run', 'constructor', {})).code, 'role-wrong');
  assert.equal((await presenter.ask('run', 'hide', {})).ok, true);
  const scene = next(moderator.socket, 'scene');
  assert.equal((await presenter.ask('run', 'leave', {})).ok, true);
  assert.equal((await scene).back.gameId, 'vote');
  assert.equal((await moderator.ask('back')).code, 'role-wrong');
  assert.equal((await presenter.ask('back')).ok, true);
});

test('an action is told in which role it is run, also the one that runs when a visit is over', async (t) => {
  const { app, control, open } = await startVote(t);
  const [presenter, moderator] = [await open('presenter'), await open('moderator')];
  const { socket } = await openScreen(t, app.url, { key: control.welcome.presenterKey });
  const screen = {
    ask: (/** @type {string} */ event, /** @type {unknown[]} */ ...args) =>
      socket.timeout(60_000).emitWithAck(event, ...args),
  };
  const roles = ['operator', 'screen', 'remote', 'moderator', 'screen', 'remote', 'operator'];
  const told = next(presenter.socket, 'panel', ({ panel }) => panel?.by?.length === roles.length);
  for (const { ask } of [control, screen, presenter, moderator])
    assert.equal((await ask('run', 'count', {})).ok, true);
  for (const { ask } of [screen, presenter, control]) {
    assert.equal((await control.ask('run', 'leave', {})).ok, true);
    assert.equal((await ask('back')).ok, true);
  }
  assert.deepEqual((await told).panel.by, roles);
});

test('both see the view of the panel and the notice, and never a frame', async (t) => {
  const { open } = await startVote(t);
  const { socket, ask } = await open('presenter');
  /** @type {unknown[]} */
  const frames = [];
  socket.on('frame', (frame) => frames.push(frame));
  const [view, notice] = [
    next(socket, 'panel', ({ panel }) => panel?.secret === 1),
    next(socket, 'notice', (message) => message.notice?.n === 1),
  ];
  await Promise.all([ask('run', 'hide', {}), ask('run', 'count', {})]);
  assert.equal((await view).epoch, (await notice).epoch);
  assert.deepEqual(frames, []);
  assert.equal((await ask('ping')).ok, true);
});

test('the panel counts remotes, and they are no screens', async (t) => {
  const { control, open } = await startVote(t);
  const { socket } = await open('presenter');
  const { screens } = await next(control.socket, 'status', (status) => status.remotes === 1);
  assert.equal(screens, 0);
  socket.disconnect();
  await next(control.socket, 'status', (status) => status.remotes === 0);
});

test('a key is good for its own room only', async (t) => {
  const { app, control, links, open } = await startVote(t);
  const { room } = await control.ask('open-room', 'Balcony');
  const { key } = Object.fromEntries(new URLSearchParams(new URL(links.presenter.url).hash.slice(1)));
  await assert.rejects(next(openSocket(t, `${app.url}/remote`, { key, room: room.id }), 'welcome'), {
    data: /** @type {any} */ ({
      code: 'link-unknown',
      message: 'This link is not valid here. Ask the operator for a new one.',
    }),
  });
  await control.ask('watch', room.id);
  const other = await makeLink(control, 'moderator');
  assert.equal(new URLSearchParams(new URL(other.url).hash.slice(1)).get('room'), room.id);
  const { socket } = await open('moderator');
  const { socket: screen } = await openScreen(t, app.url, { key });
  assert.ok(socket.connected && screen.connected);
});

test('fifteen runs a second are let through, and a flood is not', async (t) => {
  const { open } = await startVote(t);
  const { ask } = await open('presenter');
  const answers = await Promise.all(Array.from({ length: 120 }, () => ask('run', 'count', {})));
  const codes = answers.map(({ ok, code }) => (ok ? 'ok' : code));
  assert.ok(codes.filter((code) => code === 'ok').length >= 60);
  assert.ok(codes.includes('rate-exceeded'));
});
