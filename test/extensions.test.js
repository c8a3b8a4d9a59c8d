/** Extensions of the server: their hooks, what they add, and the sentences when one of them is wrong. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionsOf } from '../extensions.js';
import { createApp } from '../lib/app.js';
import { readConfig } from '../lib/config.js';
import { is } from '../lib/door/guard.js';
import { freePort } from './support/process.js';
import { next, openControl, openSocket, tempFolder } from './support/server.js';

/** @import { TestContext } from 'node:test' */
/** @import { Extension } from '../lib/extension.js' */

/** @param {TestContext} t @param {Record<string, string>} [env] */
async function configOf(t, env = {}) {
  const DATA_DIR = await tempFolder(t);
  return readConfig({
    env: { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR, ...env },
    argv: [],
  });
}

/** @param {TestContext} t @param {Extension[]} extensions @param {Record<string, string>} [env] */
async function start(t, extensions, env) {
  const app = await createApp(await configOf(t, env), { extensions });
  t.after(() => app.close());
  return app;
}

test('the hooks are called in order, for all extensions in turn, and closed backwards', async (t) => {
  /** @type {string[]} */
  const calls = [];
  const extension = (/** @type {string} */ name) => ({
    name,
    start: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      calls.push(`${name} start`);
    },
    http: () => void calls.push(`${name} http`),
    namespaces: () => void calls.push(`${name} namespaces`),
    panel: () => (calls.push(`${name} panel`), {}),
    close: async () => void calls.push(`${name} close`),
  });
  const app = await start(t, [extension('one'), { name: 'silent' }, extension('two')]);
  const open = ['start', 'http', 'namespaces', 'panel'].flatMap((hook) => [`one ${hook}`, `two ${hook}`]);
  assert.deepEqual(calls, open);
  await app.close();
  await app.close();
  assert.deepEqual(calls, [...open, 'two close', 'one close']);
});

test('an extension adds a route, a namespace, a command and a field of the status', async (t) => {
  const app = await start(t, [
    {
      name: 'greeter',
      http: ({ routes }) => void routes.get('/hello', (_request, response) => void response.send('hi')),
      namespaces: ({ namespace }) =>
        void namespace('/hello').on('connection', (socket) => socket.emit('hello')),
      panel: ({ panels }) => ({
        commands: { greet: { args: [is.text(20)], run: ({ id }, name) => ({ said: `${name} in ${id}` }) } },
        status: {
          greeted: (room) => `${room.id} ${panels()}`,
          broken: () => {
            throw new Error('no');
          },
        },
      }),
    },
  ]);
  assert.equal(await (await fetch(`${app.url}/hello`)).text(), 'hi');
  await next(openSocket(t, `${app.url}/hello`), 'hello');
  const panel = await openControl(t, app);
  assert.deepEqual(await panel.ask('greet', 'Ada'), { ok: true, said: 'Ada in main' });
  assert.equal((await panel.ask('greet', 7)).code, 'event-bad');
  const status = await next(panel.socket, 'status', ({ greeted }) => greeted === 'main 1');
  assert.deepEqual([status.broken, status.rehearsal], [null, null]);
});

test('what makes no sense is refused before anything is opened', async (t) => {
  const bad = [
    [{}, 'extensions must be a list of { name, … }'],
    [[null], 'number 1 of the list cannot be used: it must be an object { name, … }, not null'],
    [[{ name: 'a' }, { start() {} }], 'number 2 of the list cannot be used: it has no name'],
    [[{ name: 'Big Name' }], 'its name must be lower-case letters'],
    [[{ name: 'a' }, { name: 'b' }, { name: 'a' }], '"a" cannot be used: there are two of this name'],
    [
      [{ name: 'a', onStart() {} }],
      'there is no hook "onStart". Hooks: start, http, namespaces, panel, close',
    ],
    [[{ name: 'a', start: true }], '"a" cannot be used: start must be a function'],
  ];
  const port = await freePort();
  for (const [extensions, sentence] of bad) {
    const config = await configOf(t, { PORT: String(port) });
    await assert.rejects(
      createApp(config, { extensions: /** @type {any} */ (extensions) }),
      (/** @type {any} */ error) => {
        assert.equal(error.code, 'extension-bad');
        assert.ok(error.message.includes(sentence), error.message);
        return true;
      },
    );
  }
});

test('one that throws at start is named, and everything that was open is closed', async (t) => {
  const port = String(await freePort());
  const thrower = () => {
    throw new Error('the disk is away.\n    at inside');
  };
  for (const hook of ['start', 'http', 'namespaces', 'panel']) {
    /** @type {string[]} */
    const closed = [];
    const extensions = ['early', 'bad', 'late'].map((name) => ({
      name,
      ...(name === 'bad' ? { [hook]: thrower } : {}),
      close: () => void closed.push(name),
    }));
    const config = await configOf(t, { PORT: port });
    await assert.rejects(createApp(config, { extensions }), {
      code: 'extension-fault',
      message: `The extension "bad" failed in ${hook}(): the disk is away. Correct it, or start without it.`,
    });
    assert.deepEqual(closed, hook === 'start' ? ['bad', 'early'] : ['late', 'bad', 'early']);
    // Port and data folder are free again.
    const app = await createApp(config);
    await app.close();
  }
});

test('a hook that must not be asynchronous, and two that add the same', async (t) => {
  const refused = (/** @type {any} */ extensions, /** @type {RegExp} */ message) =>
    assert.rejects(start(t, extensions), { code: 'extension-bad', message });
  await refused([{ name: 'slow', http: async () => {} }], /"slow" .*: http must not be asynchronous/);
  await refused(
    [{ name: 'slow', panel: () => Promise.reject(new Error('later')) }],
    /"slow" .*: panel must not be asynchronous/,
  );
  const panel = () => ({ status: { crowd: () => 1 } });
  await refused(
    [
      { name: 'one', panel },
      { name: 'two', panel },
    ],
    /"two" cannot be used: another extension adds "crowd" to the panel already/,
  );
  await refused(
    [{ name: 'one', panel: () => ({ commands: { kick: { args: [], run() {} } } }) }],
    /that adds "kick" cannot be used: the panel has a command "kick" of its own/,
  );
});

test('one that throws while it is closed keeps the server from nothing', async (t) => {
  const app = await start(t, [
    {
      name: 'stubborn',
      close() {
        throw new Error('never');
      },
    },
  ]);
  await app.close();
  await assert.rejects(fetch(app.url));
});

test('the lab says which installation it needs', async () => {
  const without = (/** @type {string[]} */ ...names) =>
    extensionsOf({ loadTest: true }, (name) => {
      if (names.includes(name)) throw new Error('ERR_MODULE_NOT_FOUND');
    });
  await assert.rejects(without('piscina'), {
    message:
      'LOADTEST is on, but the load lab needs piscina, which is not installed: run "npm ci" instead of ' +
      '"npm ci --omit=dev", or leave LOADTEST unset.',
  });
  const names = async (/** @type {boolean} */ loadTest) =>
    (await extensionsOf({ loadTest })).map(({ name }) => name);
  assert.deepEqual([await names(false), await names(true)], [['rehearsal'], ['rehearsal', 'lab']]);
});
