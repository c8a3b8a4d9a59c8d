/** What flies, spreads and fades after a moment of the game: sparks, rings and a word. */

/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Court, PongView, Theme } from './court.js' */

import { paintLayer } from '../../../public/playfield/canvas.js';
import { createSparks, shine } from '../../../public/playfield/light.js';

/** @typedef {PongView['event']} PongEvent */

const SPARKS = 360;
/** Colours of sparks: those of the sides, then this one. */
export const ACCENT = 2;
const RING_S = 0.55;
const WORD_S = 1.1;

/** @param {Theme} theme @param {boolean} calm true: nothing flies and nothing spreads */
export function createEffects(theme, calm) {
  const colours = [theme.teams[0] ?? theme.ink, theme.teams[1] ?? theme.ink, theme.accent];
  const sparks = createSparks(SPARKS, colours);
  const ring = paintRing(theme.ink);
  /** @type {{ x: number, y: number, ageS: number }[]} */
  let rings = [];
  /** @type {{ text: string, x: number, y: number, ageS: number } | null} */
  let word = null;

  return {
    /** @param {PongEvent} at @param {Court} court @param {number} count @param {number} colour @param {number} speed units/s */
    burst(at, court, count, colour, speed) {
      if (calm) return;
      const away = at.side === 'left' ? 1 : at.side === 'right' ? -1 : 0;
      for (let i = 0; i < count; i++) {
        const angle = Math.random() * Math.PI * 2;
        const pace = court.unit * speed * (0.25 + Math.random());
        sparks.add({
          x: court.x(at.x),
          y: court.y(at.y),
          vx: Math.cos(angle) * pace + away * pace * 0.6,
          vy: Math.sin(angle) * pace,
          size: court.unit * (1 + Math.random() * 1.8),
          lifeS: 0.35 + Math.random() * 0.6,
          colour,
        });
      }
    },

    /** @param {PongEvent} event */
    addRing({ x, y }) {
      if (!calm) rings = [...rings.slice(-5), { x, y, ageS: 0 }];
    },

    /** Puts a word at the place of an event, at a distance from the edges. @param {string} text @param {PongEvent} event */
    say(text, { x, y }) {
      word = { text, x: Math.min(136, Math.max(24, x)), y: Math.min(80, Math.max(10, y)), ageS: 0 };
    },

    /** A fountain along the whole floor, as long as the screen shows the winner. @param {number} side @param {Court} court */
    celebrate(side, court) {
      if (calm) return;
      for (let i = 0; i < 3; i++) {
        sparks.add({
          x: court.x(Math.random() * 160),
          y: court.y(94),
          vx: (Math.random() - 0.5) * court.unit * 20,
          vy: -court.unit * (70 + Math.random() * 90),
          size: court.unit * (1.6 + Math.random() * 2),
          lifeS: 1.2 + Math.random() * 0.8,
          colour: Math.random() < 0.4 ? ACCENT : side,
        });
      }
    },

    /** @param {Pen} pen @param {Court} court @param {number} dtS @param {Lettering} lettering */
    draw(pen, court, dtS, lettering) {
      sparks.draw(pen, dtS, court.unit * 30, 1.6);
      rings = rings.filter((each) => (each.ageS += dtS) < RING_S);
      for (const { x, y, ageS } of rings) {
        const share = ageS / RING_S;
        shine(
          pen,
          ring,
          court.x(x),
          court.y(y),
          court.unit * (4 + 34 * Math.sqrt(share)),
          undefined,
          (1 - share) * 0.8,
        );
      }
      if (word && (word.ageS += dtS) < WORD_S) {
        const alpha = Math.min(1, (WORD_S - word.ageS) * 3);
        const type = { size: court.unit * 7, weight: 800, colour: theme.accent, alpha, glow: theme.night };
        lettering.put(pen, word.text, court.x(word.x), court.y(word.y - (calm ? 0 : word.ageS * 5)), type);
      }
    },
  };
}

/** @param {string} colour */
function paintRing(colour) {
  return paintLayer(128, 128, 2, (pen) => {
    pen.strokeStyle = colour;
    pen.shadowColor = colour;
    pen.shadowBlur = 12;
    pen.lineWidth = 3;
    pen.beginPath();
    pen.arc(64, 64, 56, 0, Math.PI * 2);
    pen.stroke();
  });
}
