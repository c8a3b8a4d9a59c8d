/** The command of the load lab: what it refuses, what it keeps when a run is cut short, that nothing is left over. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { judge, readEnsure } from '../../loadtest/harness/ensure.js';
import { readOptions } from '../../loadtest/harness/options.js';
import { checkRoom } from '../../loadtest/harness/preflight.js';
import { listScenarios, readScenario } from '../../loadtest/harness/scenario.js';
import { freePort } from '../support/process.js';
import { startServer, tempFolder } from '../support/server.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCENARIOS = join(ROOT, 'loadtest/scenarios');

/**
 * @param {import('node:test').TestContext} t
 * @param {string[]} args
 */
function startLab(t, args) {
  const child = spawn(process.execPath, ['loadtest/run.js', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ chunk) => (output.text += chunk));
  return { child, output, ended: once(child, 'exit').then(([code]) => /** @type {number} */ (code)) };
}

/** @param {import('node:test').TestContext} t @param {string[]} args */
async function refusal(t, args) {
  const { ended, output } = startLab(t, args);
  assert.equal(await ended, 2, output.text);
  return output.text;
}

test('every scenario that ships can be read, has a smoke size and says when it fails', async () => {
  const scenarios = await listScenarios();
  assert.ok(scenarios.length >= 1);
  for (const { name, title, summary } of scenarios) {
    assert.ok(title && summary, name);
    const { script, teller, lab } = await readScenario(name, { size: 'smoke' });
    assert.ok(readEnsure(script.config.ensure).length > 0, `${name} has no thresholds`);
    assert.ok(teller.connections(lab, script.config.phases) <= 300, `${name}: smoke is too large for CI`);
  }
});

test('settings and pace come from the command line', async () => {
  const options = readOptions(['show', '--smoke', '--set', 'pressHz=7', '--arrivals', '4'], {});
  assert.equal(options.command, 'run');
  if (options.command !== 'run') return;
  const { lab, script } = await readScenario(options.scenario, options);
  assert.equal(lab['pressHz'], 7);
  assert.deepEqual(script.config.phases, [{ arrivalCount: 40, duration: 10 }]);
});

for (const [args, problem] of /** @type {[string[], RegExp][]} */ ([
  [[], /Which scenario\?/],
  [['nonsense'], /no scenario "nonsense"\. There are: .*show/],
  [['./no/such.yml'], /There is no file .*such\.yml/],
  [['show', '--size', 'giant'], /has no size "giant"\..*smoke/],
  [['show', '--set', 'press=1'], /--set press: .* has no such setting\. It has: .*pressHz/],
  [['show', '--set', 'pressHz=often'], /must be a number/],
  [['show', '--set', 'pressHz'], /write --set name=value/],
  [['show', '--arrivals', '0'], /--arrivals "0" is no rate/],
  [['show', '--tempo', '1'], /Unknown option '--tempo'/],
  [['show', '--smoke', '--size', 'smoke'], /leave --size away/],
  [['show', '--target', 'somewhere'], /is no address/],
  [['show', '--target', 'http://192.0.2.1:8080'], /is another machine/],
  [['compare', 'one'], /Give the folders of two runs/],
  [['compare', 'one', 'two'], /one.result\.json cannot be read/],
]))
  test(`"${args.join(' ')}" is refused with a sentence`, async (t) => {
    const text = await refusal(t, args);
    assert.match(text, problem);
    assert.doesNotMatch(text, /\n\s+at /);
  });

test('a mistake in a scenario file is named with its line', async (t) => {
  const folder = await tempFolder(t);
  const file = join(folder, 'mine.yml');
  for (const [text, problem] of /** @type {[string, RegExp][]} */ ([
    ['config:\n  phases: [\n  - x: }', /mine\.yml, line 3: /],
    ['scenarios: []', /"config" is missing/],
    ['config: { processor: ./x.mjs }', /"config\.phases" must list/],
    [
      'config: { processor: ./x.mjs, phases: [{ arrivalRate: 3 }] }',
      /phase 1 .* neither "duration" nor "pause"/,
    ],
    ['config: { processor: ./x.mjs, phases: [{ pause: 1 }] }', /"scenarios" must list/],
    [
      'config: { processor: ./x.mjs, phases: [{ pause: 1 }] }\nscenarios: [{ flow: [{ function: f }] }]',
      /x\.mjs is not there/,
    ],
    [
      `config: { processor: ${SCENARIOS}/show.mjs, phases: [{ pause: 1 }] }\nscenarios: [{ flow: [{ function: f }] }]`,
      /its flow calls "f"/,
    ],
  ])) {
    await writeFile(file, text);
    assert.match(await refusal(t, [file]), problem);
  }
});

