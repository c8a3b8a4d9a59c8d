/** The settings: what they become, and the sentence that refuses them. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { VERSION, helpText, readConfig } from '../lib/config.js';

/** @param {Record<string, string>} env */
const fromEnv = (env) => readConfig({ env, argv: [] });
/** @param {string[]} argv */
const fromFlags = (...argv) => readConfig({ env: {}, argv });

test('nothing set: every default, frozen', () => {
  const config = fromEnv({ PATH: '/usr/bin', UNKNOWN_VARIABLE: 'is none of our business' });
  assert.deepEqual(config, {
    show: null,
    port: 8080,
    host: '0.0.0.0',
    publicUrl: null,
    operatorKey: null,
    dataDir: resolve('data'),
    tls: 'off',
    tlsCert: null,
    tlsKey: null,
    hall: null,
    maxPlayers: 5000,
    keepSeats: 60,
    eraseAfter: 0,
    submitsPerAddress: 0,
    maxScreens: 50,
    origins: [],
    trustProxy: [],
    loadTest: false,
    dev: false,
    governor: true,
    gamesDir: resolve('games'),
    logLevel: 'info',
    stage: 'thread',
    stageMemory: 512,
    wire: 'fast',
    role: 'all',
    redisUrl: null,
    cluster: 'mass-mobile',
    clusterSecret: null,
    databaseUrl: null,
    loadTestDatabaseUrl: null,
  });
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.origins));
});

test('variables and flags say the same; the flag wins', () => {
  assert.equal(fromEnv({ PORT: '0' }).port, 0);
  assert.equal(fromFlags('--port', '9000').port, 9000);
  assert.equal(fromFlags('--port=9000').port, 9000);
  assert.equal(fromFlags('--port=9000', '--port', '9001').port, 9001);
  assert.equal(readConfig({ env: { PORT: '1' }, argv: ['--port', '2'] }).port, 2);
  assert.equal(fromFlags('--max-players', '12').maxPlayers, 12);
  assert.equal(fromFlags('--data-dir', 'somewhere').dataDir, resolve('somewhere'));
  assert.equal(fromFlags('--operator-key', 'a=b=c=d=e').operatorKey, 'a=b=c=d=e');
  assert.equal(fromFlags('--operator-key=a=b=c=d=e').operatorKey, 'a=b=c=d=e');
});

test('an empty variable counts as unset', () => {
  assert.equal(fromEnv({ PORT: '', PUBLIC_URL: ' ', REDIS_URL: '' }).port, 8080);
});

test('origins lose their slash and their default port', () => {
  assert.equal(
    fromEnv({ PUBLIC_URL: 'https://Play.Example.org:443/' }).publicUrl,
    'https://play.example.org',
  );
  assert.deepEqual(fromEnv({ ORIGINS: 'https://a.org, http://b.org:81/' }).origins, [
    'https://a.org',
    'http://b.org:81',
  ]);
});

test('trusted proxies become networks', () => {
  const { trustProxy } = fromEnv({ TRUST_PROXY: 'loopback, 10.0.0.5,192.168.7.0/24, FD00::/64, 10.0.0.5' });
  assert.deepEqual(trustProxy, ['127.0.0.0/8', '::1/128', '10.0.0.5/32', '192.168.7.0/24', 'fd00::/64']);
  assert.deepEqual(fromFlags('--trust-proxy', '::ffff:10.0.0.5').trustProxy, ['10.0.0.5/32']);
});

