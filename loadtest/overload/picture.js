/**
 * Draws a proof or a flood as one picture, with the charts of the report below each other.
 */

/** @import { Outcome } from '../types.js' */
/** @import { Chart, Guide } from '../report/types.js' */
/** @import { Judged } from './judge.js' */

/**
 * @template L a look: numbers, and since when
 * @typedef {object} Panel has its curves by their labels
 * @property {string} title
 * @property {Readonly<Record<string, keyof L>>} curves
 * @property {keyof L} [dashed] was offered, or others did it
 * @property {'linear' | 'log'} [scale]
 * @property {Guide} [limit]
 */

/**
 * @template L
 * @typedef {object} Picture
 * @property {string} title
 * @property {readonly Panel<L>[]} panels
 * @property {readonly L[]} looks
 * @property {number} seconds
 * @property {readonly { atS: number, label?: string }[]} acts
 * @property {readonly string[]} notes below the claims
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../harness/machine.js';
import { raw, svg } from '../report/page/html.js';
import { plotOf } from '../report/page/plot.js';
import { lineOf } from './judge.js';

const COMMITTED = fileURLToPath(new URL('../../docs/performance/', import.meta.url));
/** A logarithmic axis has no place for nothing at all. */
const LEAST_MS = 0.1;

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

/**
 * Says where the picture of a proof goes: into docs/performance/ if it passed, else into reports/, so that a good picture stays.
 * @param {string} name of the proof @param {Outcome} outcome @param {Date} [now] @returns {string} a path
 */
export function placeOf(name, outcome, now = new Date()) {
  return outcome === 'passed' ? join(COMMITTED, `${name}.svg`) : reportOf(name, now);
}

/** @param {string} name @param {Date} [now] @returns {string} a path in reports/ */
export function reportOf(name, now = new Date()) {
  return resolve('reports', `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-${name}.svg`);
}

/**
 * @template {{ atS: number, generatorCpu: number }} L
 * @param {string} file @param {Judged} judged @param {Picture<L>} picture
 */
export async function savePicture(file, { outcome, sentence, claims }, picture) {
  const { git, node, cpu } = await describeMachine();
  const { looks, notes, title } = picture;
  const busy = Math.round(Math.max(0, ...looks.map(({ generatorCpu }) => generatorCpu)) * 100);
  const all = [
    ...(outcome === 'passed' ? [] : [`✗ ${sentence}`]),
    ...claims.map(lineOf),
    ...notes,
    `${cpu}, one core; Node ${node}, ${git}; generator on the other core, ${busy} % busy at most`,
  ];
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${draw(title, all, chartsOf(picture))}\n`);
}

/** @template {{ atS: number }} L @param {Picture<L>} picture @returns {Chart[]} */
function chartsOf({ panels, seconds, acts, looks }) {
  /** @type {Guide[]} */
  const marks = acts.flatMap(({ atS, label }) =>
    label === undefined ? [] : [{ axis: 'x', at: atS, label }],
  );
  return panels.map(({ title, curves, dashed, scale = 'linear', limit }, panel) => ({
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
