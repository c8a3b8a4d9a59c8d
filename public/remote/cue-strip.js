/** The strip below the title of a presenter's remote: how long the cue has been on, whether the show is late, and the notes for the host. */

/** @import { RemoteCue } from '../../lib/contract/wire.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';
import { ON_TIME_S, lengthText } from '../shared/lengths.js';

/** @param {HTMLElement} root @param {{ t: Translate }} about */
export function createCueStrip(root, { t }) {
  const elapsed = h('b', { dir: 'ltr' });
  const planned = h('span', { class: 'quiet' });
  const behind = h('span', { class: 'cue-behind' });
  // It scrolls when it is long, which takes a focus for those who have keys alone.
  const notes = h('p', {
    class: 'cue-notes',
    dir: 'auto',
    tabindex: '0',
    role: 'note',
    'aria-label': t('remote.cue.notes'),
  });
  root.append(h('p', { class: 'cue-times' }, elapsed, planned, behind), notes);

  /** @param {number} seconds */
  function behindText(seconds) {
    if (Math.abs(seconds) < ON_TIME_S) return t('remote.cue.on-time');
    const time = lengthText(Math.abs(seconds));
    return t(seconds > 0 ? 'remote.cue.behind' : 'remote.cue.ahead', { time });
  }

  return {
    /** @param {RemoteCue | null} cue null: there is none, or it is nobody's business here */
    show(cue) {
      root.hidden = !cue;
      if (!cue) return;
      const { elapsedS, plannedS, behindS } = cue;
      elapsed.textContent = lengthText(elapsedS);
      elapsed.toggleAttribute('data-over', plannedS !== null && elapsedS > plannedS);
      planned.textContent = plannedS === null ? '' : t('remote.cue.of', { time: lengthText(plannedS) });
      behind.textContent = behindText(behindS);
      behind.toggleAttribute('data-late', behindS >= ON_TIME_S);
      // A text that is being read must not lose its place.
      if (notes.textContent !== cue.notes) notes.textContent = cue.notes;
      notes.hidden = cue.notes === '';
    },
  };
}
