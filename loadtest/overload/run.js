#!/usr/bin/env node
/**
 * Proves that the server does not jam, with one picture for each proof: `node loadtest/overload/run.js step cost …` or
 * `all`. The server has a core and the generator another; a game burns enough processor time for two thousand phones to
 * be too many. It ends with the code of the worst proof, as a run of the lab does.
 */

/** @import { Outcome } from '../types.js' */
/** @import { Ceiling } from './judge.js' */
/** @import { Proof } from './proofs.js' */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT, LabError } from '../harness/errors.js';
import { layoutOf, moveTo } from '../harness/layout.js';
import { canPin } from '../harness/pin.js';
import { startServer } from '../harness/server.js';
import { undisturbed } from '../harness/undisturbed.js';
import { OUTCOMES } from '../verdict/outcomes.js';
import { ceilingOf, judge, lineOf } from './judge.js';
import { savePicture } from './picture.js';
import { mostPhones, play } from './play.js';
import { HZ, PROOFS } from './proofs.js';

const GAMES_DIR = fileURLToPath(new URL('games', import.meta.url));

const names = process.argv.slice(2).flatMap((name) => (name === 'all' ? Object.keys(PROOFS) : name));
const unknown = names.find((name) => !Object.hasOwn(PROOFS, name));
if (names.length === 0 || unknown !== undefined) {
  const which = unknown === undefined ? '' : `, not "${unknown}"`;
  console.error(`Which proof${which}? ${Object.keys(PROOFS).join(', ')}, or all.`);
  process.exit(EXIT.refused);
}
/** The server is in a group of its own and does not get Ctrl-C, so that it must be ended here. */
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new LabError('Stopped by Ctrl-C.')));
const cores = canPin() ? layoutOf(1) : null;
if (cores) moveTo(cores.probe);
/** The ceilings found so far are saved, because `ten` depends on what `off` found. @type {Map<string, Ceiling | null>} */
const ceilings = new Map();
/** @type {Outcome[]} */
const outcomes = [];
for (const name of names) if (!stop.signal.aborted) outcomes.push(await prove(name));
const worst =
  outcomes.find((one) => one === 'failed') ?? outcomes.find((one) => one !== 'passed') ?? 'passed';
process.exitCode = stop.signal.aborted ? EXIT.stopped : OUTCOMES[worst].code;

/** @param {string} name @returns {Promise<Outcome>} */
async function prove(name) {
  const proof = /** @type {Proof} */ (PROOFS[name]);
  const { after } = proof;
  if (after !== undefined && !ceilings.has(after)) await prove(after);
  const ceiling = ceilings.get(after ?? '') ?? null;
  if (after !== undefined && ceiling === null) {
    const { word } = OUTCOMES.incomplete;
    console.log(`${word}: ${name} needs the load that jams the server, and "${after}" did not find it.`);
    return 'incomplete';
  }
  const hz = ceiling === null ? HZ : Math.ceil((10 * ceiling.jamsAtPerS) / mostPhones(proof.acts));
  const played = await undisturbed(
    () => playOnce(proof, hz, ceiling),
    (because) => console.log(`Again: ${name}. ${because}`),
  );
  const { outcome, sentence, claims, measured } = played;
  if (proof.isOff && after === undefined)
    ceilings.set(name, outcome === 'passed' ? ceilingOf(measured) : null);
  const file = await savePicture(name, proof, played);
  console.log(`${OUTCOMES[outcome].word}: ${name}. ${sentence}`);
  for (const claim of claims) console.log(`  ${lineOf(claim)}`);
  const left = outcome === 'passed' ? '' : ' (the picture in docs/performance is left as it was)';
  console.log(`  ${relative(process.cwd(), file)}${left}`);
  return outcome;
}

/**
 * Plays a proof with a server of its own.
 * @param {Proof} proof @param {number} hz @param {Ceiling | null} ceiling
 */
async function playOnce(proof, hz, ceiling) {
  const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-overload-'));
  const env = { GOVERNOR: proof.isOff ? 'off' : 'on', GAMES_DIR };
  const server = await startServer({ logFile: join(folder, 'server.log'), env, core: cores?.server ?? null });
  try {
    const measured = await play({ proof, hz, server, cores, signal: stop.signal });
    return { ...judge(proof.limits, measured, ceiling), measured };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
