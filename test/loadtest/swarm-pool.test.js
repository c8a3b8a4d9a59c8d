/** Several processes as one crowd: nothing is counted twice, nothing is lost between them, and a death is told. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Histogram } from '../../loadtest/histogram.js';
import { createClockMeter } from '../../loadtest/swarm/clock-meter.js';
import { level, mergeLoads } from '../../loadtest/swarm/merge.js';
import { LEAPING, LEAP_MS, pool } from '../support/lab.js';
import { isAlive } from '../support/process.js';
import { next, startControl, startServer } from '../support/server.js';
import { until } from '../support/until.js';

/** Clocks of two processes do not begin at the same time. */
const OFFSET_MS = 7 * 60_000;
const DUE = /** @type {const} */ (['sent', 'throttled', 'heldBack', 'gone', 'unsent']);

test('newcomers and leavers are spread to the last one, and evenly', () => {
  const sizes = fc.array(fc.nat(50), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: -100, max: 100 }), (have, count) => {
      const parts = level(count, have);
      const all = have.reduce((sum, size) => sum + size, 0);
      assert.equal(
        parts.reduce((sum, part) => sum + part, 0),
        Math.max(count, 0 - all),
      );
      assert.ok(parts.every((part, i) => (count < 0 ? part <= 0 && part >= -Number(have[i]) : part >= 0)));
      const now = parts.map((part, i) => Number(have[i]) + part);
      const moved = now.filter((_size, i) => parts[i] !== 0);
      assert.ok(moved.length < 2 || Math.max(...moved) - Math.min(...moved) <= 1, now.join());
    }),
  );
});

test('percentiles of several processes are those of all their times, not a mean', () => {
  const load = (/** @type {number[]} */ times) => {
    const histogram = new Histogram();
    for (const ms of times) histogram.record(ms);
    const counts = { due: times.length, sent: times.length, gone: 0, heldBack: 0, throttled: 0 };
    const own = { roundTrip: histogram };
    return {
      ping: {
        ...counts,
        ...{ unsent: 0, behind: 0, refused: 0 },
        times: { roundTrip: own.roundTrip.summary() },
        histograms: { roundTrip: own.roundTrip.toJSON() },
      },
    };
  };
  const fast = Array.from({ length: 990 }, () => 1);
  const slow = Array.from({ length: 10 }, () => 1000);
  const { ping } = mergeLoads([load(fast), load(slow), {}]);
  assert.ok(ping);
  assert.equal(ping.sent, 1000);
  assert.equal(ping.times['roundTrip']?.count, 1000);
  assert.ok(Math.abs(Number(ping.times['roundTrip']?.p99Ms) - 1) < 0.02);
  assert.ok(Math.abs(Number(ping.times['roundTrip']?.p999Ms) - 1000) < 20);
});

