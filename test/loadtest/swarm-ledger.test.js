/** The account of a generator: every send that was due is found again, and a generator that stands still says so. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import fc from 'fast-check';
import { WebSocketServer } from 'ws';
import { createSwarm } from '../../loadtest/swarm.js';
import { STEP } from '../../loadtest/swarm/connection.js';
import { createSender } from '../../loadtest/swarm/jobs/job.js';
import { createReadings } from '../../loadtest/swarm/readings.js';
import { Trips } from '../../loadtest/swarm/times.js';
import { until } from '../support/until.js';

const ALONE = { process: 0, processes: 1, share: 1, before: 0, others: 0 };
const NOBODY = {
  ...{ members: [], why: {}, records: { events: {}, problems: {}, disconnects: {}, deafDisconnects: {} } },
  received: () => 0,
};

/** @param {any} reading */
function parts({ sent, throttled, heldBack, gone, unsent }) {
  return [sent, throttled, heldBack, gone, unsent];
}

/** @param {number[]} numbers */
function total(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}

test('due = sent + throttled + heldBack + gone + unsent, in each reading and in all, whatever happens', () => {
  const connection = fc.record({
    step: fc.constantFrom(STEP.joined, STEP.joined, STEP.closed),
    waiting: fc.constantFrom(0, 0, 1e6),
    isDeaf: fc.boolean(),
  });
  const act = fc.record({
    afterMs: fc.integer({ min: 0, max: 4000 }),
    what: fc.constantFrom('turn', 'turn', 'read', 'regroup'),
  });
  fc.assert(
    fc.property(
      fc.array(connection, { maxLength: 8 }),
      fc.array(act, { maxLength: 20 }),
      fc.integer({ min: 1, max: 5000 }),
      (connections, acts, perS) => {
        const members = /** @type {any[]} */ (
          connections.map(({ waiting, ...each }) => ({
            ...each,
            socket: { writableLength: waiting, cork() {}, uncork() {} },
          }))
        );
        const sender = createSender(
          { members: () => members, part: ALONE },
          { perS: () => perS, send() {}, mayNot: (each) => !(/** @type {any} */ (each).isDeaf) },
        );
        const readings = createReadings(/** @type {any} */ (NOBODY), new Map([['input', sender]]));
        let nowMs = 0;
        let done = 0;
        sender.regroup(nowMs);
        for (const { afterMs, what } of [...acts, { afterMs: 1, what: 'read' }]) {
          nowMs += afterMs;
          if (what === 'turn') sender.turn(nowMs);
          else if (what === 'regroup') {
            members.reverse();
            sender.regroup(nowMs);
          } else {
            const { input } = readings.read().loads;
            assert.ok(input && parts(input).every((part) => part >= 0));
            assert.equal(total(parts(input)), input.due);
            done += input.sent + input.throttled + input.heldBack + input.gone;
          }
        }
        sender.end(nowMs);
        readings.read();
        const { input: rest } = readings.read().loads;
        assert.deepEqual([rest?.due, rest?.unsent], [0, 0], 'what was given up is not due again');
        const input = readings.close('input', sender);
        readings.stop();
        assert.ok(input.unsent >= 0);
        assert.equal(total(parts(input)), input.due);
        assert.equal(done, input.due - input.unsent, 'the readings add up to the totals');
        if (members.length > 0) assert.equal(input.due, sender.counts.due);
      },
    ),
  );
});

test('what comes back late, twice or never is told apart', () => {
  const trips = new Trips({ ...ALONE, process: 1, processes: 3 }, 8);
  const [first, second, third] = [trips.send(5, 0), trips.send(5, 0), trips.send(6, 0)];
  assert.deepEqual([trips.idOf(first), trips.idOf(second), trips.idOf(third)], [1, 4, 7]);
  assert.deepEqual([trips.numberOf(4), trips.numberOf(5), trips.numberOf(-1)], [second, -1, -1]);
  trips.back(first, 20);
  trips.back(first, 30);
  trips.sweep(5000);
  trips.back(second, 6000);
  assert.deepEqual([trips.counts, trips.pending], [{ missing: 2, late: 1, extra: 1 }, 0]);
  const times = trips.times.read(true);
  assert.deepEqual([times.count, times.percentile(1)], [2, 6000]);
});

/** @param {number} ms stands still without using the processor */
function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

for (const [how, load] of /** @type {[string, any][]} */ ([
  ['an open loop', { kind: 'input', hz: 50, bytes: [1, 2, 3] }],
  ['a closed loop', { kind: 'echo', outstanding: 4 }],
])) {
  test(`a generator that sleeps for 300 ms between its sends is the limit, though it catches up: ${how}`, async (t) => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    t.after(() => server.close());
    let received = 0;
    server.on('connection', (ws) =>
      ws.on('message', (data) => ((received += 1), ws.send(data, { binary: false }))),
    );
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    const swarm = createSwarm({ url: `ws://127.0.0.1:${port}`, protocol: 'ws' });
    t.after(() => swarm.close());
    await swarm.arrive({ count: 10 });
    swarm.start(load);
    swarm.read();
    for (let times = 0; times < 2; times++) {
      sleep(300);
      const seen = received;
      await until(() => received > seen + 400);
    }
    const { generator, loads } = swarm.read();
    assert.equal(generator.isLimit, true);
    if (load.kind === 'input') {
      const [, percent] = /sent ([\d.]+) % .* more than 100 ms late/.exec(String(generator.because)) ?? [];
      assert.ok(Number(percent) > 10, String(generator.because));
      assert.equal(loads['input']?.unsent, 0);
    } else assert.match(String(generator.because), /stood still/);
  });
}
