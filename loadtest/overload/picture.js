/**
 * Draws a proof as one picture, with the charts of the report below each other: in docs/performance/ if it passed, else
 * in reports/, so that a good picture stays.
 */

/** @import { Outcome } from '../types.js' */
/** @import { Chart, Guide } from '../report/types.js' */
/** @import { Proof } from './proofs.js' */
/** @import { Look, Measured } from './play.js' */
/** @import { Judged } from './judge.js' */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../harness/machine.js';
import { JAMMED_MS } from '../report/anchors.js';
import { tidy } from '../report/page/format.js';
import { raw, svg } from '../report/page/html.js';
import { plotOf } from '../report/page/plot.js';
import { lineOf } from './judge.js';

const COMMITTED = fileURLToPath(new URL('../../docs/performance/', import.meta.url));
/** @type {{ scale: 'log', limit: Guide }} */
const JAM = { scale: 'log', limit: { axis: 'y', at: JAMMED_MS, label: 'jammed' } };
/** A logarithmic axis has no place for nothing at all. */
const LEAST_MS = 0.1;

/**
 * Each panel has its curves by their labels; a dashed one is what was offered, or what others did.
 * @type {{ title: string, curves: Record<string, keyof Look>, dashed?: keyof Look, scale?: 'linear' | 'log',
 *   limit?: Guide }[]}
 */
const PANELS = [
  { title: 'Phones', curves: { 'let in': 'phones', 'in line at the door': 'waiting' }, dashed: 'waiting' },
  { title: 'Inputs a second', curves: { sent: 'sentPerS', useful: 'usefulPerS' }, dashed: 'sentPerS' },
  { title: 'Rates, a second', curves: { inputs: 'sendHz', notices: 'noticeHz', frames: 'tickHz' } },
  {
    title: 'Budget, busy share of the event loop, and what others took of its core',
    curves: { budget: 'budget', 'loop busy': 'utilisation', others: 'others' },
    dashed: 'others',
  },
  { title: 'Delay of the event loop, ms', curves: { median: 'd50Ms', '95th percentile': 'd95Ms' }, ...JAM },
  { title: 'The operator waits, ms', curves: { 'worst of a second': 'operatorMs' }, ...JAM },
  { title: 'Memory, MB', curves: { resident: 'rssMb' } },
];

const [WIDTH, PANEL, HEAD, NOTE, LEFT] = [1200, 240, 24, 19, 40];
/** All panels leave this room for the numbers of their y axis, so that their seconds stand below each other. */
const NUMBERS_PX = 40;
const TONES = ['a', 'b', 'c'];
const STYLE = raw(`<style>
svg { --paper: #fff; --ink-2: #495057; --grid: #e9ecef; --a: #5b3fd6; --b: #d9480f; --c: #0b7285 }
text { font: 13px system-ui, sans-serif; fill: var(--ink-2) }
.title { font-size: 22px; font-weight: 700 }
.head { font-weight: 600 }
.note { font-size: 14px }
.good { fill: #2b8a3e }
.bad { fill: #c92a2a }
.grid { stroke: var(--grid) }
.guide { stroke: var(--ink-2); stroke-dasharray: 2 4 }
.name { stroke: var(--paper); stroke-width: 3px; paint-order: stroke }
</style>`);

/** @param {string} name of the proof @param {Outcome} outcome @param {Date} [now] @returns {string} a path */
export function placeOf(name, outcome, now = new Date()) {
  if (outcome === 'passed') return join(COMMITTED, `${name}.svg`);
  return resolve('reports', `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-${name}.svg`);
}

/** @param {string} name @param {Proof} proof @param {Judged & { measured: Measured }} play @returns {Promise<string>} the file */
export async function savePicture(name, proof, { measured, outcome, sentence, claims }) {
  const { git, node, cpu } = await describeMachine();
  const { looks, durable, honestLost, deafLost } = measured;
  const busy = Math.round(Math.max(0, ...looks.map(({ generatorCpu }) => generatorCpu)) * 100);
  const notes = [
    ...(outcome === 'passed' ? [] : [`✗ ${sentence}`]),
    ...claims.map(lineOf),
    `${tidy(durable.acknowledged)} of ${tidy(durable.sent)} submissions acknowledged, p99 ${tidy(durable.p99Ms)} ms; ` +
      `lost ${honestLost} honest phones and ${deafLost} deaf ones`,
    `${cpu}, one core; Node ${node}, ${git}; generator on the other core, ${busy} % busy at most`,
  ];
  const file = placeOf(name, outcome);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${draw(proof.title, notes, chartsOf(proof, looks))}\n`);
  return file;
}

/** @param {Proof} proof @param {Look[]} looks @returns {Chart[]} */
function chartsOf({ seconds, acts }, looks) {
  /** @type {Guide[]} */
  const marks = acts.flatMap(({ atS, label }) =>
    label === undefined ? [] : [{ axis: 'x', at: atS, label }],
  );
  return PANELS.map(({ title, curves, dashed, scale = 'linear', limit }, panel) => ({
    ...{ id: title, title, heightPx: PANEL },
    x: { label: 'seconds', reach: seconds },
    y: { label: title, scale },
    // The first panel has the names of all marks.
    guides: [
      ...marks.map((mark) => (panel === 0 ? mark : { ...mark, label: '' })),
      ...(limit ? [limit] : []),
    ],
    series: Object.entries(curves).map(([label, key], index) => ({
      ...{ label, tone: String(TONES[index]), line: key === dashed ? 'dashed' : 'solid' },
      // A line goes on over looks that did not see it: the probe tells of itself once a second.
      points: looks
        .filter(({ [key]: value }) => Number.isFinite(value))
        .map(({ atS, [key]: value }) => [atS, Math.max(Number(value), scale === 'log' ? LEAST_MS : 0)]),
    })),
  }));
}

/** @param {string} title @param {string[]} notes begin with ✓ or ✗ where something was judged @param {Chart[]} charts */
function draw(title, notes, charts) {
  const top = 60 + notes.length * NOTE;
  const tones = { '✓': 'good', '✗': 'bad' };
  const options = { widthPx: WIDTH - LEFT, heightPx: PANEL, measure: () => NUMBERS_PX };
  return svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top + charts.length * (PANEL + HEAD)}">
    ${STYLE}<rect width="100%" height="100%" fill="#fff" />
    <text class="title" x="${LEFT}" y="28">${title}</text>
    ${notes.map((note, index) => svg`<text class="note ${tones[/** @type {'✓'} */ (note[0])]}" x="${LEFT}" y="${52 + index * NOTE}">${note}</text>`)}
    ${charts.map((chart, index) => {
      const scales = { x: /** @type {const} */ ('linear'), y: chart.y.scale ?? 'linear' };
      return svg`<g transform="translate(${LEFT} ${top + index * (PANEL + HEAD)})">
        <text class="head">${chart.title}${chart.series.map(({ label, tone }) => svg`<tspan dx="24" style="fill: var(--${tone})">${label}</tspan>`)}</text>
        ${plotOf(chart, { ...options, scales }).picture}
      </g>`;
    })}
  </svg>`;
}
