/**
 * Times the journal by itself, on this disk or a database: `node loadtest/bench/journal.js`, with `--before <checkout>` and
 * `--databases postgres://…,mysql://…` beside it, turn by turn. Nothing else may use the databases, whose rows of the benchmark
 * are removed again.
 *
 * - full: 8 rooms store groups of 100 answers, one group after the other: answers a second.
 * - paced: one room stores a group of 20 answers every 12 ms, each in a commit of its own: how long it waits.
 */

/** @import { Journal } from '../../lib/journal/journal.js' */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { command } from './command.js';

const ROOMS = 8;
const GROUP = 100;
const PACED_GROUP = 20;
const PACE_MS = 12;
/** The first commits of a connection prepare its statements. */
const WARM_UP_GROUPS = 40;

let lastId = 0;

/** @typedef {{ name: string, checkout: string, databaseUrl: string | null }} Place */
/** @typedef {{ perS: number, waitsMs: number[] }} Figures of one round */

await command({ rounds: 5, seconds: 3, before: '', databases: '' }, async (options) => {
  /** @type {Place[]} */
  const places = [{ name: 'SQLite', checkout: '.', databaseUrl: null }];
  if (options.before) places.push({ name: 'SQLite, before', checkout: options.before, databaseUrl: null });
  for (const databaseUrl of options.databases.split(',').filter(Boolean))
    places.push({ name: new URL(databaseUrl).protocol.replace(':', ''), checkout: '.', databaseUrl });
  /** @type {Map<string, Figures[]>} */
  const figures = new Map(places.map(({ name }) => [name, []]));
  for (let round = 0; round < options.rounds; round++) {
    // Each comes first as often as the others.
    const turn = round % places.length;
    for (const place of [...places.slice(turn), ...places.slice(0, turn)])
      figures.get(place.name)?.push(await measure(place, options.seconds * 1000));
  }
  for (const [name, all] of figures) print(name, all);
  const [now, before] = [figures.get('SQLite') ?? [], figures.get('SQLite, before') ?? []];
  if (before.length > 0) {
    const ratios = now.map(({ perS }, n) => perS / (before[n]?.perS ?? NaN));
    const p99 = share(waitsOf(now), 0.99) / share(waitsOf(before), 0.99);
    process.stdout.write(
      `\nSQLite beside before, median of the rounds: answers × ${share(ratios, 0.5).toFixed(3)}; ` +
        `p99 of all rounds × ${p99.toFixed(3)}\n`,
    );
  }
  return [];
});

/** @param {Place} place @param {number} forMs @returns {Promise<Figures>} */
async function measure({ checkout, databaseUrl }, forMs) {
  const { openJournal } = await import(pathToFileURL(join(resolve(checkout), 'lib/journal/journal.js')).href);
  const dataDir = mkdtempSync(join(tmpdir(), 'mass-mobile-bench-'));
  /** @type {Journal} */
  const journal = await openJournal({ dataDir, databaseUrl });
  try {
    await fill(journal, Infinity, WARM_UP_GROUPS);
    const perS = await fill(journal, forMs, Infinity);
    return { perS, waitsMs: await pace(journal, forMs) };
  } finally {
    for (let room = 0; room < ROOMS; room++) await journal.deleteRoom(`bench-${room}`);
    await journal.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @param {Journal} journal @param {number} room @param {number} seq @param {number} size */
function group(journal, room, seq, size) {
  const ids = Array.from({ length: size }, () => (lastId += 1));
  const scene = { roomId: `bench-${room}`, gameId: 'quiz', epoch: 1, sinceMs: 1, atMs: 1 };
  const entry = (/** @type {number} */ id) => ['submit', 'answer', { id, value: { choice: '1' }, atMs: id }];
  const submissions = ids.map((id) => ({
    playerId: `player-${id % 2000}`,
    id: `s${id}`,
    receipt: '{"round":1}',
  }));
  const transcript = JSON.stringify(ids.map(entry));
  return journal.saveStage(scene, { seq, snapshot: null, transcript, submissions, forgotten: [] });
}

/** @param {Journal} journal @param {number} forMs @param {number} mostGroups of each room @returns {Promise<number>} answers/s */
async function fill(journal, forMs, mostGroups) {
  const fromMs = performance.now();
  let stored = 0;
  await Promise.all(
    Array.from({ length: ROOMS }, async (_none, room) => {
      for (let seq = 0; seq < mostGroups && performance.now() - fromMs < forMs; seq++) {
        await group(journal, room, (lastId += 1), GROUP);
        stored += GROUP;
      }
    }),
  );
  return stored / ((performance.now() - fromMs) / 1000);
}

/** @param {Journal} journal @param {number} forMs @returns {Promise<number[]>} how long each group waited */
async function pace(journal, forMs) {
  /** @type {number[]} */
  const waits = [];
  const fromMs = performance.now();
  while (performance.now() - fromMs < forMs) {
    const sentMs = performance.now();
    await group(journal, 0, (lastId += 1), PACED_GROUP);
    waits.push(performance.now() - sentMs);
    await delay(Math.max(0, PACE_MS - (performance.now() - sentMs)));
  }
  return waits;
}

/** @param {string} name @param {Figures[]} all */
function print(name, all) {
  const rates = all.map(({ perS }) => perS);
  const [least, rate, most] = [0, 0.5, 1].map((part) => Math.round(share(rates, part)).toLocaleString('en'));
  const [p50, p99] = [0.5, 0.99].map((part) => share(waitsOf(all), part).toPrecision(3));
  process.stdout.write(
    `${name}: ${rate} answers/s (${least} to ${most}); a group waits ${p50} ms, p99 ${p99} ms (${waitsOf(all).length} groups)\n`,
  );
}

/** @param {readonly Figures[]} all @returns {number[]} of all rounds */
function waitsOf(all) {
  return all.flatMap(({ waitsMs }) => waitsMs);
}

/** @param {readonly number[]} values @param {number} part 0.5: the median @returns {number} */
function share(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
