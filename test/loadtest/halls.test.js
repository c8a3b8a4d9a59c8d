/** The scenarios of whole halls: they end at once where nobody gets in, they say no figure that they have not got. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { io } from 'socket.io-client';
import { worstOf } from '../../loadtest/harness/findings.js';
import { readScenario, settingsOf } from '../../loadtest/harness/scenario.js';
import { startServer as startProcess } from '../../loadtest/harness/server.js';
import { poisson } from '../../loadtest/harness/steps.js';
import { NotMeasured } from '../../loadtest/verdict/headline.js';
import { decide } from '../../loadtest/verdict/judge.js';
import { OUTCOMES } from '../../loadtest/verdict/outcomes.js';
import { createRandom } from '../../lib/stage/random.js';
import { startLab } from '../support/lab.js';
import { sample } from '../support/sample.js';
import { startServer, tempFolder } from '../support/server.js';

const HALLS = sample(['show', 'rush'], ['show', 'rush', 'restart', 'outage', 'churn', 'ringers', 'soak']);

test('a server with less room than the hall needs ends each at once, with the reason', async (t) => {
  const ended = HALLS.map(async (name) => {
    const server = await startServer(t, { LOADTEST: 'on', MAX_PLAYERS: '30' });
    const args = [name, '--smoke', '--target', server.url, '--key', server.operatorKey];
    const lab = startLab(t, [...args, '--out', await tempFolder(t)]);
    assert.equal(await lab.ended, OUTCOMES.incomplete.code, lab.output.text);
    assert.match(lab.output.text, /Only \d+ of \d+ phones could join: .*full/, name);
  });
  await Promise.all(ended);
});

test('a server is started again with its port and data, and its end is no death', async (t) => {
  const folder = await tempFolder(t);
  const server = await startProcess({ logFile: join(folder, 'server.log'), core: null });
  t.after(server.stop);
  const { url, pid, restart } = server;
  assert.ok(restart);
  const first = await welcomeOf(t, url);
  for (const how of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    const { downMs } = await restart(how);
    assert.ok(downMs > 0);
    const again = await welcomeOf(t, url, first.player.token);
    assert.equal(again.player.id, first.player.id, `${how}: the same player`);
  }
  assert.notEqual(server.pid, pid);
  assert.equal(await Promise.race([server.died, 'lives']), 'lives');
  assert.match(await readFile(join(folder, 'server.log'), 'utf8'), /control[\s\S]*control[\s\S]*control/);
});

/** @param {import('node:test').TestContext} t @param {string} url @param {string} [token] @returns {Promise<any>} */
function welcomeOf(t, url, token) {
  const socket = io(`${url}/players`, { auth: { token }, transports: ['websocket'], forceNew: true });
  t.after(() => socket.disconnect());
  return new Promise((resolve) =>
    socket.once('welcome', (welcome) => {
      socket.disconnect();
      resolve(welcome);
    }),
  );
}

test('as many come as should on average, and they spread as chance does', () => {
  const random = createRandom(11).next;
  for (const mean of [0.3, 4, 700]) {
    const draws = Array.from({ length: 4000 }, () => poisson(mean, random));
    const average = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
    const variance = draws.reduce((sum, draw) => sum + (draw - average) ** 2, 0) / draws.length;
    assert.ok(Math.abs(average / mean - 1) < 0.1, `${mean}: ${average}`);
    assert.ok(Math.abs(variance / mean - 1) < 0.15, `${mean}: ${variance}`);
  }
  assert.equal(poisson(0, random), 0);
});

test('the worst of points is that of the valid ones', () => {
  const point = (/** @type {any} */ p99Ms, validity = 'valid') =>
    /** @type {import('../../loadtest/types.js').Point} */ ({ p99Ms, validity, because: '' });
  assert.equal(worstOf([point(3), point(9), point(99, 'disturbed')], 'p99Ms'), 9);
  assert.equal(worstOf([point(null), point(99, 'invalid')], 'p99Ms'), undefined);
});

test('an outage knows its losses, a restart its ends, and a soak judges slopes only where there are enough windows', async () => {
  const { scenario: restart } = await readScenario('restart');
  assert.throws(
    () => settingsOf(restart, 'smoke', { ends: ['fire'] }),
    /must be a list of some of \["kill","stop"\]/,
  );
  const { scenario: outage } = await readScenario('outage');
  assert.throws(() => settingsOf(outage, 'smoke', { losses: ['crash', 'earthquake'] }), {
    name: 'LabError',
    message:
      '--set losses=["crash","earthquake"]: it must be a list of some of ["network","restart","crash"].',
  });
  const { scenario: soak } = await readScenario('soak');
  const claimed = (/** @type {number} */ hours) =>
    soak.claims(settingsOf(soak, null, { hours })).map(({ metric }) => metric);
  assert.ok(claimed(1).includes('memory.growthKbPerMin'));
  assert.ok(!claimed(0.2).includes('memory.growthKbPerMin'));
});

test('a soak leaves disturbed minutes out and says how many, but for more than a third', async () => {
  const { scenario: soak, settings } = await readScenario('soak');
  const metrics = Object.fromEntries(
    soak.claims(settings).map(({ metric, sign }) => [metric, sign === '>' ? 9 : 0]),
  );
  /** @param {number} disturbed of 60 minutes */
  const judged = (disturbed) => {
    const points = Array.from({ length: 60 }, (_none, minute) =>
      minute < disturbed
        ? { validity: /** @type {const} */ ('disturbed'), because: 'Others.' }
        : { validity: /** @type {const} */ ('valid'), because: '' },
    );
    const { mostDisturbed } = soak;
    const verdict = decide({ claims: soak.claims(settings), metrics, points, mostDisturbed });
    const told = soak.conclude({ settings, points, metrics, series: [], histograms: {} });
    return { ...verdict, headline: told?.headline ?? '' };
  };
  assert.doesNotMatch(judged(0).headline, /disturbed/);
  const some = judged(20);
  assert.equal(some.outcome, 'passed');
  assert.equal(some.sentence, '9 claims held, by 40 valid points; 20 disturbed ones left out.');
  assert.match(some.headline, /; 20 of 60 windows were disturbed, and left out$/);
  const many = judged(21);
  assert.deepEqual([many.outcome, many.sentence], ['disturbed', 'Others.']);
  assert.match(many.headline, /; 21 of 60 windows/);
});

for (const name of [...HALLS, 'services'])
  test(`${name}: what was not measured is in no headline`, async () => {
    const { scenario, settings } = await readScenario(name, { size: 'smoke' });
    /** @param {Record<string, unknown>} found */
    const headline = (found) => {
      try {
        return (
          scenario.conclude(
            /** @type {any} */ ({ settings, points: [], series: [], metrics: {}, histograms: {}, ...found }),
          )?.headline ?? null
        );
      } catch (error) {
        assert.ok(error instanceof NotMeasured, String(error));
        return null;
      }
    };
    assert.equal(headline({}), null);
    const points = [{ validity: 'disturbed', because: 'Others.', receivedPerS: null, phase: 'back' }];
    assert.equal(headline({ points }), null);
  });
