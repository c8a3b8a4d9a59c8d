/** Draws a proof as one picture: in docs/performance/ if it passed, else in reports/, so that a good picture stays. */

/** @import { Outcome } from '../types.js' */
/** @import { Proof } from './proofs.js' */
/** @import { Look, Measured } from './play.js' */
/** @import { Judged } from './judge.js' */
/** @import { Panel } from './svg.js' */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../harness/machine.js';
import { tidy } from '../report/page/format.js';
import { JAMMED_MS, lineOf } from './judge.js';
import { draw } from './svg.js';

const COMMITTED = fileURLToPath(new URL('../../docs/performance/', import.meta.url));

const JAMMED = { isLog: true, limit: { at: JAMMED_MS, label: 'jammed' } };

/** @type {(Omit<Panel, 'curves'> & { curves: [label: string, key: keyof Look | 'control', isDashed?: boolean][] })[]} */
const PANELS = [
  {
    title: 'Phones',
    curves: [
      ['let in', 'phones'],
      ['in line at the door', 'waiting', true],
    ],
  },
  {
    title: 'Inputs a second',
    curves: [
      ['sent', 'sentPerS', true],
      ['useful', 'usefulPerS'],
    ],
  },
  {
    title: 'Rates, a second',
    curves: [
      ['inputs of a phone', 'sendHz'],
      ['notices to a phone', 'noticeHz'],
      ['frames to a screen', 'tickHz'],
    ],
  },
  {
    title: 'Budget, busy share of the event loop, and what others took of its core',
    curves: [
      ['budget', 'budget'],
      ['loop busy', 'utilisation'],
      ['others', 'others', true],
    ],
  },
  {
    title: 'Delay of the event loop, ms',
    ...JAMMED,
    curves: [
      ['median', 'd50Ms'],
      ['95th percentile', 'd95Ms'],
    ],
  },
  { title: 'The operator waits, ms', ...JAMMED, curves: [['worst of a second', 'control']] },
  { title: 'Memory, MB', curves: [['resident', 'rssMb']] },
];

/** @param {string} name of the proof @param {Outcome} outcome @param {Date} [now] @returns {string} a path */
export function placeOf(name, outcome, now = new Date()) {
  if (outcome === 'passed') return join(COMMITTED, `${name}.svg`);
  return resolve('reports', `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-${name}.svg`);
}

/** @param {{ name: string, proof: Proof, measured: Measured, judged: Judged }} options @returns {Promise<string>} the file */
export async function savePicture({ name, proof, measured, judged }) {
  const { git, node, cpu } = await describeMachine();
  const { looks, control, durable, honestLost, deafLost } = measured;
  const busy = Math.round(Math.max(0, ...looks.map(({ generatorCpu }) => generatorCpu)) * 100);
  const svg = draw({
    title: proof.title,
    notes: [
      ...(judged.outcome === 'passed' ? [] : [`✗ ${judged.sentence}`]),
      ...judged.claims.map(lineOf),
      `${tidy(durable.acknowledged)} of ${tidy(durable.sent)} submissions acknowledged, p99 ${tidy(durable.p99Ms)} ms; ` +
        `lost ${honestLost} honest phones and ${deafLost} deaf ones`,
      `${cpu}, one core; Node ${node}, ${git}; generator on the other core, ${busy} % busy at most`,
    ],
    endS: proof.seconds,
    marks: proof.acts.flatMap(({ atS, label }) => (label === undefined ? [] : [{ atS, label }])),
    panels: PANELS.map(({ curves, ...panel }) => ({
      ...panel,
      curves: curves.map(([label, key, isDashed = false]) => ({
        ...{ label, isDashed },
        points: key === 'control' ? control : looks.map(({ atS, [key]: value }) => [atS, Number(value)]),
      })),
    })),
  });
  const file = placeOf(name, judged.outcome);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, svg);
  return file;
}
