import assert from 'node:assert/strict';
import { test } from 'node:test';
import QRCode from 'qrcode';
import { next, openSocket, startServer } from '../support/server.js';

test('the QR code has the quiet zone of the standard, 4 modules on each side', async (t) => {
  const { url } = await startServer(t, { PUBLIC_URL: 'https://play.example.org' });
  const join = await next(openSocket(t, `${url}/playfield`), 'join');
  const { size } = QRCode.create(join.url, { errorCorrectionLevel: 'M' }).modules;
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(join.qr) ?? [];
  assert.deepEqual([Number(width), Number(height)], [size + 8, size + 8]);
});