test('three processes echo and broadcast as one: all is received once, and every own one comes back', async (t) => {
  const app = await startServer(t, { LOADTEST: 'on' });
  const crowd = await pool(t, { processes: 3 });
  await crowd.open({ url: app.url, namespace: '/loadtest', auth: { key: app.operatorKey } });
  const arrival = await crowd.arrive({ count: 20, arrivalsPerS: 200 });
  assert.deepEqual([arrival.wanted, arrival.joined, arrival.failed], [20, 20, {}]);
  assert.equal(Histogram.from(arrival.histograms.joinTimes).count, arrival.joinTimes.count);
  assert.deepEqual([crowd.joined, crowd.processes, crowd.pids.length], [20, 3, 3]);

  await crowd.start({ kind: 'echo', perS: 150 });
  await crowd.start({ kind: 'broadcast', perS: 30, characters: 100 });
  let [sent, seen] = [0, 0];
  await until(async () => {
    const { loads } = await crowd.read();
    seen += Number(loads['broadcast']?.sent);
    return (sent += Number(loads['echo']?.sent)) >= 100 && seen >= 20;
  });
  const { echo, broadcast } = await crowd.stop();
  assert.ok(echo && broadcast);
  assert.deepEqual(
    [echo.received, echo.expected, echo.missing, echo.extra],
    [echo.sent * 20, echo.sent * 20, 0, 0],
  );
  assert.equal(echo.times['roundTrip']?.count, echo.sent);
  assert.deepEqual([broadcast.received, broadcast.expected], [broadcast.sent * 20, broadcast.sent * 20]);
  assert.equal(broadcast.times['roundTrip']?.count, broadcast.sent);
  // A process times its own messages at its own connections: 7, 7 and 6 of the 20.
  const timed = Number(broadcast.times['delivery']?.count);
  assert.ok(timed >= broadcast.sent * 6 && timed <= broadcast.sent * 7, `${timed} of ${broadcast.sent}`);

  await crowd.start({ kind: 'echo', outstanding: 4 });
  await until(async () => Number((await crowd.read()).loads['echo']?.sent) > 0);
  const closed = (await crowd.stop({ kind: 'echo' }))['echo'];
  assert.ok(closed && closed.sent > 4);
  assert.deepEqual([closed.received, closed.missing], [closed.sent * 20, 0]);

  await crowd.leave({ count: 15 });
  assert.equal(crowd.joined, 5);
  await crowd.arrive({ count: 1 });
  assert.deepEqual([crowd.joined, crowd.disconnects], [6, 0]);
});

test('the rate is that of the whole crowd, also where some processes have nobody', async (t) => {
  const app = await startServer(t, { LOADTEST: 'on' });
  const crowd = await pool(t, { processes: 2 });
  await crowd.open({ url: app.url, namespace: '/loadtest', auth: { key: app.operatorKey } });
  await crowd.arrive({ count: 1 });
  // Two rates of which one is of the crowd, and one of each of its phones: of a single one they are the same.
  await crowd.start({ kind: 'echo', perS: 40 });
  await crowd.start({ kind: 'input', hz: 40, payload: { taps: 1, x: 0.5 } });
  await crowd.read();
  const dealt = { input: 0, echo: 0 };
  await until(async () => {
    const { loads } = await crowd.read();
    for (const kind of /** @type {const} */ (['input', 'echo']))
      dealt[kind] += Number(loads[kind]?.due) - Number(loads[kind]?.unsent);
    return dealt.input >= 40;
  });
  await crowd.stop();
  assert.ok(Math.abs(dealt.input - dealt.echo) <= 2, JSON.stringify(dealt));
  await assert.rejects(crowd.start({ kind: 'flood', countPort: 1 }), {
    message: /flood.* several processes/,
  });
  const taps = { kind: /** @type {const} */ ('input'), hz: 1, payload: () => null };
  await assert.rejects(crowd.start(taps), { message: /could not be cloned/ });
});

test('what some processes could not open is counted by its reason; what none could is thrown', async (t) => {
  const { app, socket } = await startControl(t, { MAX_PLAYERS: '1' });
  const crowd = await pool(t, { processes: 2, execArgv: LEAPING });
  await crowd.open({ url: app.url, timeoutMs: LEAP_MS });
  const arriving = crowd.arrive({ count: 4, retries: 0 });
  // One waits in each process. The others come after it, or not at all where the first could not.
  await next(socket, 'status', ({ governor }) => governor.waiting === 2);
  for (const pid of crowd.pids) process.kill(pid, 'SIGUSR2');
  const { joined, failed, why } = await arriving;
  assert.deepEqual([joined, failed], [1, { queued: 3 }]);
  assert.match(String(why['queued']), /server is full/);
  const absent = await pool(t, { processes: 2 });
  await absent.open({ url: 'http://127.0.0.1:1' });
  await assert.rejects(absent.arrive({ count: 4 }), { code: 'target-absent' });
});

