#!/usr/bin/env node
/**
 * Floods a server that runs already, and says each second what became of it:
 * `node loadtest/floods/flood.js line --url http://127.0.0.1:8080 --seconds 20`. It loads this machine and no other.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { messageOf } from '../../lib/errors.js';
import { EXIT } from '../harness/errors.js';
import { moveTo } from '../harness/layout.js';
import { FLOODS } from './floods.js';
import { createGenerator } from './generator.js';

/** The generator keeps off the core of the server. */
const CORE = 1;

const options = /** @type {const} */ ({
  url: { type: 'string', default: 'http://127.0.0.1:8080' },
  seconds: { type: 'string', default: '20' },
});
const { values, positionals } = readArguments();
const [name = ''] = positionals;
const flood = Object.hasOwn(FLOODS, name) ? FLOODS[name] : undefined;
const isHere = URL.canParse(values.url) && /^127\.|^localhost$/.test(new URL(values.url).hostname);
if (!flood) refuse(name === '' ? 'Which flood?' : `There is no flood "${name}".`);
if (!isHere) refuse(`--url "${values.url}" must be an address of this machine.`);
if (!(Number(values.seconds) > 0)) refuse(`--seconds "${values.seconds}" must be a number above 0.`);

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return refuse(`${messageOf(error).split('. ')[0]}.`);
  }
}

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  const known = Object.entries(FLOODS).map(([each, { title }]) => `  ${each.padEnd(11)}${title}\n`);
  process.stderr.write(
    `${sentence}\n\nnode loadtest/floods/flood.js <flood> --url http://127.0.0.1:8080 --seconds 20\n${known.join('')}`,
  );
  process.exit(EXIT.refused);
}

moveTo(CORE);
const generator = createGenerator(flood, values.url);
const { opened, refused } = await generator.arrive();
console.log(`${flood.title}: ${opened} are in, ${refused} are not.`);
generator.start();
let before = generator.read();
for (let second = 1; second <= Number(values.seconds); second++) {
  await sleep(1000);
  const now = generator.read();
  const perS = (/** @type {'sent' | 'heldBack' | 'taken' | 'opened' | 'refused'} */ what) =>
    String(Math.round((now[what] - before[what]) / now.seconds)).padStart(8);
  console.log(
    `${String(second).padStart(3)} s: open ${String(now.open).padStart(5)}, a second: sent ${perS('sent')}, ` +
      `held back ${perS('heldBack')}, taken ${perS('taken')} (bytes, or times), in ${perS('opened')}, ` +
      `refused ${perS('refused')}; generator ${Math.round(now.generator.cpu * 100)} %`,
  );
  before = now;
}
const fates = generator.fates();
const worst = (/** @type {number[]} */ seconds) =>
  fates.length === 0
    ? '-'
    : seconds
        .map((s) => Math.round(s * 10) / 10)
        .toSorted((a, b) => a - b)
        .at(-1);
console.log(
  `Of ${fates.length}: the last was muted after ${worst(fates.map(({ mutedS }) => mutedS))} s, ` +
    `and was out after ${worst(fates.map(({ outS }) => outS))} s (Infinity: never).`,
);
generator.close();
