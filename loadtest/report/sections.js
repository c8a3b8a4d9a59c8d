/** Writes the sections of a report, from the verdict to the raw data. */

/** @import { Cell, Chart, Facts, Figure, Result, Table } from './types.js' */
/** @import { Html } from './html.js' */

import { chartFigure } from './figure.js';
import { html } from './html.js';
import { NONE, tidy } from './page/format.js';
import { pairs, table } from './tables.js';

/** Each outcome has a shape, so that none is told by its colour alone. */
const OUTCOMES = Object.freeze({
  passed: { word: 'Passed', path: 'M12 1A11 11 0 1 1 12 23A11 11 0 1 1 12 1ZM6.5 12.5L10.5 16.5L18 8' },
  failed: { word: 'Failed', path: 'M7.5 1H16.5L23 7.5V16.5L16.5 23H7.5L1 16.5V7.5ZM8 8L16 16M16 8L8 16' },
  incomplete: { word: 'Incomplete', path: 'M12 2L23 22H1ZM12 9V15.5M12 18.3V18.6' },
});
const CLOCK = Object.freeze(
  /** @type {const} */ ({ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
);

/** @typedef {keyof typeof OUTCOMES} Outcome */

/** @param {Result} result @returns {Outcome} what was cut short did not pass */
export function outcomeOf({ complete, verdict }) {
  if (!complete) return 'incomplete';
  return verdict.pass ? 'passed' : 'failed';
}

/** @param {Outcome} outcome @returns {Html} */
export function outcomeMark(outcome) {
  return html`<svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2.2"
    stroke-linejoin="round"
    stroke-linecap="round"
    aria-hidden="true"
  >
    <path d="${OUTCOMES[outcome].path}" />
  </svg>`;
}

/** @param {Outcome} outcome @returns {string} */
export function outcomeWord(outcome) {
  return OUTCOMES[outcome].word;
}

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

/** @param {Result} result @returns {Html[]} what a reader must know before he believes a figure */
export function banners({ complete, incompleteBecause, smoke, generator }) {
  const banners = [];
  if (!complete)
    banners.push(
      html`<strong>Incomplete.</strong> ${incompleteBecause ?? 'The run was stopped.'} What was measured until
        then is below.`,
    );
  if (smoke)
    banners.push(
      html`<strong>Smoke size.</strong> This run shows that the scenario works, not how much the server
        carries.`,
    );
  if (generator.limited)
    banners.push(
      html`<strong>The generator was the limit.</strong> ${generator.note ?? 'It could not offer more.'} The
        server may well carry more than is shown.`,
    );
  return banners.map(
    (text) =>
      html`<div class="banner" role="note">
        ${outcomeMark('incomplete')}
        <p>${text}</p>
      </div>`,
  );
}

/** @param {Result} result @param {Facts} facts @returns {Html} */
export function verdict(result, { phones, rate, delay }) {
  const outcome = outcomeOf(result);
  const { headline, limitedBy } = result.verdict;
  return html`<section class="verdict ${outcome}">
    ${outcomeMark(outcome)}
    <div>
      <p class="word">${outcomeWord(outcome)}</p>
      <p class="headline">${headline ?? NONE}</p>
    </div>
    <dl class="facts">
      ${[phones, rate, delay].map(figure)}
      <div>
        <dt>Limited by</dt>
        <dd>${sentence(limitedBy)}</dd>
      </div>
    </dl>
  </section>`;
}

/** @param {Result} result @returns {Html | null} */
export function thresholds({ verdict: { ensure } }) {
  if (ensure.length === 0) return null;
  return html`<section>
    <h2>Thresholds</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>What was to hold</th>
            <th class="number">Limit</th>
            <th class="number">Measured</th>
            <th>Outcome</th>
          </tr>
        </thead>
        <tbody>
          ${ensure.map(
            ({ name, limit, value, pass }) =>
              html`<tr>
                <td>${name}</td>
                <td class="number">${tidy(limit)}</td>
                <td class="number">${tidy(value)}</td>
                <td class="word ${pass ? 'good' : 'bad'}">
                  ${outcomeMark(pass ? 'passed' : 'failed')}${pass ? 'Passed' : 'Failed'}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** @param {Figure[]} figures @returns {Html} */
export function keyFigures(figures) {
  return html`<section>
    <h2>Key figures</h2>
    <dl class="figures">${figures.filter(({ value }) => value !== null).map(figure)}</dl>
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
  const filled = tables.filter(({ rows }) => rows?.length > 0);
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
      <div>${pairs('Generator', generatorRows(result))}${pairs('Options', optionRows(result))}</div>
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

/** @param {Result} result @returns {[string, Cell | Html][]} */
export function machineRows({ machine, target }) {
  return [
    ['Processor', machine.cpu],
    ['Cores', machine.cores],
    ['Memory', machine.memoryGb == null ? null : `${tidy(machine.memoryGb)} GB`],
    ['System', machine.os],
    ['Node', machine.node],
    ...Object.entries(machine.packages).map(
      ([name, version]) => /** @type {[string, Cell]} */ ([name, version]),
    ),
    ['Git', machine.git ? `${machine.git}${machine.dirty ? ', with changes not committed' : ''}` : null],
    ['Target', target],
  ];
}

/** @param {Result} result @returns {[string, Cell | Html][]} */
export function generatorRows({ generator }) {
  const cpu = generator.cpuPeak == null ? null : `${tidy(generator.cpuPeak * 100)} % of its core`;
  const limited = generator.limited
    ? html`<span class="warn">yes: points above its limit are not valid</span>`
    : 'no';
  return [
    ['Generator', generator.name],
    ['Its CPU, most', cpu],
    ['Was it the limit', limited],
    ['Note', generator.note ?? null],
  ];
}

/** @param {Result} result @returns {[string, Cell | Html][]} */
export function optionRows({ options }) {
  return Object.entries(options).map(([name, value]) => [name, plain(value)]);
}

/** @param {Figure} figure */
function figure({ label, value, unit, sign, note }) {
  const before = value !== null && sign ? html`<small>${sign}</small> ` : null;
  const small = value !== null && unit ? html` <small>${unit}</small>` : null;
  return html`<div>
    <dt>${label}</dt>
    <dd>${before}${tidy(value)}${small}</dd>
    ${note && html`<dd class="small">${note}</dd>`}
  </div>`;
}

/** @param {unknown} value */
function plain(value) {
  if (value == null) return null;
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

/** @param {string} text */
function sentence(text) {
  return text === 'none' ? 'Nothing' : text.charAt(0).toUpperCase() + text.slice(1);
}
