/**
 * This checkout beside another one, such as the commit before: `node loadtest/bench/before.js --before /path/to/it`.
 * Both servers are up at once and take turns in short bursts in random order, so that a noisy neighbour takes from
 * both. Every ratio says how much better this checkout is: above 1 it is faster or smaller.
 */

import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { io } from 'socket.io-client';
import { openLab } from './lab.js';
import { readOptions } from './options.js';
import { SERVERS } from './servers.js';
import { join, openSwarm } from './session.js';
import { createShuffle, ratios, summary } from './stats.js';
import { printTable, spread } from './table.js';

const N = 3;
const SETTLE_MS = 3000;
const ECHO_BYTES = 32;
const FRAME_MS = 1000 / 30;
const SAMPLES = 16;
const { before, phones, idle, rounds, seconds, seed, only } = readOptions({
  before: '',
  phones: 1000,
  idle: 5000,
  rounds: 10,
  seconds: 1,
  seed: 1,
  only: '',
});
if (before === '') throw new Error('Say which checkout to compare with: --before /path/to/it');

const other = pathToFileURL(resolve(before, 'loadtest/bench/server.js')).href;
const NAMES = /** @type {const} */ (['own', 'before']);
const servers = {
  own: { ...SERVERS.own, node: ['--expose-gc'] },
  before: { ...SERVERS.own, file: other, node: ['--expose-gc'] },
};
const shuffle = createShuffle(seed);
/** @type {[name: string, unit: string, isCost: boolean, values: Record<typeof NAMES[number], number[]>][]} */
const rows = [];
/** @type {Record<string, () => Promise<void>>} */
const MEASURES = { inbound, frame, echo, memory };

for (const [name, run] of Object.entries(MEASURES))
  if (only === '' || only.split(',').includes(name)) await run();
printTable(
  `This checkout beside ${before}: median (quartiles)`,
  ['measure', 'here', 'there', 'ratio, above 1 is better'],
  rows.map(([name, unit, isCost, { own, before: there }]) => [
    `${name}, ${unit}`,
    spread(summary(own)),
    spread(summary(there)),
    spread(isCost ? ratios(there, own) : ratios(own, there)),
  ]),
);

/** Inputs accepted per second of the server's processor. */
async function inbound() {
  await inLab({}, async (lab) => {
    for (const [form, load] of Object.entries({
      'binary input': { bytes: [0xb1, 1, N] },
      'input event': { payload: { n: N } },
    })) {
      const flood = { kind: 'flood', perMessage: 1, window: phones, ...load };
      await alternate(form, 'inputs per CPU second', false, (name) =>
        burst(lab, name, flood, 'flood', 'sent'),
      );
    }
  });
}

/** A hall that plays in front of a screen: what it costs, and how long an input takes to the frame that shows it. */
async function frame() {
  await inLab({}, async (lab) => {
    const screens = NAMES.map((name) => openPlayfield(lab.server(name).target.url));
    const load = { kind: 'input', hz: 4, bytes: [0xb1, 1, 0] };
    await alternate('hall and screen', '% of a core', true, async (name) => {
      const cost = await lab.measure(name, async () => {
        await lab.generator.ask('start', { name, ...load });
        await wait(3 * seconds * 1000);
        return lab.generator.ask('stop', { name });
      });
      return cost.server.share * 100;
    });
    await alternate('input to frame', 'ms', true, async (name) => {
      const screen = /** @type {typeof screens[0]} */ (screens[NAMES.indexOf(name)]);
      const delays = [];
      // Phases are spread evenly, because most of a delay is the wait for the next frame.
      for (let sample = 0; sample < SAMPLES; sample++)
        delays.push(await screen.delay((sample + Math.random()) / SAMPLES));
      return delays.reduce((sum, ms) => sum + ms, 0) / SAMPLES;
    });
    for (const { close } of screens) close();
  });
}

