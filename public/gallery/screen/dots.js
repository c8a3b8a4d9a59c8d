/** @import { PlayfieldModule } from '../../../lib/contract/pages.js' */
import { dots } from '../../playfield/charts/dots.js';

/** @type {PlayfieldModule['mount']} */
export const mount = (root, host) =>
  dots(root, host, { from: -0.5, to: 10.5, title: host.t('gallery.hunger') });
