/**
 * Published advisories against Socket.IO, Engine.IO and ws, replayed against the server as users run it: none has the effect that it
 * names. They are those since 2020 that a client can use, as Socket.IO and GitHub list them.
 */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import WebSocket from 'ws';
import { readTree } from '../../loadtest/harness/proc.js';
import { spawnServer } from '../support/process.js';
import { joinAsPhone, tempFolder } from '../support/server.js';

/** @typedef {{ url: string, port: number, child: import('node:child_process').ChildProcess }} Target */

const PATH = '/socket.io/?EIO=4&transport=';
const UPGRADE = {
  ...{ connection: 'Upgrade', upgrade: 'websocket' },
  ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' },
};
/** Each that names memory as its effect tries to take more than this. */
const MOST_MB = 100;
/** More than this many requests of the same size is far too dear. */
const MOST_TIMES = 10;

/** @type {Record<string, (target: Target) => Promise<unknown>>} */
const ADVISORIES = {
  'CVE-2020-28481: pages of other sites, with signs in their names that matched by mistake': async (
    target,
  ) => {
    for (const sign of ['', '`', '$', '%60', '.'])
      for (const headers of [{}, UPGRADE]) {
        const origin = `${target.url}${sign}.evil.example`;
        const path = PATH + (headers === UPGRADE ? 'websocket' : 'polling');
        const { status, found } = await ask(target, path, { headers: { ...headers, origin } });
        assert.equal(status, headers === UPGRADE ? 400 : 403, origin);
        assert.equal(found['access-control-allow-origin'], undefined);
      }
  },

  'CVE-2020-36048: a POST without end to a polling session': (target) =>
    withinMemory(target, async () => {
      const path = `${PATH}polling&sid=${await sessionOf(target)}`;
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const megabyte = Buffer.alloc(2 ** 20, '4');
      const chunk = Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]);
      const answer = await talk(target, [head, ...Array(1000).fill(chunk)]);
      // The answer may be lost with the connection.
      assert.match(answer, /^(HTTP\/1\.1 413 |$)/);
    }),

  'CVE-2020-36049: a packet of a hundred megabytes': (target) =>
    withinMemory(target, async () => {
      const phone = await open(target);
      await phone.send(Buffer.alloc(100 * 2 ** 20, '4'), { binary: false });
      assert.equal(await phone.ended, 1009);
    }),

  'CVE-2021-32640: a list of protocols on which an expression backtracks': async (target) => {
    const costOf = async (/** @type {string} */ protocols) => {
      const before = await cpuOf(target);
      for (let n = 0; n < 50; n++) {
        const headers = { ...UPGRADE, 'sec-websocket-protocol': protocols };
        await ask(target, `${PATH}websocket`, { headers });
      }
      return (await cpuOf(target)) - before;
    };
    const usual = await costOf('b'.repeat(14_000));
    assert.ok((await costOf(`b${' '.repeat(14_000)}x`)) < MOST_TIMES * Math.max(usual, 0.1));
  },

  'CVE-2022-21676: a frame that is none, together with the upgrade': async (target) => {
    for (const bits of [0xf1, 0x83, 0x8f, 0xb8]) {
      const answer = await talk(target, [
        headOf(target, `${PATH}websocket`),
        Buffer.from([bits, 0x80, 0, 0, 0, 0]),
      ]);
      assert.match(answer, /^HTTP\/1\.1 101 /);
    }
  },

  'CVE-2022-2421: attachments whose number is the name of a method': async (target) => {
    for (const num of ['splice', 'length', '__proto__', -1, 1e9, null]) {
      const phone = await open(target);
      phone.send(`451-/players,["input",{"_placeholder":true,"num":${JSON.stringify(num)}}]`);
      phone.send(Buffer.from('x'));
      await phone.ended;
    }
  },

  'CVE-2022-41940: an upgrade that is refused, and reset at once': async (target) => {
    for (const query of ['nothing', 'websocket&sid=unknown', 'polling', '']) {
      for (let n = 0; n < 10; n++) {
        const socket = connect(target.port, '127.0.0.1');
        await once(socket, 'connect');
        socket.write(headOf(target, PATH + query), () => socket.resetAndDestroy());
        await once(socket, 'close');
      }
    }
  },

  'CVE-2023-31125: a transport named like what each object has': async (target) => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      for (const headers of [{}, UPGRADE])
        assert.equal((await ask(target, PATH + name, { headers })).status, 400, name);
  },

  'CVE-2023-32695: an event whose name is an object': async (target) => {
    for (const name of ['{"toString":"foo"}', '{"toString":null}', '[[]]', 'null', 'true']) {
      const phone = await open(target);
      phone.send(`42/players,[${name}]`);
      await phone.ended;
    }
  },

  'CVE-2024-37890: an upgrade with more headers than are read': async (target) => {
    const lines = Array.from({ length: 2500 }, (_, n) => `${n.toString(36)}:\r\n`).join('');
    const head = headOf(target, `${PATH}websocket`).replace('Upgrade: websocket\r\n', '');
    const late = head.replace('\r\n', `\r\n${lines}Upgrade: websocket\r\n`);
    // Node.js 24 refuses it by itself, with 431.
    assert.match(await talk(target, [late]), /^HTTP\/1\.1 4(00|31) /);
  },

  'CVE-2024-38355: an event named as what Node.js throws': async (target) => {
    for (const namespace of ['', '/players,', '/control,', '/playfield,']) {
      const phone = await open(target);
      phone.send(`42${namespace}["error",{"message":"x"}]`);
      phone.socket.close();
      await phone.ended;
    }
  },

  'CVE-2026-33151: a packet that announces any number of attachments': (target) =>
    withinMemory(target, async () => {
      const phone = await open(target);
      phone.send('4599999999-/players,["input"]');
      await phone.flood(100_000, Buffer.alloc(8000));
      await phone.ended;
    }),

  'CVE-2026-45736: the goodbye holds memory of the server': async (target) => {
    for (const reason of ['', 'x', 'x'.repeat(123)]) {
      const phone = await open(target);
      const closed = once(phone.socket, 'close');
      phone.socket.close(1000, reason);
      const [, said] = await closed;
      assert.ok(['', reason].includes(String(said)));
    }
  },

  'CVE-2026-48779: a message in fragments of one byte': async (target) => {
    const phone = await open(target);
    await phone.flood(8000, '4', { fin: false });
    assert.equal(await phone.ended, 1008);
  },

  'CVE-2026-59725: a POST of bytes to a polling session': async (target) => {
    const path = `${PATH}polling&sid=${await sessionOf(target)}`;
    const headers = { 'content-type': 'application/octet-stream' };
    assert.equal((await ask(target, path, { method: 'POST', headers, body: 'x' })).status, 400);
  },

  'CVE-2026-62389: a message in empty fragments, which never ends': async (target) => {
    const phone = await open(target);
    await phone.flood(100_000, '', { fin: false });
    assert.equal(await phone.ended, 1008);
  },

  'CVE-2026-69185: packets that announce no attachment': (target) =>
    withinMemory(target, async () => {
      const phone = await open(target);
      await phone.flood(100_000, `450-/players,["input","${'x'.repeat(8000)}"]`);
      await phone.ended;
    }),
};

