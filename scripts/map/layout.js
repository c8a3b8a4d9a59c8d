/** Where the boxes of a map stand: in layers, so that all arrows lead down, and as few as possible cross. Pure. */

/** @import { Arrow } from './graph.js' */

const LAYER_GAP = 54;
const BOX_GAP = 22;
/** An arrow that passes a layer takes this much of its width. */
const PASS_WIDTH = 10;
const SWEEPS = 24;

/** @typedef {{ id: string, room?: string, layer: number, width: number, x: number, up: Spot[], down: Spot[] }} Spot */

/**
 * @param {string[]} rooms
 * @param {(Arrow & { isUp: boolean })[]} arrows without a ring once those that lead up are turned round
 * @param {{ width: number, height: number }} box
 */
export function arrange(rooms, arrows, box) {
  const turned = arrows.map((arrow) => (arrow.isUp ? { ...arrow, from: arrow.to, to: arrow.from } : arrow));
  const layerOf = layers(
    rooms,
    turned.filter(({ isUp }) => !isUp),
  );
  const top = Math.max(...layerOf.values());
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  const add = (/** @type {string} */ id, /** @type {number} */ layer, /** @type {string} */ room = '') => {
    /** @type {Spot} */
    const spot = { id, room, layer, width: room ? box.width : PASS_WIDTH, x: 0, up: [], down: [] };
    spots.set(id, spot);
    return spot;
  };
  for (const room of rooms) add(room, top - Number(layerOf.get(room)), room);
  const ways = turned.map(({ from, to, isUp }) => {
    const [start, end] = [spots.get(from), spots.get(to)];
    if (!start || !end) throw new Error(`no box for ${from} or ${to}`);
    const isTurned = start.layer > end.layer;
    const [upper, lower] = isTurned ? [end, start] : [start, end];
    const way = [upper];
    for (let layer = upper.layer + 1; layer < lower.layer; layer += 1)
      way.push(add(`${from} ${to} ${isUp} ${layer}`, layer));
    way.push(lower);
    way.slice(1).forEach((spot, index) => {
      spot.up.push(/** @type {Spot} */ (way[index]));
      way[index]?.down.push(spot);
    });
    return { way, isUp: isUp !== isTurned };
  });
  const rows = Array.from({ length: top + 1 }, (_, layer) =>
    [...spots.values()].filter((spot) => spot.layer === layer),
  );
  order(rows);
  place(rows);
  const left = Math.min(...[...spots.values()].map(({ x, width }) => x - width / 2));
  const right = Math.max(...[...spots.values()].map(({ x, width }) => x + width / 2));
  const yOf = (/** @type {Spot} */ { layer }) => layer * (box.height + LAYER_GAP);
  const xOf = (/** @type {Spot} */ { x }) => Math.round(x - left);
  return {
    width: Math.round(right - left),
    height: top * (box.height + LAYER_GAP) + box.height,
    boxes: rooms.map((room) => {
      const spot = /** @type {Spot} */ (spots.get(room));
      return { room, x: xOf(spot) - box.width / 2, y: yOf(spot) };
    }),
    edges: ways.map(({ way, isUp }) => ({
      isUp,
      points: way.flatMap((spot, index) => {
        const [x, y] = [xOf(spot), yOf(spot)];
        if (index === 0) return [{ x: x + port(spot.down, way[1], box), y: y + box.height }];
        if (index === way.length - 1) return [{ x: x + port(spot.up, way[index - 1], box), y }];
        return [
          { x, y },
          { x, y: y + box.height },
        ];
      }),
    })),
  };
}

/** @param {Spot[]} others @param {Spot | undefined} other @param {{ width: number }} box how far from the middle an arrow meets a box */
function port(others, other, box) {
  const sorted = [...others].sort((a, b) => a.x - b.x || a.id.localeCompare(b.id));
  const step = Math.min(16, (box.width - 40) / sorted.length);
  return Math.round((sorted.indexOf(/** @type {Spot} */ (other)) - (sorted.length - 1) / 2) * step);
}

/** @param {string[]} rooms @param {Arrow[]} arrows @returns {Map<string, number>} the longest way down from each */
function layers(rooms, arrows) {
  /** @type {Map<string, number>} */
  const depth = new Map();
  /** @param {string} room @returns {number} */
  const measure = (room) => {
    const known = depth.get(room);
    if (known !== undefined) return known;
    const below = arrows.filter(({ from }) => from === room).map(({ to }) => measure(to) + 1);
    const longest = Math.max(0, ...below);
    depth.set(room, longest);
    return longest;
  };
  rooms.forEach(measure);
  return depth;
}

/** Sorts each row by the mean place of its neighbours, downwards and upwards in turns. @param {Spot[][]} rows */
function order(rows) {
  for (const row of rows) row.forEach((spot, index) => (spot.x = index));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isDown = sweep % 2 === 0;
    for (const row of isDown ? rows.slice(1) : rows.slice(0, -1).reverse()) {
      const wish = new Map(row.map((spot) => [spot, mean(isDown ? spot.up : spot.down) ?? spot.x]));
      row.sort((a, b) => Number(wish.get(a)) - Number(wish.get(b)) || a.id.localeCompare(b.id));
      row.forEach((spot, index) => (spot.x = index - (row.length - 1) / 2));
    }
  }
}

/** Moves each spot towards the mean of its neighbours, in the order that is settled. @param {Spot[][]} rows */
function place(rows) {
  for (const row of rows) pack(row, (spot) => spot.x * 40);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const way = sweep % 2 === 0 ? rows : [...rows].reverse();
    for (const row of way) pack(row, (spot) => mean([...spot.up, ...spot.down]) ?? spot.x);
  }
}

/** @param {Spot[]} row in its order @param {(spot: Spot) => number} wish each as near to its wish as the others let it */
function pack(row, wish) {
  const wishes = row.map(wish);
  /** Neighbours that touch move as one block, to the mean of their wishes. @type {{ at: number, spots: { spot: Spot, offset: number }[], sum: number, width: number }[]} */
  const blocks = [];
  row.forEach((spot, index) => {
    let block = {
      at: Number(wishes[index]),
      spots: [{ spot, offset: 0 }],
      sum: Number(wishes[index]),
      width: 0,
    };
    for (let last = blocks.at(-1); last; last = blocks.at(-1)) {
      const gap = distance(last.spots.at(-1)?.spot, block.spots[0]?.spot);
      if (last.at + last.width + gap <= block.at) break;
      blocks.pop();
      const shift = last.width + gap;
      const spots = [
        ...last.spots,
        ...block.spots.map(({ spot, offset }) => ({ spot, offset: offset + shift })),
      ];
      const sum = last.sum + block.sum - shift * block.spots.length;
      block = { spots, sum, at: sum / spots.length, width: shift + block.width };
    }
    blocks.push(block);
  });
  for (const { at, spots } of blocks) for (const { spot, offset } of spots) spot.x = at + offset;
}

/** @param {Spot | undefined} left @param {Spot | undefined} right @returns {number} between their middles, at least */
function distance(left, right) {
  return (left?.width ?? 0) / 2 + (right?.width ?? 0) / 2 + BOX_GAP;
}

/** @param {Spot[]} spots @returns {number | undefined} */
function mean(spots) {
  if (spots.length === 0) return undefined;
  return spots.reduce((sum, { x }) => sum + x, 0) / spots.length;
}
