/** Fountains of light: 24 columns across the screen, fed by the taps of both teams. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import { Layout } from './layout.js' */

import { paintLayer } from '../../../public/playfield/canvas.js';
import { blending, createSparks, paintGlow, shine } from '../../../public/playfield/light.js';

/** Sparks in flight; 5,000 people tapping look like 800 sparks, and cost the same. */
const LIMIT = 800;
/** New sparks per frame at most: with 30 frames a second each may live its 1.5 s before its place is needed. */
const BUDGET = 18;
const COLUMNS = 24;
/** Soft light needs few pixels: 48 pillars painted small and stretched once cost a tenth. */
const SOFT = Object.freeze({ width: 480, height: 240 });

/** @param {readonly string[]} colours @param {PlayfieldHost} host */
export function createFountains(colours, { teams, calm, audio }) {
  const sparks = createSparks(LIMIT, colours);
  const glows = colours.map((colour) => paintGlow(colour, 0));
  const soft = /** @type {CanvasRenderingContext2D} */ (
    paintLayer(SOFT.width, SOFT.height, 1, () => {}).getContext('2d')
  );
  const levels = teams.map(() => new Float32Array(COLUMNS));

  /** @param {number} team @param {number} column @param {number} power 0 to 1 @param {Layout} stage */
  function spring(team, column, power, { width, height }) {
    sparks.add({
      x: ((column + Math.random()) / COLUMNS) * width,
      y: height,
      vx: (Math.random() - 0.5) * width * 0.08,
      vy: -height * (0.65 + Math.random() * 0.5 + power * 0.35),
      size: height * (0.02 + Math.random() * 0.02 + (1 - power) * 0.03),
      lifeS: 1 + Math.random(),
      colour: team,
    });
  }

  /** A tap is a spark while there are few; of many taps each has the same chance to become one. */
  function springs(/** @type {Record<string, number[]>} */ taps, /** @type {Layout} */ stage) {
    const total = teams.reduce((sum, name) => sum + (taps[name] ?? []).reduce((a, b) => a + b, 0), 0);
    const chance = Math.min(1, BUDGET / Math.max(1, total));
    const power = Math.min(1, total / 60);
    teams.forEach((name, team) => {
      (taps[name] ?? []).forEach((count, column) => {
        for (let i = 0; i < count; i++) if (Math.random() < chance) spring(team, column, power, stage);
      });
    });
  }

  return {
    /** @param {Record<string, number[]>} taps by team and column @param {Layout} stage */
    feed(taps, stage) {
      if (!calm) springs(taps, stage);
      teams.forEach((name, team) => {
        const columns = taps[name] ?? [];
        columns.forEach((count, column) => {
          if (count === 0) return;
          const level = levels[team];
          if (level) level[column] = Math.min(1, (level[column] ?? 0) + 0.25 + count * 0.05);
          audio.play('tap', { volume: 0.35, pitch: 0.7 + column / COLUMNS, pan: (column / COLUMNS) * 2 - 1 });
        });
      });
    },

    /** @param {CanvasRenderingContext2D} pen @param {number} dtS @param {Layout} stage */
    draw(pen, dtS, { width, height }) {
      drawPillars(dtS);
      pen.globalCompositeOperation = blending();
      pen.drawImage(soft.canvas, 0, 0, width, height);
      sparks.draw(pen, dtS, height * 0.85, 0.15);
    },
  };

  /** @param {number} dtS */
  function drawPillars(dtS) {
    const keep = Math.exp(-dtS * 2.2);
    soft.clearRect(0, 0, SOFT.width, SOFT.height);
    levels.forEach((level, team) => {
      const glow = glows[team];
      for (let column = 0; column < COLUMNS; column++) {
        const light = (level[column] = (level[column] ?? 0) * keep);
        if (light < 0.02 || !glow) continue;
        const x = ((column + (team + 0.5) / teams.length) / COLUMNS) * SOFT.width;
        shine(
          soft,
          glow,
          x,
          SOFT.height,
          SOFT.width * 0.09,
          SOFT.height * (0.35 + light * 0.75),
          light * 0.45,
        );
      }
    });
  }
}
