/** The two sides on the big screen: their paddles, and the score behind them. */

/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Court, PongView, Theme } from './court.js' */

import { fade, paintLayer } from '../../../public/playfield/canvas.js';
import { paintGlow, shine } from '../../../public/playfield/light.js';

const SIDES = /** @type {const} */ (['left', 'right']);
/** Room for the light around a paddle, in units of the court. */
const HALO = 6;

/** @param {Theme} theme @param {boolean} calm */
export function createPlayers(theme, calm) {
  const glows = theme.teams.slice(0, 2).map((colour) => paintGlow(colour, 0));
  /** @type {{ key: string, layers: HTMLCanvasElement[] }} */
  let paddles = { key: '', layers: [] };

  /** @param {PongView} view @param {Court} court @param {number} ratio */
  function paddleLayers(view, court, ratio) {
    const heights = SIDES.map((name) => view.paddles[name].h);
    const key = `${heights} ${view.paddleWidth} ${court.unit} ${ratio}`;
    if (key !== paddles.key) {
      const layers = heights.map((height, side) =>
        paintPaddle(view.paddleWidth, height, theme.teams[side] ?? theme.ink, court.unit, ratio),
      );
      paddles = { key, layers };
    }
    return paddles.layers;
  }

  return {
    /** @param {Pen} pen @param {PongView} view @param {Court} court @param {Lettering} lettering @param {number[]} pops per side, 0 to 1 */
    drawScore(pen, view, court, lettering, pops) {
      SIDES.forEach((name, side) => {
        const pop = pops[side] ?? 0;
        const type = {
          size: court.unit * 58,
          weight: 800,
          colour: theme.teams[side] ?? theme.ink,
          maxWidth: court.unit * 72,
        };
        const x = court.x(side === 0 ? 40 : 120);
        lettering.put(pen, String(view.score[name]), x, court.y(46), {
          ...type,
          alpha: 0.3 + pop * 0.6,
          scale: 1 + (calm ? 0 : pop * 0.12),
        });
      });
    },

    /** @param {Pen} pen @param {PongView} view @param {Court} court @param {number} ratio @param {number[]} flashes per side, 0 to 1 */
    drawPaddles(pen, view, court, ratio, flashes) {
      const layers = paddleLayers(view, court, ratio);
      SIDES.forEach((name, side) => {
        const { x, y, h } = view.paddles[name];
        const width = (view.paddleWidth + 2 * HALO) * court.unit;
        const height = (h + 2 * HALO) * court.unit;
        const layer = layers[side];
        if (layer) pen.drawImage(layer, court.x(x) - width / 2, court.y(y) - height / 2, width, height);
        const glow = glows[side];
        const flash = flashes[side] ?? 0;
        if (glow)
          shine(
            pen,
            glow,
            court.x(x),
            court.y(y),
            court.unit * 26,
            court.unit * (h + 22),
            0.35 + flash * 0.65,
          );
      });
    },
  };
}

/** @param {number} w @param {number} h @param {string} colour @param {number} unit @param {number} ratio */
function paintPaddle(w, h, colour, unit, ratio) {
  return paintLayer((w + 2 * HALO) * unit, (h + 2 * HALO) * unit, ratio, (pen) => {
    pen.scale(unit, unit);
    const body = pen.createLinearGradient(0, HALO, 0, HALO + h);
    body.addColorStop(0, colour);
    body.addColorStop(0.5, '#ffffff');
    body.addColorStop(1, colour);
    pen.fillStyle = body;
    pen.shadowColor = colour;
    pen.shadowBlur = 5 * unit * ratio;
    pen.beginPath();
    pen.roundRect(HALO, HALO, w, h, w / 2);
    pen.fill();
    pen.fill();
    pen.shadowBlur = 0;
    pen.strokeStyle = fade(colour, 0.9);
    pen.lineWidth = 0.35;
    pen.stroke();
  });
}
