/** Roles by link, over real connections: what opens, what ends at once, and what outlives a restart. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  joinAsPhone,
  lastOrNext,
  makeLink,
  next,
  openControl,
  openScreen,
  openSocket,
  startControl,
  startServer,
} from '../support/server.js';

/** @param {test.TestContext} t @param {{ url: string }} app @param {string} key @param {string} [at] */
async function openBy(t, app, key, at = '/control') {
  const socket = openSocket(t, `${app.url}${at}`, { key });
  const welcome = await next(socket, 'welcome');
  /** @param {string} event @param {...unknown} args */
  const ask = (event, ...args) => socket.timeout(60_000).emitWithAck(event, ...args);
  return { socket, welcome, ask };
}

test('a host chooses what is on in one room, and sees nothing of the rest', async (t) => {
  const { app, control } = await startControl(t);
  const { room } = await control.ask('open-room', 'Balcony');
  await control.ask('watch', room.id);
  const host = await openBy(t, app, (await makeLink(control, 'host')).key);
  assert.equal(host.welcome.roomId, room.id);
  assert.deepEqual(
    [host.welcome.by, host.welcome.presenterKey, host.welcome.device, host.welcome.log],
    ['host', '', '', []],
  );
  assert.ok(host.welcome.may.includes('switch') && !host.welcome.may.includes('set'));
  assert.equal((await host.ask('switch', 'tug')).ok, true);
  const status = await next(host.socket, 'status', ({ rooms }) => rooms[0]?.gameId === 'tug');
  assert.deepEqual(
    status.rooms.map((/** @type {{ id: string }} */ one) => one.id),
    [room.id],
  );
  for (const [event, ...args] of [
    ['watch', 'main'],
    ['set', {}],
    ['close-room', room.id],
    ['new-link', { role: 'operator', hours: 1 }],
    ['document', 'quiz', 'none'],
    ['rehearsal', { count: 5 }],
  ]) {
    const { code, message } = await host.ask(/** @type {string} */ (event), ...args);
    assert.equal(code, 'role-wrong', String(event));
    assert.match(message, /The operator can give you one/);
  }
  const gone = next(host.socket, 'disconnect');
  await control.ask('close-room', room.id);
  await gone;
});

