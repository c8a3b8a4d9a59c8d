/** The presentation on the big screen: the slide that is on, with what the room says to it. */

/** @import { PlayfieldModule } from 'mass-mobile' */
/** @import game from './game.js' */
/** @import { Backdrop, View } from './types.js' */

import { h } from '../../public/shared/dom.js';
import { createAddress } from './playfield/address.js';
import { createDeck } from './playfield/deck.js';
import { createOverlay } from './playfield/overlay.js';
import { createReactions } from './playfield/reactions.js';
import { REACTIONS } from './shared/looks.js';

export const smooth = ['laser.x', 'laser.y'];

/** Style sheets of the screen alone: phones do not load them, as they would what is in style.css. */
const SHEETS = [
  '/vendor/reveal.css',
  '/games/presentation/playfield/screen.css',
  '/games/presentation/playfield/elements.css',
];

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, host) {
  const page = h('div', { class: 'talk', 'data-theme': 'night', 'data-calm': host.calm });
  const overlay = createOverlay(host);
  const deck = createDeck(page, host);
  page.append(...overlay.roots);
  const reactions = createReactions(page, { signs: REACTIONS, calm: host.calm });
  // Without its sheets a slide cannot be laid out; it is fitted when they have come.
  const sheets = SHEETS.map((href) => h('link', { rel: 'stylesheet', href, onload: () => resize() }));
  root.append(...sheets, page);
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
    reactions.show(view.reactions);
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
