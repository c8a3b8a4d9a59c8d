/** A hall in network namespaces: one is the machine of the show, one a phone that knows no other resolver. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openNetwork } from '../support/layouts/network.js';
import { end, spawnServer } from '../support/process.js';
import { tempFolder } from '../support/server.js';

const run = promisify(execFile);
const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`;

test('a phone in a hall without internet finds the show by any name, keeps the wifi, and so after a crash', async (t) => {
  const { machines, remove } = openNetwork(2);
  t.after(remove);
  const [server, phone] = /** @type {[any, any]} */ (machines);
  // `ip netns exec` puts this file over the machine's own.
  const etc = `/etc/netns/${phone.within.at(-1)}`;
  mkdirSync(etc, { recursive: true });
  t.after(() => rmSync(etc, { recursive: true, force: true }));
  writeFileSync(`${etc}/resolv.conf`, `nameserver ${server.host}\n`);
  /** @param {...string} command */
  const onPhone = async (...command) => {
    const [program = '', ...args] = [...phone.within, ...command];
    return (await run(program, args, { env: { ...process.env, PATH } })).stdout;
  };
  const dig = (/** @type {string[]} */ ...args) =>
    onPhone('dig', '+tries=2', '+time=3', `@${server.host}`, ...args);
  const curl = (/** @type {string[]} */ ...args) =>
    onPhone('curl', '-sS', '--noproxy', '*', '--max-time', '8', ...args);
  const statusOf = (/** @type {string} */ url) => curl('-o', '/dev/null', '-w', '%{http_code}', url);

  const env = { HOST: '0.0.0.0', HALL: server.host, DATA_DIR: await tempFolder(t), PORT: '8080', PATH };
  let show = await spawnServer(t, env, undefined, server.within);

  assert.equal((await dig('+short', 'any.name.example', 'A')).trim(), server.host);
  assert.match(await dig('any.name.example', 'AAAA'), /status: NOERROR[^]*ANSWER: 0/);
  for (const name of ['use-application-dns.net', 'mask.icloud.com'])
    assert.match(await dig(name, 'A'), /status: NXDOMAIN/, name);

  const url = `http://${server.host}:8080`;
  for (const question of [
    'captive.apple.com/hotspot-detect.html',
    'connectivitycheck.gstatic.com/generate_204',
    'www.msftconnecttest.com/connecttest.txt',
    'detectportal.firefox.com/canonical.html',
  ]) {
    const page = await curl(`http://${question}`);
    assert.match(page, /Stay in this wifi/, question);
    assert.ok(page.includes(`href="${url}/"`), question);
  }
  const typed = await curl('-L', 'http://show.hall/');
  assert.match(typed, /public\/phone\/phone\.js/, 'the phone page of the show');

  assert.match(await curl('-X', 'POST', 'http://captive.apple.com/stay'), /Your phone stays here/);
  assert.equal(await statusOf('http://connectivitycheck.gstatic.com/generate_204'), '204');
  assert.match(await curl('http://captive.apple.com/hotspot-detect.html'), /Success/);

  await end(show.child, 'SIGKILL');
  show = await spawnServer(t, env, undefined, server.within);
  assert.equal((await dig('+short', 'again.example', 'A')).trim(), server.host);
  assert.equal(await end(show.child, 'SIGTERM'), 0);
  await assert.rejects(dig('gone.example'), 'names end with the show');
});
