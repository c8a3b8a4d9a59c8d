/** Lines of a chart as runs of points between gaps, with the band around them and names that do not cover each other. */

/** @import { Pen } from '../../../public/playfield/canvas.js' */

/** Lines differ by their dashes too, in units of their width. The first is whole. */
export const DASHES = Object.freeze([[], [3, 2], [1, 2], [5, 2, 1, 2], [8, 3], [2, 1]]);

/** @typedef {{ x: number, y: number, low?: number, high?: number }} Dot in px; low and high: the ends of the band */

/**
 * Splits points at the gaps.
 * @template Point
 * @param {Iterable<Point>} points in the order of time
 * @param {(point: Point, before: Point | null) => boolean | null} isGap whether the line breaks before this point; null: the
 *   point itself is missing. `before`: the last point that was not missing
 * @returns {Point[][]} none of them empty
 */
export function runsOf(points, isGap) {
  /** @type {Point[][]} */
  const runs = [];
  let isBroken = true;
  /** @type {Point | null} */
  let before = null;
  for (const point of points) {
    const gap = isGap(point, before);
    if (gap === null) {
      isBroken = true;
      continue;
    }
    if (isBroken || gap) runs.push([]);
    isBroken = false;
    before = point;
    runs.at(-1)?.push(point);
  }
  return runs;
}

/** Fills the band of a run, where it has one. @param {Pen} pen @param {readonly Dot[]} run */
export function fillBand(pen, run) {
  const banded = run.filter(({ low, high }) => low !== undefined && high !== undefined);
  pen.beginPath();
  for (const { x, high = 0 } of banded) pen.lineTo(x, high);
  for (const { x, low = 0 } of [...banded].reverse()) pen.lineTo(x, low);
  pen.fill();
}

/** @param {Pen} pen @param {readonly Dot[]} run */
export function strokeRun(pen, run) {
  pen.beginPath();
  for (const { x, y } of run) pen.lineTo(x, y);
  // A run of one point would be no line at all.
  if (run.length === 1) pen.lineTo(Number(run[0]?.x) + 0.1, Number(run[0]?.y));
  pen.stroke();
}

/** @param {Pen} pen @param {number} place of the line, from 0 @param {number} unit px */
export function setDash(pen, place, unit) {
  pen.setLineDash((DASHES[place % DASHES.length] ?? []).map((length) => length * unit));
}

/**
 * Moves labels apart that would cover each other, each as little as possible from where it belongs.
 * @param {readonly number[]} wanted @param {number} gap @param {number} from @param {number} to
 * @returns {number[]} in the same order
 */
export function moveApart(wanted, gap, from, to) {
  const order = wanted.map((_, at) => at).sort((a, b) => Number(wanted[a]) - Number(wanted[b]));
  /** @type {number[]} */
  const placed = [...wanted];
  let last = from - gap;
  for (const at of order) {
    placed[at] = Math.max(Number(wanted[at]), last + gap);
    last = Number(placed[at]);
  }
  // Labels that were pushed over the end come back up.
  let next = to + gap;
  for (const at of order.reverse()) {
    placed[at] = Math.min(Number(placed[at]), next - gap);
    next = Number(placed[at]);
  }
  return placed;
}
