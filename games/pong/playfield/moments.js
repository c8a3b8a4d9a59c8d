/** The moments of a game: hits, corners, points and records, each with its sound, its sparks and its flash. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Court, PongView, Theme } from './court.js' */
/** @import { PongEvent } from './effects.js' */
/** @import game from '../game.js' */

import { fade } from '../../../public/playfield/canvas.js';
import { ACCENT, createEffects } from './effects.js';

/** @param {Theme} theme @param {PlayfieldHost<typeof game>} host */
export function createMoments(theme, { audio, calm, t }) {
  const effects = createEffects(theme, calm);
  /** Each value falls from 1 to 0. */
  const fading = { flashes: [0, 0], pops: [0, 0], sweep: 0, shake: 0 };
  let sweepSide = 0;
  let lastN = -1;
  let lastThree = 0;

  /** @type {Record<string, (event: PongEvent, view: PongView, court: Court) => void>} */
  const kinds = {
    serve(event) {
      audio.play('tick', { pan: panOf(event) });
      effects.addRing(event);
    },
    hit(event, view, court) {
      audio.play('hit', { pan: panOf(event), pitch: Math.min(2, 0.85 + view.rally * 0.025) });
      touch(event, court, 14, sideOf(event));
    },
    corner(event, view, court) {
      audio.play('hit', { pan: panOf(event), pitch: 2 });
      touch(event, court, 36, ACCENT);
      effects.addRing(event);
      effects.say(t('pong.corner'), event);
    },
    wall(event, _view, court) {
      audio.play('wall', { pan: panOf(event), volume: 0.7 });
      effects.burst(event, court, 6, ACCENT, 22);
    },
    point(event, _view, court) {
      const side = sideOf(event);
      audio.play('point', { pan: panOf(event) });
      sweepSide = side;
      fading.sweep = 1;
      fading.shake = 1;
      fading.pops[side] = 1;
      effects.burst(event, court, 70, side, 70);
      effects.addRing(event);
    },
    record(event, _view, court) {
      audio.play('join', { pitch: 1.4 });
      touch(event, court, 30, ACCENT);
      effects.say(t('pong.record.new'), event);
    },
    win(event) {
      audio.play('win');
      sweepSide = sideOf(event);
      fading.sweep = 1;
    },
  };

  /** @param {PongEvent} event @param {Court} court @param {number} count @param {number} colour */
  function touch(event, court, count, colour) {
    if (event.side) fading.flashes[sideOf(event)] = 1;
    effects.burst(event, court, count, colour, 45);
  }

  return {
    fading,
    celebrate: effects.celebrate,
    drawOver: effects.draw,

    /**
     * Plays an event that is new. A reloaded screen must not replay the past: the first event only sets the count.
     * @param {PongView} view @param {Court} court @returns {'left' | 'right' | null} the side that touched the ball
     */
    follow(view, court) {
      const { event } = view;
      if (view.three > 0 && view.three !== lastThree) audio.play('hit', { volume: 0.7 });
      lastThree = view.three;
      const isNew = lastN >= 0 && event.n !== lastN;
      lastN = event.n;
      if (!isNew) return null;
      kinds[event.kind]?.(event, view, court);
      return event.kind === 'point' ? null : event.side;
    },

    /** @param {Pen} pen @param {Court} court @param {number} dtS */
    drawUnder(pen, court, dtS) {
      for (const side of [0, 1]) {
        fading.flashes[side] = fall(fading.flashes[side], dtS * 4);
        fading.pops[side] = fall(fading.pops[side], dtS * 1.1);
      }
      fading.sweep = fall(fading.sweep, dtS * 1.3);
      fading.shake = fall(fading.shake, dtS * 3.5);
      if (fading.sweep > 0) drawSweep(pen, theme, court, fading.sweep, sweepSide);
    },
  };
}

/** Draws the light of the side that scored, which runs over the court. @param {Pen} pen @param {Theme} theme @param {Court} court @param {number} share @param {number} side */
function drawSweep(pen, theme, court, share, side) {
  const colour = theme.teams[side] ?? theme.ink;
  const from = side === 0 ? court.left : court.right;
  const light = pen.createLinearGradient(from, 0, side === 0 ? court.right : court.left, 0);
  light.addColorStop(0, fade(colour, 0.55 * share));
  light.addColorStop(1, fade(colour, 0.1 * share));
  pen.fillStyle = light;
  pen.fillRect(court.left, court.top, court.right - court.left, court.bottom - court.top);
}

/** @param {PongEvent} event @returns {number} */
function sideOf(event) {
  return event.side === 'right' ? 1 : 0;
}

/** @param {PongEvent} event */
function panOf(event) {
  return (event.x / 80 - 1) * 0.8;
}

/** @param {number | undefined} value @param {number} by */
function fall(value, by) {
  return Math.max(0, (value ?? 0) - by);
}
