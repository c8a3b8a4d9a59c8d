/** Tests the scripts of plain Artillery, each by its own binary against a real server, and how the lab runs them. */

/** @import { TestContext } from 'node:test' */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { Server } from 'socket.io';
import { stay } from '../../loadtest/artillery/broadcast.mjs';
import { echo } from '../../loadtest/artillery/jamming.mjs';
import { joinLab, leave } from '../../loadtest/artillery/phone.mjs';
import { readArtillery } from '../../loadtest/harness/artillery-script.js';
import { TIMES, runArtillery } from '../../loadtest/harness/artillery-run.js';
import { listen } from '../support/process.js';
import { sample } from '../support/sample.js';
import { startServer, tempFolder } from '../support/server.js';

const KEY = 'test-operator-key';
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
describe('plain Artillery', { concurrency: 2, timeout: 300_000 }, () => {
  test('scripts run by plain Artillery, and their counters add up', async (t) => {
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

  test('the example of the README runs, and a script that cannot join the lab says why', async (t) => {
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

  test('the sizes of each script are what they say', async () => {
    const users = {
      ramp: [480, 12],
      jamming: [25, 5],
      broadcast: [200, 10],
      quiz: [200, 10],
      services: [1875, 20],
    };
    for (const [name, [all, few]] of Object.entries(users)) {
      const file = fileOf(name);
      // Artillery merges phases by index: what the environment does not replace would stay.
      assert.equal((await readArtillery(file)).users, all, name);
      assert.equal((await readArtillery(file, 'smoke')).users, few, name);
      assert.ok((await readArtillery(file, 'smoke')).lastsS <= 35, name);
      assert.ok((await readFile(file, 'utf8')).split('\n').length <= 40, name);
    }
  });

  test('a script that Artillery would hang with is refused with a sentence', async (t) => {
    const folder = await tempFolder(t);
    await writeFile(join(folder, 'bad.mjs'), '\nexport async function play( {');
    const phase = { arrivalCount: 1, duration: 1 };
    /** @type {[object, RegExp][]} */
    const cases = [
      [
        { phases: [{ arrivalCount: 'four', duration: 1 }] },
        /phase 1 of "config.phases": "arrivalCount" is "four"; it must be a number/,
      ],
      [{ phases: [phase, { arrivalRate: 1 }] }, /phase 2 .* "duration" is missing; .* a number of seconds/],
      [{ phases: [{ pause: 'soon' }] }, /"pause" is "soon"/],
      [{ phases: [{ duration: 5 }] }, /neither "arrivalCount" nor "arrivalRate" nor "pause"/],
      [{ phases: [] }, /"config.phases" must list at least one phase/],
      [{ phases: [phase], processor: './none.mjs' }, /its processor .*none\.mjs is not there/],
      [{ phases: [phase], processor: './bad.mjs' }, /its processor bad\.mjs, line 2: SyntaxError: /],
    ];
    for (const [config, sentence] of cases)
      await assert.rejects(readArtillery(await script(folder, { config })), {
        name: 'LabError',
        message: sentence,
      });
    await assert.rejects(readArtillery(join(folder, 'none.yml')), /There is no file .*none\.yml/);
    await assert.rejects(readArtillery(fileOf('ramp'), 'huge'), /no environment "huge". It has: smoke/);
    await writeFile(join(folder, 'broken.yml'), 'config:\n  phases: { a: 1 }]\n');
    await assert.rejects(readArtillery(join(folder, 'broken.yml')), /broken\.yml: line 2: /);
  });

  test('the lab runs a script, and reads what it has measured', async (t) => {
    const folder = await tempFolder(t);
    await writeFile(
      join(folder, 'play.mjs'),
      `export async function play(user, events) {
       events.emit('counter', 'keys', process.env.OPERATOR_KEY === 'a key' ? 1 : 0);
       for (const ms of [1, 2, 3, 4]) events.emit('histogram', 'trip', ms);
     }
     export function hangs(context, events, done) {}
     export async function throws() { throw new Error('The hall is closed.'); }`,
    );
    const config = {
      processor: './play.mjs',
      phases: [{ arrivalCount: 3, duration: 1 }],
      plugins: {
        ensure: {
          conditions: [
            { expression: 'keys == 3' },
            { expression: 'trip.max < 4' },
            { expression: 'keys == 0', strict: false },
          ],
        },
      },
    };
    const run = async (/** @type {string} */ name, /** @type {object} */ more, options = {}) => {
      const file = await script(folder, { config, scenarios: [{ flow: [{ function: name }] }], ...more });
      const target = { target: 'http://127.0.0.1:1', key: 'a key' };
      return runArtillery({ file, ...target }, { folder: await tempFolder(t), ...options });
    };
    const over = new AbortController();
    const [played, ended, ...faults] = await Promise.all([
      run('play', {}).finally(() => over.abort()),
      run('hangs', {}, { signal: over.signal }),
      assert.rejects(run('hangs', {}, { graceS: 4 }), /did not end: .* make 1 s, and 4 s later it still ran/),
      assert.rejects(run('none', {}), /calls "none", which its processor does not export/),
      assert.rejects(
        run('play', { before: { flow: [{ function: 'throws' }] } }),
        /Artillery ended with 1\. The hall is closed\. All it said is in /,
      ),
    ]);
    assert.equal(faults.length, 3);
    assert.equal(played.code, 1, 'what must hold does not');
    assert.equal(played.counters['keys'], 3);
    const trip = TIMES.map((name) => played.histograms['trip']?.[name]);
    assert.deepEqual(trip, [12, 1, 2.5, 2, 4, 4, 4, 4]);
    assert.deepEqual(
      played.ensure.map(({ expression, holds, strict }) => `${expression} ${holds} ${strict}`).sort(),
      ['keys == 0 false false', 'keys == 3 true true', 'trip.max < 4 false true'],
    );
    assert.match(await readFile(played.log, 'utf8'), /Checks:/);
    assert.deepEqual(ended.counters, {});
    assert.notEqual(ended.code, 0);
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

/** @param {string} folder @param {object} content @returns {Promise<string>} a script, as JSON, which is YAML */
async function script(folder, content) {
  const file = join(folder, `${(scripts += 1)}.yml`);
  await writeFile(file, JSON.stringify({ scenarios: [], ...content }));
  return file;
}
let scripts = 0;

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