/** @type {[string[], RegExp][]} */
const REFUSED = [
  [['--port', '70000'], /^--port is "70000": give a whole number from 0 to 65535\.$/],
  [['--port', '80a'], /^--port is "80a": give a whole number/],
  [['--port', '-1'], /^--port is "-1"/],
  [['--port='], /^--port is ""/],
  [['--port'], /^--port needs a value: --port <number>\.$/],
  [['--port', '--host', '::'], /^--port needs a value/],
  [['--host', 'http://here'], /^--host is "http:\/\/here": give an address/],
  [['--public-url', 'play.example.org'], /^--public-url is "play\.example\.org": give http:\/\/ or https:/],
  [['--public-url', 'https://a.org/path'], /without a path/],
  [['--public-url', 'ftp://a.org'], /give http/],
  [['--origins', 'https://a.org,*'], /^--origins is .*: give http/],
  [['--trust-proxy', 'everybody'], /^--trust-proxy is "everybody": give loopback, or addresses or networks/],
  [['--trust-proxy', '10.0.0.1,'], /give loopback/],
  [['--trust-proxy', '10.0.0.1/33'], /give loopback/],
  [['--trust-proxy', '300.0.0.1'], /give loopback/],
  [['--trust-proxy', '0.0.0.0/0'], /a network of \/0 is everybody; give loopback/],
  [['--trust-proxy', '::/0'], /a network of \/0 is everybody/],
  [['--tls', 'yes'], /^--tls is "yes": give one of off, self-signed\.$/],
  [['--log-level', 'loud'], /give one of trace, debug, info/],
  [['--max-players', '0'], /from 1 to/],
  [['--tls-cert', '/nowhere/cert.pem'], /^--tls-cert is "\/nowhere\/cert\.pem": this file cannot be read/],
  [['--tls-cert', '.'], /this file cannot be read/],
  [['--games-dir', '/nowhere'], /there is no such folder/],
  [['--role', 'edge'], /^ROLE is "edge" without REDIS_URL: .*give all of them the same one/],
  [['--role', 'leader'], /^--role is "leader": give one of all, home, edge\.$/],
  [
    ['--redis-url', 'redis://127.0.0.1'],
    /^REDIS_URL is set while ROLE is "all": .*or leave REDIS_URL unset\.$/,
  ],
  [['--cluster', 'A b'], /^--cluster is "A b": give up to 40 lower-case letters/],
  [['--prot', '1'], /^There is no flag --prot: did you mean --port\?$/],
  [['--operatorkey', 'x'], /did you mean --operator-key\?/],
  [['--something-else', 'x'], /^There is no flag --something-else: --help lists all flags\.$/],
  [['8080'], /^"8080" is not a flag: flags look like --port 8080 \(see --help\)\.$/],
  [['--port', '80', '8080'], /^"8080" is not a flag/],
  [['-p', '80'], /^"-p" is not a flag/],
  [['--'], /^"--" is not a flag/],
  [['--', '--port', '80'], /^"--" is not a flag/],
  [['--no-tls'], /^There is no flag --no-tls: did you mean --tls\?$/],
  [['--constructor', 'x'], /^There is no flag --constructor/],
  [['--__proto__=x'], /^There is no flag --__proto__/],
  [['--port=80', '--port'], /^--port needs a value/],
];
for (const [argv, message] of REFUSED) {
  test(`refuses ${argv.join(' ')}`, () => {
    assert.throws(() => fromFlags(...argv), { name: 'ConfigError', message });
  });
}

test('a home and an edge need a Redis, and one process must not have one', () => {
  assert.throws(() => fromEnv({ ROLE: 'home' }), { message: /^ROLE is "home" without REDIS_URL/ });
  assert.throws(() => fromEnv({ ROLE: 'home', REDIS_URL: 'redis://127.0.0.1', DEV: 'on' }), {
    message: /^DEV is on while ROLE is "home": games are written with one process\./,
  });
  assert.throws(() => fromEnv({ ROLE: 'home', REDIS_URL: 'http://x' }), {
    message: /^REDIS_URL cannot be used: it must look like redis:/,
  });
  const place = { ROLE: 'edge', REDIS_URL: 'redis://:word@10.0.0.5:6379', CLUSTER: 'friday-2' };
  assert.throws(() => fromEnv(place), { message: /^ROLE is "edge" without CLUSTER_SECRET: .*openssl rand/ });
  assert.throws(() => fromEnv({ ...place, CLUSTER_SECRET: 'too short' }), {
    message: /^CLUSTER_SECRET cannot be used: give at least 16 characters/,
  });
  const config = fromEnv({ ...place, CLUSTER_SECRET: 'sixteen letters!' });
  assert.deepEqual([config.role, config.cluster], ['edge', 'friday-2']);
  assert.equal(fromEnv({ ROLE: 'all' }).role, 'all');
});

