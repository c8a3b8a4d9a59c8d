/** A real room of Colyseus, which the test installs: it is no dependency of ours. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startChild } from '../../../loadtest/harness/child.js';
import { createSwarm } from '../../../loadtest/swarm.js';
import { roomMessage } from '../../../loadtest/swarm/colyseus.js';

const COLYSEUS = new URL('../../../loadtest/bench/rivals/colyseus/', import.meta.url);

test(
  'a real room counts and adds all that is sent, and gives everybody what one says',
  { timeout: 600_000 },
  async (t) => {
    execFileSync('npm', ['ci', '--prefix', fileURLToPath(COLYSEUS)], { stdio: 'inherit' });
    const { ask, close } = startChild(new URL('server.js', COLYSEUS), {
      name: 'Colyseus',
      env: { NODE_ENV: 'production' },
    });
    t.after(close);
    const { port, countPort } = await ask('target');
    const swarm = createSwarm({ url: `http://127.0.0.1:${port}`, protocol: 'colyseus' });
    t.after(() => swarm.close());
    assert.equal((await swarm.arrive({ count: 20 })).joined, 20);

    swarm.start({ kind: 'flood', countPort, window: 20, bytes: roomMessage('input', { n: 3 }) });
    while ((await ask('counts')).inputs < 200);
    const { sent } = /** @type {any} */ ((await swarm.stop()).flood);
    assert.deepEqual(await ask('counts'), { inputs: sent, sum: sent * 3 });

    const lead = roomMessage('echo', 'x'.repeat(32)).slice(0, -32);
    swarm.start({ kind: 'echo', outstanding: 1, isBinary: true, lead });
    let received = 0;
    while (received < 200) received += (await readAfterTurn(swarm)).loads.echo?.received ?? 0;
    const echo = /** @type {any} */ ((await swarm.stop()).echo);
    assert.equal(echo.missing, 0);
    assert.ok(echo.received >= (echo.sent - 1) * 20, `${echo.received} of ${echo.sent} x 20`);
  },
);

/** @param {import('../../../loadtest/swarm/swarm.js').Swarm} swarm */
async function readAfterTurn(swarm) {
  await new Promise((resolve) => setImmediate(resolve));
  return swarm.read();
}
