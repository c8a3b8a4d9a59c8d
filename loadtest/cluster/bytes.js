/** Counts what crosses Redis a second at 100, 1,000 and 10,000 phones, which play pong at two edges with a screen each. */

/** @import { Row } from './rows.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { TAG } from '../../public/shared/codec.js';
import { number, printTable } from '../bench/table.js';
import { openCluster } from './cluster.js';
import { measureRow } from './rows.js';

const EDGES = 2;
const PHONES = Object.freeze([100, 1000, 10_000]);
/** All phones together say this much, so that the processor is no question; each therefore says less the more there are. */
const INPUTS_PER_S = 1000;
/** Long enough for what a fill has left on the bus: names, presence, how to join. */
const SETTLE_MS = 5000;
/** How far phones push, up and down, so that the paddles move. */
const PUSHES = Object.freeze({ at: 2, values: [0.8, -0.35, 0.1, -0.9, 0.55, -0.2, 1] });
/** A binary input of pong: its tag, the mark of the scene, and a number. */
const BYTES = Object.freeze([TAG, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/**
 * @param {{ seconds: number }} options
 * @returns {Promise<{ rows: Row[], spread: number }>} `spread`: how much more crosses Redis at most than at least
 */
export async function playBytes({ seconds }) {
  const cluster = await openCluster({ edges: EDGES, games: 'show' });
  /** @type {Row[]} */
  const rows = [];
  try {
    await cluster.play('pong');
    await Promise.all(cluster.doors.map((door) => door.openScreen()));
    for (const phones of PHONES) {
      await cluster.fill(phones);
      const hz = INPUTS_PER_S / phones;
      await cluster.start(() => ({
        ...{ kind: 'input', hz, bytes: [...BYTES], isMarked: true },
        numbers: { at: PUSHES.at, values: [...PUSHES.values] },
      }));
      await wait(SETTLE_MS);
      rows.push(
        await measureRow(cluster, { game: 'pong', edges: EDGES, screens: EDGES, phones, hz }, seconds),
      );
      await cluster.stop();
    }
  } finally {
    await cluster.close();
  }
  const kb = (/** @type {number} */ bytes) => number(bytes / 1024);
  printTable(
    `Redis, a home and ${EDGES} edges with a screen each, pong, ${seconds} s each`,
    ['phones', 'inputs/s', 'KB/s in', 'KB/s out', 'messages/s', 'x fewest phones'],
    rows.map((row) => [
      number(row.phones),
      number(row.inputsPerS),
      kb(row.bytesIn),
      kb(row.bytesOut),
      number(row.messages),
      number(bytesOf(row) / bytesOf(/** @type {Row} */ (rows[0]))),
    ]),
  );
  const all = rows.map(bytesOf);
  return { rows, spread: Math.max(...all) / Math.min(...all) - 1 };
}

/** @param {Row} row */
function bytesOf({ bytesIn, bytesOut }) {
  return bytesIn + bytesOut;
}