test('a target that is not there, not ours, without the lab or with another key is refused', async (t) => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  assert.match(await refusal(t, ['show', '--target', nobody]), /Nothing answers at/);
  const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
  assert.match(
    await refusal(t, ['show', '--target', `http://127.0.0.1:${port}`]),
    /is no Mass Mobile server/,
  );
  const plain = await startServer(t);
  assert.match(await refusal(t, ['show', '--target', plain.url]), /without LOADTEST=on/);
  const lab = await startServer(t, { LOADTEST: 'on' });
  assert.match(await refusal(t, ['show', '--target', lab.url, '--key', 'guess']), /refuses this key/);
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

test('thresholds hold or do not, and what was not measured does not', () => {
  const terms = readEnsure({
    thresholds: [{ 'a.p99': 10 }],
    conditions: [{ expression: 'b == 0 and c >= 2' }, { expression: 'd < 1' }],
  });
  const passes = (/** @type {Record<string, number>} */ metrics) =>
    judge(terms, metrics).map(({ pass }) => pass);
  assert.deepEqual(passes({ 'a.p99': 9, b: 0, c: 2, d: 0.5 }), [true, true, true, true]);
  assert.deepEqual(passes({ 'a.p99': 10, b: 1, c: 1, d: NaN }), [false, false, false, false]);
  assert.deepEqual(passes({}), [false, false, false, false]);
  assert.throws(() => readEnsure({ conditions: [{ expression: 'all is well' }] }), /cannot be read/);
});

/** @param {string} folder */
async function resultOf(folder) {
  return JSON.parse(await readFile(join(folder, 'result.json'), 'utf8'));
}

/** @param {string} folder @returns {Promise<number>} the server's, once the run has begun */
async function serverPid(folder) {
  for (;;) {
    const script = await readFile(join(folder, 'findings.ndjson'), 'utf8').catch(() => '');
    if (script.includes('"second"')) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const env = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (
      command.includes('server.js') &&
      env.includes('LOADTEST=on') &&
      (await isChildOfLab(Number(pid), folder))
    )
      return Number(pid);
  }
  throw new Error('the server under test was not found');
}

/** @param {number} pid @param {string} folder of its run */
async function isChildOfLab(pid, folder) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  return (await readFile(`/proc/${parent}/cmdline`, 'utf8').catch(() => '')).includes(folder);
}

const isAlive = (/** @type {number} */ pid) => existsSync(`/proc/${pid}`);

test('a server that dies in mid-run: what was measured is kept and marked, nothing is left', async (t) => {
  const folder = await tempFolder(t);
  const { ended, output } = startLab(t, ['show', '--smoke', '--out', folder]);
  process.kill(await serverPid(folder), 'SIGKILL');
  assert.equal(await ended, 1, output.text);
  assert.match(output.text, /Incomplete: .*\n\s+The server ended by itself \(SIGKILL\)/);
  const { complete, incompleteBecause, verdict, series } = await resultOf(folder);
  assert.equal(complete, false);
  assert.match(incompleteBecause, /ended by itself/);
  assert.equal(verdict.pass, false);
  assert.ok(series.length > 0);
  assert.match(await readFile(join(folder, 'report.html'), 'utf8'), /Incomplete/);
});

test('Ctrl-C ends everything it started, and keeps what was measured', async (t) => {
  const folder = await tempFolder(t);
  const { child, ended, output } = startLab(t, ['show', '--smoke', '--out', folder]);
  const pid = await serverPid(folder);
  child.kill('SIGINT');
  assert.equal(await ended, 130, output.text);
  assert.equal(isAlive(pid), false);
  assert.equal((await resultOf(folder)).incompleteBecause, 'Stopped by Ctrl-C.');
  for (const other of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${other}/cmdline`, 'utf8').catch(() => '');
    assert.ok(!command.includes(folder), `still there: ${command.replaceAll('\0', ' ')}`);
  }
});