test('an operator by link has every room and the API; a host has no API', async (t) => {
  const { app, control } = await startControl(t);
  const [operator, host] = [await makeLink(control, 'operator'), await makeLink(control, 'host')];
  const { ask, welcome } = await openBy(t, app, operator.key);
  assert.equal(welcome.may, null);
  assert.ok(welcome.presenterKey);
  assert.equal((await ask('open-room', 'Balcony')).ok, true);
  const get = (/** @type {string} */ key) =>
    fetch(`${app.url}/api/games/quiz/documents`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal((await get(operator.key)).status, 200);
  const refused = await get(host.key);
  assert.deepEqual([refused.status, (await refused.json()).code], [403, 'role-wrong']);
});

test('a link that is called back ends every connection at once, and says so to those who come again', async (t) => {
  const { app, control } = await startControl(t);
  for (const [role, at] of /** @type {const} */ ([
    ['host', '/control'],
    ['operator', '/control'],
    ['moderator', '/remote'],
  ])) {
    const { key, id } = await makeLink(control, role);
    const [one, two] = [await openBy(t, app, key, at), await openBy(t, app, key, at)];
    const ends = [one, two].flatMap(({ socket }) => [next(socket, 'ended'), next(socket, 'disconnect')]);
    assert.equal((await control.ask('recall-link', id)).ok, true);
    const [ended] = await Promise.all(ends);
    assert.equal(ended.code, 'link-recalled');
    const { data } = await next(openSocket(t, `${app.url}${at}`, { key }), 'connect_error');
    assert.deepEqual(data.message, 'This link was called back. Ask the operator for a new one.');
    const { links } = await control.ask('links');
    const card = links.find((/** @type {{ id: string }} */ link) => link.id === id);
    assert.ok(card.recalledMs && card.seenMs && !('hash' in card));
  }
});

test('the presenter’s keys of one room are called back: screens that came by them are out, and panels have the new one', async (t) => {
  const { app, control } = await startControl(t);
  const { key: hostKey } = await makeLink(control, 'host');
  const host = await openBy(t, app, hostKey);
  const { presenterKey: old } = control.welcome;
  const { room } = await control.ask('open-room', 'Balcony');
  await control.ask('watch', room.id);
  const balcony = await lastOrNext(control.socket, 'welcome', ({ roomId }) => roomId === room.id);
  await control.ask('watch', 'main');
  const [keyed, preview, plain] = [
    await openScreen(t, app.url, { key: old }),
    await openScreen(t, app.url, { key: old, preview: true }),
    await openScreen(t, app.url),
  ];
  const other = await openScreen(t, app.url, { room: room.id, key: balcony.presenterKey });
  const ends = [keyed, preview].flatMap(({ socket }) => [next(socket, 'ended'), next(socket, 'disconnect')]);
  const [renewed, hostRenewed] = [control.socket, host.socket].map((socket) => next(socket, 'welcome'));
  assert.equal((await control.ask('recall-keys')).ok, true);
  for (const { code, message } of (await Promise.all(ends)).filter((end) => end.code)) {
    assert.equal(code, 'link-recalled');
    assert.match(message, /called back/);
  }
  const { presenterKey } = await renewed;
  assert.notEqual(presenterKey, old);
  assert.equal((await hostRenewed).presenterKey, '');
  assert.ok(plain.socket.connected && other.socket.connected);

  const mayPause = async (/** @type {string} */ url, /** @type {string} */ key) => {
    const { socket } = await openScreen(t, url, { key });
    const { ok, code } = await socket.timeout(60_000).emitWithAck('pause', false);
    return ok || code;
  };
  assert.equal(await mayPause(app.url, old), 'role-wrong');
  assert.equal(await mayPause(app.url, presenterKey), true);
  await app.close();
  const second = await startServer(t, { DATA_DIR: app.dataDir });
  assert.equal(await mayPause(second.url, old), 'role-wrong');
  assert.equal(await mayPause(second.url, presenterKey), true);
});

test('links outlive a restart; so do one that was called back, and the list of words', async (t) => {
  const { app: first, control } = await startControl(t);
  const [kept, gone] = [await makeLink(control, 'host'), await makeLink(control, 'moderator')];
  await control.ask('recall-link', gone.id);
  await first.close();
  const second = await startServer(t, { DATA_DIR: first.dataDir });
  const host = await openBy(t, second, kept.key);
  assert.equal((await host.ask('switch', 'pong')).ok, true);
  const { data } = await next(openSocket(t, `${second.url}/remote`, { key: gone.key }), 'connect_error');
  assert.equal(data.code, 'link-recalled');
});

test('a link to one page is no link to the other', async (t) => {
  const { app, control } = await startControl(t);
  const [host, moderator] = [await makeLink(control, 'host'), await makeLink(control, 'moderator')];
  for (const [at, key] of [
    ['/remote', host.key],
    ['/control', moderator.key],
  ]) {
    const { data } = await next(openSocket(t, `${app.url}${at}`, { key }), 'connect_error');
    assert.equal(data.code, 'role-wrong');
  }
});

test('the operator key may be typed in lower case, and without its dashes', async (t) => {
  const app = await startServer(t);
  const typed = app.operatorKey.toLowerCase().replaceAll('-', ' ');
  for (const key of [typed, typed.replaceAll(' ', '')]) {
    const { welcome } = await openControl(t, { url: app.url, operatorKey: key });
    assert.equal(welcome.may, null);
  }
});

test('a moderator looks after names: approves, hides, renames, kicks and lets back in', async (t) => {
  const { app, control } = await startControl(t);
  const { ask } = await openBy(t, app, (await makeLink(control, 'moderator')).key, '/remote');
  assert.equal((await control.ask('name-mode', 'approve')).ok, true);
  const phone = await joinAsPhone(t, app.url, { name: 'Ada' });
  assert.equal(phone.welcome.player.waiting, 'Ada');
  assert.notEqual(phone.welcome.player.name, 'Ada');
  const { waiting } = await ask('names');
  assert.deepEqual(waiting[0].kept, { name: 'Ada', why: 'waiting' });
  const { id } = waiting[0];
  const approved = next(phone.socket, 'player', ({ name }) => name === 'Ada');
  assert.equal((await ask('approve', id, true)).ok, true);
  assert.equal('waiting' in (await approved), false);
  const hidden = next(phone.socket, 'player', ({ name }) => name !== 'Ada');
  assert.equal((await ask('hide', id, true)).ok, true);
  await hidden;
  assert.equal((await ask('players', { query: '' })).rows[0].kept.name, 'Ada');
  const shown = next(phone.socket, 'player', ({ name }) => name === 'Ada');
  assert.equal((await ask('hide', id, false)).ok, true);
  await shown;
  const gone = next(phone.socket, 'kicked');
  assert.equal((await ask('kick', id)).ok, true);
  await gone;
  assert.deepEqual((await ask('names')).kicked, [{ id, name: 'Ada' }]);
  assert.equal((await ask('unkick', id)).ok, true);
  const back = await joinAsPhone(t, app.url, { token: phone.welcome.player.token });
  assert.equal(back.welcome.player.name, 'Ada');
});

test('a list of words over HTTP: stored, told in numbers, and refused with a sentence when it is too long', async (t) => {
  const { app, control } = await startControl(t);
  const phone = await joinAsPhone(t, app.url, { name: 'Voldemort' });
  const put = async (/** @type {string} */ body) =>
    (
      await fetch(`${app.url}/api/rooms/main/words`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${app.operatorKey}` },
        body,
      })
    ).json();
  const covered = next(phone.socket, 'player', ({ name }) => name !== 'Voldemort');
  assert.deepEqual(await put('Voldemort\n\n Voldemort \nBellatrix\n'), { ok: true, words: 2, hidden: 1 });
  await covered;
  const refused = await phone.socket.timeout(60_000).emitWithAck('rename', 'V.0.L.D.E.M.0.R.T');
  assert.deepEqual(
    [refused.code, refused.message],
    ['name-bad', 'This name cannot be used: it is not welcome in this room.'],
  );
  const many = await put(Array.from({ length: 100_000 }, (_, n) => `word${n}`).join('\n'));
  assert.equal(many.message, 'The list has 100000 words; at most 1000 are allowed. Remove some.');
  assert.equal((await put(`${'x'.repeat(61)}\n`)).code, 'word-long');
  assert.deepEqual((await control.ask('names')).words, ['Voldemort', 'Bellatrix']);
  assert.deepEqual(await put('\n'), { ok: true, words: 0, hidden: 0 });
});

test('those who came together with names alike are found, and removed together', async (t) => {
  const { app, control } = await startControl(t);
  const names = ['Spam Bot', 'SpamBot', 'spam-bot 7', 'Ada', 'Grace'];
  const phones = await Promise.all(names.map((name) => joinAsPhone(t, app.url, { name })));
  const id = phones[0]?.welcome.player.id;
  const near = await control.ask('alike', id, { withinS: 600, named: false });
  assert.equal(near.total, 5);
  const alike = await control.ask('alike', id, { withinS: 600, named: true });
  assert.equal(alike.rows[0].id, id);
  assert.equal(alike.total, 3);
  // They stand in the order in which they came, and all came at once.
  const ids = alike.rows.map((/** @type {{ id: string }} */ row) => row.id);
  const gone = phones
    .filter(({ welcome }) => ids.slice(0, 2).includes(welcome.player.id))
    .map(({ socket }) => next(socket, 'kicked'));
  const remove = (/** @type {string[]} */ spared) =>
    control.ask('kick-many', id, { withinS: 600, named: true }, spared);
  assert.deepEqual(await remove(ids.slice(2)), { ok: true, kicked: 2, ids: ids.slice(0, 2) });
  await Promise.all(gone);
  assert.equal((await remove([])).kicked, 1);
  assert.equal((await remove([])).kicked, 0);
  assert.equal((await control.ask('kick-many', 'all')).code, 'event-bad');
  assert.equal((await control.ask('players', {})).total, 2);
});