test('the database of a show, and that of the load lab', () => {
  for (const url of [
    'postgres://stage:p@db.example.org/show',
    'postgresql://stage@[::1]:5433/show?sslmode=require',
    'postgres:///show?host=/var/run/postgresql',
    'mysql://u:p@127.0.0.1:3306/show',
    'mariadb://u@localhost/show?socketPath=/run/mysqld/mysqld.sock',
  ])
    assert.equal(fromEnv({ DATABASE_URL: url }).databaseUrl, url);
  for (const url of [
    'show',
    'redis://h/1',
    'postgres://h',
    'postgres://h/',
    'postgres:///show',
    'https://h/show',
  ])
    assert.throws(() => fromEnv({ DATABASE_URL: url }), {
      message: /^DATABASE_URL cannot be used: it must look like postgres:.* or mysql:/,
    });
  const lab = 'mysql://u:p@127.0.0.1/lab';
  assert.equal(fromEnv({ LOADTEST: 'on', LOADTEST_DATABASE_URL: lab }).loadTestDatabaseUrl, lab);
  assert.throws(() => fromEnv({ LOADTEST_DATABASE_URL: lab }), {
    message: /^LOADTEST_DATABASE_URL is set without LOADTEST=on: .*leave it unset/,
  });
});

test('secrets are not repeated', () => {
  for (const flag of [
    '--operator-key=hunter2',
    '--database-url=mysql://root:hunter2@db',
    '--loadtest-database-url=mysql://root:hunter2@db',
    '--redis-url=http://:hunter2@db',
  ]) {
    assert.throws(
      () => fromFlags(flag),
      (/** @type {Error} */ error) => !error.message.includes('hunter2'),
    );
  }
});

test('a certificate needs its key, and excludes a self-signed one', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mass-mobile-config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'cert.pem');
  writeFileSync(file, 'pem');
  assert.throws(() => fromEnv({ TLS_CERT: file }), { message: /TLS_CERT is set without TLS_KEY/ });
  assert.throws(() => fromEnv({ TLS_KEY: file }), { message: /TLS_KEY is set without TLS_CERT/ });
  assert.throws(() => fromEnv({ TLS_CERT: file, TLS_KEY: file, TLS: 'self-signed' }), {
    message: /drop TLS/,
  });
  assert.equal(fromEnv({ TLS_CERT: file, TLS_KEY: file }).tlsCert, file);
});

test('--help and --version are answered even beside mistakes', () => {
  assert.equal(fromFlags('--prot', '--help').show, 'help');
  assert.equal(readConfig({ env: { PORT: 'x' }, argv: ['-v'] }).show, 'version');
  assert.match(VERSION, /^\d+\.\d+\.\d+/);
});

test('the help text knows every variable, aligned', () => {
  const lines = helpText().split('\n');
  for (const name of ['PORT', 'DATA_DIR', 'TLS_CERT', 'ROLE', 'LOG_LEVEL']) {
    const flag = `--${name.toLowerCase().replace('_', '-')} `;
    assert.ok(
      lines.some((line) => line.trim().startsWith(flag) && line.includes(` ${name} `)),
      name,
    );
  }
  const columns = lines.filter((line) => /^ {2}--\S+ </.test(line)).map((line) => line.search(/ [A-Z_]+ /));
  assert.equal(new Set(columns).size, 1);
});

test('docs/operating.md has a row for every setting', () => {
  const manual = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8');
  const rows = [...helpText().matchAll(/^ {2}(--[a-z-]+) <\S+ +([A-Z_]+) /gm)];
  assert.ok(rows.length > 10);
  for (const [, flag, name] of rows) {
    assert.match(manual, new RegExp('^\\| `' + name + '` +\\| `' + flag + '`', 'm'));
  }
});
