/** The laws of a fold: sums of many edges, merged in any order, are what one edge would have had. */

/** @import { Fold, Game, Input, Who } from '../lib/contract/types.js' */
/** @import { Check } from './types.js' */
/** @import { Draw } from './draw.js' */

import { readSum } from '../lib/contract/folds.js';
import { createEdge } from '../lib/stage/edge.js';
import { StageClock } from '../lib/stage/stage-clock.js';
import { mustBeAlike, must } from './difference.js';
import { forAll } from './draw.js';

const EDGES = 3;
/** Adding in another order rounds otherwise. */
const ROUNDING = 1e-9;
const FEW = 200;
const MANY = 2000;
/** The names of some keys are longer, and counts have more digits. */
const SAME_SIZE = 2;

const OF_EDGES = 'Sums of three edges, merged in any order, are not what one edge would have';

/** @typedef {{ input: Input, who: Who, atMs: number }} Said */

/** @param {Game} game @param {Draw} draw @param {number} [most] @param {number} [least] @returns {Said[]} */
export function drawCrowd({ input, teams }, draw, most = 60, least = 0) {
  const say = () => {
    const n = draw.int(0, 5000);
    const who = { id: `p${n}`, team: teams[n % (teams.length || 1)] ?? null };
    return { input: draw.message(input), who, atMs: draw.int(0, 200) };
  };
  return draw.list(most, say, least);
}

/** @param {Fold} fold @param {Said[]} said */
export const sumOf = (fold, said) =>
  said.reduce((sum, { input, who, atMs }) => fold.add(sum, input, who, atMs), fold.empty());

/** @param {Game} game @param {Fold} fold @returns {Check[]} */
export function foldLaws(game, fold) {
  const read = (/** @type {unknown} */ sum) => readSum(fold, sum);
  const merged = (/** @type {unknown[]} */ [a, b, c]) => fold.merge(fold.merge(a, b), c);
  /** @param {string} what @param {unknown} is @param {unknown} was */
  const alike = (what, is, was) => mustBeAlike(what, read(is), read(was), 'sum', ROUNDING);
  /** @param {string} name @param {(draw: Draw) => unknown} law @param {number} [runs] */
  const law = (name, law, runs) => ({ name, run: () => forAll(law, runs) });

  return [
    law('inputs split over edges and merged in any order equal one edge', (draw) => {
      const said = drawCrowd(game, draw);
      const spread = draw.int(0, EDGES);
      // A player is on one edge at a time.
      const edges = Array.from({ length: EDGES }, (_, edge) =>
        said.filter(({ who }) => (Number(who.id.slice(1)) + spread) % EDGES === edge),
      );
      const sums = rotated(
        edges.map((some) => sumOf(fold, some)),
        draw.int(0, EDGES - 1),
      );
      alike(OF_EDGES, merged(sums), sumOf(fold, said));
      alike(OF_EDGES, merged(sums.toReversed()), sumOf(fold, said));
    }),

    law('what edges fold of their phones, merged in any order, equals adding it all', (draw) => {
      // Each says one thing, because of a level only the last one counts.
      const said = drawCrowd(game, draw).map((one, n) => ({ ...one, who: { ...one.who, id: `p${n}` } }));
      // A level counts at the time of the window, an event at its own.
      const added = said.map((one) => ({ ...one, atMs: game.hold ? 0 : one.atMs }));
      const sums = rotated(foldOnEdges(game, added), draw.int(0, EDGES - 1));
      alike(OF_EDGES, merged(sums), sumOf(fold, added));
    }),

    law('empty() is neutral and fresh', (draw) => {
      must(
        fold.empty() !== fold.empty() || typeof fold.empty() !== 'object',
        'empty() gives the same object twice',
      );
      const sum = sumOf(fold, drawCrowd(game, draw));
      alike('merge() with an empty sum changes it', fold.merge(sum, fold.empty()), sum);
      alike('merge() of an empty sum with another changes it', fold.merge(fold.empty(), sum), sum);
    }),

    law('merge changes neither side; sums survive JSON', (draw) => {
      const [a, b] = [sumOf(fold, drawCrowd(game, draw)), sumOf(fold, drawCrowd(game, draw))];
      const [textA, textB] = [JSON.stringify(a), JSON.stringify(b)];
      const both = fold.merge(a, b);
      must(JSON.stringify(a) === textA, 'merge(a, b) changes a: make a new sum');
      must(JSON.stringify(b) === textB, 'merge(a, b) changes b: make a new sum');
      alike(
        'Sums that were JSON in between merge otherwise',
        fold.merge(JSON.parse(textA), JSON.parse(textB)),
        both,
      );
    }),

    law('add does not keep the input it is given', (draw) => {
      /** @type {Record<string, any>} */
      const reused = {};
      const said = drawCrowd(game, draw);
      const sum = said.reduce(
        (so, { input, who, atMs }) => fold.add(so, Object.assign(reused, input), who, atMs),
        fold.empty(),
      );
      const before = JSON.stringify(sum);
      for (const key of Object.keys(reused)) reused[key] = null;
      must(
        JSON.stringify(sum) === before,
        'add() keeps the input, which is used again for the next: copy its values',
      );
    }),

    law(
      "a sum's size does not grow with the audience, or the fold says so",
      (draw) => {
        if (fold.grows) return;
        const [few, many] = [FEW, MANY].map((count) =>
          sizeOf(sumOf(fold, drawCrowd(game, draw, count, count))),
        );
        const sizes = `A sum has ${few} characters for ${FEW} inputs, and ${many} for ${MANY}`;
        must(
          Number(many) < SAME_SIZE * Number(few) + FEW,
          `${sizes}: fold them into numbers, or say grows: true`,
        );
      },
      1,
    ),
  ];
}

/** Three edges, whose clocks differ and agree on stage time, each with every third input. @param {Game} game @param {Said[]} said */
function foldOnEdges(game, said) {
  const edges = Array.from({ length: EDGES }, (_, n) => createEdge(clockOf(n * 1e6)));
  for (const edge of edges) edge.setGame(game);
  for (const [n, { input, who, atMs }] of said.entries()) {
    const edge = /** @type {import('../lib/stage/edge.js').Edge} */ (edges[n % EDGES]);
    const refused = edge.input(edge.sit(who), input, (n % EDGES) * 1e6 + atMs);
    must(refused === '', refused);
  }
  return edges.map((edge, n) => edge.drain(n * 1e6));
}

/** @param {unknown} sum */
const sizeOf = (sum) => JSON.stringify(sum).length;

/** A clock whose stage time began then, and which has ticked since. @param {number} zeroMs */
function clockOf(zeroMs) {
  const clock = new StageClock();
  clock.note({ epoch: 1, zeroMs, stageMs: 0, clears: 0, sentMs: zeroMs }, zeroMs);
  return clock;
}

/** @template T @param {T[]} list @param {number} by @returns {T[]} */
const rotated = (list, by) => [...list.slice(by), ...list.slice(0, by)];
