/** Tests the scripts of plain Artillery, each by its own binary against a real server. */

/** @import { TestContext } from 'node:test' */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { Server } from 'socket.io';
import { parse } from 'yaml';
import { stay } from '../../loadtest/artillery/broadcast.mjs';
import { echo } from '../../loadtest/artillery/jamming.mjs';
import { joinLab, leave } from '../../loadtest/artillery/phone.mjs';
import { listen } from '../support/process.js';
import { sample } from '../support/sample.js';
import { startServer, tempFolder } from '../support/server.js';

const KEY = 'test-operator-key';
/** Artillery takes seconds of a core to start. */
const LIMIT = { timeout: 300_000 };
const fileOf = (/** @type {string} */ name) => `loadtest/artillery/${name}.yml`;

/** @typedef {Awaited<ReturnType<typeof artillery>> & { users: number, url: string }} Run of a script, by `users` clients */

/** The sums of each script: what was counted, and what that must be. @type {Record<string, (run: Run) => Promise<unknown[][]>>} */
const SUMS = {
  async ramp({ counters, times, users, url }) {
    const { 'inputs.due': due, 'inputs.sent': sent = 0, 'inputs.throttled': throttled = 0 } = counters;
    return [
      [due, 4 * 4 * users], // for 4 s at 4 Hz each
      [sent + throttled, due],
      [await inputsOf(url), sent],
      [times['phone.rtt']?.['count'], 4 * users],
    ];
  },
  // Each phone answers each question once.
  quiz: async ({ counters, times, users }) => [
    [counters['answers.acknowledged'], 2 * users],
    [times['answer.ack']?.['count'], 2 * users],
  ],
  jamming: async ({ counters, times }) => [
    [counters['echo.sent'], 5 * (1 + 2 + 4 + 8)],
    [times['echo.rtt']?.['count'], counters['echo.sent']],
  ],
  broadcast: async ({ counters, times }) => [
    [counters['broadcast.undelivered'], 0],
    [times['broadcast.delivery']?.['count'], counters['broadcast.due']],
  ],
  services: async ({ counters, users }) => [[counters['http.codes.200'], 4 * users]],
};

// Two at a time: most of it is waiting.
describe('plain Artillery', { concurrency: 2, ...LIMIT }, () => {
  test('scripts run by plain Artillery, and their counters add up', LIMIT, async (t) => {
    const runs = Object.entries(SUMS)
      .slice(0, sample(2, 5))
      .map(async ([name, sumsOf]) => {
        const { url } = await startServer(t, { LOADTEST: 'on', OPERATOR_KEY: KEY });
        const run = await artillery(t, name, { target: url });
        assert.equal(run.code, 0, run.said);
        const { 'vusers.created': users = 0, 'vusers.failed': failed, ...counters } = run.counters;
        const ends = ['joined', 'left', 'lost'].map((end) => [
          counters[`phones.${end}`],
          end === 'lost' ? 0 : users,
        ]);
        const sums = [...(name === 'services' ? [] : ends), ...(await sumsOf({ ...run, users, url }))];
        for (const [found, right] of [[failed, 0], ...sums])
          assert.equal(found, right, `${name}: ${JSON.stringify(run.counters)}`);
      });
    await Promise.all(runs);
  });

  test('the example of the README runs, and a script that cannot join the lab says why', LIMIT, async (t) => {
    const server = await startServer(t, { OPERATOR_KEY: KEY });
    const [example, none, off] = await Promise.all([
      artillery(t, await exampleOf(t), { target: server.url }),
      artillery(t, 'quiz', { target: server.url, key: '' }),
      artillery(t, 'broadcast', { target: server.url }),
    ]);
    assert.equal(example.code, 0, example.said);
    assert.equal(example.times['first.answer']?.count, 10);
    assert.match(none.said, /OPERATOR_KEY is not set: put the key/);
    assert.match(off.said, /Cannot join \/loadtest: Invalid namespace/);
    assert.deepEqual([none.code, off.code], [1, 1]);
  });

  test('what a lying server drops is counted as missing', async (t) => {
    process.env['OPERATOR_KEY'] = KEY;
    const target = await startLiar(t);
    /** @type {Record<string, number>} */
    const counters = {};
    const events = {
      emit: (/** @type {string} */ kind, /** @type {string} */ name, /** @type {number} */ value) =>
        void (counters[name] = (counters[name] ?? 0) + (kind === 'counter' ? value : 1)),
    };
    const vars = {
      target,
      stepS: 1,
      gatherS: 0,
      jammedMs: 1e9,
      characters: 64,
      stayS: 2,
      $loopElement: 20,
      $loopCount: 0,
    };
    const client = async (/** @type {typeof echo | typeof stay} */ play) => {
      const user = /** @type {any} */ ({ vars });
      await joinLab(user, events);
      await play(user, events);
      await leave(user, events);
    };
    await Promise.all([client(echo), client(stay), client(stay)]);
    assert.equal(counters['echo.sent'], 20);
    assert.equal(counters['echo.missing'], 2);
    assert.equal(counters['steps.jammed'], 1, 'as fast as the others were');
    assert.equal(counters['echo.rtt'], 18);
    assert.equal(counters['broadcast.asked'], 2);
    assert.equal(counters['broadcast.undelivered'], 2, 'who asks is not told');
    assert.equal(counters['broadcast.delivery'], counters['broadcast.delivered']);
    assert.equal(counters['phones.left'], 3);
  });

  test('the smallest size of each script replaces each phase of the whole one', async () => {
    for (const name of Object.keys(SUMS)) {
      const text = await readFile(fileOf(name), 'utf8');
      const { phases, environments } = parse(text).config;
      // Artillery merges phases by index: what the environment does not replace would stay.
      const keysOf = (/** @type {Record<string, unknown>[]} */ all) =>
        all.map(({ name: _name, ...phase }) => Object.keys(phase).sort());
      assert.deepEqual(keysOf(environments.smoke.phases), keysOf(phases), name);
      assert.ok(text.split('\n').length <= 40, name);
    }
  });
});

