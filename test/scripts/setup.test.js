/** The set-up finds programs, says which are missing, and installs them without starting their services. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../support/server.js';

const SETUP = fileURLToPath(new URL('../../scripts/setup', import.meta.url));
const OWN_POLICY = '#!/bin/sh\nexit 104\n';
/** The scripts need these, and nothing else from the machine's path. */
const TOOLS = ['bash', 'dirname', 'id', 'grep', 'mv', 'rm', 'chmod', 'cat'];

/** @param {string} file @param {string[]} args @param {Record<string, string>} env */
const run = (file, args, env) =>
  new Promise((resolve) => {
    execFile(join(SETUP, file), args, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, text: stdout + stderr }),
    );
  });

/** A folder with the tools, as the only one in the path. @param {import('node:test').TestContext} t */
async function toolFolder(t) {
  const folder = join(await tempFolder(t), 'bin');
  await mkdir(folder);
  for (const tool of TOOLS) await symlink(`/bin/${tool}`, join(folder, tool));
  return folder;
}

/** A program that is only there. @param {string} folder @param {string} name @param {string} [script] */
async function addProgram(folder, name, script = 'exit 0') {
  await writeFile(join(folder, name), `#!/usr/bin/env bash\n${script}\n`);
  await chmod(join(folder, name), 0o755);
  return join(folder, name);
}

test('where everything is there nothing is installed', async (t) => {
  const PATH = await toolFolder(t);
  const programs = [
    'google-chrome',
    'firefox',
    'WebKitWebDriver',
    'Xvfb',
    'redis-server',
    'nginx',
    'systemd-analyze',
    'dnsmasq',
    'dig',
    'curl',
    'ip',
    'strace',
    'faketime',
  ];
  for (const name of programs) await addProgram(PATH, name);
  await addProgram(PATH, 'apt-get', 'echo "apt-get was called"');
  const { code, text } = await run('programs.sh', [], { PATH });
  assert.equal(code, 0, text);
  assert.match(text, /^chromium-headless-shell: .*google-chrome$/m);
  assert.match(text, /^nginx: .*nginx$/m);
  assert.doesNotMatch(text, /apt-get was called/);
});

test('without apt-get the missing packages are named', async (t) => {
  const PATH = await toolFolder(t);
  const { code, text } = await run('programs.sh', [], { PATH });
  assert.equal(code, 1);
  assert.match(
    text,
    /^These are missing, and there is no apt-get to install them: chromium-headless-shell firefox-esr\b.*\.$/m,
  );
});

test('a browser that is none is refused by name, and one elsewhere is taken', async (t) => {
  const PATH = await toolFolder(t);
  const wrong = await run('programs.sh', [], { PATH, CHROMIUM: '/nowhere/chromium' });
  assert.equal(wrong.code, 1);
  assert.match(wrong.text, /^CHROMIUM is \/nowhere\/chromium, which is not a program/m);
  const CHROMIUM = await addProgram(PATH, 'my-browser');
  const { text } = await run('programs.sh', [], { PATH, CHROMIUM });
  assert.match(text, /^chromium-headless-shell: .*my-browser$/m);
});

/** An apt-get that notes how it was called and what the policy said then. */
const NOTING = (/** @type {string} */ folder, end = 'exit 0') =>
  `echo "$*" >>"${folder}/calls"; cat "${folder}/policy" >"${folder}/policy-then"; ${end}`;

/** @type {[string, string | null, string, number][]} */
const INSTALLS = [
  ['installs in one call, while no service may start, and puts the policy back', OWN_POLICY, 'exit 0', 0],
  ['leaves no policy where there was none', null, 'exit 0', 0],
  ['puts the policy back when apt fails', OWN_POLICY, 'exit 100', 100],
];
for (const [name, policy, end, expected] of INSTALLS) {
  test(name, async (t) => {
    const PATH = await toolFolder(t);
    const folder = await tempFolder(t);
    const POLICY_RC_D = join(folder, 'policy');
    if (policy !== null) await writeFile(POLICY_RC_D, policy);
    await addProgram(PATH, 'apt-get', NOTING(folder, end));
    const { code, text } = await run('apt-install.sh', ['nginx', 'redis-server'], { PATH, POLICY_RC_D });
    assert.equal(code, expected, text);
    assert.match(await readFile(join(folder, 'policy-then'), 'utf8'), /^exit 101$/m);
    const now = await readFile(POLICY_RC_D, 'utf8').catch(() => null);
    assert.equal(now, policy);
    assert.ok(!(await readdir(folder)).includes('policy.before-setup'));
    if (expected === 0) {
      const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');
      assert.deepEqual(calls, ['update -qq', 'install -y --no-install-recommends nginx redis-server']);
    }
  });
}

test('what a killed run has left is not taken for the policy of the machine', async (t) => {
  const PATH = await toolFolder(t);
  const folder = await tempFolder(t);
  const POLICY_RC_D = join(folder, 'policy');
  await writeFile(POLICY_RC_D, OWN_POLICY);
  await addProgram(PATH, 'apt-get', NOTING(folder, 'kill -9 $PPID'));
  await run('apt-install.sh', ['nginx'], { PATH, POLICY_RC_D });
  assert.match(await readFile(POLICY_RC_D, 'utf8'), /^exit 101$/m, 'it could not put anything back');
  await addProgram(PATH, 'apt-get', NOTING(folder));
  await run('apt-install.sh', ['nginx'], { PATH, POLICY_RC_D });
  assert.equal(await readFile(POLICY_RC_D, 'utf8'), OWN_POLICY);
});
