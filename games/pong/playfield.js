/** Pong on the big screen: draws each moment of the stage's game, from the floor up. */

/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { createCanvas, readTheme } from '../../public/playfield/canvas.js';
import { createLettering } from '../../public/playfield/lettering.js';
import { createBall } from './playfield/ball.js';
import { layOutCourt, paintCourt } from './playfield/court.js';
import { createCrowd } from './playfield/crowd.js';
import { createMoments } from './playfield/moments.js';
import { createPlayers } from './playfield/players.js';
import { createWords } from './playfield/words.js';

/** Phases whose words take the whole court. */
const WORDY = new Set(['wait', 'warmup', 'over']);

export const smooth = ['ball.x', 'ball.y', 'paddles.left.y', 'paddles.right.y'];

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, host) {
  const theme = readTheme(root);
  const canvas = createCanvas(root);
  const players = createPlayers(theme, host.calm);
  const ball = createBall(theme, host.calm);
  const crowd = createCrowd(theme, host.t);
  const moments = createMoments(theme, host);
  const words = createWords(theme, host);
  let court = layOutCourt(1, 1);
  let floor = paintCourt(court, theme, 1);
  let lettering = createLettering({ face: theme.face, ratio: 1 });
  let lastMs = 0;

  return {
    frame(view, { nowMs }) {
      const { pen, ratio } = canvas;
      const dtS = Math.min(0.05, Math.max(0, (nowMs - lastMs) / 1000));
      lastMs = nowMs;
      const isWordy = WORDY.has(view.phase);
      ball.touchedBy(moments.follow(view, court));
      if (view.phase === 'over') moments.celebrate(view.winner === 'right' ? 1 : 0, court);

      pen.drawImage(floor, 0, 0, court.width, court.height);
      pen.save();
      shake(pen);
      moments.drawUnder(pen, court, dtS);
      if (!isWordy) {
        players.drawScore(pen, view, court, lettering, moments.fading.pops);
        words.drawUnder(pen, view, court, lettering);
      }
      players.drawPaddles(pen, view, court, ratio, moments.fading.flashes);
      if (!isWordy) ball.draw(pen, view, court);
      crowd.draw(pen, view.crowd, court, lettering, dtS);
      pen.restore();
      words.drawOver(pen, view, court, lettering, nowMs);
      moments.drawOver(pen, court, dtS, lettering);
    },

    resize(width, height) {
      canvas.fit(width, height);
      theme.face = readTheme(root).face;
      court = layOutCourt(width, height);
      floor = paintCourt(court, theme, canvas.ratio);
      lettering = createLettering({ face: theme.face, ratio: canvas.ratio });
    },
  };

  /** @param {CanvasRenderingContext2D} pen */
  function shake(pen) {
    const reach = host.calm ? 0 : moments.fading.shake ** 2 * court.unit * 0.9;
    if (reach > 0) pen.translate((Math.random() - 0.5) * reach, (Math.random() - 0.5) * reach);
  }
}