/** Echoes delivered per second of the server's processor, with many and with few on their way. */
async function echo() {
  const options = { namespace: '/loadtest', auth: { key: 'bench-operator-key' } };
  await inLab(options, async (lab) => {
    for (const outstanding of [64, 8]) {
      const load = { kind: 'echo', event: 'echo', bytes: ECHO_BYTES, outstanding };
      await alternate(`echo, ${outstanding} on their way`, 'delivered per CPU second', false, (name) =>
        burst(lab, name, load, 'echo', 'received'),
      );
    }
  });
}

/** Resident memory of a phone that is connected and idle, each time in a new process. */
async function memory() {
  await alternate(
    `${idle} idle phones`,
    'KB each',
    true,
    async (name) => {
      const lab = await openLab({ [name]: servers[name] });
      const empty = await resident(lab, name);
      await openSwarm(lab, name);
      await join(lab, name, idle);
      const full = await resident(lab, name);
      await lab.generator.ask('close', { name });
      lab.close();
      return (full - empty) / 1024 / idle;
    },
    3,
  );
}

/**
 * @param {Record<string, unknown>} options of the swarms
 * @param {(lab: import('./lab.js').Lab) => Promise<void>} run
 */
async function inLab(options, run) {
  const lab = await openLab(servers);
  try {
    for (const name of NAMES) {
      await openSwarm(lab, name, { namespace: '/players', protocol: 'socket.io', ...options });
      await join(lab, name, phones);
    }
    await run(lab);
  } finally {
    lab.close();
  }
}

/**
 * @param {string} name @param {string} unit @param {boolean} isCost less is better
 * @param {(server: typeof NAMES[number]) => Promise<number>} measure @param {number} [times]
 */
async function alternate(name, unit, isCost, measure, times = rounds) {
  /** @type {Record<typeof NAMES[number], number[]>} */
  const values = { own: [], before: [] };
  for (let round = 0; round < times; round++)
    for (const server of shuffle(NAMES)) values[server].push(await measure(server));
  rows.push([name, unit, isCost, values]);
}

/**
 * @param {import('./lab.js').Lab} lab @param {typeof NAMES[number]} name
 * @param {Record<string, unknown>} load @param {string} kind @param {string} counted
 * @returns {Promise<number>} messages per second of the server's processor
 */
async function burst(lab, name, load, kind, counted) {
  const { countPort } = lab.server(name).target;
  const cost = await lab.measure(name, async () => {
    await lab.generator.ask('start', { name, countPort, ...load });
    await wait(seconds * 1000);
    return (await lab.generator.ask('stop', { name }))[kind];
  });
  return (cost.result[counted] / cost.server.cpuMs) * 1000;
}

/** A playfield and the phone of a probe. @param {string} url */
function openPlayfield(url) {
  const options = { transports: ['websocket'], forceNew: true };
  const screen = io(`${url}/playfield`, options);
  const probe = io(`${url}/players`, options);
  /** @param {(sum: number) => boolean} fits @returns {Promise<number>} */
  const sumThat = (fits) =>
    new Promise((done) => {
      const onFrame = (/** @type {any} */ { view }) => {
        if (!fits(view.n)) return;
        screen.off('frame', onFrame);
        done(view.n);
      };
      screen.on('frame', onFrame);
    });
  return {
    /** @param {number} phase of the tick at which the input is sent, 0 to 1 */
    async delay(phase) {
      const sum = await sumThat(() => true);
      const dueMs = performance.now() + phase * FRAME_MS;
      await wait(Math.max(0, dueMs - performance.now() - 2));
      while (performance.now() < dueMs);
      const fromMs = performance.now();
      probe.emit('input', { n: 200 });
      await sumThat((next) => next === sum + 200);
      return performance.now() - fromMs;
    },
    close() {
      screen.disconnect();
      probe.disconnect();
    },
  };
}

/** @param {import('./lab.js').Lab} lab @param {string} name @returns {Promise<number>} bytes */
async function resident(lab, name) {
  await wait(SETTLE_MS);
  await lab.server(name).ask('gc');
  await lab.server(name).ask('gc');
  return (await lab.server(name).ask('usage')).rss;
}
