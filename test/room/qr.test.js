/** The QR codes of a show. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import QRCode from 'qrcode';
import { levelOf } from '../../lib/room/qr.js';
import { next, openSocket, startServer } from '../support/server.js';

test('the QR code has the quiet zone of the standard, 4 modules on each side', async (t) => {
  const { url } = await startServer(t, { PUBLIC_URL: 'https://play.example.org' });
  const join = await next(openSocket(t, `${url}/playfield`), 'join');
  const { size } = QRCode.create(join.url, { errorCorrectionLevel: levelOf(join.url) }).modules;
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(join.qr) ?? [];
  assert.deepEqual([Number(width), Number(height)], [size + 8, size + 8]);
});

test('it has as few modules as its address needs, and the most correction that they have room for', () => {
  const sizeAt = (/** @type {string} */ url, /** @type {'L' | 'M' | 'Q' | 'H'} */ errorCorrectionLevel) =>
    QRCode.create(url, { errorCorrectionLevel }).modules.size;
  const levels = /** @type {const} */ (['L', 'M', 'Q', 'H']);
  for (let length = 5; length < 120; length++) {
    const url = `http://${'a'.repeat(length)}`;
    const level = levelOf(url);
    assert.equal(sizeAt(url, level), sizeAt(url, 'L'), url);
    const more = levels[levels.indexOf(level) + 1];
    if (more) assert.ok(sizeAt(url, more) > sizeAt(url, level), url);
  }
});
