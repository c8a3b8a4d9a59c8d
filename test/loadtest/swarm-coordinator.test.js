/** Several machines as one crowd, here as other processes and with clocks of their own: who may help, and who is lost. */

/** @import { TestContext } from 'node:test' */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { createClockMeter } from '../../loadtest/swarm/clock-meter.js';
import { openCoordinator } from '../../loadtest/swarm/coordinator.js';
import { assertConsent, joinCoordinator } from '../../loadtest/swarm/helper.js';
import { pool } from '../support/lab.js';
import { freePort, listen } from '../support/process.js';
import { startServer } from '../support/server.js';
import { until } from '../support/until.js';

const MINUTES_MS = 7 * 60_000;
const TAP = { taps: 1, x: 0.5 };
const HELPER = new URL('../../loadtest/swarm/helper.js', import.meta.url).href;

/** Gives the arguments of a Node whose clock differs from ours. @param {string} now from `real`, in JavaScript */
function clockOf(now) {
  const script = `const read = performance.now.bind(performance);
    performance.now = () => { const real = read(); return ${now}; };`;
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
}

/** @param {TestContext} t @param {Partial<Parameters<typeof openCoordinator>[0]>} [options] */
async function coordinate(t, options = {}) {
  const app = await startServer(t, { LOADTEST: 'on', GOVERNOR: 'off' });
  const target = { url: app.url, key: app.operatorKey };
  const coordinator = await openCoordinator({ target, ...options });
  t.after(() => coordinator.close());
  return { app, coordinator, target };
}

/** @param {TestContext} t @param {Parameters<typeof joinCoordinator>[0]} options */
async function help(t, options) {
  const helper = await joinCoordinator({ processes: 1, ...options });
  t.after(() => helper.close());
  return helper;
}

test('a helper whose clock is off by minutes adds its processes, and no figure knows of its clock', async (t) => {
  const { app, coordinator, target } = await coordinate(t);
  const { url, key } = coordinator;
  await help(t, { url, key, name: 'hall-pc', processes: 2, execArgv: clockOf(`real + ${MINUTES_MS}`) });
  await coordinator.joined(1);
  const crowd = await pool(t, { processes: 1, coordinator });
  assert.deepEqual([crowd.processes, crowd.machines, crowd.pids.length], [3, 2, 1]);
  await crowd.open({ url: target.url, namespace: '/loadtest', auth: { key: app.operatorKey } });
  assert.equal((await crowd.arrive({ count: 30, arrivalsPerS: Infinity })).joined, 30);
  await crowd.start({ kind: 'echo', perS: 120 });
  let [sent, limits] = [0, 0];
  await until(async () => {
    const reading = await crowd.read();
    sent += reading.sent;
    if (/clock/.test(reading.generator.because ?? '')) limits += 1;
    return sent > 60;
  });
  const { echo } = await crowd.stop();
  assert.ok(echo);
  assert.deepEqual([echo.received, echo.missing], [echo.sent * 30, 0]);
  assert.ok(Number(echo.times['roundTrip']?.maxMs) < MINUTES_MS / 2);
  assert.equal(limits, 0);

  // The processes are new for each crowd.
  await crowd.close();
  const again = await pool(t, { coordinator });
  await again.open({ url: target.url });
  assert.equal((await again.arrive({ count: 4 })).joined, 4);
});

test('a clock that runs 2 % fast makes its machine the limit', async (t) => {
  const { coordinator, target } = await coordinate(t);
  const execArgv = clockOf('real * 1.02');
  await help(t, { url: coordinator.url, key: coordinator.key, name: 'fast', processes: 1, execArgv });
  await coordinator.joined(1);
  const crowd = await pool(t, { processes: 1, coordinator });
  await crowd.open({ url: target.url });
  // On a busy machine, it may be the limit for another reason too.
  let because = '';
  const isClock = async () => /clock/.test((because = String((await crowd.read()).generator.because)));
  await until(isClock);
  assert.match(
    because,
    /^The clock of Generator process 1 of fast runs \d\.\d % faster than that of the lab/,
  );
});

test('the drift is found through slow messages, and slow messages are no drift', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(-0.03, 0, 0.0001, 0.03),
      fc.array(
        fc.tuple(fc.double({ min: 0.1, max: 80, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
        {
          minLength: 40,
          maxLength: 40,
        },
      ),
      (drift, trips) => {
        const meter = createClockMeter();
        trips.forEach(([tripMs, share], i) => {
          const sentMs = i * 500;
          // Every fourth message is quick.
          const quickMs = i % 4 === 0 ? 1 : tripMs;
          meter.note(sentMs, sentMs + quickMs, MINUTES_MS + (sentMs + quickMs * share) * (1 + drift));
        });
        const { drift: found } = meter.read();
        assert.ok(Math.abs(Number(found)) <= Math.abs(drift) + 0.0001, `${found}`);
        assert.ok(Math.abs(Number(found) - drift) < 0.001, `${found}`);
      },
    ),
  );
  assert.deepEqual(createClockMeter().read(), { drift: null });
});

