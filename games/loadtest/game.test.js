import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAsPhone, next, openControl, openSocket, startServer } from '../../test/support/server.js';
import { toCsv } from './playfield/record.js';

test('a phone may open as many connections as the game says, and only while it runs', async (t) => {
  const app = await startServer(t);
  const { ask } = await openControl(t, app);
  const { welcome } = await joinAsPhone(t, app.url);
  const extra = () => openSocket(t, `${app.url}/players`, { token: welcome.player.token, extra: true });
  assert.equal((await next(extra(), 'connect_error')).data.code, 'extra-refused');

  await ask('switch', 'loadtest');
  const sockets = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const socket = extra();
      await next(socket, 'connect');
      return socket;
    }),
  );
  assert.equal((await next(extra(), 'connect_error')).data.code, 'extra-refused');
  const stranger = openSocket(t, `${app.url}/players`, { extra: true });
  assert.equal((await next(stranger, 'connect_error')).data.code, 'extra-refused');

  const [first] = sockets;
  assert.ok(first);
  const message = { sockets: 1, sent: 1, errors: 0, roundTripMs: 0 };
  assert.deepEqual(await first.emitWithAck('input', message), { ok: true });
  assert.equal((await first.emitWithAck('input', { ...message, sockets: 99 })).code, 'input-bad');
  assert.equal((await first.emitWithAck('rename', 'Eve')).code, 'event-unknown');
  const answers = await Promise.all(Array.from({ length: 200 }, () => first.emitWithAck('input', message)));
  assert.ok(answers.some(({ code }) => code === 'rate-exceeded'));
  assert.equal((await ask('players', {})).total, 1);

  const gone = Promise.all(sockets.map((socket) => next(socket, 'disconnect')));
  await ask('switch', 'lobby');
  await gone;
});

test('the record is a line of names and a line each', () => {
  const view = /** @type {import('./playfield/record.js').Reading} */ ({
    meter: { connections: 5, messagesIn: 90, messagesOut: 50, messagesInPerS: 40, cpu: 0.2 },
    report: { roundTripMs: 1.5, sent: 9 },
    players: 2,
  });
  const lines = toCsv([
    { atMs: 1000, view },
    { atMs: 1250, view },
  ]).split('\n');
  assert.match(lines[0] ?? '', /^time_s,connections,messages_in,/);
  assert.match(lines[2] ?? '', /^0\.25,5,90,50,40,/);
  assert.equal(toCsv([]).split('\n').length, 2);
});
