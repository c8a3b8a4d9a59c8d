/**
 * Simulates shows that are larger than any machine at hand: the real code of a home and its edges, with modelled phones, in virtual
 * time. `node loadtest/scale/run.js --phones 1000000 --edges 1000 --hz 2 --seconds 5`; `--check` compares it with what was
 * measured here. Several values give several rows, as in `--phones 1000,10000,100000,1000000`; so do several rates, one for each
 * number of phones, as in `--phones 1000,1000000 --hz 2,0.002`. `--ballast` adds megabytes that nobody uses. `--count` counts how
 * often each block of the home's code runs, and says which ran more often than with the first number of phones.
 */

/** @import { Cores, Prices } from './calibration.js' */
/** @import { Simulated } from './simulate.js' */
/** @import { Counter } from './counts.js' */
/** @import { ShowSize } from './show.js' */

import { setFlagsFromString } from 'node:v8';
import { number, printTable } from '../bench/table.js';
import { decimal } from '../verdict/headline.js';
import { readOptions } from '../harness/command-line.js';
import { EXIT, LabError } from '../harness/errors.js';
import { coresOf } from './calibration.js';
import { calibrate, check, readMeasured } from './check.js';
import { grown, openCounter, sumOf } from './counts.js';
import { simulate } from './simulate.js';

const USUAL = Object.freeze({
  ...{ phones: [10_000], edges: [10], hz: [2], seconds: 5, screens: 1 },
  ...{ game: 'pong', hopMs: 0.5, seed: 1, check: false, ballast: 0, count: false },
});
/** A million phones and their players take some 6 GB, and Node takes half of that by itself. */
const HEAP_MB = 12_000;
/** A block that a thousand times as many phones do not make run so much more often a second has nothing to do with them. */
const LEAST_MORE = 1000;
const GAMES = /** @type {const} */ (['pong', 'adder']);

const say = (/** @type {string} */ sentence) => void process.stderr.write(`${sentence}\n`);

try {
  setFlagsFromString(`--max-old-space-size=${HEAP_MB}`);
  const options = readOptions(USUAL);
  const game = GAMES.find((one) => one === options.game);
  if (!game) throw new LabError(`--game "${options.game}" is not simulated: give ${GAMES.join(' or ')}.`);
  const counter = options.count ? openCounter() : null;
  const measured = readMeasured();
  say(`The prices are of ${JSON.stringify(measured.machine)}.`);
  if (options.check) process.exitCode = (await check(measured, say)) ? EXIT.passed : 1;
  else await tell({ ...options, game }, (await calibrate(measured, say)).prices, counter);
  // The virtual clocks of all processes would go on for ever.
  process.exit();
} catch (error) {
  if (!(error instanceof LabError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT.refused);
}

/**
 * @typedef {{ phones: number[], edges: number[], hz: number[], seconds: number, screens: number, game: 'pong' | 'adder', hopMs: number,
 *   seed: number, ballast: number, count: boolean }} Options
 * @typedef {{ size: ShowSize, found: Simulated, cores: Cores }} Line
 */

/** @param {Options} options @param {Prices} prices @param {Counter | null} counter */
async function tell({ phones, edges, hz, seconds, hopMs, ballast, count: _count, ...rest }, prices, counter) {
  if (hz.length > 1 && hz.length !== phones.length)
    throw new LabError(
      `--hz has ${hz.length} values: give one, or one for each of the ${phones.length} of --phones.`,
    );
  /** @type {Line[]} */
  const lines = [];
  for (const edgeCount of edges)
    for (const [at, phoneCount] of phones.entries()) {
      const each = hz[at] ?? Number(hz[0]);
      const size = { ...rest, hz: each, edges: edgeCount, phones: phoneCount, isGoverned: true };
      const found = await simulate(size, { seconds, hopMs, ballastMb: ballast, counter, say });
      lines.push({ size, found, cores: coresOf(size, found, prices) });
    }
  if (counter) tellCounts(lines, seconds);
  else tellTimes(lines, { ...rest, hz, seconds, hopMs });
  for (const { size, found } of lines)
    if (found.refused > 0) say(`${found.refused} inputs were refused with ${size.phones} phones.`);
}

/** @param {Line[]} lines @param {number} seconds */
function tellCounts([first, ...others], seconds) {
  const before = first?.found.counts ?? new Map();
  const perS = (/** @type {number} */ times) => number(times / seconds);
  say(`With ${first?.size.phones} phones ${perS(sumOf(before))} blocks of the home ran in a second.`);
  for (const { size, found } of others) {
    const after = found.counts ?? new Map();
    const more = sumOf(after) / sumOf(before) - 1;
    say(`With ${size.phones} phones ${perS(sumOf(after))} did, ${decimal(more * 100)} % more.`);
    const least = LEAST_MORE * seconds;
    printTable(
      `Blocks that ran ${LEAST_MORE} times a second more often, or oftener yet, with ${size.phones} phones`,
      ['block', 'times a second', `with ${first?.size.phones} phones`],
      grown(before, after, least).map((one) => [one.block, perS(one.after), perS(one.before)]),
    );
  }
}

/** @param {Line[]} lines @param {Pick<Options, 'game' | 'hz' | 'screens' | 'seconds' | 'hopMs'>} options */
function tellTimes(lines, { game, hz, screens, seconds, hopMs }) {
  printTable(
    `${game}, each phone ${hz.join(', ')}/s, screens at ${screens} edges, ${seconds} s of show, ${hopMs} ms from a process to Redis`,
    [
      ...['phones', 'edges', 'inputs/s', 'MB/s into Redis', 'MB/s out', 'messages/s'],
      ...[
        'home: cores',
        'of these its code',
        'its ticks, ms',
        'an edge: cores',
        'of these its code',
        'Redis: cores',
      ],
      ...['input to step ms: p50', 'p99', 'µs a join', 'heap MB'],
    ],
    lines.map(cellsOf),
  );
  say(
    'Measured here: the time of our code, its turns, the memory of all processes together. Counted: bytes and messages. ' +
      'Modelled: the way to Redis and back, and from the measured rows the sockets, the client of Redis and Redis itself.',
  );
}

/** @param {Line} line */
function cellsOf({ size: { phones, edges }, found, cores }) {
  const mb = (/** @type {number} */ bytes) => number(bytes / 2 ** 20);
  return [
    ...[phones, edges, found.inputsPerS].map(number),
    ...[mb(found.bytesIn), mb(found.bytesOut), number(found.messages)],
    ...[cores.home, found.homeCores, found.homeTurnMs].map(number),
    ...[cores.edge / edges, found.edgeCores / edges, cores.redis].map(number),
    ...[found.delays.p50Ms ?? NaN, found.delays.p99Ms ?? NaN, found.joinUs, found.heapMb].map(number),
  ];
}
