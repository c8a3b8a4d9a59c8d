/** The command of the load lab: what it refuses, what its verdicts rest on, what it keeps when a run is cut short. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Server } from 'socket.io';
import { createAbort, readClaim } from '../../loadtest/harness/abort.js';
import { layoutOf } from '../../loadtest/harness/layout.js';
import { checkRoom } from '../../loadtest/harness/preflight.js';
import { startProbe } from '../../loadtest/harness/probe.js';
import { describe as lineOf } from '../../loadtest/harness/progress.js';
import { listScenarios, settingsOf } from '../../loadtest/harness/scenario.js';
import { LIES } from '../../loadtest/lies/lies.js';
import { OUTCOMES } from '../../loadtest/verdict/outcomes.js';
import { ROOT, clearResult, processesWith, resultOf, startLab, writeScenario } from '../support/lab.js';
import { freePort, listen } from '../support/process.js';
import { sample } from '../support/sample.js';
import { startServer, tempFolder } from '../support/server.js';
import { until } from '../support/until.js';

const LONG = { timeout: 300_000 };

/** @param {import('node:test').TestContext} t @param {string[]} args */
async function refusal(t, args) {
  const { ended, output } = startLab(t, args);
  assert.equal(await ended, 2, output.text);
  assert.doesNotMatch(output.text, /\n\s+at /);
  return output.text;
}

test('every scenario that ships has a small smoke size, claims, and help for each setting', async () => {
  const scenarios = await listScenarios();
  assert.ok(scenarios.length >= 1);
  for (const scenario of scenarios) {
    const settings = settingsOf(scenario, 'smoke', {});
    assert.ok(scenario.claims(settings).length > 0, `${scenario.name} claims nothing`);
    assert.ok(scenario.plan(settings).connections <= 300, `${scenario.name}: smoke is too large for CI`);
    for (const [name, { help }] of Object.entries(scenario.settings))
      assert.ok(help, `${scenario.name}.${name}`);
    for (const [size, values] of Object.entries(scenario.sizes))
      assert.doesNotThrow(
        () => settingsOf(scenario, null, /** @type {any} */ (values)),
        `${scenario.name} ${size}`,
      );
  }
});

test('what is wrong on the command line is refused with a sentence', { concurrency: 2 }, async (t) => {
  /** @type {[string[], RegExp][]} */
  const cases = [
    [[], /Which scenario\?/],
    [['nonsense'], /no scenario "nonsense"\. There are: .*ramp/],
    [['./no/such.js'], /There is no file .*such\.js/],
    [['loadtest/artillery/ramp.yml'], /npx artillery run --target <url> loadtest\/artillery\/ramp\.yml/],
    [['ramp', '--size', 'giant'], /has no size "giant"\. It has: full, smoke/],
    [['ramp', '--set', 'press=1'], /--set press: .* has no such setting\. It has: .*hz/],
    [['ramp', '--set', 'hz=often'], /must be a number from 0\.1 to 20/],
    [['ramp', '--set', 'hz=-4'], /must be a number from 0\.1 to 20/],
    [['ramp', '--set', 'phones=["a"]'], /must be a list of a number from 1/],
    [['ramp', '--set', 'hz'], /write --set name=value/],
    [['ramp', '--tempo', '1'], /Unknown option '--tempo'/],
    [['ramp', '--smoke', '--size', 'smoke'], /leave --size away/],
    [['ramp', '--target', 'somewhere'], /is no address/],
    [['ramp', '--repeat', '0'], /--repeat "0" must be a whole number from 1/],
    [['ramp', '--abort', 'all is well'], /--abort "all is well" cannot be read/],
    [['compare', 'one'], /Give the folders of two runs/],
    [['compare', 'one', 'two'], /one.result\.json cannot be read/],
  ];
  for (const [args, problem] of cases)
    await t.test(args.join(' '), async (t) => assert.match(await refusal(t, args), problem));
});

test('too few files or ports are said before the run, with the command', async () => {
  const files = 1024;
  await assert.rejects(checkRoom(2000, { files, range: '1024 65535' }), /ulimit -n 2200/);
  await assert.rejects(
    checkRoom(700, { files, range: '32768 33000' }),
    /sysctl -w net\.ipv4\.ip_local_port_range/,
  );
  await checkRoom(700, { files, range: '32768 33000', sources: 4 });
});

test('one bad second aborts nothing', () => {
  const check = createAbort([readClaim('p99Ms < 500')]);
  const rows = [600, 600, 100, 600, 600, null, 600].map((p99Ms) => check({ p99Ms })?.metric ?? null);
  assert.deepEqual(rows, [null, null, null, null, null, null, 'p99Ms']);
});

