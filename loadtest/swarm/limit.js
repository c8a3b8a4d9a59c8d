/**
 * Measures in some 40 s how much the lean generator can do: `node loadtest/swarm/limit.js`. A server that does next
 * to nothing (sink.js) runs on the first core, the generator on the second. The last row is our own server with the
 * crowd for which phone.js states its own cost. README.md has the figures of one run.
 */

import { once } from 'node:events';
import { cpus, devNull } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { canPin, spawnNode } from '../harness/pin.js';
import { SERVER_CORE } from '../harness/layout.js';
import { startServer } from '../harness/server.js';
import { openPool } from './pool.js';

const SINK = fileURLToPath(new URL('./sink.js', import.meta.url));
const GENERATOR_CORE = 1;
const STEP_MS = 2000;
const CONNECTIONS = 10_000;
/** This many connections send in each load. */
const SENDERS = 2000;
/** A frame is a header, a mask and a payload of three bytes. */
const FRAME_BYTES = 9;
/** These rates, in messages a second, are offered in turn until the generator says that it is the limit. */
const OFFERED = [50_000, 100_000, 150_000, 200_000, 250_000, 300_000, 400_000];
/** @type {[how: string, framesAtOnce: number, everyMs: number][]} */
const FLOODS = [
  ['each a packet', 1, 10],
  ['8 in each packet', 8, 10],
  ['64 KB at a time', 64, 0],
];

if (!canPin())
  console.log('One core, or no taskset: generator and server share it, and the figures say less.');
console.log(`Node ${process.versions.node}, ${cpus()[0]?.model.trim()}, ${cpus().length} cores\n`);
await measureSink();
await measureShow();

/** @param {string} what @param {string} figure @param {string} [note] */
function row(what, figure, note = '') {
  console.log(`${what.padEnd(48)} ${figure.padStart(24)}  ${note}`);
}

async function measureSink() {
  const { child } = spawnNode([SINK], { core: SERVER_CORE });
  const [{ port }] = await once(child, 'message');
  const url = `ws://127.0.0.1:${port}`;
  try {
    await measureConnections(url);
    await measureSending(url, child);
    await measureReceiving(url, child);
  } finally {
    child.disconnect();
  }
}

/** @param {string} url */
async function openBare(url) {
  const swarm = await openPool({ cores: [GENERATOR_CORE] });
  await swarm.open({ url, protocol: 'ws' });
  return swarm;
}

/** @param {string} url */
async function measureConnections(url) {
  const swarm = await openBare(url);
  await swarm.arrive({ count: 1 });
  const before = await swarm.read();
  // A first round warms the code up, as it is in a run.
  await swarm.arrive({ count: SENDERS });
  await swarm.leave({ count: SENDERS });
  await swarm.read();
  const { joined, joinsPerS } = await swarm.arrive({ count: CONNECTIONS - 1 });
  const { generator } = await swarm.read();
  const kb = ((generator.rssMb - before.generator.rssMb) * 1024) / joined;
  row('connections opened', `${joinsPerS}/s`, `${shareOf(generator.cpu)} of its core`);
  row(`memory of one, at ${CONNECTIONS}`, `${kb.toFixed(1)} KB`, `resident ${generator.rssMb} MB`);
  await wait(STEP_MS);
  await swarm.read();
  await wait(STEP_MS);
  row('held and idle', '', `${shareOf((await swarm.read()).generator.cpu)} of its core`);
  await swarm.close();
}

/**
 * Finds the highest rate at which the generator is not the limit; the sink counts along.
 * @param {string} url @param {import('node:child_process').ChildProcess} sink
 */
async function measureSending(url, sink) {
  const swarm = await openBare(url);
  await swarm.arrive({ count: SENDERS });
  for (const offered of OFFERED) {
    const before = await bytesAt(sink);
    await swarm.start({ kind: 'input', hz: offered / SENDERS, bytes: [1, 2, 3] });
    await wait(STEP_MS / 4);
    await swarm.read();
    await wait(STEP_MS);
    const { sentPerS, generator } = await swarm.read();
    const sent = (await swarm.stop())['input']?.sent ?? 0;
    const lost = sent - ((await arrivedAt(sink, before + sent * FRAME_BYTES)) - before) / FRAME_BYTES;
    const note = [`${shareOf(generator.cpu)} of its core`];
    if (lost > 0) note.push(`${lost} did not arrive`);
    if (generator.isLimit) note.push('here it is the limit');
    row(`sent of ${offered}/s offered, ${SENDERS} connections`, `${sentPerS}/s`, note.join('; '));
    if (generator.isLimit) break;
  }
  await swarm.close();
}

/** @param {import('node:child_process').ChildProcess} sink @returns {Promise<number>} bytes that it has read */
async function bytesAt(sink) {
  sink.send({});
  const [{ bytesIn }] = await once(sink, 'message');
  return bytesIn;
}

/**
 * Returns how many bytes have arrived once the expected number is there, or no more come.
 * @param {import('node:child_process').ChildProcess} sink @param {number} expected
 */
async function arrivedAt(sink, expected) {
  let bytes = await bytesAt(sink);
  for (let last = -1; bytes < expected && bytes > last;) {
    last = bytes;
    await wait(STEP_MS / 10);
    bytes = await bytesAt(sink);
  }
  return bytes;
}

/** @param {string} url @param {import('node:child_process').ChildProcess} sink */
async function measureReceiving(url, sink) {
  const swarm = await openBare(url);
  await swarm.arrive({ count: 1000 });
  for (const [how, framesAtOnce, everyMs] of FLOODS) {
    await swarm.read();
    sink.send({ flood: { forMs: STEP_MS, bytes: 32, framesAtOnce, everyMs } });
    await once(sink, 'message');
    const { receivedPerS, generator } = await swarm.read();
    const perCore = Math.round(receivedPerS / generator.cpu);
    const note = `${shareOf(generator.cpu)} of its core: ${perCore}/s a core`;
    row(`received, ${how}, 1,000 connections`, `${receivedPerS}/s`, note);
  }
  await swarm.close();
}

/** Measures the crowd of phone.js: 2,000 players send 4 inputs a second each, and get notices. */
async function measureShow() {
  const server = await startServer({ logFile: devNull, env: { LOADTEST: 'off' } });
  const swarm = await openPool({ cores: [GENERATOR_CORE] });
  try {
    await swarm.open({ url: server.url });
    const { joined, joinsPerS } = await swarm.arrive({ count: SENDERS });
    row('joined as players of our own server', `${joined} at ${joinsPerS}/s`, 'the server is the limit');
    await swarm.start({ kind: 'input', hz: 4, payload: { taps: 1, x: 0.5 } });
    await swarm.start({ kind: 'ping', perS: 20 });
    await wait(STEP_MS);
    await swarm.read();
    await wait(2 * STEP_MS);
    const { sentPerS, receivedPerS, loads, generator } = await swarm.read();
    const p99 = loads['ping']?.times['roundTrip']?.p99Ms;
    row(
      `${joined} players, 4 inputs/s each`,
      `${sentPerS}/s out, ${receivedPerS}/s in`,
      `${shareOf(generator.cpu)} of its core, resident ${generator.rssMb} MB; round trip p99 ${p99} ms`,
    );
  } finally {
    await swarm.close();
    await server.stop();
  }
}

/** @param {number} share */
function shareOf(share) {
  return `${Math.round(share * 100)} %`;
}
