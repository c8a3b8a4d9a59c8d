#!/usr/bin/env node
/**
 * Floods a server that runs already, and says each second what became of it:
 * `node loadtest/floods/flood.js line --url http://127.0.0.1:8080 --seconds 20`. It loads this machine and no other.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { orRefuse, readCommand } from '../harness/command-line.js';
import { LabError } from '../harness/errors.js';
import { moveTo } from '../harness/layout.js';
import { FLOODS } from './floods.js';
import { createGenerator } from './generator.js';

/** The generator keeps off the core of the server. */
const CORE = 1;

const { flood, url, seconds } = orRefuse(readFlood);

/** @throws {LabError} with the floods that there are */
function readFlood() {
  const { names, options } = readCommand({ url: 'http://127.0.0.1:8080', seconds: 20 });
  const [name = ''] = names;
  const flood = Object.hasOwn(FLOODS, name) ? FLOODS[name] : undefined;
  const known = Object.entries(FLOODS).map(([each, { title }]) => `  ${each.padEnd(11)}${title}`);
  if (!flood)
    throw new LabError(
      [name === '' ? 'Which flood?' : `There is no flood "${name}".`, '', ...known].join('\n'),
    );
  const { url } = options;
  if (!URL.canParse(url) || !/^127\.|^localhost$/.test(new URL(url).hostname))
    throw new LabError(`--url "${url}" must be an address of this machine.`);
  return { flood, ...options };
}

moveTo(CORE);
const generator = createGenerator(flood, url);
const { opened, refused } = await generator.arrive();
console.log(`${flood.title}: ${opened} are in, ${refused} are not.`);
generator.start();
let before = generator.read();
for (let second = 1; second <= seconds; second++) {
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
