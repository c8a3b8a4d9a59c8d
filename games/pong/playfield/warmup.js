/** The warm-up round on the big screen: which side is to push which way, and how much of it does. */

/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Court, PongView, Theme } from './court.js' */
/** @import { Voice } from './voice.js' */

import { fade } from '../../../public/playfield/canvas.js';

/** Commands of a warm-up round: up and down, for either side. */
const WARM_STEPS = 4;

/** @param {Theme} theme @param {Voice} voice */
export function createWarmup(theme, { t, calm, loud, nameOf, dim }) {
  return drawWarmup;

  /** @param {Pen} pen @param {PongView} view @param {Court} court @param {Lettering} lettering @param {number} nowMs */
  function drawWarmup(pen, view, court, lettering, nowMs) {
    const { warm } = view;
    if (!warm) return;
    const side = warm.side === 'left' ? 0 : 1;
    const { unit } = court;
    dim(pen, court, 0.5);
    const light = pen.createLinearGradient(court.x(side * 160), 0, court.x(80), 0);
    light.addColorStop(0, fade(theme.teams[side] ?? theme.ink, 0.5));
    light.addColorStop(1, fade(theme.teams[side] ?? theme.ink, 0.08));
    pen.fillStyle = light;
    pen.fillRect(court.x(side * 80), court.top, unit * 80, court.bottom - court.top);
    const x = court.x(side * 80 + 40);
    const type = { size: unit * 9, weight: 700, colour: theme.ink, maxWidth: unit * 70 };
    lettering.put(pen, loud(t('pong.warm.side', { team: nameOf(warm.side) })), x, court.y(13), type);
    lettering.put(pen, loud(t(`pong.warm.${warm.want}`)), x, court.y(26), {
      ...type,
      size: unit * 16,
      weight: 800,
    });
    const bob = calm ? 0 : Math.sin(nowMs / 160) * unit * 1.2;
    drawArrow(
      pen,
      theme,
      x,
      court.y(53) + bob,
      unit * 30,
      warm.want === 'up' ? -1 : 1,
      warm.progress,
      theme.teams[side] ?? theme.ink,
    );
    lettering.put(pen, `${Math.round(warm.progress * 100)} %`, x, court.y(76), { ...type, size: unit * 9 });
    drawSteps(pen, warm.step, x, court);
  }

  /** A dot for each command; those done are bright. @param {Pen} pen @param {number} now @param {number} x @param {Court} court */
  function drawSteps(pen, now, x, court) {
    const { unit } = court;
    for (let step = 0; step < WARM_STEPS; step++) {
      pen.fillStyle = step <= now ? theme.ink : fade(theme.ink, 0.25);
      pen.beginPath();
      pen.arc(
        x + (step - (WARM_STEPS - 1) / 2) * unit * 4,
        court.y(85),
        unit * (step === now ? 1.2 : 0.8),
        0,
        Math.PI * 2,
      );
      pen.fill();
    }
  }
}

/** Draws an arrow that fills in its own direction. @param {Pen} pen @param {Theme} theme @param {number} x @param {number} y @param {number} size @param {-1 | 1} way -1 is up @param {number} share @param {string} colour */
function drawArrow(pen, theme, x, y, size, way, share, colour) {
  const half = size / 2;
  pen.save();
  pen.beginPath();
  pen.moveTo(x, y + way * half);
  pen.lineTo(x + half * 1.15, y - way * half);
  pen.lineTo(x - half * 1.15, y - way * half);
  pen.closePath();
  pen.fillStyle = fade(theme.night, 0.6);
  pen.fill();
  pen.strokeStyle = theme.ink;
  pen.lineWidth = size * 0.045;
  pen.lineJoin = 'round';
  pen.stroke();
  pen.clip();
  pen.fillStyle = colour;
  const fill = size * Math.min(1, share);
  pen.fillRect(x - size, way < 0 ? y + half - fill : y - half, size * 2, fill);
  pen.restore();
}
