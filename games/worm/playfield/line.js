/** The lines of the chart: everybody with the band, a line for each segment, and the point where they are now. */

/** @import { Dot } from './runs.js' */
/** @import { Scene } from './scene.js' */

import { fade } from '../../../public/playfield/canvas.js';
import { fillBand, moveApart, runsOf, setDash, strokeRun } from './runs.js';
import { signed } from './ground.js';
import { fitText, setFace } from './text.js';

/** Rows farther apart than this many steps are a gap. */
const GAP_STEPS = 3.5;

/**
 * The points of one line in pieces between gaps; column 1 is everybody, 3 and on are the segments.
 * @param {Scene} scene @param {number} column
 */
function piecesOf({ behind, layout, settings, x, y, fromS, view }, column) {
  const { rows, stepS } = behind;
  const perPoint = (layout.bottom - layout.top) / (2 * settings.zoom);
  /** @param {number} atS @param {number} value @param {number} error @returns {Dot & { atS: number }} */
  const dot = (atS, value, error) => {
    const place = { atS, x: x(atS), y: y(value) };
    return column === 1
      ? { ...place, low: place.y + error * perPoint, high: place.y - error * perPoint }
      : place;
  };
  const dots = rows.flatMap((row) => {
    const [atS, value] = [Number(row[0]), row[column]];
    if (typeof value !== 'number' || atS < fromS || atS > view.atS) return [];
    return [dot(atS, value, Number(row[2] ?? 0))];
  });
  const isFar = (/** @type {number} */ atS, /** @type {number} */ lastS) => atS - lastS > GAP_STEPS * stepS;
  const now = column === 1 ? view.all?.mean : view.segments[column - 3]?.mean;
  const last = dots.at(-1);
  // A line that has stopped long ago does not jump to now.
  if (typeof now === 'number' && !(last && isFar(view.atS, last.atS)))
    dots.push(dot(view.atS, now, view.all?.error ?? 0));
  return runsOf(dots, ({ atS }, before) => before !== null && isFar(atS, before.atS));
}

/** @param {Scene} scene @returns {Dot[][][]} of everybody, then of each segment */
export function partsOf(scene) {
  return [1, ...scene.behind.names.map((_, at) => at + 3)].map((column) => piecesOf(scene, column));
}

/** The standard error above and below the mean. @param {Scene} scene @param {Dot[][][]} parts */
export function drawBand({ pen, theme }, [all = []]) {
  pen.fillStyle = fade(theme.ink, 0.24);
  for (const piece of all) fillBand(pen, piece);
}

/** @param {Scene} scene @param {Dot[][][]} parts */
export function drawLines(scene, parts) {
  const { pen, layout, theme } = scene;
  const { unit } = layout;
  pen.lineJoin = 'round';
  pen.lineCap = 'butt';
  parts.slice(1).forEach((pieces, at) => {
    setDash(pen, at, 0.7 * unit);
    // A dark rim, for colours on the two of 2012.
    for (const [colour, width] of /** @type {const} */ ([
      [fade(theme.night, 0.6), 1],
      [colourOf(scene, at), 0.6],
    ])) {
      pen.strokeStyle = colour;
      pen.lineWidth = width * unit;
      pieces.forEach((piece) => strokeRun(pen, piece));
    }
  });
  pen.setLineDash([]);
  pen.lineCap = 'round';
  pen.strokeStyle = fade(theme.night, 0.7);
  pen.lineWidth = 1.9 * unit;
  parts[0]?.forEach((piece) => strokeRun(pen, piece));
  pen.strokeStyle = theme.ink;
  pen.lineWidth = 0.95 * unit;
  parts[0]?.forEach((piece) => strokeRun(pen, piece));
}

/** @typedef {{ text: string, mean: number, more: string, colour: string, isAll: boolean }} Head */