test('a process that dies ends its crowd with a sentence, and the others with it', async (t) => {
  const app = await startServer(t);
  const crowd = await pool(t, { processes: 2 });
  await crowd.open({ url: app.url });
  await crowd.arrive({ count: 10 });
  await crowd.start({ kind: 'input', hz: 4, payload: { taps: 1, x: 0.5 } });
  const arriving = crowd.arrive({ count: 100, arrivalsPerS: 1 });
  process.kill(Number(crowd.pids[1]), 'SIGKILL');
  const reason = { code: 'swarm-ended', message: 'Generator process 2 ended by SIGKILL.' };
  await assert.rejects(arriving, reason);
  await assert.rejects(crowd.read(), reason);
  await until(async () => !isAlive(Number(crowd.pids[0])));
  await assert.rejects(crowd.stop(), reason);
});

test('a process whose clock runs slow makes the crowd the limit', async (t) => {
  const app = await startServer(t);
  const slow = 'const now = performance.now.bind(performance); performance.now = () => now() * 0.95;';
  const crowd = await pool(t, { processes: 1, execArgv: ['--import', `data:text/javascript,${slow}`] });
  await crowd.open({ url: app.url });
  // On a busy machine, it may be the limit for another reason too.
  let because = '';
  const isClock = async () => /clock/.test((because = String((await crowd.read()).generator.because)));
  await until(isClock);
  assert.match(because, /^The clock of Generator process 1 runs \d\.\d % slower/);
});

test('the drift is found through slow messages, and slow messages are no drift', () => {
  const messages = fc.tuple(
    fc.double({ min: 0.1, max: 80, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(-0.03, 0, 0.0001, 0.03),
      fc.array(messages, { minLength: 40, maxLength: 40 }),
      (drift, trips) => {
        const meter = createClockMeter();
        trips.forEach(([tripMs, share], i) => {
          const sentMs = i * 500;
          // Every fourth message is quick.
          const quickMs = i % 4 === 0 ? 1 : tripMs;
          meter.note(sentMs, sentMs + quickMs, OFFSET_MS + (sentMs + quickMs * share) * (1 + drift));
        });
        const { drift: found } = meter.read();
        assert.ok(Math.abs(Number(found)) <= Math.abs(drift) + 0.0001, `${found}`);
        assert.ok(Math.abs(Number(found) - drift) < 0.001, `${found}`);
      },
    ),
  );
  assert.deepEqual(createClockMeter().read(), { drift: null });
});

test('a process that hangs is found by the next reading', async (t) => {
  const app = await startServer(t);
  const crowd = await pool(t, { processes: 2, answerMs: 2000 });
  await crowd.open({ url: app.url });
  await crowd.arrive({ count: 2 });
  process.kill(Number(crowd.pids[0]), 'SIGSTOP');
  await assert.rejects(crowd.read(), {
    code: 'swarm-ended',
    message: 'Generator process 1 ended: it did not answer for 2 s.',
  });
});

test('what the server throttles or refuses is told apart from what the generator left', async (t) => {
  const { app, control } = await startControl(t, { GOVERNOR: 'off' });
  const crowd = await pool(t, { processes: 2 });
  await crowd.open({ url: app.url, deafShare: 0.5 });
  await crowd.arrive({ count: 8 });
  assert.ok((await control.ask('throttle', { mode: 'PIN', sendHz: 2 })).ok);
  let told = 0;
  await until(async () => (told += Number((await crowd.read()).events['throttle'] ?? 0)) >= 8);
  await crowd.start({ kind: 'input', hz: 100, payload: { taps: 1, x: 0.5 } });
  let refused = 0;
  await until(async () => {
    const { input } = (await crowd.read()).loads;
    assert.ok(input);
    assert.equal(
      DUE.reduce((sum, entry) => sum + input[entry], 0),
      input.due,
    );
    return (refused += input.refused) > 0;
  });
  const { input } = await crowd.stop();
  assert.ok(input && input.throttled > 0 && input.refused >= refused);
  assert.equal(
    DUE.reduce((sum, entry) => sum + input[entry], 0),
    input.due,
  );
});
