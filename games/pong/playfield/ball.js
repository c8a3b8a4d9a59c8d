/** The ball on the big screen: its trail, its light, and whose light that is. */

/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Court, PongView, Theme } from './court.js' */

import { paintGlow, shine } from '../../../public/playfield/light.js';

const SIDES = /** @type {const} */ (['left', 'right']);
/** Points of the trail, and how far apart they are at least, in units of the court. */
const TRAIL = 26;
const TRAIL_STEP = 0.8;

/** @param {Theme} theme @param {boolean} calm */
export function createBall(theme, calm) {
  const glows = theme.teams.slice(0, 2).map((colour) => paintGlow(colour, 0));
  const white = paintGlow(theme.ink, 0.2);
  /** @type {{ x: number, y: number }[]} */
  let trail = [];
  let trailCut = -1;
  /** The ball has the light of the side that touched it last. */
  let owner = 0;

  /** Lengthens the trail as the ball moves, and shortens it when the ball rests. @param {PongView} view */
  function follow({ ball, cut }) {
    if (cut !== trailCut) trail = [];
    trailCut = cut;
    const last = trail.at(-1);
    const hasMoved = !last || Math.hypot(ball.x - last.x, ball.y - last.y) >= TRAIL_STEP;
    if (hasMoved) trail.push({ x: ball.x, y: ball.y });
    if (!hasMoved || trail.length > TRAIL) trail.shift();
  }

  return {
    /** @param {'left' | 'right' | null} side */
    touchedBy(side) {
      if (side) owner = SIDES.indexOf(side);
    },

    /** @param {Pen} pen @param {PongView} view @param {Court} court */
    draw(pen, view, court) {
      const { x, y, r } = view.ball;
      follow(view);
      const glow = glows[owner] ?? white;
      if (!calm) {
        trail.forEach((point, index) => {
          const share = (index + 1) / trail.length;
          shine(
            pen,
            glow,
            court.x(point.x),
            court.y(point.y),
            court.unit * r * (1.5 + 4.5 * share),
            undefined,
            share * share * 0.6,
          );
        });
      }
      shine(pen, glow, court.x(x), court.y(y), court.unit * r * 15, undefined, 0.9);
      shine(pen, white, court.x(x), court.y(y), court.unit * r * 6);
      pen.fillStyle = theme.ink;
      pen.beginPath();
      pen.arc(court.x(x), court.y(y), court.unit * r, 0, Math.PI * 2);
      pen.fill();
    },
  };
}
