/**
 * Plays one flood: a hall that plays by the rules is watched before, while and after others flood the server, by processes
 * of their own.
 */

/** @import { layoutOf } from '../harness/layout.js' */
/** @import { Clock, Playing as Ending } from '../harness/playing.js' */
/** @import { ServerUnderTest } from '../harness/server.js' */
/** @import { Reading } from '../swarm/readings.js' */
/** @import { Status } from '../../lib/contract/wire.js' */
/** @import { ProbeReading } from '../types.js' */
/** @import { Flood } from './floods.js' */
/** @import { Counts, Fate } from './crowd.js' */
/** @import { FloodReading } from './generator.js' */
/** @import { Seen } from './witness-process.js' */

import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLIENT_EVENT, SERVER_EVENT } from '../../public/shared/wire.js';
import { startChild } from '../harness/child.js';
import { createCoresMeter } from '../harness/cores.js';
import { createClock, playOut } from '../harness/playing.js';
import { createProcessMeter } from '../harness/proc.js';
import { startProbe } from '../harness/probe.js';
import { openOperator } from '../harness/sockets.js';
import { Histogram } from '../histogram.js';
import { totalOf } from '../swarm/merge.js';
import { openPool } from '../swarm/pool.js';
import { uncounted } from './crowd.js';
import { packedLevel, sendsInputs } from './floods.js';

const GENERATOR = new URL('./process.js', import.meta.url);
const WITNESS = new URL('./witness-process.js', import.meta.url);
/** A command that is acknowledged once it is on the disk, and changes nothing for the hall. */
const OPERATOR = Object.freeze({
  ...{ namespace: '/control', joinedBy: SERVER_EVENT.welcome, connections: 1, perS: 4 },
  ...{ event: CLIENT_EVENT.lock, args: [false] },
});
/** A phone may ask twice a second. */
const WATCHED = Object.freeze({ connections: 20, perS: 30 });
/** So many phones of the house have a place besides the hall: those that are watched, and one that blinks. */
export const OBSERVERS = WATCHED.connections + 1;
const JOIN_MS = 60_000;
const READ_MS = 500;
/** @typedef {Awaited<ReturnType<ReturnType<typeof createCoresMeter>>>} Taken */

/** The hall plays for so long before anything is measured: its rates have settled then. */
const SETTLE_MS = 4000;
/** The generator's core is full beyond this share. */
const MOST_BUSY = 0.9;

/** @typedef {ReturnType<typeof lookOf>} Look one of two a second; NaN: it could not be watched */
/** @typedef {ReturnType<typeof layoutOf> | null} Cores null: nothing is held to a core */

/**
 * @typedef {object} Size
 * @property {number} phones of the hall that play
 * @property {number} hz inputs a second of each
 * @property {number} beforeS the hall is watched for so long before the flood
 * @property {number} seconds of the flood
 * @property {number} afterS
 * @property {number} share of the flooders that come
 *
 * @typedef {object} Waits what people waited for
 * @property {ProbeReading} operator
 * @property {ProbeReading} watched phones
 *
 * @typedef {object} Measured
 * @property {Size} size
 * @property {Look[]} looks
 * @property {{ atS: number, label: string }[]} acts
 * @property {{ fromS: number, toS: number }} flooded
 * @property {ProbeReading} operator while it was flooded
 * @property {ProbeReading} watched phones, while it was flooded
 * @property {number} honestLost lost connections of phones that obeyed, in the whole play
 * @property {number | null} switchMs from the operator's key on a new device, in the flood, until another game was on the
 *   screen, or until that was given up; null: not tried
 * @property {Fate[]} fates of the flooders
 * @property {{ opened: number, refused: number }} came flooders that stay
 * @property {Counts} counts of all that they did
 * @property {boolean} isOver
 * @property {string[]} problems that cut the play short, in sentences
 *
 * @typedef {{ server: ServerUnderTest, logFile: string, cores: Cores, signal: AbortSignal }} Surroundings `logFile`: the
 *   server's; the reason of `signal` is an error that says why the play ends
 *
 * @typedef {Awaited<ReturnType<typeof open>> & { surroundings: Surroundings, clock: Clock }} Playing
 */

