/** Draws the lights on a 2D canvas, where there is no WebGL2: each look is painted once, and shown often. */

import { h } from '../../../public/shared/dom.js';
import { COLOURS, LOOKS, SHAPES, lookOf } from '../shared/light.js';
import { paintLayer } from '../../../public/playfield/canvas.js';
import { STRIDE } from './lights.js';

/** Pixels of a painted light from its middle to its rim; smaller ones are made of it. */
const RADIUS = 24;
const SPREAD = 2;
const SIDE = 2 * RADIUS * SPREAD;
/** From so many lights on, each stands on a whole pixel: that takes less than half the time, and in a crowd nobody sees it. */
const CROWD = 600;
/** Sets of lights of one size that are kept: those of everybody, of the called, and some before them. */
const MOST_SIZES = 6;

/** Corners of a shape on a circle, beginning at the top; for a star every second one lies further in. */
const CORNERS = /** @type {const} */ ({ circle: 0, triangle: 3, square: 4, diamond: 4, star: 10 });

/** @typedef {ReturnType<typeof import('./lights.js').createLights>} Lights */

/**
 * @typedef {object} Renderer
 * @property {HTMLCanvasElement} canvas
 * @property {(lights: Pick<Lights, 'data' | 'looks' | 'count'>, radius: number, spread: number) => void} draw `radius` of a
 *   light in pixels of the canvas; its halo is `spread` times as wide
 * @property {() => void} end
 */

/** @param {HTMLElement} root @returns {Renderer} */
export function createFlat(root) {
  const canvas = h('canvas', { class: 'swarm-lights' });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  root.append(canvas);
  const painted = Array.from({ length: LOOKS }, (_, look) => {
    const { hue, shape } = lookOf(look);
    return paintLight(COLOURS[hue] ?? '#ffffff', SHAPES[shape] ?? 'circle');
  });
  /** By side in pixels, the newest last: lights that are drawn as they are cost less than those that are made smaller each time. @type {Map<number, HTMLCanvasElement[]>} */
  const sizes = new Map();

  /** @param {number} side */
  function spritesOf(side) {
    const known = sizes.get(side);
    if (known) return known;
    const made = painted.map((big) => paintLayer(side, side, 1, (to) => shrink(to, big, side)));
    sizes.set(side, made);
    if (sizes.size > MOST_SIZES) sizes.delete(Number(sizes.keys().next().value));
    return made;
  }

  return {
    canvas,
    draw({ data, looks, count }, radius) {
      const { width, height } = canvas;
      pen.clearRect(0, 0, width, height);
      const isCrowd = count > CROWD;
      for (let n = 0, at = 0; n < count; n++, at += STRIDE) {
        const side = Math.max(1, Math.round(2 * SPREAD * radius * Number(data[at + 3])));
        const sprite = spritesOf(side)[Number(looks[n])];
        if (!sprite) continue;
        const x = Number(data[at]) * width - side / 2;
        const y = Number(data[at + 1]) * height - side / 2;
        pen.globalAlpha = Number(data[at + 7]);
        if (isCrowd) pen.drawImage(sprite, Math.round(x), Math.round(y));
        else pen.drawImage(sprite, x, y);
      }
    },
    end() {},
  };
}

/** @param {CanvasRenderingContext2D} pen @param {HTMLCanvasElement} big @param {number} side */
function shrink(pen, big, side) {
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(big, 0, 0, side, side);
}

/** @param {string} colour @param {(typeof SHAPES)[number]} shape */
function paintLight(colour, shape) {
  return paintLayer(SIDE, SIDE, 1, (pen) => {
    const halo = pen.createRadialGradient(SIDE / 2, SIDE / 2, 0, SIDE / 2, SIDE / 2, SIDE / 2);
    halo.addColorStop(0, `${colour}70`);
    halo.addColorStop(0.5, `${colour}1c`);
    halo.addColorStop(1, `${colour}00`);
    pen.fillStyle = halo;
    pen.fillRect(0, 0, SIDE, SIDE);
    pen.translate(SIDE / 2, SIDE / 2);
    pen.fillStyle = colour;
    pen.beginPath();
    outline(pen, shape);
    pen.fill();
    pen.fillStyle = '#ffffff40';
    pen.fill();
  });
}

/** @param {CanvasRenderingContext2D} pen @param {(typeof SHAPES)[number]} shape */
function outline(pen, shape) {
  const corners = CORNERS[shape];
  if (corners === 0) return pen.arc(0, 0, RADIUS * 0.9, 0, 2 * Math.PI);
  for (let corner = 0; corner < corners; corner++) {
    const a = (2 * Math.PI * (corner + (shape === 'square' ? 0.5 : 0))) / corners;
    const r = RADIUS * (shape === 'star' && corner % 2 === 1 ? 0.5 : 1.05);
    pen.lineTo(r * Math.sin(a), -r * Math.cos(a));
  }
  return pen.closePath();
}
