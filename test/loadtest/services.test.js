/** Requests to the services: closed and open loops, and what is counted. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { makeRequests, startHttpLoad } from '../../loadtest/services/requests.js';
import { OURS, runServices } from '../../loadtest/services/services.js';
import { freePort, listen } from '../support/process.js';
import { next, openControl, openSocket, startServer } from '../support/server.js';

const SMALL = {
  ...{ mode: 'closed loop', users: [5], arrivalsPerS: [], keepAlive: false },
  ...{ requests: 50, fibonacci: 10, rounds: 2, leastMs: 100, phones: 2 },
};

/** @typedef {import('node:http').RequestListener} RequestListener */

/** @param {Parameters<typeof runServices>[0]} options */
async function stepsOf(options) {
  const steps = [];
  for await (const step of runServices(options)) steps.push(step);
  return steps;
}

/** @param {import('node:test').TestContext} t @param {RequestListener} answer */
async function serve(t, answer) {
  const server = createServer(answer);
  const { url } = await listen(t, server, () => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url };
}

/** @param {import('node:test').TestContext} t */
async function startOurs(t) {
  const app = await startServer(t, { LOADTEST: 'on' });
  return { app, target: { url: app.url, key: app.operatorKey } };
}

/** Not ours, and slower or worse as told. @type {(more?: RequestListener) => RequestListener} */
const sameAnswers = (more) => (request, response) => {
  const [, name, number] = /^\/loadtest\/(\w+)\/?(\d*)$/.exec(request.url ?? '') ?? [];
  if (name === 'page') response.end('<li>Row 100 of a page');
  else if (name === 'record' && number === '7') response.end('{"id":7,"name":"Player 7","score":433}');
  else if (name === 'fibonacci' && number === '20') response.end('{"n":20,"value":6765}');
  else if (more) more(request, response);
  else response.end('{}');
};

test('a closed loop asks exactly so often, by so many at once, on so many connections', async (t) => {
  let asked = 0;
  let most = 0;
  const paths = new Set();
  /** Held until all users wait. @type {import('node:http').ServerResponse[]} */
  let held = [];
  const { server, url } = await serve(t, (request, response) => {
    asked += 1;
    paths.add(request.url);
    held.push(response);
    most = Math.max(most, held.length);
    if (held.length < 5 && asked < 52) return;
    for (const one of held) one.end('fine');
    held = [];
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));

  const load = { url: `${url}/record/{n}`, users: 5, requests: 52 };
  const { latenciesMs, errors, durationMs } = await makeRequests(load);
  assert.deepEqual([asked, latenciesMs.length, connections, paths.size], [52, 52, 52, 52]);
  assert.equal(most, 5);
  assert.deepEqual(errors, {});
  assert.ok(latenciesMs.every((ms) => ms > 0 && ms <= durationMs));
  assert.ok(paths.has('/record/1') && paths.has('/record/52'));

  await makeRequests({ ...load, keepAlive: true });
  assert.equal(asked, 104);
  assert.ok(connections <= 52 + 5, `${connections} connections`);

  await makeRequests({ ...load, users: 1000, requests: 3 });
  assert.equal(asked, 107);
});

test('the users of a closed loop do not all connect in one moment, and each is due at the start', async (t) => {
  let connecting = 0;
  let most = 0;
  const { server, url } = await serve(t, (_request, response) => response.end('fine'));
  const load = { url, users: 40, requests: 40 };
  server.on('connection', () => (most = Math.max(most, ++connecting)));
  // The next user connects only after the one before: no two are accepted in the same turn of the loop.
  server.on('connection', () => setImmediate(() => (connecting -= 1)));
  // Each look at the clock is a moment later: at the start, and at the beginning and the end of each further request.
  let looks = 0;
  const { latenciesMs } = await makeRequests({ ...load, startAtOnce: 1 }, { now: () => looks++ });
  assert.equal(most, 1);
  assert.equal(latenciesMs.length, 40);
  assert.ok(Math.max(...latenciesMs) > looks / 4, `the last user has waited since the start: ${latenciesMs}`);
});

