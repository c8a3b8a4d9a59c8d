/** Faults that pages report are counted by phone, and whatever somebody forges is text of one line, short, and soon forgotten. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAsPhone, next, nextLine, openScreen, startControl } from '../support/server.js';

/** @import { FaultReport, PageFault } from '../../lib/contract/wire.js' */

/** @type {Omit<FaultReport, 'epoch'>} */
const FAULT = Object.freeze({
  hook: 'mount',
  message: 'nobody is not defined',
  file: '/games/lobby/phone.js',
  line: 0,
  column: 0,
});

/** @param {PageFault} fault */
const summary = ({ page, place, count, of }) => `${count} of ${of} ${page} ${place}`;

test('a fault counts each phone once, of this scene alone, and the log has it again when twice as many have it', async (t) => {
  const { app, ask, socket: control } = await startControl(t);
  const phones = await Promise.all([1, 2, 3, 4].map(() => joinAsPhone(t, app.url)));
  const { socket: screen } = await openScreen(t, app.url);
  const { epoch } = phones[0]?.welcome ?? { epoch: -1 };
  const status = (/** @type {(faults: PageFault[]) => boolean} */ fits) =>
    next(control, 'status', ({ faults }) => fits(faults));
  const line = (/** @type {string} */ begin) => nextLine(control, ({ text }) => text.startsWith(begin));

  const first = line('1 of 4 phones');
  for (let n = 0; n < 5; n++) phones[0]?.socket.emit('fault', { ...FAULT, epoch });
  phones[1]?.socket.emit('fault', { ...FAULT, epoch: epoch + 1 });
  const { text } = await first;
  assert.equal(text, '1 of 4 phones: phone.js nobody is not defined, in mount() (Lobby)');

  const all = line('4 of 4 phones');
  for (const { socket } of phones) socket.emit('fault', { ...FAULT, epoch });
  screen.emit('fault', { ...FAULT, epoch, message: 'nothing drawn', file: '/games/lobby/playfield.js' });
  await all;
  const { faults } = await status(({ length }) => length === 2);
  assert.deepEqual(faults.map(summary), ['4 of 4 phone phone.js', '1 of 1 playfield playfield.js']);

  await ask('switch', 'pong');
  await status(({ length }) => length === 0);
});

test('what a hostile phone forges is plain text, short, few, and gives way to what many have', async (t) => {
  const { app, socket: control } = await startControl(t);
  const phones = await Promise.all([1, 2, 3].map(() => joinAsPhone(t, app.url)));
  const [hostile, ...others] = phones;
  assert.ok(hostile);
  const { epoch } = hostile.welcome;
  /** @param {object} report @returns {Promise<{ ok: boolean, code?: string, message?: string }>} */
  const forge = (report) => hostile.socket.timeout(45_000).emitWithAck('fault', report);
  for (const [bad, problem] of /** @type {[object, RegExp][]} */ ([
    [{ ...FAULT, epoch, message: 'x'.repeat(301) }, /message/],
    [{ ...FAULT, epoch, file: 7 }, /file/],
    [{ ...FAULT, epoch, line: -1 }, /line/],
    [{ ...FAULT, epoch, more: 'x' }, /more/],
    [{ ...FAULT }, /epoch/],
  ])) {
    const { ok, code, message } = await forge(bad);
    assert.ok(!ok && code === 'event-bad' && problem.test(String(message)), message);
  }
  const forged = nextLine(control, ({ text }) => text.includes('12:00:00'));
  const message = 'ok\n12:00:00 error \u001b[31mAll is lost\u202e';
  assert.equal((await forge({ ...FAULT, epoch, message })).ok, true);
  assert.match(
    (await forged).text,
    /^1 of 3 phones: phone\.js ok 12:00:00 error {2}\[31mAll is lost, in mount/,
  );

  const refused = next(hostile.socket, 'problem', ({ code }) => code === 'rate-exceeded');
  for (let n = 0; n < 60; n++) hostile.socket.emit('fault', { ...FAULT, epoch, message: `forged ${n}` });
  await refused;
  for (const { socket } of others) socket.emit('fault', { ...FAULT, epoch });
  const { faults } = await next(control, 'status', ({ faults: [top] }) => top?.count === 2);
  assert.equal(faults[0].message, FAULT.message);
  assert.equal(faults.length, 3, 'no more are shown');
  assert.equal(hostile.socket.connected, true, 'which a phone with a broken game is as well');
});

test('a page that hangs is reported over HTTP, by the id of its connection alone', async (t) => {
  const { app, socket: control } = await startControl(t);
  const { socket, welcome } = await joinAsPhone(t, app.url);
  const report = { ...FAULT, epoch: welcome.epoch, message: 'the page has hung' };
  /** @param {unknown} body @returns {Promise<[status: number, answer: any]>} */
  const post = async (body) => {
    const response = await fetch(`${app.url}/fault`, { method: 'POST', body: JSON.stringify(body) });
    return [response.status, await response.json()];
  };
  for (const bad of [
    null,
    { namespace: '/players', socket: 'nobody', report },
    { namespace: '/playfield', socket: socket.id, report },
    { namespace: '/made-up', socket: socket.id, report },
    { namespace: '/players', report },
  ]) {
    const [status, { code, message }] = await post(bad);
    assert.deepEqual([status, code], [400, 'request-bad']);
    assert.match(message, /no page is connected here by this id/);
  }
  const line = nextLine(control, ({ text }) => text.includes('hung'));
  assert.equal((await post({ namespace: '/players', socket: socket.id, report }))[0], 200);
  assert.equal((await line).text, '1 of 1 phones: phone.js the page has hung, in mount() (Lobby)');
  // It counts as an event of this connection: one that does not fit is its problem.
  const problem = next(socket, 'problem', ({ code }) => code === 'event-bad');
  await post({ namespace: '/players', socket: socket.id, report: { ...report, epoch: 'x' } });
  await problem;
});
