/**
 * This checkout beside another one, such as the commit before: `node loadtest/bench/before.js --before /path/to/it`.
 * Both servers are up at once and take turns in short bursts in random order, so that a noisy neighbour takes from
 * both. Every ratio says how much better this checkout is: above 1 it is faster or smaller.
 */

/** @import { Figures, Lab, Row, To } from './lab.js' */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LabError } from '../harness/errors.js';
import { spreadOf } from '../verdict/spread.js';
import { chosen } from './benchmark.js';
import { command } from './command.js';
import { INPUT, NOTHING } from './input.js';
import { openLab } from './lab.js';
import { openPlayfield } from './playfield.js';
import { SERVERS } from './servers.js';
import { percent, printTable, ratios, valuesOf, worthOf, written } from './table.js';

const DEFAULTS = { before: '', phones: 1000, idle: 5000, rounds: 10, seconds: 1, seed: 1, only: '' };
const SHAPES = /** @type {const} */ ({ own: 'own', before: 'before' });
const ECHO_BYTES = 32;
const SAMPLES = 16;
/** A hall takes a tenth of a core, so that its processor time needs longer to be measured than a flood's. */
const HALL_TIMES = 3;

/**
 * @typedef {typeof DEFAULTS} Options
 * @typedef {(lab: Lab, server: string, options: Options) => Promise<Figures & { value: number }>} Burst
 * @typedef {object} Measure
 * @property {string} unit
 * @property {boolean} [isCost] less is better
 * @property {Burst} burst
 *
 * @typedef {object} Part measures that share servers
 * @property {To | null} crowd `phones` connections before the first burst; null: none
 * @property {number} [labs] this many times servers are started, for a round each; without it, all rounds have the same
 * @property {Record<string, Measure>} measures
 */

/**
 * Counts per second of the server's processor.
 * @param {(options: Options) => { kind: string } & Record<string, unknown>} loadOf @param {string} counted
 * @returns {Burst}
 */
function perCpuSecond(loadOf, counted) {
  return async (lab, server, options) => {
    const { result, cpuMs, ...shares } = await lab.load(server, loadOf(options), options.seconds);
    return { value: (result[counted] / cpuMs) * 1000, ...shares };
  };
}

/** @param {object} form @returns {Measure} */
function inputs(form) {
  const load = (/** @type {Options} */ { phones }) => ({ kind: 'flood', window: phones, ...form });
  return { unit: 'inputs per CPU second', burst: perCpuSecond(load, 'sent') };
}

/** @param {number} outstanding @returns {Measure} */
function echoes(outstanding) {
  const load = { kind: 'echo', event: 'echo', bytes: ECHO_BYTES, outstanding };
  return { unit: 'delivered per CPU second', burst: perCpuSecond(() => load, 'received') };
}

/** @type {Record<string, Part>} */
const PARTS = {
  inbound: {
    crowd: 'players',
    measures: { 'binary input': inputs(INPUT.binary), 'input event': inputs(INPUT.event) },
  },
  frame: {
    crowd: 'players',
    measures: {
      'hall and screen': {
        ...{ unit: '% of a core', isCost: true },
        burst: (lab, server, { seconds }) =>
          atScreen(lab, server, async () => {
            const hall = { kind: 'input', hz: 4, ...NOTHING };
            const { server: share, generator } = await lab.load(server, hall, HALL_TIMES * seconds);
            return { value: share * 100, generator };
          }),
      },
      'input to frame': {
        ...{ unit: 'ms', isCost: true },
        burst: (lab, server) =>
          atScreen(lab, server, async ({ delays }) => {
            const all = await delays(SAMPLES);
            return { value: all.reduce((sum, ms) => sum + ms, 0) / SAMPLES };
          }),
      },
    },
  },
  echo: {
    crowd: 'lab',
    measures: { 'echo, 64 on their way': echoes(64), 'echo, 8 on their way': echoes(8) },
  },
  memory: {
    crowd: null,
    labs: 3,
    measures: {
      'idle phones': {
        ...{ unit: 'KB each', isCost: true },
        async burst(lab, server, { idle }) {
          const empty = await lab.resident(server);
          await lab.open(server);
          await lab.join(server, idle, { arrivalsPerS: 800 });
          const full = await lab.resident(server);
          await lab.close(server);
          return { value: (full - empty) / 1024 / idle, isTimeless: true };
        },
      },
    },
  },
};

await command(DEFAULTS, async (options) => {
  const { before, phones, rounds, seed, only } = options;
  const other = resolve(before, 'loadtest/bench/server.js');
  if (before === '' || !existsSync(other))
    throw new LabError('Say which checkout to compare with: --before /path/to/it');
  const servers = { own: SERVERS.own, before: { ...SERVERS.own, file: pathToFileURL(other).href } };
  /** @type {Row[]} */
  const all = [];
  /** @type {string[][]} */
  const lines = [];
  for (const [, { crowd, labs = 1, measures }] of chosen(Object.entries(PARTS), only.split(','))) {
    /** @type {Record<string, Record<string, Row[]>>} */
    const results = {};
    for (let round = 0; round < labs; round++) {
      const lab = await openLab(servers, { seed: seed + round, node: ['--expose-gc'] });
      try {
        if (crowd !== null) await lab.fill(phones, crowd);
        for (const [name, { burst }] of Object.entries(measures)) {
          const more = await lab.rounds(SHAPES, labs > 1 ? 1 : rounds, (server) =>
            burst(lab, server, options),
          );
          results[name] = join(results[name], more);
        }
      } finally {
        lab.end();
      }
    }
    for (const [name, measure] of Object.entries(measures)) {
      lines.push(lineOf(name, measure, results[name] ?? {}));
      all.push(...Object.values(results[name] ?? {}).flat());
    }
  }
  printTable(
    `This checkout beside ${before}, ${phones} phones, ${options.idle} idle ones: median (quartiles)`,
    ['measure', 'here', 'there', 'ratio, above 1 is better', 'others at most', 'bursts'],
    lines,
  );
  return all;
});

/**
 * @param {Lab} lab @param {string} server
 * @param {(playfield: Awaited<ReturnType<typeof openPlayfield>>) => Promise<Figures & { value: number }>} run
 */
async function atScreen(lab, server, run) {
  const playfield = await openPlayfield(lab.server(server).target.port);
  try {
    return await run(playfield);
  } finally {
    playfield.close();
  }
}

/** @param {Record<string, Row[]> | undefined} first @param {Record<string, Row[]>} second */
function join(first, second) {
  return Object.fromEntries(
    Object.entries(second).map(([name, rows]) => [name, [...(first?.[name] ?? []), ...rows]]),
  );
}

/** @param {string} name @param {Measure} measure @param {Record<string, Row[]>} results */
function lineOf(name, { unit, isCost = false }, results) {
  const [own, there] = [valuesOf(results['own'] ?? [], 'value'), valuesOf(results['before'] ?? [], 'value')];
  const rows = Object.values(results).flat();
  return [
    `${name}, ${unit}`,
    written(spreadOf(own)),
    written(spreadOf(there)),
    written(isCost ? ratios(there, own) : ratios(own, there)),
    percent(Math.max(...valuesOf(rows, 'neighbours'))),
    worthOf(rows),
  ];
}
