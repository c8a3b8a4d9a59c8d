#!/usr/bin/env node
/**
 * Proves that the server does not jam, with one picture for each proof: `node loadtest/overload/run.js step cost …` or
 * `all`. The server runs on core 0 and the generator on core 1; a game burns enough processor time for two thousand
 * phones to be too many.
 */

/** @import { Ceiling } from './judge.js' */
/** @import { Proof } from './proofs.js' */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../harness/server.js';
import { createSwarmProcess } from '../swarm-process.js';
import { ceilingOf, disturbedAtS, judge } from './judge.js';
import { savePicture } from './picture.js';
import { play } from './play.js';
import { PROOFS } from './proofs.js';

const GAMES_DIR = fileURLToPath(new URL('games', import.meta.url));
const GENERATOR_CORE = 1;
/** On a shared machine, a proof is played again when neighbours took the server's core. */
const MOST_PLAYS = 3;

const names = process.argv.slice(2).flatMap((name) => (name === 'all' ? Object.keys(PROOFS) : name));
const unknown = names.find((name) => !(name in PROOFS));
if (names.length === 0 || unknown !== undefined) {
  const which = unknown === undefined ? '' : `, not "${unknown}"`;
  process.stderr.write(`Which proof${which}? ${Object.keys(PROOFS).join(', ')}, or all.\n`);
  process.exit(2);
}
/** The ceilings found so far are saved, because `ten` depends on what `off` found. @type {Map<string, Ceiling>} */
const ceilings = new Map();
for (const name of names) if (!(await prove(name))) process.exitCode = 1;

/** @param {string} name @returns {Promise<boolean>} whether the proof holds */
async function prove(name) {
  const proof = /** @type {Proof} */ (PROOFS[name]);
  const { after } = proof;
  if (after !== undefined && !ceilings.has(after)) await prove(after);
  const ceiling = after === undefined ? null : (ceilings.get(after) ?? null);
  const most = Math.max(...proof.acts.map(({ phones = 0 }) => phones));
  const hz = ceiling === null ? proof.hz : Math.ceil((10 * ceiling.jamsAtPerS) / most);
  const measured = await undisturbed(name, proof, hz);
  if (proof.isOff && after === undefined) ceilings.set(name, ceilingOf(measured));
  const checks = judge(proof, measured, ceiling);
  const file = await savePicture({ name, proof, measured, checks });
  for (const { text, pass } of checks)
    process.stdout.write(`${pass ? 'holds ' : 'BROKEN'}  ${name}: ${text}\n`);
  process.stdout.write(`        ${relative(process.cwd(), file)}\n`);
  return checks.every(({ pass }) => pass);
}

/** @param {string} name @param {Proof} proof @param {number} hz */
async function undisturbed(name, proof, hz) {
  for (let plays = 1; ; plays++) {
    const measured = await onServer(proof, hz);
    const atS = disturbedAtS(measured);
    if (atS === null || plays === MOST_PLAYS) return measured;
    process.stdout.write(`again   ${name}: after ${Math.round(atS)} s others took the server's core\n`);
  }
}

/** Plays a proof with a server and a generator of its own. @param {Proof} proof @param {number} hz */
async function onServer(proof, hz) {
  const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-overload-'));
  const env = { GOVERNOR: proof.isOff ? 'off' : 'on', GAMES_DIR };
  const server = await startServer({ logFile: join(folder, 'server.log'), env });
  const swarm = createSwarmProcess({ core: GENERATOR_CORE });
  try {
    return await play({ proof, hz, server, swarm });
  } finally {
    await swarm.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
