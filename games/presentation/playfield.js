/** The presentation on the big screen: the slide that is on, with what the room says to it. */

/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import game from './game.js' */
/** @import { Backdrop, View } from './types.js' */

import { createReactions } from '../../public/playfield/reactions.js';
import { addStyle, arrived, h } from '../../public/shared/dom.js';
import { createAddress } from './playfield/address.js';
import { createDeck } from './playfield/deck.js';
import { createOverlay } from './playfield/overlay.js';

export const smooth = ['laser.x', 'laser.y'];

/** Style sheets of the screen alone: phones do not load them, as they would what is in style.css. */
export const sheets = [
  '/vendor/reveal.css',
  '/games/presentation/playfield/screen.css',
  '/games/presentation/playfield/elements.css',
];

/** A hall that waits longer than this is shown the bare words of the slide. */
const SHEETS_MS = 6000;
/** Height of an emoji as a share of the screen's. */
const EMOJI = 0.075;

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, host) {
  const page = h('div', {
    class: 'talk',
    'data-theme': 'night',
    'data-scheme': 'dark',
    'data-calm': host.calm,
  });
  const overlay = createOverlay(host);
  const deck = createDeck(page, host);
  page.append(...overlay.roots);
  const reactions = createReactions(page, { name: 'talk-reactions', calm: host.calm, size: EMOJI });
  /** The counts that were looked at last; null: none yet. @type {readonly number[] | null} */
  let seen = null;
  // Without its sheets a slide cannot be laid out: it waits for them, and is laid out again when a late one comes.
  page.style.visibility = 'hidden';
  const worn = sheets.map((href) => addStyle(href, { parent: root }));
  for (const sheet of worn) sheet.addEventListener('load', resize);
  void Promise.all(worn.map((sheet) => arrived(sheet, SHEETS_MS))).then(() => {
    page.style.visibility = '';
    if (!host.signal.aborted) resize();
  });
  root.append(page);
  const address = createAddress({ signal: host.signal, go: (slide) => void host.run('go', { slide }) });
  let count = -1;
  /** @type {unknown} */
  let told = null;

  function resize() {
    deck.layout();
    reactions.resize();
  }

  /** @param {View} view */
  function tell(view) {
    const { element } = deck;
    told = element;
    if (element && view.element?.id === element.id) element.update(view.element, view);
    overlay.update(view);
    // A screen that comes late does not show again what was shown.
    if (seen) reactions.add(view.reactions.map((count, place) => count - (seen?.[place] ?? 0)));
    seen = view.reactions;
  }

  return {
    /** @param {Backdrop} next */
    backdrop(next) {
      page.dataset['theme'] = next.theme;
      count = next.slides.length;
      overlay.welcome(count === 0);
      deck.set(next);
    },
    /** @param {View} view */
    frame(view, { fresh }) {
      deck.go(view.slide, view.fragment);
      if (fresh || told !== deck.element) tell(view);
      if (fresh && count > 0) address.show(view.slide);
      overlay.point(view.laser);
      deck.element?.draw(host.nowMs());
      reactions.draw(performance.now());
    },
    resize,
    unmount() {
      address.close();
      deck.close();
    },
  };
}
