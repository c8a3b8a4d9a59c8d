import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createStageTime } from '../../public/shared/link.js';
import { measureOnce, measureWell } from '../../public/shared/measure.js';

/** A page whose clock is `apartMs` ahead of the server's, both in the hands of the test. @param {number} apartMs */
function openPage(apartMs) {
  const server = { ms: 50_000 };
  const time = createStageTime(() => server.ms + apartMs);
  const page = {
    time,
    get serverMs() {
      return server.ms;
    },
    set serverMs(ms) {
      server.ms = ms;
    },
  };
  return {
    page,
    /** @param {number} thereMs @param {number} backMs of a question and its answer */
    ping(thereMs, backMs) {
      const askedAtMs = page.serverMs + apartMs;
      const readMs = page.serverMs + thereMs;
      page.serverMs = readMs + backMs;
      page.time.measure(readMs, askedAtMs, page.serverMs + apartMs);
    },
    /** @param {number} zeroMs @param {number} delayMs */
    welcome(zeroMs, delayMs) {
      const nowMs = page.serverMs;
      page.serverMs += delayMs;
      page.time.begin({ epoch: 1, zeroMs, clears: 0, nowMs });
    },
    /** How far the page is ahead of the truth. @param {number} zeroMs */
    error: (zeroMs) => page.time.nowMs() - (page.serverMs - zeroMs),
  };
}

const way = fc.integer({ min: 1, max: 40 });

test('pages behind any delays agree with the stage within half a round trip, and never get worse', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 0, max: 50_000 }),
      way,
      fc.array(fc.tuple(way, way, fc.integer({ min: 0, max: 10_000 })), { minLength: 1, maxLength: 30 }),
      (apartMs, zeroMs, delayMs, pings) => {
        const { page, ping, welcome, error } = openPage(apartMs);
        welcome(zeroMs, delayMs);
        assert.ok(Math.abs(error(zeroMs)) <= 25, `${error(zeroMs)} ms before the first answer`);
        let least = Infinity;
        for (const [there, back, pauseMs] of pings) {
          ping(there, back);
          least = Math.min(least, (there + back) / 2);
          page.serverMs += pauseMs;
          assert.ok(
            Math.abs(error(zeroMs)) <= least + 0.0002 * 310_000,
            `${error(zeroMs)} ms, ${least} expected`,
          );
        }
      },
    ),
  );
});

test('a new zero counts at once, without another answer: a switch, a stage that stood still', () => {
  const { page, ping, welcome, error } = openPage(123_456);
  welcome(0, 10);
  ping(8, 8);
  for (const zeroMs of [1500, 50_000]) {
    page.time.receive({ zeroMs });
    assert.ok(Math.abs(error(zeroMs)) < 1);
  }
  page.time.receive({ zeroMs: page.serverMs + 500 });
  assert.equal(page.time.nowMs(), 0, 'never below 0');
});

test('a server with another clock is measured anew; before it has spoken it is 0', () => {
  assert.equal(createStageTime().nowMs(), 0);
  const { ping, welcome, page, error } = openPage(0);
  welcome(0, 10);
  ping(5, 5);
  page.serverMs -= 40_000;
  ping(20, 10);
  assert.ok(Math.abs(error(0)) <= 15, 'what contradicts all before replaces it');
});

/** A server whose answers take so long, by the clock of the test. @param {number[]} waysMs of the answers in turn */
function openServer(waysMs) {
  let ms = 1000;
  const now = () => ms;
  const time = createStageTime(now);
  time.begin({ epoch: 1, zeroMs: 0, clears: 0, nowMs: 9000 });
  let asked = 0;
  async function ask() {
    const wayMs = waysMs[Math.min(asked++, waysMs.length - 1)] ?? 0;
    ms += wayMs;
    const nowMs = 8000 + ms;
    ms += wayMs;
    return { ok: true, nowMs };
  }
  return { time, ask, now, asked: () => asked };
}

test('a page measures until an answer is good, four times at most, and not without a connection', async () => {
  const busy = openServer([400, 300, 10]);
  await measureWell(busy.time, busy.ask, { isOn: () => true, pauseMs: 0, now: busy.now });
  assert.equal(busy.asked(), 3);
  assert.ok(Math.abs(busy.time.nowMs() - 8000 - busy.now()) <= 10);

  const slow = openServer([400]);
  await measureWell(slow.time, slow.ask, { isOn: () => true, pauseMs: 0, now: slow.now });
  assert.equal(slow.asked(), 4);

  const gone = openServer([400]);
  await measureWell(gone.time, gone.ask, { isOn: () => gone.asked() < 2, pauseMs: 0, now: gone.now });
  assert.equal(gone.asked(), 2);
});

test('an answer that does not come, or is a refusal, changes nothing', async () => {
  const { time, now } = openServer([]);
  const before = time.nowMs();
  await measureOnce(time, () => Promise.reject(new Error('timeout')), now);
  await measureOnce(time, async () => ({ ok: false }), now);
  assert.equal(time.nowMs(), before);
  assert.equal(time.isVague, true);
});
