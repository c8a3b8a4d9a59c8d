/**
 * Shows where the processor's time goes while inputs come in: `node loadtest/bench/profile.js --form binary`. It runs
 * the server with Node's profiler, floods it, and adds up self time by package.
 */

import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openLab } from './lab.js';
import { readOptions } from './options.js';
import { SERVERS } from './servers.js';
import { number, printTable } from './table.js';

const LOADS = {
  event: { payload: { n: 3 } },
  binary: { bytes: [0xb1, 1, 3] },
};
const IDLE = new Set(['(idle)', '(program)']);

const { phones, seconds, form, server, most } = readOptions({
  phones: 1000,
  seconds: 5,
  form: 'event',
  server: 'own',
  most: 25,
});

const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-profile-'));
try {
  const inputs = await flood();
  const [file = ''] = await readdir(folder);
  print(JSON.parse(await readFile(join(folder, file), 'utf8')), inputs);
} finally {
  await rm(folder, { recursive: true });
}

/** @returns {Promise<number>} how many came in */
async function flood() {
  const about = SERVERS[/** @type {keyof typeof SERVERS} */ (server)];
  const lab = await openLab({ [server]: { ...about, node: ['--cpu-prof', `--cpu-prof-dir=${folder}`] } });
  try {
    const { port, countPort, kind } = lab.server(server).target;
    const name = server;
    await lab.generator.ask('open', {
      name,
      url: `http://127.0.0.1:${port}`,
      namespace: kind === 'own' ? '/players' : '/',
      protocol: kind === 'own' ? 'socket.io' : kind,
    });
    await lab.generator.ask('arrive', { name, count: phones, arrivalsPerS: 1000 });
    const load = LOADS[/** @type {keyof typeof LOADS} */ (form)];
    await lab.generator.ask('start', { name, kind: 'flood', countPort, window: phones, ...load });
    await wait(seconds * 1000);
    return (await lab.generator.ask('stop', { name })).flood.sent;
  } finally {
    lab.close();
    while ((await readdir(folder)).length === 0) await wait(100);
    await wait(500);
  }
}

/**
 * @param {{ nodes: { id: number, callFrame: { functionName: string, url: string } }[], samples: number[],
 *   timeDeltas: number[] }} profile
 * @param {number} inputs
 */
function print({ nodes, samples, timeDeltas }, inputs) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  /** @type {Map<string, number>} */
  const byPackage = new Map();
  /** @type {Map<string, number>} */
  const byFunction = new Map();
  let busyUs = 0;
  samples.forEach((id, at) => {
    const frame = frames.get(id);
    const us = timeDeltas[at] ?? 0;
    if (!frame || IDLE.has(frame.functionName)) return;
    busyUs += us;
    add(byPackage, packageOf(frame), us);
    add(byFunction, `${frame.functionName || '(anonymous)'} · ${packageOf(frame)}`, us);
  });
  const rows = (/** @type {Map<string, number>} */ from) =>
    [...from]
      .sort((a, b) => b[1] - a[1])
      .slice(0, most)
      .map(([name, us]) => [name, `${number((us / busyUs) * 100)} %`, number(us / inputs)]);
  printTable(
    `Self time, ${server}, ${form}, ${phones} connections, ${inputs} inputs`,
    ['package', 'share', 'µs an input'],
    rows(byPackage),
  );
  printTable('The same by function', ['function', 'share', 'µs an input'], rows(byFunction));
}

/** @param {Map<string, number>} sums @param {string} name @param {number} us */
function add(sums, name, us) {
  sums.set(name, (sums.get(name) ?? 0) + us);
}

/** @param {{ functionName: string, url: string }} frame */
function packageOf({ functionName, url }) {
  if (functionName === '(garbage collector)') return 'garbage collector';
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url);
  if (found) return String(found[1]);
  if (url.startsWith('node:'))
    return url.replace('node:', 'node: ').replace(/internal\/(\w+).*/, 'internal/$1');
  const own = /\/(lib|public|loadtest)\/([^?]+)$/.exec(url);
  return own ? `${own[1]}/${own[2]}` : url === '' ? 'native' : url;
}
