/** The look of a room: chosen by its operator, guarded by contrast, told to screens and phones, kept over restarts. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastOf } from '../../public/shared/contrast.js';
import { next, openScreen, openSocket, startControl } from '../support/server.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** @param {{ url: string, operatorKey: string }} app @param {Buffer} body */
async function upload({ url, operatorKey }, body) {
  const headers = { authorization: `Bearer ${operatorKey}` };
  return (await fetch(`${url}/api/assets`, { method: 'POST', headers, body: new Uint8Array(body) })).json();
}

test('screens, phones and panels are told the look at once, and it outlives the server', async (t) => {
  const { app, control } = await startControl(t);
  const { url: logo } = await upload(app, PNG);
  const { socket: screen } = await openScreen(t, app.url);
  const phone = openSocket(t, `${app.url}/players`);
  const { theme } = await next(phone, 'welcome');
  assert.deepEqual(theme, { light: false, colours: null, logo: '', background: '', reactions: true });

  const heard = [next(phone, 'theme'), next(screen, 'join', ({ look }) => look.logo === logo)];
  const wish = { left: '#00C0FF', right: '#ffd000', logo, sound: 'on' };
  assert.equal((await control.ask('look', wish)).ok, true);
  const [told, { look }] = await Promise.all(heard);
  assert.deepEqual(told, {
    light: false,
    colours: ['#00c0ff', '#ffd000'],
    logo,
    background: '',
    reactions: true,
  });
  assert.deepEqual(look, { ...told, sound: 'on', code: false });
  await app.close();

  const { app: again, socket: panel } = await startControl(t, { DATA_DIR: app.dataDir });
  const late = openSocket(t, `${again.url}/players`);
  assert.deepEqual((await next(late, 'welcome')).theme, told);
  assert.deepEqual((await next(panel, 'status')).look, look);
});

test('a colour that nobody could read is moved until it can be, on dark and on light ground', async (t) => {
  const { ask } = await startControl(t);
  const dark = await ask('look', { left: '#101060', right: '#ffd000' });
  assert.deepEqual(dark.moved, ['#101060']);
  assert.ok(contrastOf(dark.look.colours[0], '#07060c') >= 7);
  const light = await ask('look', { light: true });
  assert.deepEqual(light.moved, ['#ffd000']);
  assert.ok(contrastOf(light.look.colours[1], '#ffffff') >= 7);
  assert.equal(light.look.colours[0], '#101060');
  const own = await ask('look', { left: '', right: '' });
  assert.equal(own.look.colours, null);
});

test('a look that makes no sense is refused with its reason, and changes nothing', async (t) => {
  const { app, ask, socket } = await startControl(t);
  const wrong = {
    'look-bad': [
      { left: 'red' },
      { left: '#12345' },
      { right: 'url(//elsewhere)' },
      { sound: 'loud' },
      { light: 1 },
      { colour: '#000000' },
      { logo: 'x'.repeat(61) },
    ],
    'look-alike': [
      { left: '#ff5630', right: '#ff5a36' },
      { left: '#000001', right: '#010000' },
    ],
    'look-picture': [
      { logo: '/assets/0000000000000000000000000000000000000000' },
      { logo: 'https://elsewhere.example/x.png' },
      { background: '/assets/../secret' },
    ],
  };
  for (const [code, changes] of Object.entries(wrong))
    for (const one of changes) assert.equal((await ask('look', one)).code, code, JSON.stringify(one));
  assert.equal((await ask('look', 7)).code, 'event-bad');
  const { look } = await next(socket, 'status');
  assert.deepEqual(look, {
    light: false,
    colours: null,
    logo: '',
    background: '',
    sound: '',
    code: false,
    reactions: true,
  });
  const svg = await upload(app, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  assert.equal(svg.code, 'asset-bad');
});
