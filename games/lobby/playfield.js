/** The lobby on the big screen: a welcome, the names of people who come, and the light that they tap. */

/** @import { PlayfieldModule, ViewOf } from 'mass-mobile' */
/** @import game from './game.js' */
/** @import { Layout } from './playfield/layout.js' */

import { createCanvas, fade, paintLayer, readTheme } from '../../public/playfield/canvas.js';
import { createLettering } from '../../public/playfield/lettering.js';
import { paintGlow, shine } from '../../public/playfield/light.js';
import { createFountains } from './playfield/fountains.js';
import { layOut } from './playfield/layout.js';
import { createNames } from './playfield/names.js';

/** Letters of a headline that still stand large in one line. */
const ONE_LINE = 28;

export const join = 'large';

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, host) {
  const { t, settings } = host;
  const theme = readTheme(root);
  const canvas = createCanvas(root);
  const halo = paintGlow(theme.ink, 0);
  const fountains = createFountains(theme.teams, host);
  const names = createNames(theme, host);
  let stage = layOut(root, 1, 1);
  let lettering = createLettering({ face: theme.face, ratio: 1 });
  let floor = paintFloor(stage, theme, 1);
  let lastMs = 0;

  return {
    frame(view, { nowMs, fresh }) {
      const { pen } = canvas;
      const dtS = Math.min(0.05, Math.max(0, (nowMs - lastMs) / 1000));
      lastMs = nowMs;
      if (fresh) fountains.feed(view.sparks ?? {}, stage);
      pen.drawImage(floor, 0, 0, stage.width, stage.height);
      shine(
        pen,
        halo,
        stage.width / 2,
        stage.joinY,
        stage.joinWidth * 2.6,
        stage.joinHeight * 2.2,
        0.1 + 0.3 * view.energy,
      );
      fountains.draw(pen, dtS, stage);
      names.draw(pen, dtS, nowMs, stage, lettering);
      writeHeadline(pen, view);
      if (view.count === 0) writeWayIn(pen);
    },

    backdrop: (view) => names.follow(view.names, stage),

    resize(width, height) {
      canvas.fit(width, height);
      theme.face = readTheme(root).face;
      stage = layOut(root, width, height);
      lettering = createLettering({ face: theme.face, ratio: canvas.ratio });
      floor = paintFloor(stage, theme, canvas.ratio);
      names.settle(stage);
    },
  };

  /** @param {CanvasRenderingContext2D} pen @param {ViewOf<typeof game>} view */
  function writeHeadline(pen, view) {
    const { width, headY, headSize } = stage;
    const lines = foldInTwo(settings.headline || t('lobby.hello'));
    const size = headSize / (lines.length === 1 ? 1 : 1.65);
    const line = view.taps > 0 ? t('lobby.taps', { count: view.taps, taps: view.taps }) : t('lobby.call');
    lines.forEach((text, row) => {
      const y = headY + (row - (lines.length - 1) / 2) * size * 1.1;
      lettering.put(pen, text, width / 2, y, {
        size,
        weight: 800,
        colour: theme.ink,
        maxWidth: width * 0.94,
      });
    });
    lettering.put(pen, line, width / 2, headY + headSize * 0.86, {
      size: headSize * 0.34,
      weight: 500,
      colour: theme.ink2,
      maxWidth: width * 0.9,
    });
  }

  /** Tells an empty hall what to do, one step on either side of the code. @param {CanvasRenderingContext2D} pen */
  function writeWayIn(pen) {
    [t('lobby.step.scan'), t('lobby.step.tap')].forEach((text, side) => {
      const area = stage.areas[side];
      const size = stage.height * 0.075;
      const lines = text.split('\n');
      lines.forEach((line, row) => {
        const y = stage.joinY + (row - (lines.length - 1) / 2) * size * 1.15;
        const type = { size, weight: 600, colour: theme.teams[side], maxWidth: area?.width ?? 0 };
        lettering.put(pen, line, (area?.x ?? 0) + (area?.width ?? 0) / 2, y, type);
      });
    });
  }
}

/** Breaks a long headline into two lines of about the same length. @param {string} text */
function foldInTwo(text) {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  if (text.length <= ONE_LINE || spaces.length === 0) return [text];
  const offCentre = (/** @type {number} */ at) => Math.abs(at - text.length / 2);
  const middle = spaces.reduce((best, at) => (offCentre(at) < offCentre(best) ? at : best));
  return [text.slice(0, middle), text.slice(middle + 1)];
}

/** @param {Layout} stage @param {{ night: string, teams: string[] }} theme @param {number} ratio */
function paintFloor({ width, height }, { night, teams }, ratio) {
  return paintLayer(width, height, ratio, (pen) => {
    pen.fillStyle = night;
    pen.fillRect(0, 0, width, height);
    [0, 1].forEach((side) => {
      const light = pen.createRadialGradient(width * side, height, 0, width * side, height, width * 0.62);
      light.addColorStop(0, fade(teams[side] ?? night, 0.3));
      light.addColorStop(0.5, fade(teams[side] ?? night, 0.08));
      light.addColorStop(1, fade(teams[side] ?? night, 0));
      pen.fillStyle = light;
      pen.fillRect(0, 0, width, height);
    });
  });
}
