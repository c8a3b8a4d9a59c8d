/** How words on the big screen are written: in its language, in capitals or not, over a dimmed court. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Court, PongView, Theme } from './court.js' */
/** @import game from '../game.js' */

import { fade } from '../../../public/playfield/canvas.js';

/**
 * @param {Theme} theme @param {PlayfieldHost<typeof game>} host
 */
export function createVoice(theme, { t, calm, lang, settings }) {
  /** Once there have been players, an empty room is one that was left. */
  let hadPlayers = false;

  return {
    t,
    calm,
    loud: (/** @type {string} */ text) => text.toLocaleUpperCase(lang),
    howText: () => t(`pong.how.${settings.control}`),
    nameOf: (/** @type {'left' | 'right'} */ side) => t(`team.${side}`),
    /** @param {PongView} view */
    crowdText({ crowd }) {
      const count = crowd.left.n + crowd.right.n;
      hadPlayers ||= count > 0;
      if (count > 0) return t('pong.players', { count });
      return t(hadPlayers ? 'pong.gone' : 'pong.join');
    },
    /** @param {Pen} pen @param {Court} court @param {number} alpha */
    dim(pen, court, alpha) {
      pen.fillStyle = fade(theme.night, alpha);
      pen.fillRect(0, 0, court.width, court.height);
    },
  };
}

/** @typedef {ReturnType<typeof createVoice>} Voice */
