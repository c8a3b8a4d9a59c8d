/** The words that take the whole court: before the game, at a serve, after the victory. */

/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Court, PongView, Theme } from './court.js' */
/** @import { Voice } from './voice.js' */

import { fade } from '../../../public/playfield/canvas.js';
import { createWarmup } from './warmup.js';

/** @typedef {(pen: Pen, view: PongView, court: Court, lettering: Lettering, nowMs: number) => void} Draw */

/** @param {Theme} theme @param {Voice} voice @returns {Partial<Record<PongView['phase'], Draw>>} */
export function createPhases(theme, voice) {
  const { t, calm, loud, nameOf, crowdText, howText, dim } = voice;
  return {
    wait: drawWait,
    warmup: createWarmup(theme, voice),
    serve: drawServe,
    over: drawOver,
  };

  /** @param {Pen} pen @param {PongView} view @param {Court} court @param {Lettering} lettering @param {number} nowMs */
  function drawWait(pen, view, court, lettering, nowMs) {
    dim(pen, court, 0.55);
    const scale = calm ? 1 : 1 + 0.02 * Math.sin(nowMs / 500);
    const colour = [theme.teams[0] ?? theme.ink, theme.ink, theme.teams[1] ?? theme.ink];
    lettering.put(pen, crowdText(view), court.width / 2, court.y(40), {
      size: court.unit * 22,
      weight: 800,
      colour,
      maxWidth: court.unit * 146,
      scale,
    });
    const line = { size: court.unit * 6.5, weight: 500, colour: theme.ink, maxWidth: court.unit * 140 };
    lettering.put(pen, t('pong.scan'), court.width / 2, court.y(59), line);
  }

  /** @param {Pen} pen @param {PongView} view @param {Court} court @param {Lettering} lettering */
  function drawServe(pen, view, court, lettering) {
    if (view.three > 0) return drawThree(pen, view, court, lettering);
    const y = court.y(view.ball.y < 45 ? 68 : 22);
    lettering.put(pen, t('pong.serve'), court.width / 2, y, {
      size: court.unit * 9,
      weight: 800,
      colour: theme.ink,
      glow: theme.night,
    });
  }

  /** Three, two, one, and what to do with the phone. @param {Pen} pen @param {PongView} view @param {Court} court @param {Lettering} lettering */
  function drawThree(pen, view, court, lettering) {
    const { unit } = court;
    dim(pen, court, 0.6);
    const large = { size: unit * 34, weight: 800, colour: theme.ink, glow: theme.night };
    lettering.put(pen, String(view.three), court.width / 2, court.y(38), large);
    lettering.put(pen, howText(), court.width / 2, court.y(68), {
      ...{ size: unit * 10, weight: 700, colour: theme.ink, glow: theme.night },
      maxWidth: unit * 146,
    });
  }

  /** @param {Pen} pen @param {PongView} view @param {Court} court @param {Lettering} lettering @param {number} nowMs */
  function drawOver(pen, view, court, lettering, nowMs) {
    if (!view.winner) return;
    const side = view.winner === 'left' ? 0 : 1;
    const colour = theme.teams[side] ?? theme.ink;
    dim(pen, court, 0.7);
    pen.fillStyle = fade(colour, 0.3);
    pen.fillRect(0, 0, court.width, court.height);
    const scale = calm ? 1 : 1 + 0.025 * Math.sin(nowMs / 320);
    const text = loud(t('playfield.wins', { team: nameOf(view.winner) }));
    lettering.put(pen, text, court.width / 2, court.y(36), {
      size: court.unit * 26,
      weight: 800,
      colour: theme.ink,
      glow: colour,
      maxWidth: court.unit * 140,
      scale,
    });
    const score = `${view.score.left} : ${view.score.right}`;
    lettering.put(pen, score, court.width / 2, court.y(63), {
      size: court.unit * 15,
      weight: 700,
      colour: theme.ink,
    });
  }
}
