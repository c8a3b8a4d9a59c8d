/** Phones, screens and panels of several processes play one show. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCluster } from '../support/cluster.js';
import { COUNT_GAME } from '../support/count-game.js';
import { gamesFolder } from '../support/games.js';
import { openPhone } from '../support/phone.js';
import { end } from '../support/process.js';
import {
  joinAsPhone,
  lastOrNext,
  makeLink,
  next,
  openControl,
  openScreen,
  openSocket,
} from '../support/server.js';
import { until } from '../support/until.js';

test('phones at two edges and at the home play one pong; the levels of an edge that is gone are forgotten', async (t) => {
  const cluster = await openCluster(t);
  const home = await cluster.openHome();
  const [one, two] = await Promise.all([cluster.openEdge(), cluster.spawnEdge()]);
  const panel = await openControl(t, one);
  assert.equal((await panel.ask('switch', 'pong')).ok, true);
  const screen = await openScreen(t, one.url);
  const phones = await Promise.all([home, one, two].map(({ url }) => joinAsPhone(t, url, { team: 'left' })));
  const crowd = (/** @type {number} */ mean) =>
    next(screen.socket, 'frame', ({ view }) => Math.abs(view.crowd?.left.mean - mean) < 0.001);
  for (const [at, y] of [0.2, 0.4, 0.9].entries()) phones[at]?.socket.emit('input', { y });
  await crowd(0.5);
  await end(two.child, 'SIGKILL');
  await crowd(0.3);
  const { rows } = await until(
    () => panel.ask('players', {}),
    (answer) => answer.rows.filter((/** @type {any} */ row) => row.connected).length === 2,
  );
  assert.equal(rows.length, 3, 'they may come back');
});

test('an edge that comes late knows the game that is on, and what phones were last told', async (t) => {
  const cluster = await openCluster(t);
  const home = await cluster.openHome();
  const panel = await openControl(t, home);
  await panel.ask('switch', 'pong');
  const first = await joinAsPhone(t, home.url);
  await lastOrNext(first.socket, 'notice', ({ notice }) => notice.phase === 'play');
  const edge = await cluster.openEdge();
  const late = openSocket(t, `${edge.url}/players`);
  const [welcome, notice] = await Promise.all([next(late, 'welcome'), next(late, 'notice')]);
  assert.equal(welcome.scene.game.id, 'pong');
  assert.equal(notice.epoch, welcome.epoch);
  const home0 = await first.socket.timeout(60_000).emitWithAck('ping');
  assert.ok(
    Math.abs(welcome.stage.nowMs - welcome.stage.zeroMs - (home0.nowMs - first.welcome.stage.zeroMs)) < 1000,
  );
});

test('what the operator does at one edge reaches a phone at another', async (t) => {
  const cluster = await openCluster(t, { env: { GAMES_DIR: await gamesFolder(t, { count: COUNT_GAME }) } });
  const home = await cluster.openHome();
  const [one, two] = await Promise.all([cluster.openEdge(), cluster.openEdge()]);
  const panel = await openControl(t, one);
  const phone = await openPhone(t, two.url, 'Ada');
  const { id } = phone.player;

  const named = next(phone.socket, 'player', ({ name }) => name === 'Grace');
  assert.equal((await panel.ask('rename', id, 'Grace')).ok, true);
  await named;
  const put = await panel.ask('switch', 'count');
  assert.equal(put.ok, true, JSON.stringify(put));
  const view = next(phone.socket, 'personal', ({ personal }) => personal.sum === 1);
  const said = await phone.submit('say', { word: 'hello' }, 'first');
  assert.equal(said.ok, true, JSON.stringify(said));
  await view;

  assert.equal((await panel.ask('lock', true)).ok, true);
  const refused = await next(openSocket(t, `${two.url}/players`), 'connect_error');
  assert.equal(refused.data.code, 'room-locked');

  // A newer connection takes over, wherever it is.
  const replaced = next(phone.socket, 'replaced');
  const again = await joinAsPhone(t, home.url, { token: phone.token });
  await replaced;
  phone.socket.disconnect();
  assert.equal(again.welcome.player.name, 'Grace');
  const status = await next(panel.socket, 'status', ({ presence }) => presence.connected === 1);
  assert.equal(status.presence.known, 1);

  const back = await joinAsPhone(t, two.url, { token: phone.token });
  const kicked = next(back.socket, 'kicked');
  assert.equal((await panel.ask('kick', id)).ok, true);
  await kicked;
  const out = await next(openSocket(t, `${one.url}/players`, { token: phone.token }), 'connect_error');
  assert.equal(out.data.code, 'kicked');
});

test('a remote and a screen at an edge see and do what they would at the home; rooms open and close everywhere', async (t) => {
  const cluster = await openCluster(t, { env: { GAMES_DIR: await gamesFolder(t, { count: COUNT_GAME }) } });
  const home = await cluster.openHome();
  const edge = await cluster.openEdge();
  const panel = await openControl(t, home);
  await panel.ask('switch', 'count');
  const { key } = await makeLink(panel, 'presenter');
  const remote = openSocket(t, `${edge.url}/remote`, { key });
  await next(remote, 'welcome');
  const { remotes } = await next(panel.socket, 'status', (status) => status.remotes === 1);
  assert.equal(remotes, 1);
  assert.equal((await remote.timeout(60_000).emitWithAck('run', 'close', {})).ok, true);
  const screen = await openScreen(t, edge.url, { key: panel.welcome.presenterKey });
  await next(screen.socket, 'frame', ({ view }) => view.open === false);
  assert.equal((await screen.socket.timeout(60_000).emitWithAck('run', 'open', {})).ok, true);
  await next(screen.socket, 'frame', ({ view }) => view.open === true);
  await next(panel.socket, 'status', (status) => status.screens === 1);

  const { room } = await panel.ask('open-room', 'Upstairs');
  const phone = await until(
    () => joinAsPhone(t, edge.url, { room: room.id }).catch(() => null),
    (joined) => joined !== null,
  );
  const ended = new Promise((resolve) => phone?.socket.once('disconnect', resolve));
  assert.equal((await panel.ask('close-room', room.id)).ok, true);
  await ended;
});