/** @param {string} name of the flood @param {Flood} flood @param {Size} size @param {Surroundings} surroundings @returns {Promise<Measured>} */
export async function play(name, flood, size, surroundings) {
  const measured = nothing(size);
  const { problems } = measured;
  await playOut({ ...surroundings, problems }, async (ending) => {
    const opened = await open(name, flood, size, { ...surroundings, ...ending });
    await sleep(SETTLE_MS, undefined, { signal: ending.over });
    for (const probe of [opened.asking, opened.watched]) await probe.reset();
    const playing = { ...opened, surroundings, clock: createClock(ending.over) };
    await Promise.all([act(measured, playing), watch(measured, playing)]);
  });
  return measured;
}

/**
 * Opens the hall: phones that play, those that are watched, an operator, the witness; and the generator, which waits.
 * @param {string} name @param {Flood} flood @param {Size} size @param {Surroundings & Ending} surroundings
 */
async function open(name, { game = 'pong' }, { phones, hz, share }, { server, cores, onDied, opened }) {
  const { url, key } = server;
  const core = cores?.generators[0] ?? null;
  const witness = opened(startChild(WITNESS, { name: 'The witness', core }));
  const { epoch, clears } = await witness.ask('open', { target: { url, key }, game });
  const operator = opened(await openOperator(server));
  const hall = opened(await openPool({ cores: cores?.generators ?? [] }));
  await hall.open({ url, namespace: '/players', timeoutMs: JOIN_MS });
  await hall.arrive({ count: phones, arrivalsPerS: 200 });
  if (sendsInputs({ game }))
    await hall.start({ kind: 'input', hz, bytes: [...packedLevel(epoch, clears)], isMarked: true });
  const probed = { core: cores?.probe ?? null, onDied };
  const watched = opened(await startProbe({ url, ...WATCHED }, probed));
  const asking = opened(await startProbe({ url, ...OPERATOR, auth: { key } }, probed));
  const generator = opened(startChild(GENERATOR, { name: 'The generator of the flood', core }));
  await generator.ask('open', { name, url, share });
  return { operator, hall, asking, watched, witness, generator };
}

/** @param {Measured} measured @param {Playing} playing */
async function act(measured, { asking, watched, witness, generator, clock }) {
  const { beforeS, seconds, afterS } = measured.size;
  const mark = (/** @type {string} */ label) => {
    const atS = clock.atS();
    measured.acts.push({ atS, label });
    return atS;
  };
  try {
    await clock.until(beforeS);
    mark('they come');
    measured.came = await generator.ask('arrive');
    await Promise.all([asking.reset(), watched.reset()]);
    const fromS = mark('they flood');
    measured.flooded = { fromS, toS: fromS + seconds };
    await generator.ask('start');
    await clock.until(fromS + seconds);
    const [operator, phones, fates] = await Promise.all([
      asking.read(),
      watched.read(),
      generator.ask('fates'),
    ]);
    Object.assign(measured, { operator, watched: phones, fates });
    measured.flooded.toS = mark('a switch');
    measured.switchMs = await witness.ask('switch');
    mark('they leave');
    await generator.ask('stop');
    await clock.until(clock.atS() + afterS);
  } finally {
    measured.isOver = true;
  }
}

