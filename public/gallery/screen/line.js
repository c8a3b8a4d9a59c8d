/** @import { PlayfieldModule } from '../../../lib/contract/pages.js' */
import { line } from '../../playfield/charts/line.js';

/** @type {PlayfieldModule['mount']} */
export const mount = (root, host) =>
  line(root, host, { ends: [host.t('against'), host.t('for')], span: 120 });