test('users arrive by chance at the rate, each with one request, whatever the server does', async (t) => {
  /** Answered when all have come. @type {import('node:http').ServerResponse[]} */
  const held = [];
  const { url } = await serve(t, (_request, response) => {
    held.push(response);
    if (held.length === 60) for (const one of held) one.end('fine');
  });
  // The mean of these intervals is 1 / rate.
  let turn = 0;
  const random = () => 1 - Math.exp(turn++ % 2 === 0 ? -0.2 : -1.8);
  let nowMs = 0;
  const wait = async (/** @type {number} */ ms) => void (nowMs += ms);
  const { latenciesMs, lateMs, durationMs } = await makeRequests(
    { url, requests: 60, arrivalsPerS: 200 },
    { random, now: () => nowMs, wait },
  );
  assert.deepEqual([held.length, latenciesMs.length, lateMs.length], [60, 60, 60]);
  assert.ok(Math.abs(durationMs - 300) < 2, `60 at 200/s came within ${durationMs} ms`);
  assert.ok(Math.max(...latenciesMs) > 295, 'the first has waited for the last');
  assert.ok(latenciesMs.every((ms) => ms >= 0));
});

test('what goes wrong is counted by its kind', async (t) => {
  const { url } = await serve(t, (request, response) => {
    if (request.url === '/cut')
      response.writeHead(200, { 'Content-Length': 9 }).write('half', () => response.destroy());
    else if (request.url === '/missing') response.writeHead(404).end('not here');
    else if (request.url !== '/never') request.socket.destroy();
  });
  const errorsOf = async (/** @type {string} */ address, patienceMs = 60_000) => {
    const { latenciesMs, errors } = await makeRequests({ url: address, users: 2, requests: 4, patienceMs });
    assert.equal(latenciesMs.length, 0);
    return errors;
  };
  assert.deepEqual(await errorsOf(`${url}/missing`), { 'status 404': 4 });
  assert.deepEqual(await errorsOf(`${url}/reset`), { ECONNRESET: 4 });
  assert.deepEqual(await errorsOf(`${url}/cut`), { ECONNRESET: 4 });
  assert.deepEqual(await errorsOf(`${url}/never`, 100), { timeout: 4 });
  assert.deepEqual(await errorsOf(`http://127.0.0.1:${await freePort()}/`), { ECONNREFUSED: 4 });
});

test('the generator is a process of its own, says what it used, and is gone afterwards', async (t) => {
  const { url } = await serve(t, (_request, response) => response.end('fine'));
  const http = startHttpLoad();
  const pid = Number(http.pid);
  assert.notEqual(pid, process.pid);
  const { latenciesMs, cpu } = await http.load({ url, users: 5, requests: 50 });
  assert.equal(latenciesMs.length, 50);
  assert.ok(cpu > 0);
  await http.close();
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  await assert.rejects(http.load({ url, users: 1, requests: 1 }), {
    message: /^The generator of HTTP load ended/,
  });
});

test('points are complete, and the show is as it was', async (t) => {
  const { app, target } = await startOurs(t);
  const control = await openControl(t, app);
  assert.equal((await control.ask('switch', 'tug')).ok, true);
  let failures = 0;
  // Every tenth Fibonacci number of the other server fails.
  let asked = 0;
  const other = await serve(
    t,
    sameAnswers((request, response) => {
      const isBad = request.url?.startsWith('/loadtest/fibonacci') && ++asked % 10 === 0;
      if (isBad) failures += 1;
      response.writeHead(isBad ? 503 : 200).end('{}');
    }),
  );
  const steps = await stepsOf({ ...SMALL, target, others: [{ name: 'Another', url: other.url }] });
  assert.deepEqual(
    steps.map(({ points, total }) => [points.length, total]),
    [0, 2, 2, 2, 1].map((count) => [count, 7]),
  );
  const idle = steps.flatMap((step) => Object.values(step.idle ?? {}));
  assert.ok(idle.length === 2 && idle.every((ms) => Number(ms) > 0));
  const points = steps.flatMap((step) => step.points);
  assert.deepEqual(
    points.map(({ route, server }) => `${route}: ${server}`),
    ['page', 'record', 'fibonacci']
      .flatMap((route) => [`${route}: ${OURS}`, `${route}: Another`])
      .concat(`fibonacci in a pool: ${OURS}`),
  );
  const warmUps = Math.floor(50 / 10);
  for (const point of points) {
    const { server, users, requests, perS, p50Ms, p99Ms, errors, generatorCpu, validity, because } = point;
    const name = `${point.route}: ${server}`;
    assert.equal(users, 5);
    assert.ok(requests >= 100 && requests % 50 === 0, `${name}: ${requests} requests`);
    const isFailing = server === 'Another' && point.route === 'fibonacci';
    assert.equal(errors, isFailing ? failures - warmUps : 0, name);
    assert.equal(point.errorKinds, isFailing ? `${errors} × status 503` : null, name);
    assert.ok(perS > 0 && Number(p50Ms) > 0 && Number(p50Ms) <= Number(p99Ms), name);
    assert.ok(Number(point.meanMs) > 0 && Number(point.p95Ms) <= Number(p99Ms), name);
    assert.ok(generatorCpu > 0, name);
    assert.equal(validity, generatorCpu <= 0.9 ? 'valid' : 'invalid', name);
    assert.equal(because === '', validity === 'valid', name);
    assert.equal(point.mode, 'closed loop');
    const isOurs = server === OURS;
    assert.equal(point.database, isOurs && point.route === 'record' ? 'SQLite in memory' : null, name);
    assert.equal(point.poolCores !== null, point.route === 'fibonacci in a pool', name);
    const delays = [point.pongDelayP50Ms, point.pongDelayP99Ms];
    if (server === OURS)
      assert.ok(
        delays.every((ms) => Number(ms) > 0),
        name,
      );
    else assert.deepEqual(delays, [null, null], name);
  }
  const after = await openControl(t, app);
  const { throttle } = await next(after.socket, 'status', ({ presence }) => presence.connected === 0);
  assert.equal(throttle.mode, 'AUTO');
  const { scene } = await next(openSocket(t, `${app.url}/players`), 'welcome');
  assert.equal(scene.game.id, 'tug');
});

