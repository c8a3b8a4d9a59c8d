/** @import { PlayfieldModule } from '../../../lib/contract/pages.js' */
import { createCanvas, readTheme } from '../../playfield/canvas.js';
import { createLettering } from '../../playfield/lettering.js';
import { createSparks } from '../../playfield/light.js';

/** @type {PlayfieldModule['mount']} */
export function mount(root, host) {
  const theme = readTheme(root);
  const canvas = createCanvas(root);
  const sparks = createSparks(200, theme.teams);
  let lettering = createLettering({ face: theme.face, ratio: 1 });
  let [width, height, seen] = [1, 1, 0];

  return {
    frame({ taps }) {
      for (; seen < taps && !host.calm; seen++) {
        sparks.add({
          x: Math.random() * width,
          y: height,
          vx: 0,
          vy: -height,
          size: height / 9,
          lifeS: 1.5,
          colour: seen % 6,
        });
        host.audio.play('tap', { pitch: 1 + Math.random() });
      }
      canvas.pen.fillStyle = theme.night;
      canvas.pen.fillRect(0, 0, width, height);
      sparks.draw(canvas.pen, 1 / 60, height * 0.6, 0.2);
      const type = { size: height / 4, weight: 800, colour: [...theme.teams], maxWidth: width * 0.9 };
      lettering.put(canvas.pen, host.t('gallery.lights'), width / 2, height / 2, type);
    },
    resize(toWidth, toHeight) {
      [width, height] = [toWidth, toHeight];
      canvas.fit(width, height);
      lettering = createLettering({ face: theme.face, ratio: canvas.ratio });
    },
  };
}
