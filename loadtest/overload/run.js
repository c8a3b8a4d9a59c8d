#!/usr/bin/env node
/**
 * Proves that the server does not jam, with one picture for each proof: `node loadtest/overload/run.js step cost …` or
 * `all`. The server has a core and the generator another; in most of them a game burns enough processor time for two
 * thousand phones to be too many. It ends with the code of the worst proof, as a run of the lab does.
 */

/** @import { Outcome } from '../types.js' */
/** @import { Ceiling } from './judge.js' */
/** @import { Proof } from './proofs.js' */

import { relative } from 'node:path';
import { chosenOf, openStage } from '../harness/plays.js';
import { undisturbed } from '../harness/undisturbed.js';
import { OUTCOMES } from '../verdict/outcomes.js';
import { ceilingOf, judge, tell } from './judge.js';
import { pictureOf } from './panels.js';
import { placeOf, savePicture } from './picture.js';
import { mostPhones, play } from './play.js';
import { HZ, PROOFS, hallOf } from './proofs.js';

const chosen = chosenOf(process.argv.slice(2), PROOFS, 'proof');
const stage = openStage();
/** The ceilings found so far are saved, because `ten` depends on what `off` found. @type {Map<string, Ceiling | null>} */
const ceilings = new Map();
await stage.each(chosen, prove);

/** @param {[name: string, proof: Proof]} one @returns {Promise<Outcome>} */
async function prove([name, proof]) {
  const { after } = proof;
  if (after !== undefined && !ceilings.has(after)) await prove([after, /** @type {Proof} */ (PROOFS[after])]);
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
  const { outcome, measured } = played;
  if (proof.isOff && after === undefined)
    ceilings.set(name, outcome === 'passed' ? ceilingOf(measured) : null);
  const file = placeOf(name, outcome);
  await savePicture(file, played, pictureOf(proof, measured));
  const left = outcome === 'passed' ? '' : ' (the picture in docs/performance is left as it was)';
  tell(name, played, `${relative(process.cwd(), file)}${left}`);
  return outcome;
}

/**
 * Plays a proof with a server of its own.
 * @param {Proof} proof @param {number} hz @param {Ceiling | null} ceiling
 */
function playOnce(proof, hz, ceiling) {
  const { cores, signal } = stage;
  const env = { GOVERNOR: proof.isOff ? 'off' : 'on', ...hallOf(proof).env };
  return stage.withServer({ env }, async (server) => {
    const measured = await play({ proof, hz, server, cores, signal });
    return { ...judge(proof.limits, measured, ceiling), measured };
  });
}
