/** Sums a result up for machines that build and test: Markdown for a pull request, JUnit for its table of tests. */

/** @import { JudgedClaim, Outcome, Result } from '../types.js' */
/** @import { Anchors } from './types.js' */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limitOf } from '../verdict/judge.js';
import { OUTCOMES } from '../verdict/outcomes.js';
import { readAnchors } from './anchors.js';
import { readResult } from './folder.js';
import { html as xml } from './page/html.js';
import { judgementOf, numberOf, tell, valueOf } from './tell.js';

/** XML 1.0 has no place for these, not even escaped: control characters, lone surrogates, U+FFFE and U+FFFF. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]|\p{Surrogate}/gu;
/** These begin something in Markdown, or in the HTML that it lets through. */
const MARKUP = /[\\`*_{}[\]<>()#+!|~&@]/g;
const ENTITIES = new Map(Object.entries({ '&': '&amp;', '<': '&lt;' }));

/**
 * Writes summary.md and junit.xml beside a result.json.
 * @param {string} folder of a run
 * @returns {Promise<string[]>} their paths
 * @throws {import('./folder.js').ReportError} if there is no result of this lab
 */
export async function writeSummaries(folder) {
  const [result, anchors] = await Promise.all([readResult(folder), readAnchors()]);
  const files = { 'summary.md': markdownOf(result, anchors), 'junit.xml': junitOf(result) };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return Object.keys(files).map((name) => join(folder, name));
}

/**
 * @param {Result} result complete, as folder.js reads it
 * @param {Anchors} anchors as `readAnchors` of anchors.js gives them
 * @returns {string} outcome, headline, claims, key figures, and the command to repeat the run
 */
export function markdownOf(result, anchors) {
  const { outcome, headline, sentence, limitedBy, claims } = result.verdict;
  const { word, meaning, code } = OUTCOMES[outcome];
  const { facts, figures } = tell(result, anchors);
  const known = [...facts, ...figures].filter(({ value }) => value !== null);
  return [
    `## ${plain(result.title)}: ${word.toLowerCase()}`,
    `**${word}.** ${plain(headline)}`,
    ...(sentence === headline ? [] : [plain(sentence)]),
    `${meaning} Exit code ${code}. Limited by: ${plain(limitedBy)}.`,
    ...tableOf(
      ['Claim', 'Limit', 'Measured', 'Judgement'],
      claims.map((claim) => [claim.words, limitOf(claim), valueOf(claim), judgementOf(claim)]),
    ),
    ...tableOf(
      ['Figure', 'Value'],
      known.map((one) => [one.label, [one.sign, numberOf(one), one.unit].filter(Boolean).join(' ')]),
    ),
    'To repeat it:',
    `\`\`\`sh\n${commandOf(result)}\n\`\`\`\n`,
  ].join('\n\n');
}

/** @param {Result} result complete @returns {string} XML: a suite with a case for each claim, and one for the run as a whole */
export function junitOf(result) {
  const { outcome, sentence, claims } = result.verdict;
  const seconds = (Date.parse(result.finishedAt) - Date.parse(result.startedAt)) / 1000;
  const time = seconds >= 0 && xml` time="${seconds.toFixed(1)}"`;
  const suite = oneLine(`loadtest.${result.scenario}`);
  const kind = outcome === 'failed' ? 'failure' : 'error';
  const fault = outcome === 'passed' ? {} : { kind, type: outcome, message: sentence };
  const cases = claims.map((claim) => ({
    ...{ name: `${claim.words} (${claim.metric} ${limitOf(claim)})` },
    ...claimFault(claim, outcome, sentence),
  }));
  cases.unshift({ name: `The run: ${result.title}`, ...fault });
  const count = (/** @type {string} */ wanted) => cases.filter((one) => one.kind === wanted).length;
  const counts = xml`failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const lines = cases.map(({ name, kind, type, message = '' }) => {
    const head = xml`<testcase classname="${suite}" name="${oneLine(name)}"`;
    if (!kind) return xml`${head}/>\n`;
    const typed = type && xml` type="${oneLine(type)}"`;
    return xml`${head}><${kind}${typed} message="${oneLine(message)}"/></testcase>\n`;
  });
  return String(xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="${suite}" tests="${cases.length}" ${counts}${time}>
${lines}</testsuite>
</testsuites>
`);
}

/**
 * A count that holds does so in any run; a time is worth nothing in one that was not valid.
 * @param {JudgedClaim} claim @param {Outcome} outcome @param {string} sentence
 * @returns {{ kind?: string, type?: string, message?: string }} nothing for one that holds
 */
function claimFault(claim, outcome, sentence) {
  const { holds, because, kind, metric } = claim;
  if (holds === null) return { kind: 'skipped', message: because ?? sentence };
  const message = `${valueOf(claim)}, and the limit is ${limitOf(claim)}.`;
  if (!holds) return { kind: 'failure', type: metric, message };
  const isSure =
    outcome === 'passed' || outcome === 'failed' || (kind === 'count' && outcome !== 'incomplete');
  return isSure ? {} : { kind: 'skipped', message: sentence };
}

/** @param {Result} result */
function commandOf({ scenario, size, settings, target }) {
  const known = Object.entries(settings).filter(([, value]) => value != null);
  const set = known.map(([name, value]) => ` --set ${quoted(`${name}=${JSON.stringify(value)}`)}`);
  const sized = size === 'default' ? '' : ` --size ${quoted(size)}`;
  const aimed = target.isOwn ? '' : ` --target ${quoted(target.url)}`;
  return `npm run loadtest -- ${quoted(scenario)}${sized}${set.join('')}${aimed}`;
}

/** @param {string} word @returns {string} for a POSIX shell, on one line */
function quoted(word) {
  const text = oneLine(word);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** @param {string[]} columns @param {string[][]} rows @returns {string[]} none without rows */
function tableOf(columns, rows) {
  if (rows.length === 0) return [];
  const lines = [columns, columns.map(() => '---'), ...rows.map((row) => row.map(plain))];
  return [lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

/** @param {string} text @returns {string} on one line, with nothing in it that means something to Markdown or HTML */
function plain(text) {
  return oneLine(text).replace(MARKUP, (sign) => ENTITIES.get(sign) ?? `\\${sign}`);
}

/** @param {string} text @returns {string} without signs that XML has no place for */
function oneLine(text) {
  return text.replace(NOT_XML, '').replace(/\s+/g, ' ');
}
