/** How each side pushes, beside its paddle: who is for up, who for down, who rests, and the mean of all. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Court, PongView, Theme } from './court.js' */

import { fade } from '../../../public/playfield/canvas.js';

const SIDES = /** @type {const} */ (['left', 'right']);

/** @param {Theme} theme @param {Translate} t */
export function createCrowd(theme, t) {
  const eased = SIDES.map(() => ({ up: 0, down: 0, mean: 0 }));

  return {
    /** @param {Pen} pen @param {PongView['crowd']} crowd @param {Court} court @param {Lettering} lettering @param {number} dtS */
    draw(pen, crowd, court, lettering, dtS) {
      SIDES.forEach((name, side) => {
        const x = side === 0 ? court.left / 2 : court.width - court.left / 2;
        const colour = theme.teams[side] ?? theme.ink;
        if (crowd[name].house) drawHouse(pen, x, colour, court, lettering);
        else drawMeter(pen, x, colour, crowd[name], follow(eased[side], crowd[name], dtS), court, lettering);
      });
    },
  };

  /** @param {Pen} pen @param {number} x @param {string} colour @param {PongView['crowd']['left']} crowd @param {Meter} meter @param {Court} court @param {Lettering} lettering */
  function drawMeter(pen, x, colour, crowd, meter, court, lettering) {
    const size = Math.min(court.left * 0.32, court.height * 0.06);
    const middle = court.height / 2;
    const reach = court.height * 0.3;
    const width = court.left * 0.2;
    pen.fillStyle = fade(theme.ink, 0.1);
    bar(pen, x, middle - reach, width, reach * 2);
    pen.fillStyle = colour;
    bar(pen, x, middle - reach * meter.up, width, reach * meter.up);
    bar(pen, x, middle, width, reach * meter.down);
    pen.fillStyle = theme.ink;
    bar(pen, x, middle - meter.mean * reach - size * 0.07, width * 2.1, size * 0.14);
    const type = { size, weight: 700, colour: theme.ink, maxWidth: court.left * 0.8 };
    lettering.put(pen, `▲ ${crowd.up}`, x, middle - reach - size * 0.9, type);
    lettering.put(pen, `▼ ${crowd.down}`, x, middle + reach + size * 0.9, type);
    const quiet = { ...type, size: size * 0.62, weight: 500, colour: theme.ink2 };
    lettering.put(pen, t('pong.still', { count: crowd.still }), x, middle + reach + size * 1.9, quiet);
  }

  /** Nobody on this side: the house plays it, and says so. @param {Pen} pen @param {number} x @param {string} colour @param {Court} court @param {Lettering} lettering */
  function drawHouse(pen, x, colour, court, lettering) {
    const size = court.left * 0.5;
    const middle = court.height / 2;
    pen.strokeStyle = colour;
    pen.lineWidth = size * 0.09;
    pen.lineJoin = 'round';
    pen.beginPath();
    pen.moveTo(x - size * 0.6, middle - size * 0.1);
    pen.lineTo(x, middle - size * 0.62);
    pen.lineTo(x + size * 0.6, middle - size * 0.1);
    pen.moveTo(x - size * 0.42, middle - size * 0.2);
    pen.lineTo(x - size * 0.42, middle + size * 0.42);
    pen.lineTo(x + size * 0.42, middle + size * 0.42);
    pen.lineTo(x + size * 0.42, middle - size * 0.2);
    pen.stroke();
    const type = { size: court.height * 0.04, weight: 600, colour: theme.ink, maxWidth: court.left * 0.86 };
    t('pong.house')
      .split('\n')
      .forEach((line, row) =>
        lettering.put(pen, line, x, middle + size * 0.8 + row * type.size * 1.15, type),
      );
  }
}

/** @typedef {{ up: number, down: number, mean: number }} Meter shares of the side, 0 to 1; mean -1 to 1 */

/** @param {Meter | undefined} meter @param {PongView['crowd']['left']} crowd @param {number} dtS @returns {Meter} */
function follow(meter, crowd, dtS) {
  const goal = {
    up: crowd.up / Math.max(1, crowd.n),
    down: crowd.down / Math.max(1, crowd.n),
    mean: crowd.mean,
  };
  if (!meter) return goal;
  const ease = 1 - Math.exp(-dtS * 12);
  meter.up += (goal.up - meter.up) * ease;
  meter.down += (goal.down - meter.down) * ease;
  meter.mean += (goal.mean - meter.mean) * ease;
  return meter;
}

/** @param {Pen} pen @param {number} x centre @param {number} y @param {number} width @param {number} height */
function bar(pen, x, y, width, height) {
  pen.beginPath();
  pen.roundRect(x - width / 2, y, width, Math.max(0, height), Math.min(width, Math.max(0, height)) / 4);
  pen.fill();
}