/**
 * Runs the smallest size of a script as people do.
 * @param {TestContext} t @param {string} name @param {{ target: string, key?: string }} options
 */
async function artillery(t, name, { target, key = KEY }) {
  const file = name.includes('.') ? name : fileOf(name);
  const report = join(await tempFolder(t), 'report.json');
  const args = ['run', '--quiet', '--environment', 'smoke', '--target', target, '--output', report];
  const env = { ...process.env, OPERATOR_KEY: key, ARTILLERY_DISABLE_TELEMETRY: 'true' };
  const { code, said } = await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['node_modules/artillery/bin/run', ...args, file],
      { env },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, said: stdout + stderr }),
    );
    t.after(() => child.kill('SIGKILL'));
  });
  const text = await readFile(report, 'utf8').catch(() => '{"aggregate":{}}');
  const { counters = {}, summaries = {} } = JSON.parse(text).aggregate;
  return {
    code: /** @type {number} */ (code),
    said: /** @type {string} */ (said),
    counters: /** @type {Record<string, number>} */ (counters),
    times: /** @type {Record<string, Record<string, number>>} */ (summaries),
  };
}

/** Puts the two files of the README's example where Node finds the packages. @param {TestContext} t @returns {Promise<string>} */
async function exampleOf(t) {
  const readme = await readFile('loadtest/artillery/README.md', 'utf8');
  const folder = await tempFolder(t);
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const block = (/** @type {string} */ kind) => readme.split(`\`\`\`${kind}\n`)[1]?.split('```')[0] ?? '';
  await writeFile(join(folder, 'mine.mjs'), block('js'));
  await writeFile(
    join(folder, 'mine.yml'),
    block('yaml').replace('duration: 10', 'duration: 1').replace('< 500', '< 60000'),
  );
  return join(folder, 'mine.yml');
}

/** @param {string} url @returns {Promise<number>} the inputs that the server has counted */
async function inputsOf(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^mass_mobile_inputs_total (\d+)$/m.exec(text)?.[1]);
}

/** Starts a server that drops every tenth echo, and tells a text to all but the client that asked. @param {TestContext} t */
async function startLiar(t) {
  const http = createServer();
  const io = new Server(http);
  let echoes = 0;
  io.of('/loadtest').on('connection', (socket) => {
    socket.on('echo', (text) => (echoes += 1) % 10 && io.of('/loadtest').emit('echo', text));
    socket.on('broadcast', (text, id) => socket.broadcast.emit('broadcast', { id, text }));
  });
  return (await listen(t, http, () => io.close())).url;
}
