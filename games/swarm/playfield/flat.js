/** Draws the lights on a 2D canvas, where there is no WebGL2: each look is painted once, and shown often. */

import { h } from '../../../public/shared/dom.js';
import { COLOURS, SHAPES } from '../shared/light.js';
import { paintLayer } from '../../../public/playfield/canvas.js';
import { STRIDE } from './lights.js';

/** Pixels of a painted light from its middle to its rim; it is shown in any size. */
const RADIUS = 24;
const SPREAD = 2;
const SIDE = 2 * RADIUS * SPREAD;

/** Corners of a shape on a circle, beginning at the top; for a star every second one lies further in. */
const CORNERS = /** @type {const} */ ({ circle: 0, triangle: 3, square: 4, diamond: 4, star: 10 });

/**
 * @typedef {object} Renderer
 * @property {HTMLCanvasElement} canvas
 * @property {(data: Float32Array, count: number, radius: number, spread: number) => void} draw `radius` of a
 *   light in pixels of the canvas; its halo is `spread` times as wide
 * @property {() => void} end
 */

/** @param {HTMLElement} root @returns {Renderer} */
export function createFlat(root) {
  const canvas = h('canvas', { class: 'swarm-lights' });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  root.append(canvas);
  const sprites = COLOURS.map((colour) => SHAPES.map((shape) => paintLight(colour, shape)));
  /** The colours by their red, green and blue as the data has them. */
  const hueOf = new Map(COLOURS.map((colour, hue) => [colour, hue]));

  return {
    canvas,
    draw(data, count, radius) {
      pen.clearRect(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < count * STRIDE; at += STRIDE) {
        const sprite = sprites[hueOf.get(hex(data, at + 4)) ?? 0]?.[Number(data[at + 2])];
        const side = 2 * SPREAD * radius * Number(data[at + 3]);
        if (!sprite) continue;
        pen.globalAlpha = Number(data[at + 7]);
        const [x, y] = [Number(data[at]) * canvas.width, Number(data[at + 1]) * canvas.height];
        pen.drawImage(sprite, x - side / 2, y - side / 2, side, side);
      }
    },
    end() {},
  };
}

/** @param {Float32Array} data @param {number} at */
function hex(data, at) {
  const part = (/** @type {number} */ value) =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${part(Number(data[at]))}${part(Number(data[at + 1]))}${part(Number(data[at + 2]))}`;
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
