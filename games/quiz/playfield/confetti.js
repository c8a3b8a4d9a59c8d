/** Confetti behind the podium: a fixed number of paper strips that fall, or hang still under `prefers-reduced-motion`. */

import { readTheme } from '../../../public/playfield/canvas.js';
import { h } from '../../../public/shared/dom.js';

const PIECES = 160;
const FALL_S = 7;

/** @param {HTMLElement} root @param {boolean} calm */
export function createConfetti(root, calm) {
  const canvas = h('canvas', { class: 'show-confetti', 'aria-hidden': 'true' });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  root.append(canvas);
  const { teams: colours } = readTheme(root);
  const pieces = Array.from({ length: PIECES }, (_, n) => ({
    x: Math.random(),
    offset: Math.random(),
    speed: 0.7 + Math.random() * 0.6,
    sway: Math.random() * Math.PI * 2,
    size: 0.006 + Math.random() * 0.008,
    colour: colours[n % colours.length] ?? '#fff',
  }));
  let isRunning = false;
  let sinceMs = -1;

  return {
    /** @param {boolean} on */
    run(on) {
      if (on === isRunning) return;
      isRunning = on;
      sinceMs = -1;
      pen.clearRect(0, 0, canvas.width, canvas.height);
    },

    /** @param {number} width @param {number} height */
    resize(width, height) {
      canvas.width = Math.max(1, Math.round(width));
      canvas.height = Math.max(1, Math.round(height));
    },

    /** @param {number} nowMs */
    draw(nowMs) {
      if (!isRunning) return;
      if (sinceMs < 0) sinceMs = nowMs;
      else if (calm) return;
      const s = (nowMs - sinceMs) / 1000;
      const { width, height } = canvas;
      pen.clearRect(0, 0, width, height);
      for (const { x, offset, speed, sway, size, colour } of pieces) {
        const fallen = calm ? offset : (s * speed) / FALL_S - offset * 0.6;
        if (fallen < 0) continue;
        const side = size * height;
        pen.setTransform(
          1,
          0,
          0,
          1,
          (x + 0.02 * Math.sin(sway + s * 1.7)) * width,
          ((fallen % 1.15) - 0.08) * height,
        );
        pen.rotate(sway + s * speed * 2);
        // Seen from the edge a strip is thin.
        pen.scale(1, Math.abs(Math.cos(sway + s * 3 * speed)) * 0.9 + 0.1);
        pen.fillStyle = colour;
        pen.fillRect(-side, -side * 0.6, side * 2, side * 1.2);
      }
      pen.setTransform(1, 0, 0, 1, 0, 0);
    },
  };
}
