/** Checks the thresholds that a run must hold to pass, in Artillery's own syntax, over its metrics and ours. */

/** @import { Ensured } from '../report/types.js' */
/** @import { EnsureBlock } from './scenario.js' */

import { LabError } from './errors.js';

/** @type {Record<string, (value: number, limit: number) => boolean>} */
const COMPARE = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '==': (value, limit) => value === limit,
};
const SIGNS = /** @type {Record<string, string>} */ ({ '<=': '≤', '>=': '≥', '==': '=' });
const TERM = /^\s*([\w.-]+)\s*(<=|>=|==|<|>)\s*(-?[\d.]+)\s*$/;

/** @typedef {{ name: string, sign: string, limit: number }} Term */

/**
 * @param {EnsureBlock | undefined} block `thresholds: [{ metric: below }]`,
 *   `conditions: [{ expression: 'metric <= 3 and other == 0' }]`
 * @returns {Term[]}
 * @throws {LabError} if an expression is not a comparison
 */
export function readEnsure(block) {
  const thresholds = (block?.thresholds ?? []).flatMap((one) =>
    Object.entries(one).map(([name, limit]) => ({ name, sign: '<', limit: Number(limit) })),
  );
  const conditions = (block?.conditions ?? []).flatMap(({ expression }) =>
    String(expression)
      .split(/\s+and\s+/)
      .map(readTerm),
  );
  return [...thresholds, ...conditions];
}

/** @param {string} text @returns {Term} */
function readTerm(text) {
  const found = TERM.exec(text);
  if (!found)
    throw new LabError(
      `ensure: "${text}" cannot be read. Write "metric <= number", joined by "and"; signs: < <= > >= ==`,
    );
  const [, name = '', sign = '', limit] = found;
  return { name, sign, limit: Number(limit) };
}

/**
 * @param {Term[]} terms
 * @param {Record<string, number>} metrics
 * @returns {Ensured[]} a threshold whose metric was not measured did not hold
 */
export function judge(terms, metrics) {
  return terms.map(({ name, sign, limit }) => {
    const value = metrics[name];
    const holds = COMPARE[sign];
    return {
      name,
      limit: `${SIGNS[sign] ?? sign} ${limit}`,
      value: value ?? null,
      pass: value !== undefined && Number.isFinite(value) && holds !== undefined && holds(value, limit),
    };
  });
}
