/**
 * How the crowd's pads fold: one whole number for each phone that steers, calls or has given its seat. A phone at rest costs
 * nothing. The sum GROWS with the audience: some 30 characters for each of those phones, at every tick.
 */

const REST = 8;
const PUSHES = 17;
const SEATS = 100;

/**
 * @typedef {object} Said what a phone says
 * @property {number} x -8 to 8, to the right @property {number} y -8 to 8, down
 * @property {boolean} find
 * @property {number} row 1 to 26 for A to Z, 0: not told @property {number} seat 1 to 99, 0: not told
 */

/** @param {Said} said @returns {number} */
export function pack({ x, y, find, row, seat }) {
  return (((row * SEATS + seat) * 2 + (find ? 1 : 0)) * PUSHES + y + REST) * PUSHES + x + REST;
}

/** @param {number} code of `pack` @returns {Said} */
export function unpack(code) {
  const x = (code % PUSHES) - REST;
  const rest = Math.floor(code / PUSHES);
  const y = (rest % PUSHES) - REST;
  const more = Math.floor(rest / PUSHES);
  const place = more >> 1;
  return { x, y, find: (more & 1) === 1, row: Math.floor(place / SEATS), seat: place % SEATS };
}

const STILL = pack({ x: 0, y: 0, find: false, row: 0, seat: 0 });

export const steering = {
  grows: true,
  /** @returns {Record<string, number>} */
  empty: () => ({}),
  /** @param {Record<string, number>} sum @param {Said} said @param {{ id: string }} who */
  add(sum, said, who) {
    const code = pack(said);
    if (code === STILL) delete sum[who.id];
    else sum[who.id] = code;
    return sum;
  },
  /**
   * A player is on one edge at a time; should two speak for one, the larger number counts in either order.
   * @param {Record<string, number>} a @param {Record<string, number>} b
   */
  merge(a, b) {
    const sum = { ...a };
    for (const id in b) sum[id] = Math.max(sum[id] ?? 0, Number(b[id]));
    return sum;
  },
};
