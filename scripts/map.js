#!/usr/bin/env node
/**
 * The map of the house: which folder imports which, drawn as docs/map.svg from what dependency-cruiser finds.
 * `npm run map` draws it; `npm run map -- --check` ends with 1 when the committed map is not what would be drawn now,
 * or when an arrow leads back up.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readImports } from './imports.js';
import { drawMap, findCircles } from './map/draw.js';

const FILE = fileURLToPath(new URL('../docs/map.svg', import.meta.url));
/** Each folder of `lib` is a room; everything else is one box. */
const ROOM = /^(lib|public)\/[^/]+/;
/** Every room may use these, so that their arrows would say nothing. */
const COMMON = ['bucket', 'config', 'errors', 'load-games', 'log', 'outside-games'].map(
  (name) => `lib/${name}.js`,
);
/** Declarations that are drawn as part of the file that they are about. @type {Readonly<Record<string, string>>} */
const SAME = Object.freeze({ 'lib/extension.d.ts': 'lib/extensions.js' });

const imports = readImports();
const circles = findCircles(imports, roomOf);
const svg = drawMap(
  imports.filter(({ from, to }) => !COMMON.includes(from) && !COMMON.includes(to)),
  roomOf,
);

for (const circle of circles) console.error(`map: a circle: ${circle.join(' → ')}.`);
if (process.argv.includes('--check')) {
  const isOld = !existsSync(FILE) || readFileSync(FILE, 'utf8') !== svg;
  if (isOld) console.error('map: docs/map.svg is not what the code is now: run "npm run map".');
  if (isOld || circles.length > 0) process.exitCode = 1;
} else {
  writeFileSync(FILE, svg);
}

/** @param {string} file @returns {string} */
function roomOf(file) {
  return SAME[file] ?? ROOM.exec(file)?.[0] ?? String(file.split('/')[0]);
}