test('what was reported has no effect here', { timeout: 300_000 }, async (t) => {
  const target = await spawnServer(t, { DATA_DIR: await tempFolder(t) });
  const { socket: witness } = await joinAsPhone(t, target.url);
  for (const [name, replay] of Object.entries(ADVISORIES))
    await t.test(name, { timeout: 60_000 }, async () => {
      target.output.text = '';
      await replay(target);
      const { socket } = await joinAsPhone(t, target.url);
      socket.disconnect();
      assert.ok(witness.connected);
      assert.doesNotMatch(target.output.text, /uncaught/);
    });
});

/** @param {Target} target @returns {Promise<number>} seconds of the processor until now */
async function cpuOf({ child }) {
  const [used] = await readTree(Number(child.pid));
  assert.ok(used);
  return used.cpuS;
}

/** @param {Target} target @returns {number} the most memory that it had until now */
function peakMb({ child }) {
  const [, kb] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

/** @param {Target} target @param {() => Promise<unknown>} run */
async function withinMemory(target, run) {
  const before = peakMb(target);
  await run();
  assert.ok(peakMb(target) < before + MOST_MB);
}

/** A phone that joins, and sends what it likes. @param {Target} target */
async function open({ url }) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${PATH}websocket`);
  // The server may end it in the middle of a write.
  socket.on('error', () => {});
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'open');
  const joined = new Promise((resolve) => {
    socket.on('message', (data) => String(data).startsWith('40/players') && resolve(null));
  });
  socket.send('40/players,{}');
  await joined;
  const send = (/** @type {string | Buffer} */ data, options = {}) =>
    new Promise((resolve) => socket.send(data, options, resolve));
  return {
    ...{ socket, ended, send },
    /** @param {number} count at most: until the server ends it @param {string | Buffer} data @param {object} [options] */
    async flood(count, data, options) {
      for (let n = 0; n < count && socket.readyState === WebSocket.OPEN; n++) await send(data, options);
    },
  };
}

/** @param {Target} target @param {string} path @param {{ method?: string, headers?: object, body?: string }} [options] */
async function ask({ port }, path, { method = 'GET', headers = {}, body = '' } = {}) {
  const asked = request({ host: '127.0.0.1', port, path, method, headers: { ...headers }, agent: false });
  asked.end(body);
  const [response, socket] = await Promise.race([once(asked, 'response'), once(asked, 'upgrade')]);
  const chunks = [];
  if (socket) socket.destroy();
  else for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, found: response.headers, text: Buffer.concat(chunks).toString() };
}

/** @param {Target} target @returns {Promise<string>} the id of a new polling session */
async function sessionOf(target) {
  const { text } = await ask(target, `${PATH}polling`);
  return JSON.parse(text.slice(1)).sid;
}

/** @param {Target} target @param {string} path @returns {string} a request for an upgrade */
function headOf({ port }, path) {
  const lines = Object.entries(UPGRADE).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`;
}

/**
 * Sends all of it over a connection of its own, or until the server answers.
 * @param {Target} target @param {(string | Buffer)[]} chunks @returns {Promise<string>} the answer, when the server has ended it
 */
async function talk({ port }, chunks) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
  // The server may end it in the middle of a write.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const chunk of chunks)
    if (answer === '' && !socket.destroyed) await new Promise((resolve) => socket.write(chunk, resolve));
  await closed;
  return answer;
}
