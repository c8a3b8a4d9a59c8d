/** The lettering of pong: sides, players and rally behind the play, the word of the phase over it. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Court, PongView, Theme } from './court.js' */
/** @import { Type } from '../../../public/playfield/lettering.js' */
/** @import game from '../game.js' */

import { fade } from '../../../public/playfield/canvas.js';
import { createPhases } from './phases.js';
import { createVoice } from './voice.js';

const SIDES = /** @type {const} */ (['left', 'right']);

/** @param {Theme} theme @param {PlayfieldHost<typeof game>} host */
export function createWords(theme, host) {
  const { t } = host;
  const voice = createVoice(theme, host);
  const phases = createPhases(theme, voice);

  return {
    /** Draws what stands behind the play: sides, players, rally. @param {Pen} pen @param {PongView} view @param {Court} court @param {Lettering} lettering */
    drawUnder(pen, view, court, lettering) {
      const { unit } = court;
      const quiet = { size: unit * 4.4, weight: 600, colour: theme.ink2 };
      SIDES.forEach((side, index) => {
        const text = index === 0 ? `◀ ${voice.nameOf(side)}` : `${voice.nameOf(side)} ▶`;
        const align = /** @type {const} */ (['left', 'right'])[index];
        const type = { ...quiet, colour: theme.teams[index] ?? theme.ink, align };
        lettering.put(pen, text, court.x(index === 0 ? 10 : 150), court.y(6), type);
      });
      plaque(pen, voice.crowdText(view), court.y(6), quiet, court, lettering);
      if (view.rally > 0 || view.record > 0)
        plaque(pen, rallyText(view), court.y(84), { ...quiet, ...rallyType(view, unit) }, court, lettering);
    },

    /** Draws what stands over the play: the word of the phase. @param {Pen} pen @param {PongView} view @param {Court} court @param {Lettering} lettering @param {number} nowMs */
    drawOver(pen, view, court, lettering, nowMs) {
      phases[view.phase]?.(pen, view, court, lettering, nowMs);
      if (view.debug) drawDebug(pen, view.debug, court);
    },
  };

  /** Puts a text on a dark plaque, out of the centre line's way. @param {Pen} pen @param {string} text @param {number} y @param {Type & { weight: number }} type @param {Court} court @param {Lettering} lettering */
  function plaque(pen, text, y, type, court, lettering) {
    const width = lettering.measure(text, type.size, type.weight) + type.size;
    pen.fillStyle = fade(theme.night, 0.85);
    pen.beginPath();
    pen.roundRect(court.width / 2 - width / 2, y - type.size * 0.7, width, type.size * 1.4, type.size * 0.7);
    pen.fill();
    lettering.put(pen, text, court.width / 2, y, type);
  }

  /** @param {PongView} view */
  function rallyText({ rally, record }) {
    return rally > 0 ? t('pong.rally', { rally, record }) : t('pong.record', { record });
  }

  /** @param {PongView} view @param {number} unit */
  function rallyType({ rally, record }, unit) {
    const isRecord = rally > 0 && rally >= record;
    return { size: unit * (isRecord ? 6 : 5), weight: 700, colour: isRecord ? theme.accent : theme.ink };
  }

  /** @param {Pen} pen @param {NonNullable<PongView['debug']>} numbers @param {Court} court */
  function drawDebug(pen, numbers, court) {
    pen.font = `${court.unit * 2.2}px ui-monospace, monospace`;
    pen.textBaseline = 'top';
    pen.textAlign = 'left';
    const lines = Object.entries(numbers).map(([key, value]) => `${key} ${value}`);
    pen.fillStyle = fade(theme.night, 0.8);
    pen.fillRect(court.x(10), court.y(10), court.unit * 60, court.unit * (lines.length * 3 + 2));
    pen.fillStyle = theme.accent;
    lines.forEach((line, index) => pen.fillText(line, court.x(11), court.y(11 + index * 3)));
  }
}
