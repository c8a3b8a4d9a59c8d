/** Light for games: soft glows, and sparks of limited number. Both are sprites added to the picture. */

/** @import { Pen } from './canvas.js' */

import { fade, paintLayer } from './canvas.js';

const GLOW_PX = 128;

/** Light adds up on night. In daylight the sum is white, so colours are laid over one another there. @returns {GlobalCompositeOperation} */
export function blending() {
  return document.documentElement.dataset['scheme'] === 'light' ? 'source-over' : 'lighter';
}

/** Paints a round glow with a hot core, to be stretched as needed. @param {string} colour @param {number} [core] 0 to 1 */
export function paintGlow(colour, core = 0.12) {
  const half = GLOW_PX / 2;
  return paintLayer(GLOW_PX, GLOW_PX, 1, (pen) => {
    const light = pen.createRadialGradient(half, half, 0, half, half, half);
    if (core > 0) light.addColorStop(0, '#ffffff');
    light.addColorStop(core, colour);
    light.addColorStop(core + (1 - core) * 0.3, fade(colour, 0.32));
    light.addColorStop(core + (1 - core) * 0.65, fade(colour, 0.07));
    light.addColorStop(1, fade(colour, 0));
    pen.fillStyle = light;
    pen.fillRect(0, 0, GLOW_PX, GLOW_PX);
  });
}

/**
 * Adds a glow to the picture, centred.
 * @param {Pen} pen @param {HTMLCanvasElement} glow @param {number} x @param {number} y
 * @param {number} width @param {number} [height] @param {number} [alpha]
 */
export function shine(pen, glow, x, y, width, height = width, alpha = 1) {
  if (alpha <= 0.01) return;
  pen.globalCompositeOperation = blending();
  pen.globalAlpha = Math.min(1, alpha);
  pen.drawImage(glow, x - width / 2, y - height / 2, width, height);
  pen.globalAlpha = 1;
  pen.globalCompositeOperation = 'source-over';
}

/**
 * Makes a fixed pool of sparks in typed arrays: when it is full the oldest places are used again, so a crowd of
 * thousands costs what a crowd of fifty costs.
 * @param {number} limit @param {readonly string[]} colours
 */
export function createSparks(limit, colours) {
  const sprites = colours.map((colour) => paintGlow(colour, 0.14));
  const x = new Float32Array(limit);
  const y = new Float32Array(limit);
  const vx = new Float32Array(limit);
  const vy = new Float32Array(limit);
  const size = new Float32Array(limit);
  const life = new Float32Array(limit);
  const fading = new Float32Array(limit);
  const colourOf = new Uint8Array(limit);
  let next = 0;

  return {
    /** @param {{ x: number, y: number, vx: number, vy: number, size: number, lifeS: number, colour: number }} spark */
    add(spark) {
      x[next] = spark.x;
      y[next] = spark.y;
      vx[next] = spark.vx;
      vy[next] = spark.vy;
      size[next] = spark.size;
      life[next] = 1;
      fading[next] = 1 / spark.lifeS;
      colourOf[next] = spark.colour;
      next = (next + 1) % limit;
    },

    /**
     * Moves the sparks and draws them. Fast sparks are drawn longer, which reads as a streak.
     * @param {Pen} pen @param {number} dtS @param {number} gravity px/s² @param {number} drag share of speed lost a second
     */
    draw(pen, dtS, gravity, drag) {
      const slowed = Math.max(0, 1 - drag * dtS);
      pen.globalCompositeOperation = blending();
      for (let i = 0; i < limit; i++) {
        const left = (life[i] ?? 0) - (fading[i] ?? 0) * dtS;
        if (left <= 0) {
          life[i] = 0;
          continue;
        }
        life[i] = left;
        const speedX = (vx[i] ?? 0) * slowed;
        const speedY = ((vy[i] ?? 0) + gravity * dtS) * slowed;
        vx[i] = speedX;
        vy[i] = speedY;
        const atX = (x[i] = (x[i] ?? 0) + speedX * dtS);
        const atY = (y[i] = (y[i] ?? 0) + speedY * dtS);
        const across = (size[i] ?? 0) * (0.4 + 0.6 * left);
        const width = across + Math.abs(speedX) * 0.03;
        const height = across + Math.abs(speedY) * 0.03;
        const sprite = sprites[colourOf[i] ?? 0];
        pen.globalAlpha = Math.min(1, left * 1.6);
        if (sprite) pen.drawImage(sprite, atX - width / 2, atY - height / 2, width, height);
      }
      pen.globalAlpha = 1;
      pen.globalCompositeOperation = 'source-over';
    },
  };
}
