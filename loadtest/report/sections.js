/** Writes the sections of a report, from the verdict to the raw data. */

/** @import { Cell, JudgedClaim, Result, Table } from '../types.js' */
/** @import { Chart, Figure } from './types.js' */
/** @import { Html } from './html.js' */

import { limitOf } from '../verdict/judge.js';
import { OUTCOMES, WORST_FIRST } from '../verdict/outcomes.js';
import { isValid } from './fields.js';
import { chartFigure } from './figure.js';
import { html } from './html.js';
import { outcomeMark } from './outcomes.js';
import { NONE, short, tidy } from './page/format.js';
import { pairs, table } from './tables.js';

const CLOCK = Object.freeze(
  /** @type {const} */ ({ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
);

/** @param {Result} result @returns {Html} */
export function header(result) {
  return html`<header>
    <p class="kicker">Mass Mobile load lab: ${result.scenario}</p>
    <h1>${result.title}</h1>
    <p class="when">${when(result)}</p>
  </header>`;
}

/** @param {Result} result @returns {string} */
export function when({ startedAt, finishedAt }) {
  return `${clock(startedAt)}${lasting(startedAt, finishedAt)}`;
}

/** @param {Result} result @returns {Html[]} what a reader must know before they believe a figure */
export function banners({ problems, size, generator, points, target }) {
  const spoiled = points.filter((point) => !isValid(point));
  const kinds = WORST_FIRST.map((kind) => [kind, spoiled.filter((point) => point.validity === kind).length]);
  const counted = kinds.filter(([, count]) => count !== 0).map(([kind, count]) => `${count} ${kind}`);
  const told = [
    ...problems.map((problem) => ['Incomplete.', problem]),
    size === 'smoke' && [
      'Smoke size.',
      'This run shows that the scenario works, not how much the server carries.',
    ],
    generator.limits.length > 0 && ['The generator was the limit.', generator.limits.join(' ')],
    spoiled.length > 0 && [
      `${spoiled.length} of ${points.length} points are not valid:`,
      `${counted.join(', ')}. They are drawn hollow and pale, and the table of points says why.`,
    ],
    target.isRemote && [
      'The target is on another machine.',
      'Times include the network, and nobody here can see what else that machine does.',
    ],
  ].filter((one) => one !== false);
  return told.map(
    ([title, text]) =>
      html`<div class="banner" role="note">
        ${outcomeMark('incomplete')}
        <p><strong>${title}</strong> ${text}</p>
      </div>`,
  );
}

/** @param {Result} result @param {Figure[]} [facts] @returns {Html} */
export function verdict({ verdict: { outcome, sentence, headline, limitedBy } }, facts = []) {
  const { word, code, meaning } = OUTCOMES[outcome];
  return html`<section class="verdict ${outcome}">
    ${outcomeMark(outcome)}
    <div>
      <p class="word">${word}</p>
      <p class="headline">${headline}</p>
      ${sentence !== headline && html`<p class="sentence">${sentence}</p>`}
      <p class="meaning">${meaning} Exit code ${code}.</p>
    </div>
    <dl class="facts">
      ${facts.map(figure)}
      <div>
        <dt>Limited by</dt>
        <dd>${limitedBy === 'none' ? 'Nothing' : limitedBy.charAt(0).toUpperCase() + limitedBy.slice(1)}</dd>
      </div>
    </dl>
  </section>`;
}

/** @param {Result} result @returns {Html | null} */
export function claims({ verdict: { claims } }) {
  if (claims.length === 0) return null;
  return tableSection('What was claimed', [
    {
      columns: ['Claim', 'Limit', 'Measured', 'Judgement'],
      rows: /** @type {Cell[][]} */ (
        /** @type {unknown} */ (
          claims.map((claim) => [claim.words, limitOf(claim), valueOf(claim), held(claim)])
        )
      ),
    },
  ]);
}

/** @param {JudgedClaim} claim @returns {string} */
export function valueOf({ value, unit = '' }) {
  return value === null ? NONE : `${tidy(value)} ${unit}`.trim();
}

/** @param {JudgedClaim} claim @returns {Html} */
export function held({ holds, because }) {
  if (holds === null)
    return html`<span class="mark warn">${outcomeMark('incomplete')}not judged: ${because}</span>`;
  return holds
    ? html`<span class="mark good">${outcomeMark('passed')}holds</span>`
    : html`<span class="mark bad">${outcomeMark('failed')}broken</span>`;
}

/** @param {Figure[]} figures @returns {Html | null} */
export function keyFigures(figures) {
  const known = figures.filter(({ value }) => value !== null);
  if (known.length === 0) return null;
  return html`<section>
    <h2>Key figures</h2>
    <dl class="figures">${known.map(figure)}</dl>
  </section>`;
}

/** @param {string} title @param {Chart[]} charts @returns {Html | null} */
export function chartSection(title, charts) {
  if (charts.length === 0) return null;
  return html`<section>
    <h2>${title}</h2>
    <div class="charts">${charts.map(chartFigure)}</div>
  </section>`;
}

/** @param {string} title @param {Table[]} tables @returns {Html | null} */
export function tableSection(title, tables) {
  const filled = tables.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) return null;
  return html`<section>
    <h2>${title}</h2>
    ${filled.map(table)}
  </section>`;
}

/** @param {Result} result @returns {Html} */
export function measured(result) {
  return html`<section>
    <h2>How it was measured</h2>
    <div class="columns">
      <div>${pairs('Machine and versions', machineRows(result))}</div>
      <div>${pairs('Generator', generatorRows(result))}${pairs('Settings', settingRows(result))}</div>
    </div>
  </section>`;
}

/** @param {string[]} files @returns {Html} */
export function footer(files = []) {
  const links = files.map((file, index) => html`${index > 0 ? ', ' : ''}<a href="./${file}">${file}</a>`);
  return html`<footer>
    <p>
      ${files.length > 0 ? html`Raw data beside this file: ${links}. ` : null}Published figures:
      loadtest/anchors. All of this page is in this one file.
    </p>
  </footer>`;
}

/** @param {Result} result @returns {[string, Cell][]} */
export function machineRows({ machine, target }) {
  return [
    ['Processor', machine.cpu],
    ['Cores', machine.cores],
    ['Memory', machine.memoryGb == null ? null : `${short(machine.memoryGb)} GB`],
    ['System', machine.os],
    ['Node', machine.node],
    ...Object.entries(machine.packages),
    ['Git', machine.git ? `${machine.git}${machine.dirty ? ', with changes not committed' : ''}` : null],
    ['Target', target.isOwn ? `${target.url}, started by the lab` : target.url],
  ];
}

/** @param {Result} result @returns {[string, Cell][]} */
export function generatorRows({ generator: { name, processes, machines, cpuPeak, limits } }) {
  return [
    ['Generator', name],
    ['Processes, machines', `${processes}, ${machines}`],
    ['Its CPU, most', cpuPeak === null ? null : `${short(cpuPeak * 100)} % of its core`],
    ['Was it the limit', limits.length > 0 ? limits.join(' ') : 'no'],
  ];
}

/** @param {Result} result @returns {[string, Cell][]} */
export function settingRows({ settings, size }) {
  return [
    ['Size', size],
    ...Object.entries(settings).map(([name, value]) => /** @type {[string, Cell]} */ ([name, plain(value)])),
  ];
}

/** @param {Figure} figure */
function figure({ label, value, unit, sign, note }) {
  const before = value !== null && sign ? html`<small>${sign}</small> ` : null;
  const small = value !== null && unit ? html` <small>${unit}</small>` : null;
  return html`<div>
    <dt>${label}</dt>
    <dd>${before}${value !== null && unit ? short(value) : tidy(value)}${small}</dd>
    ${note && html`<dd class="small">${note}</dd>`}
  </div>`;
}

/** @param {unknown} value */
function plain(value) {
  if (value == null || (typeof value === 'number' && !Number.isFinite(value))) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** @param {string} iso */
function clock(iso) {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? NONE : `${at.toLocaleString('en-GB', CLOCK)} UTC`;
}

/** @param {string} from @param {string} to */
function lasting(from, to) {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
  if (!(seconds >= 0)) return '';
  return seconds < 120 ? `, ${seconds} s` : `, ${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
