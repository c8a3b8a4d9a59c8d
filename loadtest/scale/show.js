/** Describes a simulated show: how many of what, which game, and what phones and edges say, drawn from a seeded source. */

/** @import { MeterReading } from '../../lib/contract/readings.js' */

import { fileURLToPath } from 'node:url';
import { VERSION } from '../../lib/config.js';
import { clusterKey } from '../../lib/bus/encryption.js';
import { FORMAT } from '../../lib/bus/redis-wire.js';
import { countsOf } from '../../lib/delay-counts.js';
import { digestOf } from '../../lib/games-digest.js';
import { loadGames } from '../../lib/load-games.js';
import { createLog } from '../../lib/log.js';
import { createRandom } from '../../lib/stage/random.js';
import { createMeter } from '../../lib/wire/meter.js';
import { createCodec } from '../../public/shared/codec.js';
import { LIMITS } from '../../lib/rates/rates.js';

export const CLUSTER = 'mass-mobile';
/** To make it takes 50 ms, and there may be a thousand edges. */
export const CLUSTER_KEY = clusterKey('a secret of simulated processes', CLUSTER);
/** Inputs are made before anything is measured, and dealt out again and again. */
const INPUTS = 1024;
const FOLDERS = { adder: '../bench/games', pong: '../../games' };

/**
 * @typedef {object} ShowSize
 * @property {'adder' | 'pong'} game
 * @property {number} edges
 * @property {number} phones in all
 * @property {number} hz inputs of a phone a second
 * @property {number} screens in all, at the first edges, one each
 * @property {boolean} isGoverned edges grant rates four times a second, as they do unless GOVERNOR is off
 * @property {number} seed
 */

/** @param {ShowSize} size */
export async function createShow(size) {
  const folder = fileURLToPath(new URL(FOLDERS[size.game], import.meta.url));
  const { games } = await loadGames(folder);
  const gameId = size.game === 'adder' ? 'lobby' : size.game;
  const { next: random } = createRandom(size.seed);
  const game = /** @type {import('../../lib/contract/types.js').LoadedGame} */ (games.get(gameId)).game;
  const codec = createCodec(game.input);
  /** @type {() => import('../../lib/contract/types.js').Input} */
  const say =
    size.game === 'adder' ? () => ({ n: Math.floor(random() * 256) }) : () => ({ y: random() * 2 - 1 });
  const inputs = Array.from({ length: INPUTS }, () => /** @type {Uint8Array} */ (codec.pack(say(), 0)));
  let dealt = 0;
  const some = (/** @type {number} */ most) => Math.round(random() * most * 100) / 100;
  const fields = readFields();
  // A hundred samples a second, in three of the buckets.
  const delays = countsOf(
    [
      [80, 0.1],
      [98, 2],
      [100, 5],
    ],
    100,
  );

  return {
    ...{ size, games, gameId },
    about: { version: VERSION, games: digestOf(folder), format: FORMAT },
    log: createLog({ level: 'silent' }),
    /** Above the rates that a room grants: the load says how often phones send. */
    slack: 1000,
    /** @param {number} mark of the scene @returns {Uint8Array} */
    input(mark) {
      const bytes = /** @type {Uint8Array} */ (inputs[dealt++ % INPUTS]);
      bytes[1] = mark;
      return bytes;
    },
    /** @param {number} index of the edge @param {number} taken inputs so far */
    health(index, taken) {
      /** @type {MeterReading} */
      const now = {
        ...fields(some),
        ...{ connections: Math.ceil(size.phones / size.edges), inputs: taken, messagesIn: taken },
        ...{
          utilisation: some(1),
          cpu: some(1),
          loopP50Ms: some(2),
          loopP95Ms: some(9),
          loopP99Ms: some(20),
        },
        ...{ lateP95Ms: some(5), rssMb: 100 + some(50), heapMb: 40 + some(20), uptimeS: 1000 },
      };
      const { utilisation, rssMb } = now;
      const process = {
        ...{ role: /** @type {const} */ ('edge'), host: 'machine', pid: 10_000 + index, version: VERSION },
        ...{ sinceMs: 1.7e12, phones: now.connections, utilisation, rssMb, delays },
      };
      const rates = {
        sendHz: LIMITS.sendHz.usual,
        noticeHz: LIMITS.noticeHz.most,
        tickHz: LIMITS.tickHz.usual,
      };
      return { reading: now, process, grant: { rates, extras: /** @type {const} */ ('on'), hardForMs: 0 } };
    },
  };
}

/**
 * Names what a meter reads. Its own figures would be those of this program, which differ from run to run.
 * @returns {(some: (most: number) => number) => MeterReading}
 */
function readFields() {
  const meter = createMeter();
  const names = Object.keys(meter.reading(0));
  meter.stop();
  return (some) =>
    /** @type {any} */ (Object.fromEntries(names.map((name) => [name, Math.round(some(1000))])));
}

/** @typedef {Awaited<ReturnType<typeof createShow>>} Show */
