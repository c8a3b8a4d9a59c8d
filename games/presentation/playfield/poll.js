/** A poll on the screen, and the options of a quiz question. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { ElementNow, PublicDefinition } from '../types.js' */

import { createBars } from '../../../public/playfield/bars.js';
import { sizeOf } from './rows.js';

/** @param {Extract<PublicDefinition, { kind: 'poll' | 'quiz' }>} definition @param {PlayfieldHost<typeof game>} host */
export function createPoll({ options }, { lang }) {
  const { root, update } = createBars(options, lang);
  root.dataset['size'] = sizeOf(options);
  root.dataset['columns'] = options.length > 6 ? '2' : '1';
  return {
    root,
    /** @param {ElementNow} now */
    update({ view, n }) {
      const counts = view.kind === 'poll' || view.kind === 'quiz' ? view.counts : null;
      update(counts, n, view.kind === 'quiz' ? view.right : null);
    },
  };
}
