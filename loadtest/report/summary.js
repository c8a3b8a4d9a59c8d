/** Sums a result up for machines that build and test: Markdown for a pull request, JUnit for its table of tests. */

/** @import { JudgedClaim, Outcome, Result } from '../types.js' */
/** @import { Anchors } from './types.js' */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limitOf } from '../verdict/judge.js';
import { OUTCOMES } from '../verdict/outcomes.js';
import { readAnchors } from './anchors.js';
import { complete, readResult } from './folder.js';
import { NONE, short, tidy } from './page/format.js';
import { viewOf } from './views/index.js';

/** XML 1.0 has no place for these, not even escaped: control characters, lone surrogates, U+FFFE and U+FFFF. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]|\p{Surrogate}/gu;
/** These begin something in Markdown, or in the HTML that it lets through. */
const MARKUP = /[\\`*_{}[\]<>()#+!|~&@]/g;

/**
 * Writes summary.md and junit.xml beside a result.json.
 * @param {string} folder of a run
 * @returns {Promise<string[]>} their paths
 * @throws {import('./folder.js').ReportError} if there is no result of this lab
 */
export async function writeSummaries(folder) {
  const [result, anchors] = await Promise.all([readResult(folder), readAnchors()]);
  const files = { 'summary.md': markdownOf(result, anchors), 'junit.xml': junitOf(result) };
  return Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    }),
  );
}

/**
 * @param {Result} given
 * @param {Anchors} anchors as `readAnchors` of anchors.js gives them
 * @returns {string} outcome, headline, claims, key figures, and the command to repeat the run
 */
export function markdownOf(given, anchors) {
  const result = complete(given);
  const { outcome, headline, sentence, limitedBy, claims } = result.verdict;
  const { facts, figures } = viewOf(result.scenario)(result, anchors);
  const known = [...facts, ...figures].filter(({ value }) => value !== null);
  const lines = [
    `## ${plain(result.title)}: ${OUTCOMES[outcome].word.toLowerCase()}`,
    '',
    `**${OUTCOMES[outcome].word}.** ${plain(headline)}`,
    ...(sentence === headline ? [] : ['', plain(sentence)]),
    '',
    `${OUTCOMES[outcome].meaning} Exit code ${OUTCOMES[outcome].code}. Limited by: ${plain(limitedBy)}.`,
    ...tableOf(
      ['Claim', 'Limit', 'Measured', 'Judgement'],
      claims.map((claim) => [claim.words, limitOf(claim), measured(claim), judgement(claim)]),
    ),
    ...tableOf(
      ['Figure', 'Value'],
      known.map(({ label, value, unit, sign }) => [
        label,
        [sign, unit ? short(value ?? NaN) : tidy(value), unit].filter(Boolean).join(' '),
      ]),
    ),
    '',
    'To repeat it:',
    '',
    '```sh',
    commandOf(result),
    '```',
    '',
  ];
  return lines.join('\n');
}

/**
 * @param {Result} given
 * @returns {string} XML: a suite with a case for each claim, and one for the run as a whole
 */
export function junitOf(given) {
  const result = complete(given);
  const { outcome, sentence, claims } = result.verdict;
  const seconds = (Date.parse(result.finishedAt) - Date.parse(result.startedAt)) / 1000;
  const time = Number.isFinite(seconds) && seconds >= 0 ? ` time="${seconds.toFixed(1)}"` : '';
  const cases = [
    testcase(result, `The run: ${result.title}`, outcomeElement(outcome, sentence)),
    ...claims.map((claim) =>
      testcase(
        result,
        `${claim.words} (${claim.metric} ${limitOf(claim)})`,
        claimElement(claim, outcome, sentence),
      ),
    ),
  ];
  const count = (/** @type {string} */ kind) => cases.filter((one) => one.includes(`<${kind} `)).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites>`,
    `<testsuite name="${xml(`loadtest.${result.scenario}`)}" tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"${time}>`,
    ...cases,
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** @param {Outcome} outcome @param {string} sentence @returns {string} '' for one that passed */
function outcomeElement(outcome, sentence) {
  if (outcome === 'passed') return '';
  const kind = outcome === 'failed' ? 'failure' : 'error';
  return `<${kind} type="${outcome}" message="${xml(sentence)}"/>`;
}

/**
 * A count that holds does so in any run; a time is worth nothing in one that was not valid.
 * @param {JudgedClaim} claim @param {Outcome} outcome @param {string} sentence
 */
function claimElement(claim, outcome, sentence) {
  const { holds, because, kind } = claim;
  if (holds === null) return `<skipped message="${xml(because ?? sentence)}"/>`;
  if (!holds)
    return `<failure type="${xml(claim.metric)}" message="${xml(`${measured(claim)}, and the limit is ${limitOf(claim)}.`)}"/>`;
  const isSure =
    outcome === 'passed' || outcome === 'failed' || (kind === 'count' && outcome !== 'incomplete');
  return isSure ? '' : `<skipped message="${xml(sentence)}"/>`;
}

/** @param {Result} result @param {string} name @param {string} element */
function testcase({ scenario }, name, element) {
  const head = `<testcase classname="${xml(`loadtest.${scenario}`)}" name="${xml(name)}"`;
  return element ? `${head}>${element}</testcase>` : `${head}/>`;
}

/** @param {JudgedClaim} claim */
function measured({ value, unit = '' }) {
  return value === null ? NONE : `${tidy(value)} ${unit}`.trim();
}

/** @param {JudgedClaim} claim */
function judgement({ holds, because }) {
  return holds === null ? `not judged: ${because}` : holds ? 'holds' : 'broken';
}

/** @param {Result} result */
function commandOf({ scenario, size, settings, target }) {
  const known = Object.entries(settings).filter(
    ([, value]) => value != null && (typeof value !== 'number' || Number.isFinite(value)),
  );
  const set = known.map(([name, value]) => ` --set ${quoted(`${name}=${JSON.stringify(value)}`)}`);
  const sized = /^[\w-]+$/.test(size) && size !== 'default' ? ` --size ${size}` : '';
  const aimed = target.isOwn ? '' : ` --target ${quoted(target.url)}`;
  return `npm run loadtest -- ${quoted(scenario)}${sized}${set.join('')}${aimed}`;
}

/** @param {string} word @returns {string} for a POSIX shell, on one line */
function quoted(word) {
  const text = word.replace(NOT_XML, '').replace(/\s+/g, ' ');
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** @param {string[]} columns @param {string[][]} rows @returns {string[]} */
function tableOf(columns, rows) {
  if (rows.length === 0) return [];
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return ['', line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(row.map(plain)))];
}

/** @param {string} text @returns {string} on one line, with nothing in it that means something to Markdown or HTML */
function plain(text) {
  return text
    .replace(NOT_XML, '')
    .replace(/\s+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(MARKUP, escape);
}

/** @param {string} sign */
function escape(sign) {
  return sign === '&' || sign === '<' ? sign : `\\${sign}`;
}

/** @param {string} text @returns {string} */
function xml(text) {
  const entities = /** @type {Record<string, string>} */ ({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  });
  return text
    .replace(NOT_XML, '')
    .replace(/\s+/g, ' ')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? '');
}
