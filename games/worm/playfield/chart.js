/** The chart of the worm on a canvas that lets through what lies behind it. */

/** @import { Translate } from 'mass-mobile' */
/** @import { WormSettings } from '../rules/settings.js' */
/** @import { Backdrop, Frame, Scene } from './scene.js' */

import { drawEnds, drawGround } from './ground.js';
import { isBeside, layOut, windowOf } from './layout.js';
import { drawBand, drawHead, drawLines, partsOf } from './line.js';
import { drawLane, drawMarks, drawTurns } from './marks.js';

/** A larger picture is drawn smaller and stretched, so that a 4K wall does not cost four times the time. */
const MOST_PIXELS = 2560 * 1440;

/** At the end the line may have so much of the height, and letters of this size, above what people answered. */
const END_SHARE = 0.6;
const END_SIZE = 0.8;
/** A line that ended sooner does not fill the width. */
const END_S = 30;

/** @param {{ canvas: HTMLCanvasElement, theme: Scene['theme'], t: Translate }} options */
export function createChart({ canvas, theme, t }) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  let layout = layOut(1, 1);
  let whole = layout;
  let look = theme;
  /** @type {WormSettings} */
  let settings;

  /** @param {Frame} view @param {Backdrop} behind @returns {Scene} */
  function sceneOf(view, behind) {
    const isEnd = view.phase === 'done';
    const { width, height, unit } = whole;
    layout = isBeside(view.phase, behind) ? layOut(width, height * END_SHARE, unit * END_SIZE) : whole;
    const [fromS, toS] = windowOf(isEnd ? { view: 'whole', spanS: END_S } : settings, view.atS);
    const { left, right, top, bottom } = layout;
    const x = (/** @type {number} */ atS) => left + ((atS - fromS) / (toS - fromS)) * (right - left);
    // A line beyond a zoomed axis leaves the plot, where it is cut off; along its edge it would look like a flat one.
    const y = (/** @type {number} */ mean) =>
      (top + bottom) / 2 - ((mean / settings.zoom) * (bottom - top)) / 2;
    return { pen, layout, theme: look, settings, t, view, behind, fromS, toS, x, y };
  }

  return {
    /** @param {Frame} view @param {Backdrop} behind */
    draw(view, behind) {
      pen.clearRect(0, 0, whole.width, whole.height);
      if (view.phase === 'idle' || view.phase === 'before') return;
      const scene = sceneOf(view, behind);
      drawGround(scene);
      const parts = partsOf(scene);
      drawMarks(scene);
      drawEnds(scene);
      clipped(scene, () => {
        drawBand(scene, parts);
        drawLines(scene, parts);
      });
      drawTurns(scene);
      drawHead(scene);
      drawLane(scene);
    },
    /** @param {number} width @param {number} height @param {Scene['theme']} anew */
    resize(width, height, anew) {
      look = anew;
      whole = layOut(width, height);
      const ratio = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
      canvas.width = Math.max(1, Math.round(width * ratio));
      canvas.height = Math.max(1, Math.round(height * ratio));
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    },
    /** @param {WormSettings} changed */
    settings(changed) {
      settings = changed;
    },
  };
}

/** Draws inside the plot alone. @param {Scene} scene @param {() => void} draw */
function clipped({ pen, layout: { left, top, width, bottom } }, draw) {
  pen.save();
  pen.beginPath();
  pen.rect(left, top, width, bottom - top);
  pen.clip();
  draw();
  pen.restore();
}
