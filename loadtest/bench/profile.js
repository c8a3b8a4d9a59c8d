/**
 * Shows where the processor's time goes while inputs come in: `node loadtest/bench/profile.js --form binary`. It runs
 * the server with Node's profiler, floods it, and adds up self time by package.
 */

import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LabError } from '../harness/errors.js';
import { command } from './command.js';
import { INPUT } from './input.js';
import { openLab } from './lab.js';
import { installedServers } from './servers.js';
import { number, printTable } from './table.js';

const IDLE = new Set(['(idle)', '(program)']);
const DEFAULTS = { phones: 1000, seconds: 5, form: 'event', server: 'own', most: 25 };

await command(DEFAULTS, async (options) => {
  if (!['binary', 'event'].includes(options.form))
    throw new LabError(`--form "${options.form}" must be binary or event.`);
  const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-profile-'));
  try {
    const inputs = await flood(folder, options);
    const [file = ''] = await readdir(folder);
    print(JSON.parse(await readFile(join(folder, file), 'utf8')), inputs, options);
  } finally {
    await rm(folder, { recursive: true });
  }
  return [];
});

/** @param {string} folder @param {typeof DEFAULTS} options @returns {Promise<number>} how many inputs came in */
async function flood(folder, { server, phones, seconds, form }) {
  const node = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const lab = await openLab(installedServers([server]), { node });
  try {
    await lab.fill(phones);
    const input = form === 'binary' ? INPUT.binary : INPUT.event;
    const { result } = await lab.load(server, { kind: 'flood', window: phones, ...input }, seconds);
    return result.sent;
  } finally {
    lab.end();
    while ((await readdir(folder)).length === 0) await wait(100);
    await wait(500);
  }
}

/**
 * @param {{ nodes: { id: number, callFrame: { functionName: string, url: string } }[], samples: number[],
 *   timeDeltas: number[] }} profile
 * @param {number} inputs @param {typeof DEFAULTS} options
 */
function print({ nodes, samples, timeDeltas }, inputs, { server, form, phones, most }) {
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
