/** A proof as one picture, in docs/performance/. */

/** @import { Proof } from './proofs.js' */
/** @import { Measured, Second } from './play.js' */
/** @import { Check } from './judge.js' */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../runner/machine.js';
import { JAMMED_MS } from './judge.js';
import { draw } from './svg.js';

const FOLDER = fileURLToPath(new URL('../../docs/performance/', import.meta.url));

/** @param {{ name: string, proof: Proof, measured: Measured, checks: Check[] }} options @returns {Promise<string>} the file */
export async function savePicture({ name, proof, measured, checks }) {
  const { git, node, cpu } = await describeMachine();
  const { seconds, control } = measured;
  /** @param {keyof Second} key @returns {[number, number][]} */
  const curve = (key) => seconds.map((second) => [second.atS, second[key]]);
  const svg = draw({
    title: proof.title,
    note: `${checks.map(({ text, pass }) => `${pass ? '✓' : '✗'} ${text}`).join('   ')}   (${cpu}, Node ${node}, ${git})`,
    endS: proof.seconds,
    marks: proof.acts.flatMap(({ atS, label }) => (label === undefined ? [] : [{ atS, label }])),
    panels: [
      {
        title: 'Phones',
        unit: 'connected',
        curves: [
          { label: 'connected', points: curve('phones') },
          { label: 'in line', points: curve('waiting'), isDashed: true },
        ],
      },
      {
        title: 'Inputs',
        unit: 'a second',
        curves: [
          { label: 'sent', points: curve('offeredPerS'), isDashed: true },
          { label: 'handled', points: curve('handledPerS') },
        ],
      },
      {
        title: 'Rates',
        unit: 'a second',
        curves: [
          { label: 'inputs of a phone', points: curve('sendHz') },
          { label: 'notices', points: curve('noticeHz') },
          { label: 'frames', points: curve('tickHz') },
        ],
      },
      {
        title: 'Budget and busy loop',
        unit: 'share',
        curves: [
          { label: 'budget', points: curve('budget') },
          { label: 'loop busy', points: curve('utilisation') },
        ],
      },
      {
        title: 'Event loop delay',
        unit: 'ms',
        isLog: true,
        limit: { at: JAMMED_MS, label: 'jammed' },
        curves: [
          { label: 'p50', points: curve('d50Ms') },
          { label: 'p95', points: curve('d95Ms') },
        ],
      },
      {
        title: 'The operator waits',
        unit: 'ms',
        isLog: true,
        limit: { at: JAMMED_MS, label: 'jammed' },
        curves: [{ label: 'round trip', points: control }],
      },
      { title: 'Memory', unit: 'MB', curves: [{ label: 'resident', points: curve('rssMb') }] },
    ],
  });
  await mkdir(FOLDER, { recursive: true });
  const file = join(FOLDER, `${name}.svg`);
  await writeFile(file, svg);
  return file;
}
