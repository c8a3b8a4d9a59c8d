/** Drawings as short texts: what a phone's `draw()` sends, and a screen draws. */

/** @typedef {{ x: number, y: number }} Point both 0 to 1, y downwards */
/** @typedef {Point[]} Stroke */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Each point takes three digits of six bits: nine bits for x, nine for y. On a wall of 4 m that is 8 mm. */
const GRID = 511;
const DIGITS_A_POINT = 3;
const BETWEEN = '.';
const WELL_FORMED = /^(?:[\w-]{3})+(?:\.(?:[\w-]{3})+)*$/;

/** @param {readonly Stroke[]} strokes at least one point each @returns {string} */
export function packStrokes(strokes) {
  return strokes.map((stroke) => stroke.map(packPoint).join('')).join(BETWEEN);
}

/** @param {unknown} text whatever a phone may have sent @returns {Stroke[]} none if it is no drawing */
export function unpackStrokes(text) {
  if (typeof text !== 'string' || !WELL_FORMED.test(text)) return [];
  return text
    .split(BETWEEN)
    .map((stroke) =>
      Array.from({ length: stroke.length / DIGITS_A_POINT }, (_, place) =>
        unpackPoint(stroke, place * DIGITS_A_POINT),
      ),
    );
}

/** @param {Point} point */
function packPoint({ x, y }) {
  const code = ((onGrid(x) << 9) | onGrid(y)) >>> 0;
  return [code >> 12, (code >> 6) & 63, code & 63].map((digit) => DIGITS[digit]).join('');
}

/** @param {string} text @param {number} at @returns {Point} */
function unpackPoint(text, at) {
  let code = 0;
  for (let i = 0; i < DIGITS_A_POINT; i++) code = (code << 6) | DIGITS.indexOf(text[at + i] ?? 'A');
  return { x: (code >> 9) / GRID, y: (code & GRID) / GRID };
}

/** @param {number} share */
function onGrid(share) {
  return Math.round(Math.min(1, Math.max(0, share)) * GRID);
}

/**
 * Leaves out the points that no eye would miss (Ramer 1972, Douglas and Peucker 1973).
 * @param {Stroke} stroke @param {number} [tolerance] how far the line may move, as a share of the drawing's side
 * @returns {Stroke}
 */
export function simplify(stroke, tolerance = 0.004) {
  const [first, last] = [stroke[0], stroke.at(-1)];
  if (!first || !last || stroke.length < 3) return stroke;
  let [farthest, most] = [0, tolerance];
  for (let i = 1; i < stroke.length - 1; i++) {
    const away = distance(/** @type {Point} */ (stroke[i]), first, last);
    if (away > most) [farthest, most] = [i, away];
  }
  if (farthest === 0) return [first, last];
  return [
    ...simplify(stroke.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplify(stroke.slice(farthest), tolerance),
  ];
}

/** @param {Point} point @param {Point} from @param {Point} to @returns {number} from the point to the line between */
function distance({ x, y }, from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
}

/**
 * Draws strokes as smooth lines into a square. A stroke of one point is a dot.
 * @param {CanvasRenderingContext2D} pen its `lineWidth` and `strokeStyle` count
 * @param {readonly Stroke[]} strokes @param {number} x @param {number} y of the square's corner @param {number} side
 */
export function paintStrokes(pen, strokes, x, y, side) {
  pen.lineCap = pen.lineJoin = 'round';
  for (const stroke of strokes) {
    const points = stroke.map((point) => [x + point.x * side, y + point.y * side]);
    pen.beginPath();
    points.forEach(([atX = 0, atY = 0], place) => {
      const [nextX = atX, nextY = atY] = points[place + 1] ?? [];
      if (place === 0) pen.moveTo(atX, atY);
      pen.quadraticCurveTo(atX, atY, (atX + nextX) / 2, (atY + nextY) / 2);
    });
    const [endX = 0, endY = 0] = points.at(-1) ?? [];
    pen.lineTo(endX, endY);
    pen.stroke();
  }
}
