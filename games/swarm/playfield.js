/** Swarm on the big screen: the lights, their names, and what there is to do. */

/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import { Backdrop } from './playfield/stage.js' */
/** @import game from './game.js' */

import { createFlat } from './playfield/flat.js';
import { createLights } from './playfield/lights.js';
import { createNames, pickNames } from './playfield/names.js';
import { createStage } from './playfield/stage.js';
import { createWebgl } from './playfield/webgl.js';

/** A wall of 4K is drawn smaller and stretched: four times the pixels would take four times as long. */
const MOST_PIXELS = 1920 * 1080;
/** Radius of a light in CSS pixels at a height of 1,000, and of the lights of a small room. */
const LEAST_RADIUS = 6;
const MOST_RADIUS = 28;
/** A halo is so many times as wide as its light: less where there are so many that halos would cost more than the lights. */
const SPREAD = 3;
const CROWD = 600;
const CROWD_SPREAD = 2;
/** A light is as wide as this share of the room that it has for itself. */
const FILL = 0.2;

/** @type {Backdrop} */
const NOTHING = {
  ...{ mode: 'fly', sinceMs: 0, turn: 0, isIdle: false, target: null, hasWon: false },
  ...{ names: [], leader: -1 },
};

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, host) {
  root.classList.add('swarm-screen');
  // Lights need a night, in a bright room as well.
  root.dataset['scheme'] = 'dark';
  const stage = createStage(root, host);
  const lights = createLights({ isCalm: host.calm });
  let renderer = createWebgl(root, fallBack, host.signal) ?? createFlat(root);
  const names = createNames(root);
  const area = { width: 1, height: 1, ratio: 1 };
  let { settings } = host;
  let backdrop = NOTHING;
  let count = 0;
  let lastPlayed = -1;

  /** The context is lost: the rest of the show is drawn flat. */
  function fallBack() {
    if (host.signal.aborted) return;
    const lost = renderer.canvas;
    renderer = createFlat(root);
    lost.replaceWith(renderer.canvas);
    fit();
  }

  function fit() {
    renderer.canvas.width = Math.max(1, Math.round(area.width * area.ratio));
    renderer.canvas.height = Math.max(1, Math.round(area.height * area.ratio));
  }

  function radius() {
    const own = FILL * Math.sqrt((area.width * area.height) / Math.max(1, lights.count));
    const unit = area.height / 1000;
    return area.ratio * Math.min(MOST_RADIUS * unit, Math.max(LEAST_RADIUS * unit, own));
  }

  /** A sound when all have gathered, when a wall is full, and when somebody else leads. */
  function sound() {
    const { turn, mode, hasWon } = backdrop;
    if (turn === lastPlayed) return;
    if (lastPlayed >= 0 && (hasWon || mode === 'follow')) host.audio.play(hasWon ? 'win' : 'point');
    lastPlayed = turn;
  }

  return {
    frame(view, { nowMs, fresh }) {
      if (fresh) {
        lights.take(view, nowMs);
        stage.paint(lights.decoder.wall, lights.decoder.head.hasWall);
      }
      lights.prepare(nowMs, backdrop);
      renderer.draw(lights, radius(), lights.count > CROWD ? CROWD_SPREAD : SPREAD);
      const { head } = lights.decoder;
      const slots = settings.names ? pickNames({ ...backdrop, count, called: head.called }) : [];
      const reach = radius() / area.ratio;
      const reachOf = (/** @type {number} */ slot) => reach * lights.sizeOf(slot);
      names.draw(slots, backdrop.names, { placeOf: lights.placeOf, reachOf }, area);
      stage.draw(backdrop, head, count, nowMs);
    },
    backdrop(next) {
      backdrop = next;
      count = next.names.reduce((sum, name) => sum + (name === '' ? 0 : 1), 0);
      stage.set(next);
      sound();
    },
    resize(width, height) {
      const most = Math.sqrt(MOST_PIXELS / Math.max(1, width * height));
      Object.assign(area, { width, height, ratio: Math.min(devicePixelRatio, most) });
      fit();
    },
    settings: (next) => void (settings = next),
    unmount() {
      root.classList.remove('swarm-screen');
      delete root.dataset['mode'];
      delete root.dataset['scheme'];
      renderer.end();
    },
  };
}
