/**
 * Plays a benchmark that is declared: which shapes take turns, against which servers, and what is counted. With `--before
 * <another checkout>`, such as the commit before, that one's server takes its turns too, in every shape of ours.
 *
 * Two processes of the same server differ by up to a tenth for as long as they live, by where their code and their memory
 * happen to lie. With `--series 5` the servers are started five times, and the figures are those of all bursts together.
 */

/** @import { Value } from '../harness/command-line.js' */
/** @import { Figures, Row, Server, To } from './lab.js' */
/** @import { Column, Figure } from './table.js' */

import { LabError } from '../harness/errors.js';
import { command } from './command.js';
import { openLab } from './lab.js';
import { installedServers } from './servers.js';
import { printResults, ratios } from './table.js';

const USUAL = Object.freeze({ series: 1, rounds: 5, seconds: 1, only: '', before: '' });
const BEFORE = ', before';

/**
 * @typedef {{ server: string, load?: Record<string, unknown>, perMessage?: number }} Shape what takes its turn
 * @typedef {Record<string, any> & { rounds: number, seconds: number }} Case the options, each list of which
 *   is one of its values
 *
 * @typedef {object} Benchmark
 * @property {Record<string, Value>} options and what they are without being given, beside
 *   `--series`, `--rounds`, `--seconds`, `--before` and `--only <parts of names of shapes;…>`; all values of lists are played
 * @property {Record<string, Shape>} shapes by their names in the table
 * @property {To | null} crowd where the `phones` are that each server has before the first burst; null: bursts bring theirs
 * @property {Record<string, string>} [env] of our servers, see server.js
 * @property {(context: Case & Shape & { to: Server }) => Promise<Figures>} burst
 * @property {(of: Case) => string} title
 * @property {Record<string, Column>} columns what is counted, by the heads of the table
 * @property {Figure} figure that ours and the other checkout are compared by
 */

/** @param {Benchmark} benchmark */
export async function play(benchmark) {
  const { shapes, crowd, burst, title, figure, env } = benchmark;
  await command({ ...USUAL, ...benchmark.options }, async (options) => {
    /** @type {Record<string, unknown> & { before: string }} */
    const { before, returning } = options;
    const some = chosen(shapes, options.only);
    const wanted = Object.entries(before === '' ? some : withBefore(some));
    const names = wanted.map(([, { server }]) => server);
    const servers = installedServers(names, { before, env });
    const playing = Object.fromEntries(wanted.filter(([, { server }]) => Object.hasOwn(servers, server)));
    /** @type {Column} */
    const timesBefore = (rows, all, name) => ratios(rows, all[name + BEFORE] ?? [], figure);
    const columns = { ...benchmark.columns, ...(before !== '' && { 'x before': timesBefore }) };
    const cases = casesOf(options);
    const results = cases.map(() => Object.fromEntries(Object.keys(playing).map((name) => [name, noRows()])));
    for (let left = options.series; left > 0; left--) {
      const lab = await openLab(servers, crowd ?? 'players', { returns: returning === true });
      try {
        for (const [index, of] of cases.entries()) {
          if (crowd !== null) await lab.fill(Number(of['phones']));
          const played = await lab.rounds(playing, of.rounds, (shape) =>
            burst({ ...of, ...shape, to: lab.server(shape.server) }),
          );
          const all = /** @type {Record<string, Row[]>} */ (results[index]);
          for (const [name, rows] of Object.entries(played)) all[name]?.push(...rows);
          if (left === 1) printResults(title(of), columns, all);
        }
      } finally {
        await lab.close();
      }
    }
    return results.flatMap((all) => Object.values(all).flat());
  });
}

/** @returns {Row[]} */
const noRows = () => [];

/** @param {Record<string, Shape>} shapes @returns {Record<string, Shape>} with those that the other checkout plays beside ours */
function withBefore(shapes) {
  const ours = Object.entries(shapes).filter(([, { server }]) => server === 'own');
  const theirs = ours.map(([name, shape]) => [name + BEFORE, { ...shape, server: 'before' }]);
  return { ...shapes, ...Object.fromEntries(theirs) };
}

/** @param {Record<string, unknown>} options @returns {Case[]} */
function casesOf(options) {
  let cases = [options];
  for (const [name, values] of Object.entries(options))
    if (Array.isArray(values))
      cases = cases.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  return /** @type {Case[]} */ (cases);
}

/**
 * @template T
 * @param {Record<string, T>} all @param {string} only parts of names, with semicolons; '' is a part of each
 * @returns {Record<string, T>}
 * @throws {LabError} if a part is a part of none, because nothing would be measured
 */
export function chosen(all, only) {
  const parts = only.split(';');
  const names = Object.keys(all);
  const none = parts.find((part) => !names.some((name) => name.includes(part)));
  if (none !== undefined) throw new LabError(`--only "${none}" fits none of: ${names.join('; ')}.`);
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => parts.some((part) => name.includes(part))),
  );
}
