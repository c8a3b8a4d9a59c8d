/** The lean generator against our own server with TLS: the same frames, and a certificate that is looked at. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createSwarm } from '../../loadtest/swarm.js';
import { startServer } from '../support/server.js';

test('50 connections echo over TLS to the last message, and a strange certificate is refused', async (t) => {
  const app = await startServer(t, { LOADTEST: 'on', TLS: 'self-signed' });
  assert.match(app.url, /^https:/);
  const ca = await readFile(join(app.dataDir, 'tls/self-signed.cert.pem'), 'utf8');
  const options = { url: app.url, namespace: '/loadtest', auth: { key: app.operatorKey } };

  for (const trust of [{ ca }, { insecure: true }]) {
    const swarm = createSwarm({ ...options, ...trust });
    t.after(() => swarm.close());
    assert.equal((await swarm.arrive({ count: 50 })).joined, 50);
    swarm.start({ kind: 'echo', perS: 100 });
    for (let sent = 0; sent < 50; await wait(20)) sent += swarm.read().sent;
    const { echo } = await swarm.stop();
    assert.ok(echo && echo.sent >= 50);
    assert.deepEqual([echo.received, echo.missing], [echo.sent * 50, 0]);
    await swarm.close();
  }

  const wary = createSwarm(options);
  t.after(() => wary.close());
  await assert.rejects(wary.arrive({ count: 50 }), {
    code: 'target-untrusted',
    message: /certificate of https.* is not trusted: self-signed.* as "ca", or connect with "insecure"/,
  });
  const plain = createSwarm({ ...options, url: app.url.replace('https', 'http') });
  t.after(() => plain.close());
  await assert.rejects(
    plain.arrive({ count: 1 }),
    /** @param {any} error */ ({ code }) => /^(target|cut)/.test(code),
  );
});