test('a helper that dies is told with its name and the time, and so is one that hangs', async (t) => {
  const { coordinator, target } = await coordinate(t, { deadMs: 5000 });
  const { url, key } = coordinator;
  for (const [name, signal, why] of /** @type {const} */ ([
    ['killed', 'SIGKILL', /its connection closed/],
    ['hung', 'SIGSTOP', /it was not heard for 5 s/],
  ])) {
    const script = `import { joinCoordinator } from ${JSON.stringify(HELPER)};
      await joinCoordinator(${JSON.stringify({ url, key, name, processes: 1 })});`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    t.after(() => child.kill('SIGKILL'));
    await coordinator.joined(1);
    const crowd = await pool(t, { processes: 1, coordinator });
    await crowd.open({ url: target.url });
    await crowd.arrive({ count: 4 });
    await crowd.start({ kind: 'input', hz: 2, payload: TAP });
    const arriving = crowd.arrive({ count: 50, arrivalsPerS: 1 });
    child.kill(signal);
    await assert.rejects(
      arriving,
      /** @param {any} error */ ({ code, message }) => {
        assert.equal(code, 'swarm-ended');
        assert.match(message, new RegExp(`^The helper ${name} ended at \\d\\d:\\d\\d:\\d\\d UTC: `));
        return why.test(message);
      },
    );
    await until(() => coordinator.helpers.length === 0);
    child.kill('SIGKILL');
  }
});

test('a process of a helper that dies is named', async (t) => {
  const { coordinator, target } = await coordinate(t);
  const code = 'import net from "node:net"; net.Socket.prototype.connect = () => process.exit(7);';
  const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
  await help(t, { url: coordinator.url, key: coordinator.key, name: 'weak', execArgv });
  await coordinator.joined(1);
  const crowd = await pool(t, { processes: 1, coordinator });
  await crowd.open({ url: target.url });
  await assert.rejects(crowd.arrive({ count: 100, arrivalsPerS: 1 }), {
    code: 'swarm-ended',
    message: 'Generator process 1 of weak ended with code 7.',
  });
});

test('who may not help is refused with a sentence', async (t) => {
  const { coordinator, target } = await coordinate(t);
  const { url, key } = coordinator;
  await assert.rejects(joinCoordinator({ url, key: 'guess' }), {
    code: 'helper-refused',
    message: /not the key of this run/,
  });
  await help(t, { url, key, name: 'one' });
  await assert.rejects(joinCoordinator({ url, key, name: 'one' }), { message: /"one" is there already/ });
  await assert.rejects(joinCoordinator({ url, key, processes: 0 }), { message: /1 to 64 processes/ });
  await assert.rejects(joinCoordinator({ url: 'somewhere', key }), { code: 'url-bad' });
  const nowhere = `ws://127.0.0.1:${await freePort()}`;
  await assert.rejects(joinCoordinator({ url: nowhere, key }), { code: 'coordinator-absent' });
  await assert.rejects(joinCoordinator({ url: target.url, key }), { code: 'coordinator-absent' });

  const old = new WebSocket(url);
  await once(old, 'open');
  old.send(JSON.stringify({ hello: { protocol: 0, key, name: 'old', processes: 1 } }));
  const [answer] = await once(old, 'message');
  assert.match(JSON.parse(String(answer)).refused, /version 2 .* and the helper 0\. Use the same version/);
  await once(old, 'close');
  const rude = new WebSocket(url);
  await once(rude, 'open');
  rude.send('{');
  await once(rude, 'close');
  assert.equal(coordinator.helpers.length, 1);
});

test('a helper loads the target that consented, and no other', async (t) => {
  const { app, coordinator, target } = await coordinate(t);
  await help(t, { url: coordinator.url, key: coordinator.key });
  await coordinator.joined(1);
  const other = await startServer(t);
  const crowd = await pool(t, { coordinator });
  await assert.rejects(crowd.open({ url: other.url }), {
    code: 'target-refused',
    message: `This helper loads ${target.url} only, and not ${other.url}.`,
  });

  await assertConsent(target);
  for (const strange of [
    { url: other.url, key: other.operatorKey },
    { url: app.url, key: 'guess' },
    { url: `http://127.0.0.1:${await freePort()}`, key: 'guess' },
  ]) {
    const reason = { code: 'consent-missing', message: /does not consent to be loaded: .*LOADTEST=on/ };
    await assert.rejects(assertConsent(strange), reason);
    const liar = await openCoordinator({ target: strange });
    t.after(() => liar.close());
    await assert.rejects(joinCoordinator({ url: liar.url, key: liar.key, processes: 1 }), reason);
    assert.equal(liar.helpers.length, 0);
  }
});

test('a helper goes home when the coordinator does, and when its line is cut', async (t) => {
  const { coordinator } = await coordinate(t);
  const helper = await help(t, { url: coordinator.url, key: coordinator.key });
  await coordinator.joined(1);
  await coordinator.close();
  assert.equal(await helper.done, 'The run is over.');

  const { coordinator: second } = await coordinate(t);
  /** @type {import('node:net').Socket[]} */
  const lines = [];
  const { connect } = await import('node:net');
  const relay = createServer((near) => {
    const far = connect(Number(new URL(second.url).port), '127.0.0.1');
    lines.push(near, far);
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on('error', () => {});
  });
  const { port } = await listen(t, relay);
  const cut = await help(t, { url: `ws://127.0.0.1:${port}`, key: second.key });
  for (const line of lines) line.destroy();
  assert.equal(await cut.done, 'The connection to the coordinator broke.');
});
