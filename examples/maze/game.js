/** Maze: one light, and everybody steers it. It goes where the mean of all thumbs pulls it. */

import { combine, defineGame, mean } from 'mass-mobile';

const [COLUMNS, ROWS, RADIUS] = [19, 9, 0.3];
const GOAL = { x: COLUMNS - 1.5, y: ROWS - 1.5 };

/** The marks of the floor: each shows the way to the goal. @type {Record<string, { x: number, y: number }>} */
const WAYS = { '<': { x: -1, y: 0 }, '>': { x: 1, y: 0 }, '^': { x: 0, y: -1 }, v: { x: 0, y: 1 } };

/** Digs from the goal on, until each cell can be reached. @param {() => number} random @returns {string[]} rows: # is wall */
function dig(random) {
  const tiles = Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, () => '#'));
  const path = [{ x: COLUMNS - 2, y: ROWS - 2 }];
  tiles.at(-2)?.splice(-2, 1, '>');
  for (let here = path.at(-1); here; here = path.at(-1)) {
    const { x, y } = here;
    const ways = Object.entries(WAYS).filter(([, way]) => tiles[y - 2 * way.y]?.[x - 2 * way.x] === '#');
    const [mark, way] = ways[Math.floor(random() * ways.length)] ?? ['', { x: 0, y: 0 }];
    for (const step of [1, 2]) if (mark) tiles[y - step * way.y]?.splice(x - step * way.x, 1, mark);
    if (mark) path.push({ x: x - 2 * way.x, y: y - 2 * way.y });
    else path.pop();
  }
  return tiles.map((row) => row.join(''));
}

/** @param {readonly string[]} tiles @param {number} x @param {number} y */
const isFree = (tiles, x, y) =>
  [-RADIUS, RADIUS].every((dx) =>
    [-RADIUS, RADIUS].every((dy) => tiles[Math.floor(y + dy)]?.[Math.floor(x + dx)] !== '#'),
  );

/** @param {number} value */
const clamp = (value) => Math.min(1, Math.max(-1, value));

/** @param {() => number} random @param {number} found */
const begin = (random, found) => ({
  found,
  tiles: dig(random),
  x: 1.5,
  y: 1.5,
  pull: { x: 0, y: 0 },
  seconds: 0,
});

export default defineGame({
  title: 'Maze',
  summary: 'One light, and everybody steers it: it goes where the mean of all thumbs pulls it.',
  input: { x: { type: 'number', minimum: -1, maximum: 1 }, y: { type: 'number', minimum: -1, maximum: 1 } },
  // A thumb counts as long as it is held there, and pulls to nowhere once it is let go.
  hold: true,
  aggregate: combine({ x: mean('x'), y: mean('y') }),
  settings: { speed: { type: 'number', minimum: 1, maximum: 12, default: 5, title: 'Speed', unit: '/s' } },
  setup: ({ random }) => begin(random, 0),
  tick(state, { x, y }, { dt, settings, random }) {
    // On phones up is up, on the screen y grows downwards.
    state.pull = { x: x.mean, y: -y.mean };
    if (x.count > 0) state.seconds += dt;
    const way = settings.speed * Math.min(dt, 0.05);
    const next = { x: state.x + state.pull.x * way, y: state.y + state.pull.y * way };
    if (isFree(state.tiles, next.x, state.y)) state.x = next.x;
    if (isFree(state.tiles, state.x, next.y)) state.y = next.y;
    const isThere = Math.hypot(state.x - GOAL.x, state.y - GOAL.y) < 2 * RADIUS;
    return isThere ? begin(random, state.found + 1) : state;
  },
  frame: ({ x, y, pull, found, seconds }) => ({
    x,
    y,
    pull,
    found,
    seconds: Math.floor(seconds),
    cut: found,
  }),
  // Walls change once in a maze, so they are not in each frame.
  backdrop: ({ tiles }) => ({ tiles }),
  notice: ({ found }) => ({ found }),
  // People follow the way where they see it, stay in the middle of it, and err.
  bot({ view, backdrop, me, random }) {
    const [column, row] = [Math.floor(view?.x ?? 0), Math.floor(view?.y ?? 0)];
    const way = WAYS[backdrop?.tiles[row]?.[column] ?? ''];
    if (!view || !way) return null;
    const err = () => (1 - me.skill) * (random() - 0.5);
    const x = way.x || column + 0.5 - view.x;
    const y = way.y || row + 0.5 - view.y;
    return { input: { x: clamp(x + err()), y: clamp(-y + err()) } };
  },
  actions: {
    again: { title: 'Another maze', key: 'r', run: (state, _args, { random }) => begin(random, state.found) },
  },
});