/** The points of now with their names and values, beside the plot where nothing covers them. @param {Scene} scene */
export function drawHead(scene) {
  const { pen, layout, view, x, y } = scene;
  const { unit, right, top, bottom } = layout;
  const heads = headsOf(scene);
  const at = Math.min(right, x(view.atS));
  const within = (/** @type {number} */ place) => Math.min(bottom, Math.max(top, place));
  const places = moveApart(
    heads.map(({ mean }) => within(y(mean))),
    6.2 * unit,
    top,
    bottom,
  );
  heads.forEach((head, i) => {
    pen.fillStyle = head.colour;
    drawPoint(pen, at, within(y(head.mean)), (head.isAll ? 1.4 : 0.8) * unit, y(head.mean));
    drawLabel(scene, head, Number(places[i]));
  });
  drawHeldBack(scene);
}

/**
 * A disc; beyond a zoomed axis a triangle that points to where the line is.
 * @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} size @param {number} wanted its place without the limits
 */
function drawPoint(pen, x, y, size, wanted) {
  const way = Math.sign(wanted - y);
  pen.beginPath();
  if (way === 0) pen.arc(x, y, size, 0, 2 * Math.PI);
  else {
    pen.moveTo(x - size, y - way * size);
    pen.lineTo(x + size, y - way * size);
    pen.lineTo(x, y + way * size);
  }
  pen.fill();
}

/** @param {Scene} scene @returns {Head[]} */
function headsOf(scene) {
  const { view, theme } = scene;
  const heads = view.segments.flatMap(({ mean, n }, at) => {
    if (typeof mean !== 'number') return [];
    return [{ text: nameOf(scene, at), mean, more: `n ${n}`, colour: colourOf(scene, at), isAll: false }];
  });
  if (!view.all) return heads;
  const more = `± ${view.all.error.toFixed(1)}`;
  return [...heads, { text: '', mean: view.all.mean, more, colour: theme.ink, isAll: true }];
}

/** The value and the name, and below them n, so that long names have room. @param {Scene} scene @param {Head} head @param {number} place */
function drawLabel(scene, { text, mean, more, colour, isAll }, place) {
  const { pen, layout, theme } = scene;
  const { unit, right } = layout;
  const [from, room] = [right + 2.4 * unit, 26 * unit];
  setFace(scene, isAll ? 6 : 3, isAll ? 800 : 600);
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.fillStyle = colour;
  const shown = signed(mean);
  const { width } = pen.measureText(`${shown} `);
  const line = isAll ? place : place - 1.2 * unit;
  pen.fillText(shown, from, line);
  if (!isAll) pen.fillText(fitText(pen, text, room - width), from + width, line);
  setFace(scene, 2.6, 500);
  pen.fillStyle = theme.ink2;
  if (isAll) pen.fillText(more, from + width, place + 0.9 * unit);
  else pen.fillText(more, from, place + 1.6 * unit);
}

/** Segments of too few phones have no line, and the screen says so. @param {Scene} scene */
function drawHeldBack(scene) {
  const { pen, layout, theme, view, settings } = scene;
  if (view.why !== '') return;
  const held = view.segments.flatMap(({ mean, n }, at) =>
    mean === null ? [`${nameOf(scene, at)}: n ${n} < ${settings.minN}`] : [],
  );
  setFace(scene, 2.4, 500);
  pen.textAlign = 'left';
  pen.textBaseline = 'bottom';
  pen.fillStyle = theme.ink2;
  held.forEach((text, at) => {
    const place = layout.bottom + 4 * layout.unit - 3 * (held.length - 1 - at) * layout.unit;
    pen.fillText(fitText(pen, text, 27 * layout.unit), layout.right + 2.4 * layout.unit, place);
  });
}

/** The halves are named in the language of the screen, all other segments by the operator. @param {Scene} scene @param {number} at */
function nameOf({ behind, t }, at) {
  if (behind.segmentBy === 'team') return t(at === 0 ? 'team.left' : 'team.right');
  return behind.names[at]?.name ?? '';
}

/** Orange-red and violet are the halves of the ground, so lines take them last. */
const COLOURS = [2, 4, 5, 3, 0, 1];

/** @param {Scene} scene @param {number} at */
function colourOf({ theme }, at) {
  return theme.teams[COLOURS[at] ?? 0] ?? theme.ink2;
}
