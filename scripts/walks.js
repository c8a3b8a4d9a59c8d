#!/usr/bin/env node
/**
 * The walks of docs/architecture.md, held to the code. Every file that a walk names is there, and is linked to the one
 * before it: one of the two imports the other, or a name that stands in the step in backticks occurs in both.
 * `node scripts/walks.js` says what is wrong; test/docs.test.js runs it.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, readImports } from './imports.js';

/** So many steps may a walk have, or the house has too many doors. @type {Readonly<Record<string, number>>} */
export const MOST_STEPS = Object.freeze({ 'A tilt': 17, 'An answer': 14, 'A switch': 14 });
const PAGE = 'docs/architecture.md';
const PATH = /^[\w.-]+(\/[\w.-]+)+\.js$/;

/** @typedef {{ files: string[], names: string[] }} Step the last file is the one that the step is about */

/** @param {string} page @param {string} title of the walk @returns {Step[]} */
export function stepsOf(page, title) {
  const section = page.split(`\n### ${title}\n`)[1]?.split(/\n##+ /)[0] ?? '';
  return section
    .split(/\n\d+\. /)
    .slice(1)
    .map((text) => {
      const step = text.split('\n\n')[0] ?? '';
      const quoted = [...step.matchAll(/`([^`]+)`/g)].map(([, name]) => String(name));
      return {
        files: quoted.filter((name) => PATH.test(name)),
        names: quoted.filter((name) => !PATH.test(name)),
      };
    });
}

/** @param {string} [root] of a checkout @returns {string[]} a sentence for each fault */
export function checkWalks(root = ROOT) {
  const page = readFileSync(join(ROOT, PAGE), 'utf8');
  const links = new Set(readImports(root).flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]));
  const read = (/** @type {string} */ file) => {
    try {
      return readFileSync(join(root, file), 'utf8');
    } catch {
      return null;
    }
  };
  return Object.entries(MOST_STEPS).flatMap(([title, most]) => {
    const steps = stepsOf(page, title);
    const way = steps.flatMap(({ files, names }) => files.map((file) => ({ file, names })));
    const missing = way.filter(({ file }) => read(file) === null).map(({ file }) => file);
    const apart = way.slice(1).filter(({ file, names }, index) => {
      const before = String(way[index]?.file);
      return file !== before && !links.has(`${before} ${file}`) && !share(read(before), read(file), names);
    });
    return [
      ...(steps.length === 0 ? [`${PAGE} has no walk "${title}".`] : []),
      ...(steps.length > most ? [`${title} takes ${steps.length} steps; ${most} is the most.`] : []),
      ...missing.map((file) => `${title}: ${file} is not there.`),
      ...apart.map(
        ({ file }) =>
          `${title}: ${file} and the file before it import neither each other nor share a name of the step.`,
      ),
    ];
  });
}

/** @param {string | null} one @param {string | null} other texts of files @param {string[]} names */
function share(one, other, names) {
  return names.some((name) => {
    const word = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`);
    return one !== null && other !== null && word.test(one) && word.test(other);
  });
}

if (import.meta.url === pathToFileURL(String(process.argv[1])).href) {
  const faults = checkWalks(process.argv[2]);
  for (const fault of faults) console.error(`walks: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
