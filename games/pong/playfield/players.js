/** What moves on the court: the ball with its trail, the paddles, the score behind them. */

/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Court, Theme } from './court.js' */

import { fade, paintLayer } from '../../../public/playfield/canvas.js';
import { paintGlow, shine } from '../../../public/playfield/light.js';

const SIDES = /** @type {const} */ (['left', 'right']);
/** Points of the trail, and how far apart they are at least, in units of the court. */
const TRAIL = 26;
const TRAIL_STEP = 0.8;
/** Room for the light around a paddle, in units of the court. */
const HALO = 6;

/** @param {Theme} theme @param {boolean} calm */
export function createPlayers(theme, calm) {
  const glows = theme.teams.slice(0, 2).map((colour) => paintGlow(colour, 0));
  const white = paintGlow(theme.ink, 0.2);
  /** @type {{ x: number, y: number }[]} */
  let trail = [];
  let trailCut = -1;
  /** Which light the ball has: that of the side that touched it last. */
  let owner = 0;
  /** @type {{ key: string, layers: HTMLCanvasElement[] }} */
  let paddles = { key: '', layers: [] };

  /** @param {any} view @param {Court} court @param {number} ratio */
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

  /** The trail grows with the way and shortens when the ball rests. @param {any} view */
  function follow({ ball, cut }) {
    if (cut !== trailCut) trail = [];
    trailCut = cut;
    const last = trail.at(-1);
    const hasMoved = !last || Math.hypot(ball.x - last.x, ball.y - last.y) >= TRAIL_STEP;
    if (hasMoved) trail.push({ x: ball.x, y: ball.y });
    if (!hasMoved || trail.length > TRAIL) trail.shift();
  }

  return {
    /** @param {'left' | 'right' | null} side */
    touchedBy(side) {
      if (side) owner = SIDES.indexOf(side);
    },

    /** @param {Pen} pen @param {any} view @param {Court} court @param {Lettering} lettering @param {number[]} pops per side, 0 to 1 */
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

    /** @param {Pen} pen @param {any} view @param {Court} court @param {number} ratio @param {number[]} flashes per side, 0 to 1 */
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

    /** @param {Pen} pen @param {any} view @param {Court} court */
    drawBall(pen, view, court) {
      const { x, y, r } = view.ball;
      follow(view);
      const glow = glows[owner] ?? white;
      if (!calm) {
        trail.forEach((point, index) => {
          const share = (index + 1) / trail.length;
          shine(
            pen,
            glow,
            court.x(point.x),
            court.y(point.y),
            court.unit * r * (1.5 + 4.5 * share),
            undefined,
            share * share * 0.6,
          );
        });
      }
      shine(pen, glow, court.x(x), court.y(y), court.unit * r * 15, undefined, 0.9);
      shine(pen, white, court.x(x), court.y(y), court.unit * r * 6);
      pen.fillStyle = '#ffffff';
      pen.beginPath();
      pen.arc(court.x(x), court.y(y), court.unit * r, 0, Math.PI * 2);
      pen.fill();
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
