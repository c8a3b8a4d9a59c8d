/** Plays a benchmark that is declared: which shapes take turns, against which servers, and what is counted. */

/** @import { Figures, Lab, Row } from './lab.js' */
/** @import { Column } from './table.js' */

import { LabError } from '../harness/errors.js';
import { command } from './command.js';
import { openLab } from './lab.js';
import { installedServers } from './servers.js';
import { printResults } from './table.js';

const USUAL = Object.freeze({ rounds: 5, seconds: 1, seed: 1, only: '' });

/**
 * @typedef {{ server: string, load?: Record<string, unknown>, perMessage?: number }} Shape what takes its turn
 * @typedef {Record<string, any> & { phones: number, rounds: number, seconds: number }} Case the options, with the number of
 *   phones that are there
 * @typedef {{ of: Case, results: Record<string, Row[]> }} Played
 *
 * @typedef {object} Benchmark
 * @property {Record<string, number | string | readonly number[]> & { phones: readonly number[] }} options and what they are
 *   without being given, beside `--rounds`, `--seconds`, `--seed` and `--only <parts of names of shapes;…>`
 * @property {Record<string, Shape>} shapes by their names in the table
 * @property {'players' | 'lab' | null} crowd the connections that each server has before the first burst; null: none
 * @property {(options: any) => Record<string, unknown>[]} [cases] each is played by itself, with some options replaced;
 *   without it, one for each number of phones
 * @property {(context: Case & { lab: Lab, shape: Shape }) => Promise<Figures>} burst
 * @property {(of: Case) => string} title
 * @property {Record<string, Column>} columns what is counted, by the heads of the table
 * @property {(played: Played[], options: any) => void} [conclude] prints what follows from all cases
 */

/** @param {Benchmark} benchmark */
export async function play({ options: defaults, shapes, crowd, cases, burst, title, columns, conclude }) {
  await command({ ...USUAL, ...defaults }, async (options) => {
    const servers = installedServers([...new Set(Object.values(shapes).map(({ server }) => server))]);
    const playing = Object.fromEntries(
      chosen(Object.entries(shapes), options.only.split(';')).filter(([, { server }]) =>
        Object.hasOwn(servers, server),
      ),
    );
    const lab = await openLab(servers, { seed: options.seed });
    try {
      /** @type {Played[]} */
      const played = [];
      let there = 0;
      for (const one of cases?.(options) ?? options.phones.map((phones) => ({ phones }))) {
        const of = /** @type {Case} */ ({ ...options, ...one });
        if (crowd !== null && of.phones !== there) {
          if (there > 0) await lab.empty();
          await lab.fill(of.phones, crowd);
          there = of.phones;
        }
        const results = await lab.rounds(playing, of.rounds, (shape) => burst({ ...of, lab, shape }));
        printResults(title(of), columns, results);
        played.push({ of, results });
      }
      conclude?.(played, options);
      return played.flatMap(({ results }) => Object.values(results).flat());
    } finally {
      lab.end();
    }
  });
}

/**
 * @template T
 * @param {[name: string, T][]} all @param {string[]} parts of names; '' is a part of each
 * @returns {[name: string, T][]}
 * @throws {LabError} if a part is a part of none, because nothing would be measured
 */
export function chosen(all, parts) {
  const none = parts.find((part) => !all.some(([name]) => name.includes(part)));
  if (none !== undefined)
    throw new LabError(`--only "${none}" fits none of: ${all.map(([name]) => name).join('; ')}.`);
  return all.filter(([name]) => parts.some((part) => name.includes(part)));
}