/** @param {Measured} measured @param {Playing} playing */
async function watch(measured, { operator, hall, asking, watched, witness, generator, surroundings, clock }) {
  const { server, cores, logFile } = surroundings;
  const readProcess = createProcessMeter(() => Number(server.pid));
  const readCores = createCoresMeter(cores ? [cores.server] : []);
  const readOwnCore = createCoresMeter(cores ? cores.generators : []);
  let before = await generator.ask('read');
  for (let index = 1; !measured.isOver; index++) {
    await clock.until((index * READ_MS) / 1000);
    const [reading, flood, seen, process, taken, own, { size }] = await Promise.all([
      hall.read(),
      /** @type {Promise<FloodReading>} */ (generator.ask('read')),
      /** @type {Promise<Seen>} */ (witness.ask('tell')),
      readProcess(),
      readCores(),
      readOwnCore(),
      stat(logFile),
    ]);
    const probed = { operator: asking.takeSecond(), watched: watched.takeSecond() };
    measured.honestLost += totalOf(reading.disconnects) + probed.watched.disconnects;
    const now = { reading, flood, before, seen, probed, process, taken, own, logBytes: size };
    const status = operator.status();
    if (status) measured.looks.push(lookOf(clock.atS(), status, now));
    before = measured.counts = flood;
  }
}

/**
 * @param {number} atS @param {Status} status
 * @param {{ reading: Reading, flood: FloodReading, before: FloodReading, seen: Seen, probed: Waits,
 *   process: { cpu: number, rssMb: number } | null, taken: Taken, own: Taken, logBytes: number }} seen
 */
function lookOf(
  atS,
  { governor, throttle },
  { reading, flood, before, seen, probed, process, taken, own, logBytes },
) {
  const { budget, d95Ms, utilisation } = governor;
  const perS = (/** @type {'sent' | 'taken' | 'opened' | 'refused'} */ what) =>
    (flood[what] - before[what]) / flood.seconds;
  const newcomers = Histogram.from(seen.comings);
  const busy = own.idle === null ? flood.generator.cpu : 1 - own.idle;
  return {
    ...{ atS, budget, d95Ms, utilisation, sendHz: throttle.sendHz },
    playedHz: (reading.loads['input']?.sent ?? NaN) / reading.seconds / reading.connections,
    framesPerS: seen.frames / seen.seconds,
    operatorMs: worstOf(probed.operator),
    pingMs: worstOf(probed.watched),
    newcomerMs: newcomers.count > 0 ? newcomers.percentile(1) : NaN,
    ...{
      newcomers: seen.newcomers,
      unanswered: seen.unanswered,
      stranded: seen.stranded,
      lines: seen.lines,
      screenCuts: seen.screenCuts,
    },
    breaches: flood.breaches - before.breaches,
    ...{ open: flood.open, sentPerS: perS('sent'), takenPerS: perS('taken') },
    ...{ rssMb: process?.rssMb ?? NaN, cpu: process?.cpu ?? NaN, logKb: logBytes / 1000 },
    ...{ others: (taken.neighbours ?? NaN) + (taken.steal ?? NaN), generatorCpu: busy },
    generatorLimit: reading.generator.because ?? limitOf(busy),
  };
}

/** @param {number} busy @returns {string | null} */
function limitOf(busy) {
  return busy > MOST_BUSY
    ? `The generator's core was busy for ${Math.round(busy * 100)} % of the time.`
    : null;
}

/** @param {ProbeReading} reading */
function worstOf({ count, times, oldestMs }) {
  return count > 0 ? Math.max(times.maxMs ?? 0, oldestMs) : NaN;
}

/** Returns the measured of a play that has not begun. @param {Size} size @returns {Measured} */
export function nothing(size) {
  const unread = () => {
    const times = new Histogram();
    const counts = { count: 0, timeouts: 0, disconnects: 0, oldestMs: 0, ownLateMs: 0, clockDrift: 0 };
    return { ...counts, times: times.summary(), histogram: times.toJSON() };
  };
  return {
    ...{ size, looks: [], acts: [], flooded: { fromS: Infinity, toS: Infinity }, honestLost: 0 },
    switchMs: null,
    ...{
      operator: unread(),
      watched: unread(),
      fates: [],
      came: { opened: 0, refused: 0 },
      counts: uncounted(),
    },
    ...{ isOver: false, problems: [] },
  };
}
