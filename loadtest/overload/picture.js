/** Draws a proof as one picture, in docs/performance/. */

/** @import { Proof } from './proofs.js' */
/** @import { Look, Measured } from './play.js' */
/** @import { Check } from './judge.js' */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../harness/machine.js';
import { JAMMED_MS } from './judge.js';
import { draw } from './svg.js';

const FOLDER = fileURLToPath(new URL('../../docs/performance/', import.meta.url));

/** @param {{ name: string, proof: Proof, measured: Measured, checks: Check[] }} options @returns {Promise<string>} the file */
export async function savePicture({ name, proof, measured, checks }) {
  const { git, node, cpu } = await describeMachine();
  const { looks, control, generatorBusy } = measured;
  /** @param {string} label @param {keyof Look} key @param {boolean} [isDashed] */
  const curve = (label, key, isDashed = false) => ({
    ...{ label, isDashed },
    points: looks.map((look) => /** @type {[number, number]} */ ([look.atS, look[key]])),
  });
  const limit = { at: JAMMED_MS, label: 'jammed' };
  const svg = draw({
    title: proof.title,
    notes: [
      ...checks.map(({ text, pass }) => `${pass ? '✓' : '✗'} ${text}`),
      `${cpu}, one core; Node ${node}, ${git}; generator on the other core, ${Math.round(generatorBusy * 100)} % busy at most`,
    ],
    endS: proof.seconds,
    marks: proof.acts.flatMap(({ atS, label }) => (label === undefined ? [] : [{ atS, label }])),
    panels: [
      {
        title: 'Phones',
        curves: [curve('let in', 'phones'), curve('in line at the door', 'waiting', true)],
      },
      {
        title: 'Inputs a second',
        curves: [curve('sent', 'sentPerS', true), curve('useful', 'usefulPerS')],
      },
      {
        title: 'Rates, a second',
        curves: [
          curve('inputs of a phone', 'sendHz'),
          curve('notices to a phone', 'noticeHz'),
          curve('frames to a screen', 'tickHz'),
        ],
      },
      {
        title: 'Budget, busy share of the event loop, and what others took of its core',
        curves: [
          curve('budget', 'budget'),
          curve('loop busy', 'utilisation'),
          curve('others', 'others', true),
        ],
      },
      {
        title: 'Delay of the event loop, ms',
        ...{ isLog: true, limit },
        curves: [curve('median', 'd50Ms'), curve('95th percentile', 'd95Ms')],
      },
      {
        title: 'The operator waits, ms',
        ...{ isLog: true, limit },
        curves: [{ label: 'round trip', points: control }],
      },
      { title: 'Memory, MB', curves: [curve('resident', 'rssMb')] },
    ],
  });
  await mkdir(FOLDER, { recursive: true });
  const file = join(FOLDER, `${name}.svg`);
  await writeFile(file, svg);
  return file;
}