test('users may arrive over time instead', async (t) => {
  const { target } = await startOurs(t);
  const steps = await stepsOf({ ...SMALL, target, mode: 'arriving', arrivalsPerS: [100, 200] });
  const points = steps.flatMap((step) => step.points);
  assert.deepEqual(
    points.map(({ mode, users, arrivalsPerS, requests }) => [mode, users, arrivalsPerS, requests]),
    [1, 2, 3, 4].flatMap(() => [
      ['arriving', null, 100, 20],
      ['arriving', null, 200, 40],
    ]),
  );
  assert.ok(points.every(({ p50Ms, errors }) => Number(p50Ms) > 0 && errors === 0));
});

test('a signal ends it, and leaves neither process nor phone', async (t) => {
  const { app, target } = await startOurs(t);
  const control = await openControl(t, app);
  const stop = new AbortController();
  // Without the signal it would go on for an hour.
  const run = stepsOf({ ...SMALL, leastMs: 3_600_000, target, signal: stop.signal });
  await next(control.socket, 'status', ({ presence }) => presence.connected === 3);
  stop.abort();
  await assert.rejects(run, { name: 'AbortError' });
  await next(control.socket, 'status', ({ presence }) => presence.connected === 0);
  await assert.rejects(stepsOf({ ...SMALL, target, signal: stop.signal }), { name: 'AbortError' });
});

test('servers that are not there, not the same, elsewhere, or dying are named', async (t) => {
  const { target } = await startOurs(t);
  const refused = (/** @type {{ name: string, url: string }[]} */ ...others) =>
    stepsOf({ ...SMALL, target, others });
  const nobody = `http://127.0.0.1:${await freePort()}`;
  await assert.rejects(refused({ name: 'Apache', url: nobody }), {
    name: 'LabError',
    message: `Apache: nothing answers at ${nobody}. Start it, or correct the address.`,
  });
  const wrong = await serve(t, (_request, response) => response.writeHead(200).end('It works!'));
  await assert.rejects(refused({ name: 'Apache', url: wrong.url }), {
    message: /^Apache: .*\/loadtest\/page answers 200 "It works!", and not as ours does/,
  });
  await assert.rejects(refused({ name: 'IIS', url: 'http://192.0.2.1' }), { message: /another machine/ });
  await assert.rejects(refused({ name: 'IIS', url: 'https://127.0.0.1' }), { message: /begin with http:/ });
  await assert.rejects(refused({ name: 'IIS', url: 'there' }), { message: /^IIS: "there" is no address/ });
  await assert.rejects(refused({ name: OURS, url: wrong.url }), { message: /^Two servers are called/ });
  await assert.rejects(stepsOf({ ...SMALL, target: { ...target, key: 'guessed-key' } }), {
    name: 'LabError',
    message: /^The server does not let the game of pong begin: .*operator key/,
  });

  const dying = await serve(
    t,
    sameAnswers((request) => request.socket.destroy()),
  );
  await assert.rejects(refused({ name: 'Apache', url: dying.url }), {
    name: 'LabError',
    message: /^Apache at .* answers nothing any more: \d+ × ECONNRESET/,
  });
});
