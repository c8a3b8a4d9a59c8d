/** Writes the sections of a report, from the verdict to the raw data. */

/** @import { Cell, JudgedClaim, Result, Table } from '../types.js' */
/** @import { Chart, Figure } from './types.js' */
/** @import { Html } from './page/html.js' */
/** @import { Content } from './tables.js' */

import { limitOf } from '../verdict/judge.js';
import { OUTCOMES, WORST_FIRST } from '../verdict/outcomes.js';
import { capitalised, isValid } from './fields.js';
import { chartFigure } from './figure.js';
import { outcomeMark } from './outcomes.js';
import { NONE, short } from './page/format.js';
import { html } from './page/html.js';
import { table } from './tables.js';
import { judgementOf, numberOf, valueOf } from './tell.js';

const CLOCK = /** @type {const} */ ({ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** @param {Result} result @param {string} title @param {string} [time] @returns {Html} */
export function header({ scenario }, title, time) {
  return html`<header>
    <p class="kicker">Mass Mobile load lab: ${scenario}</p>
    <h1>${title}</h1>
    ${time && html`<p class="when">${time}</p>`}
  </header>`;
}

/** @param {Result} result @returns {string} "21 November 2026 at 06:00 UTC, 3 min 20 s" */
export function when({ startedAt, finishedAt }) {
  const seconds = Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000);
  if (!(seconds >= 0)) return NONE;
  const lasted = seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${new Date(startedAt).toLocaleString('en-GB', CLOCK)} UTC, ${lasted}`;
}

/** @param {Result} result @returns {Html} what a reader must know before they believe a figure */
export function banners({ problems, size, generator: { limits }, points, target }) {
  const spoilt = points.filter((point) => !isValid(point));
  const counts = WORST_FIRST.map((kind) => `${spoilt.filter((one) => one.validity === kind).length} ${kind}`);
  const counted = counts.filter((words) => !words.startsWith('0 ')).join(', ');
  /** @param {boolean} isSo @param {string} title @param {string} text */
  const banner = (isSo, title, text) =>
    isSo &&
    html`<div class="banner warn" role="note">
      ${outcomeMark('incomplete')}
      <p><strong>${title}</strong> ${text}</p>
    </div>`;
  const smoke = 'This run shows that the scenario works, not how much the server carries.';
  const spoiltTitle = `${spoilt.length} of ${points.length} points are not valid:`;
  const pale = 'They are drawn hollow and pale, and the table of points says why.';
  const remote = 'Times include the network, and nobody here can see what else that machine does.';
  return html`${problems.map((problem) => banner(true, 'Incomplete.', problem))}
  ${banner(size === 'smoke', 'Smoke size.', smoke)}
  ${banner(limits.length > 0, 'The generator was the limit.', someOf(limits))}
  ${banner(spoilt.length > 0, spoiltTitle, `${counted}. ${pale}`)}
  ${banner(target.isRemote, 'The target is on another machine.', remote)}`;
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
    <dl>
      ${facts.map(figure)}
      <div>
        <dt>Limited by</dt>
        <dd>${limitedBy === 'none' ? 'Nothing' : capitalised(limitedBy)}</dd>
      </div>
    </dl>
  </section>`;
}

/** @param {Result} result @param {Result} [other] that it is compared with */
export function claims({ verdict }, other) {
  const rows = verdict.claims.map((claim) => {
    const { metric, sign } = claim;
    const theirs = other?.verdict.claims.find((one) => one.metric === metric && one.sign === sign);
    const more = theirs ? [valueOf(theirs), held(theirs)] : [];
    return [claim.words, limitOf(claim), valueOf(claim), held(claim), ...more];
  });
  const columns = other ? ['', 'Limit of A', 'A', '', 'B', ''] : ['Claim', 'Limit', 'Measured', 'Judgement'];
  return tableSection('What was claimed', [{ columns, rows }]);
}

/** @param {JudgedClaim} claim @returns {Html} */
function held(claim) {
  const outcome = claim.holds === null ? 'incomplete' : claim.holds ? 'passed' : 'failed';
  const tone = claim.holds === null ? 'warn' : outcome;
  return html`<span class="mark ${tone}">${outcomeMark(outcome)}${judgementOf(claim)}</span>`;
}

/** @param {Figure[]} figures those that were measured are shown */
export function keyFigures(figures) {
  const known = figures.filter(({ value }) => value !== null).map(figure);
  return section('Key figures', known, html`<dl>${known}</dl>`);
}

/** @param {string} title @param {Chart[]} charts */
export function chartSection(title, charts) {
  return section(title, charts, html`<div class="charts">${charts.map(chartFigure)}</div>`);
}

/** @param {string} title @param {(Omit<Table, 'rows'> & { rows: Content[][] })[]} tables those with rows, or of a note alone */
export function tableSection(title, tables) {
  const known = tables.filter(({ columns, rows, note }) => rows.length > 0 || (columns.length === 0 && note));
  return section(title, known, html`${known.map(table)}`);
}

/** @param {Result} result */
export function measured(result) {
  const [machine, ...others] = Object.entries(conditionsOf(result)).map(([title, rows]) =>
    table({ title, columns: ['', ''], rows: rows.filter(([, value]) => value != null && value !== '') }),
  );
  const columns = html`<div class="columns">
    <div>${machine}</div>
    <div>${others}</div>
  </div>`;
  return section('How it was measured', others, columns);
}

/** @param {Html} [raw] where the raw data lie */
export function footer(raw) {
  return html`<footer>
    ${raw} Published figures: loadtest/anchors. All of this page is in this one file.
  </footer>`;
}

/** @param {Result} result @returns {Record<string, [name: string, value: Cell][]>} under which it was measured */
export function conditionsOf({ machine, target, generator, settings, size }) {
  const { processes, cpuPeak, limits } = generator;
  return {
    'Machine and versions': [
      ['Processor', machine.cpu],
      ['Cores', machine.cores],
      ['Memory', machine.memoryGb == null ? null : `${short(machine.memoryGb)} GB`],
      ['System', machine.os],
      ['Node', machine.node],
      ...Object.entries(machine.packages),
      ['Git', machine.git ? `${machine.git}${machine.dirty ? ', with changes not committed' : ''}` : null],
      ['Target', target.isOwn ? `${target.url}, started by the lab` : target.url],
    ],
    Generator: [
      ['Generator', generator.name],
      ['Processes', processes],
      ['Its CPU, most', cpuPeak === null ? null : `${short(cpuPeak * 100)} % of its core`],
      ['Was it the limit', limits.length > 0 ? someOf(limits) : 'no'],
    ],
    Settings: Object.entries({ Size: size, ...settings }).map(([name, value]) => [name, plain(value)]),
  };
}

/** @param {unknown} value */
function plain(value) {
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}

/** @param {string} title @param {unknown[]} parts without any of them there is no section @param {Html} body */
function section(title, parts, body) {
  if (parts.length === 0) return null;
  return html`<section>
    <h2>${title}</h2>
    ${body}
  </section>`;
}

/** @param {Figure} figure */
function figure(figure) {
  const { label, value, unit, sign, note } = figure;
  const [before, after] = value === null ? [] : [sign, unit];
  return html`<div>
    <dt>${label}</dt>
    <dd>
      ${before && html`<small>${before}</small> `}${numberOf(figure)}${after && html` <small>${after}</small>`}
    </dd>
    ${note && html`<dd class="small">${note}</dd>`}
  </div>`;
}

/** A search meets the limit in many points: the table of points has the reason of each. @param {readonly string[]} reasons */
function someOf(reasons) {
  const more = reasons.length - 3;
  return [...reasons.slice(0, 3), ...(more > 0 ? [`So it was ${more} times more.`] : [])].join(' ');
}
