/** What happens in a moment: hits, corners, points, records, each with its sound, its sparks and its flash. */

/** @import { PlayfieldHost } from '../../../lib/contract/pages.js' */
/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Court, Theme } from './court.js' */

import { fade, paintLayer } from '../../../public/playfield/canvas.js';
import { createSparks, shine } from '../../../public/playfield/light.js';

const SPARKS = 360;
/** Colours of sparks: those of the sides, then this one. */
const ACCENT = 2;
const RING_S = 0.55;
const WORD_S = 1.1;

/** @param {Theme} theme @param {PlayfieldHost} host */
export function createMoments(theme, { audio, calm, t }) {
  const sparks = createSparks(SPARKS, [
    theme.teams[0] ?? theme.ink,
    theme.teams[1] ?? theme.ink,
    theme.accent,
  ]);
  const ring = paintRing(theme.ink);
  /** Each falls from 1 to 0. */
  const fading = { flashes: [0, 0], pops: [0, 0], sweep: 0, shake: 0 };
  let sweepSide = 0;
  /** @type {{ x: number, y: number, ageS: number }[]} */
  let rings = [];
  /** @type {{ text: string, x: number, y: number, ageS: number } | null} */
  let word = null;
  let lastN = -1;

  /** @type {Record<string, (event: any, view: any, court: Court) => void>} */
  const kinds = {
    serve(event) {
      audio.play('tick', { pan: panOf(event) });
      addRing(event);
    },
    hit(event, view, court) {
      audio.play('hit', { pan: panOf(event), pitch: Math.min(2, 0.85 + view.rally * 0.025) });
      touch(event, court, 14, sideOf(event));
    },
    corner(event, view, court) {
      audio.play('hit', { pan: panOf(event), pitch: 2 });
      touch(event, court, 36, ACCENT);
      addRing(event);
      say(t('pong.corner'), event);
    },
    wall(event, _view, court) {
      audio.play('wall', { pan: panOf(event), volume: 0.7 });
      burst(event, court, 6, ACCENT, 22);
    },
    point(event, _view, court) {
      const side = sideOf(event);
      audio.play('point', { pan: panOf(event) });
      sweepSide = side;
      fading.sweep = 1;
      fading.shake = 1;
      fading.pops[side] = 1;
      burst(event, court, 70, side, 70);
      addRing(event);
    },
    record(event, _view, court) {
      audio.play('join', { pitch: 1.4 });
      touch(event, court, 30, ACCENT);
      say(t('pong.record.new'), event);
    },
    win(event) {
      audio.play('win');
      sweepSide = sideOf(event);
      fading.sweep = 1;
    },
  };

  /** @param {any} event @param {Court} court @param {number} count @param {number} colour */
  function touch(event, court, count, colour) {
    if (event.side) fading.flashes[sideOf(event)] = 1;
    burst(event, court, count, colour, 45);
  }

  /** @param {any} at @param {Court} court @param {number} count @param {number} colour @param {number} speed units/s */
  function burst(at, court, count, colour, speed) {
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
  }

  /** @param {any} event */
  function addRing({ x, y }) {
    if (!calm) rings = [...rings.slice(-5), { x, y, ageS: 0 }];
  }

  /** @param {string} text @param {any} event */
  function say(text, { x, y }) {
    word = { text, x: Math.min(136, Math.max(24, x)), y: Math.min(80, Math.max(10, y)), ageS: 0 };
  }

  return {
    fading,

    /**
     * A reloaded screen must not replay what was: the first event it sees only sets the count.
     * @param {any} view @param {Court} court @returns {'left' | 'right' | null} the side that touched the ball
     */
    notice(view, court) {
      const { event } = view;
      const isNew = lastN >= 0 && event.n !== lastN;
      lastN = event.n;
      if (!isNew) return null;
      kinds[event.kind]?.(event, view, court);
      return event.kind === 'point' ? null : event.side;
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

    /** @param {Pen} pen @param {Court} court @param {number} dtS */
    drawUnder(pen, court, dtS) {
      for (const side of [0, 1]) {
        fading.flashes[side] = fall(fading.flashes[side], dtS * 4);
        fading.pops[side] = fall(fading.pops[side], dtS * 1.1);
      }
      fading.sweep = fall(fading.sweep, dtS * 1.3);
      fading.shake = fall(fading.shake, dtS * 3.5);
      if (fading.sweep > 0) drawSweep(pen, court, fading.sweep, sweepSide);
    },

    /** @param {Pen} pen @param {Court} court @param {number} dtS @param {Lettering} lettering */
    drawOver(pen, court, dtS, lettering) {
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

  /** The light of the side that scored runs over the court. @param {Pen} pen @param {Court} court @param {number} share @param {number} side */
  function drawSweep(pen, court, share, side) {
    const colour = theme.teams[side] ?? theme.ink;
    const from = side === 0 ? court.left : court.right;
    const light = pen.createLinearGradient(from, 0, side === 0 ? court.right : court.left, 0);
    light.addColorStop(0, fade(colour, 0.55 * share));
    light.addColorStop(1, fade(colour, 0.1 * share));
    pen.fillStyle = light;
    pen.fillRect(court.left, court.top, court.right - court.left, court.bottom - court.top);
  }
}

/** @param {any} event @returns {number} */
function sideOf(event) {
  return event.side === 'right' ? 1 : 0;
}

/** @param {any} event */
function panOf(event) {
  return (event.x / 80 - 1) * 0.8;
}

/** @param {number | undefined} value @param {number} by */
function fall(value, by) {
  return Math.max(0, (value ?? 0) - by);
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