test('a neighbour on the server’s core is seen, and named', async (t) => {
  const out = await tempFolder(t);
  const file = await writeScenario(t);
  const burner = spawn('taskset', ['-c', '0', process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' });
  t.after(() => burner.kill('SIGKILL'));
  const { ended, output } = startLab(t, [file, '--out', out]);
  assert.equal(await ended, OUTCOMES.disturbed.code, output.text);
  assert.match(output.text, /Disturbed: [\s\S]*Other processes took [\d.]+ % of a core/);
});

test('the line in the terminal begins with the time that is left', () => {
  const row = { atS: 15, p99Ms: 161.207, connections: 2000, cpu: 0.5 };
  const line = lineOf(row, { name: '2,000 phones', untilMs: 5000 }, 60, 0);
  assert.match(line, /^\[####\.{12}\] 0:45 left · 2,000 phones · p99 161 ms/);
  assert.match(lineOf(row, { name: 'a phase', untilMs: 5000 }, null, 0), /^0:05 left · a phase/);
  assert.match(lineOf(row, { name: 'a search', untilMs: 0 }, null), /^0:15 gone · a search/);
});

test('server, generators and probe share no core where there are enough', () => {
  assert.deepEqual(layoutOf(1, 2), { server: 0, generators: [1], probe: 1 });
  assert.deepEqual(layoutOf(2, 4), { server: 0, generators: [1, 2], probe: 3 });
  assert.deepEqual(layoutOf(3, 4), { server: 0, generators: [1, 2, 1], probe: 3 });
});

describe('runs', { concurrency: 3 }, () => {
  test('a target that is not there, not ours, has not agreed, or has another key is refused', async (t) => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    assert.match(await refusal(t, ['ramp', '--target', nobody]), /Nothing answers at/);
    const other = createServer((_request, response) => response.end('hello'));
    const { url } = await listen(t, other);
    assert.match(await refusal(t, ['ramp', '--target', url]), /is no Mass Mobile server/);
    const plain = await startServer(t);
    assert.match(await refusal(t, ['ramp', '--target', plain.url]), /without LOADTEST=on/);
    const lab = await startServer(t, { LOADTEST: 'on' });
    assert.match(await refusal(t, ['ramp', '--target', lab.url, '--key', 'guess']), /refuses this key/);
  });

  test(
    'a run keeps what it measured, serves it while it goes on, and ends by its verdict',
    LONG,
    async (t) => {
      const out = await tempFolder(t);
      const file = await writeScenario(t, { run: '' });
      const args = [file, '--out', out, '--metrics', '0', '--set', 's=4'];
      const result = await clearResult(async (env) => {
        const { ended, said } = startLab(t, args, env);
        const [, metrics = ''] = await said(/figures for Prometheus: (\S+)/);
        await said(/connections/);
        const live = await (await fetch(metrics)).text();
        assert.match(live, /^mass_mobile_lab_at_s\{scenario="mine",phase="[^"]*"\} [\d.]+$/m);
        const code = await ended;
        const played = await resultOf(out);
        assert.equal(code, OUTCOMES[played.verdict.outcome].code);
        return played;
      });
      const { verdict, points, series, histograms, metrics: figures } = result;
      assert.equal(verdict.outcome, 'passed', verdict.sentence);
      assert.equal(figures['lost'], 0);
      assert.match(verdict.headline, /^\d+ sent$/);
      assert.equal(points.length, 1);
      assert.ok(series.length > 0 && (histograms['probe']?.count ?? 0) > 0);
      assert.match(await readFile(join(out, 'points.csv'), 'utf8'), /^due,sent,/);
    },
  );

  test('a server whose size is smaller than the scenario ends it at once, with the reason', async (t) => {
    const server = await startServer(t, { LOADTEST: 'on', MAX_PLAYERS: '15' });
    const file = await writeScenario(t, { phones: 30 });
    const out = await tempFolder(t);
    const { ended, output } = startLab(t, [
      file,
      '--target',
      server.url,
      '--key',
      server.operatorKey,
      '--out',
      out,
    ]);
    assert.equal(await ended, OUTCOMES.incomplete.code, output.text);
    assert.match(output.text, /Incomplete: [\s\S]*Only \d+ of 30 could join: \S/);
  });

  test(
    'a headline without its figure, a claim without its metric and a run without points do not pass',
    LONG,
    async (t) => {
      const window = 'const window = await lab.window(() => lab.sleep(1200));';
      /** @type {[object, RegExp][]} */
      const cases = [
        [{ run: `${window} lab.metric('lost', NaN); lab.point(fieldsOf(window));` }, /lost was not measured/],
        [{ run: `lab.metric('lost', 0);` }, /Not one valid point/],
        [{ run: `${window} lab.point(fieldsOf(window));` }, /lost was not measured/],
        [
          { run: `lab.metric('lost', 0); throw new Error('the scenario is broken');` },
          /the scenario is broken/,
        ],
      ];
      for (const [parts, sentence] of cases.slice(0, sample(2, 4))) {
        const out = await tempFolder(t);
        const file = await writeScenario(t, parts);
        const { verdict } = await clearResult(async (env) => {
          const { ended, output } = startLab(t, [file, '--out', out], env);
          assert.notEqual(await ended, 0, output.text);
          return resultOf(out);
        });
        assert.equal(verdict.outcome, 'incomplete');
        assert.match(verdict.sentence, sentence);
        assert.doesNotMatch(verdict.headline, /NaN|undefined/);
      }
    },
  );

  test('--abort ends a run that has gone wrong, and it has failed', async (t) => {
    const out = await tempFolder(t);
    const file = await writeScenario(t);
    const { ended, output } = startLab(t, [
      file,
      '--out',
      out,
      '--set',
      's=600',
      '--abort',
      'connections < 3',
    ]);
    assert.equal(await ended, OUTCOMES.failed.code, output.text);
    assert.match(output.text, /Failed: [\s\S]*"connections < 3 throughout" is broken/);
  });

  test('a server that dies in mid-run: what was measured is kept, and nothing is left', async (t) => {
    const out = await tempFolder(t);
    const file = await writeScenario(t);
    const { ended, output, said, child } = startLab(t, [file, '--out', out, '--set', 's=600']);
    await said(/all are there/);
    const servers = await processesWith('server.js');
    const own = await Promise.all(servers.map(async (one) => ({ ...one, parent: await parentOf(one.pid) })));
    const server = own.find(({ parent }) => parent === child.pid);
    assert.ok(server, JSON.stringify(own));
    process.kill(server.pid, 'SIGKILL');
    assert.equal(await ended, OUTCOMES.incomplete.code, output.text);
    const { verdict, problems, series } = await resultOf(out);
    assert.equal(verdict.outcome, 'incomplete');
    assert.match(String(problems[0]), /The server ended by itself \(SIGKILL\)/);
    assert.ok(series.length > 0);
  });

  test('Ctrl-C ends everything that a run has started, and keeps what was measured', async (t) => {
    const out = await tempFolder(t);
    const file = await writeScenario(t);
    const { ended, output, said, child } = startLab(t, [file, '--out', out, '--set', 's=600']);
    await said(/all are there/);
    const children = (await processesWith('node')).map(({ pid }) => pid);
    const own = (
      await Promise.all(children.map(async (pid) => ((await parentOf(pid)) === child.pid ? [pid] : [])))
    ).flat();
    // The server, the probe and the generator.
    assert.ok(own.length >= 3, String(own.length));
    child.kill('SIGINT');
    assert.equal(await ended, 130, output.text);
    assert.equal((await resultOf(out)).problems[0], 'Stopped by Ctrl-C.');
    assert.deepEqual(
      own.filter((pid) => existsSync(`/proc/${pid}`)),
      [],
    );
  });

  test('the probe counts what is not answered, and says when it is refused', async (t) => {
    const http = createServer();
    const io = new Server(http);
    let mode = 'answer';
    /** @type {((answer: { ok: boolean, message?: string }) => void)[]} */
    const held = [];
    io.of('/players').on('connection', (socket) => {
      socket.emit('welcome');
      socket.on('ping', (ack) => {
        if (mode === 'answer') ack({ ok: true });
        if (mode === 'refuse') ack({ ok: false, message: 'Too many of them.' });
        if (mode === 'stand still') held.push(ack);
      });
    });
    const { url } = await listen(t, http, () => io.close());
    /** @type {(sentence: string) => void} */
    let died = () => {};
    const said = new Promise((resolve) => (died = resolve));
    const probe = await startProbe({ url, perS: 50 }, { core: null, onDied: (why) => died(why) });
    t.after(probe.close);
    await until(async () => (await probe.read()).times.count > 20);
    assert.equal((await probe.read()).timeouts, 0);
    mode = 'stand still';
    await until(async () => held.length > 60);
    mode = 'answer';
    // So does a server that gets the questions of a second in one moment.
    for (const [index, ack] of held.entries()) ack({ ok: index < 12, message: 'Too many at once.' });
    await probe.reset();
    await until(async () => (await probe.read()).times.count > 20);
    mode = 'silence';
    await probe.reset();
    await until(async () => (await probe.read()).timeouts > 0);
    const { times, oldestMs } = await probe.read();
    assert.equal(times.maxMs, 5000);
    assert.ok(oldestMs > 1000);
    mode = 'refuse';
    assert.match(String(await said), /refuses the probe: Too many of them/);
  });
});

/** @param {number} pid */
async function parentOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

test('every lie still fits the text that it replaces', async () => {
  assert.ok(LIES.length >= 12);
  for (const { name, file, find } of LIES) {
    const text = await readFile(join(ROOT, file), 'utf8');
    assert.ok(text.includes(find), `"${name}" does not fit ${file} any more`);
  }
});
