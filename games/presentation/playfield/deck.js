/** The slides on the screen, moved by reveal.js to where the stage says. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { Backdrop } from '../types.js' */
/** @import { Transition } from './engine.js' */

import { h } from '../../../public/shared/dom.js';
import { markLanguage } from '../shared/language.js';
import { prepareMarkdown } from '../shared/markdown.js';
import { SLIDE_HEIGHT, slideWidth, startReveal } from './engine.js';
import { speaking } from './language.js';
import { createSections } from './sections.js';

/**
 * @param {HTMLElement} root
 * @param {PlayfieldHost<typeof game>} host
 */
export function createDeck(root, host) {
  const slides = h('div', { class: 'slides' });
  const wrapper = h('div', { class: 'reveal' }, slides);
  root.append(wrapper);
  const sections = createSections(slides);
  /** @type {Backdrop | null} */
  let deck = null;
  /** @type {Awaited<ReturnType<typeof startReveal>> | null} */
  let reveal = null;
  let isStarting = false;
  let isClosed = false;
  let at = { slide: -1, fragment: 0 };

  function build() {
    const { language = '', slides: next = [] } = deck ?? {};
    markLanguage(wrapper, language);
    sections.set(next, speaking(host, language));
    if (sections.isEmpty) return;
    if (!reveal) return void start();
    reveal.configure({ transition: transition() });
    // Nothing may move for this: the sections that were shown are gone.
    slides.classList.add('no-transition');
    reveal.sync();
    show();
    requestAnimationFrame(() => slides.classList.remove('no-transition'));
  }

  async function start() {
    if (isStarting) return;
    isStarting = true;
    try {
      const started = await startReveal(wrapper, { transition: transition(), width: widthNow() });
      if (isClosed) return void started.destroy();
      reveal = started;
      build();
      layout();
    } catch (error) {
      console.error('reveal.js did not start', error);
    }
  }

  const widthNow = () => slideWidth(root.clientWidth, root.clientHeight);

  function layout() {
    const width = widthNow();
    root.style.setProperty('--ratio', String(width / SLIDE_HEIGHT));
    if (reveal && reveal.getConfig().width !== width) reveal.configure({ width });
    reveal?.layout();
    sections.fit();
  }

  const transition = () => (/** @type {Transition} */ (host.calm ? 'none' : (deck?.transition ?? 'none')));

  function show(leaving = -1) {
    if (!reveal || at.slide < 0) return;
    sections.fill(at.slide, leaving);
    reveal.slide(at.slide, 0, at.fragment - 1);
    sections.fit();
  }
  wrapper.addEventListener('load', sections.fit, { capture: true, signal: host.signal });

  return {
    /** @param {Backdrop} next */
    set(next) {
      const isSame = deck?.revision === next.revision;
      deck = next;
      if (isSame) return;
      build();
      const whole = next.slides.map(({ markdown }) => markdown).join('\n\n');
      void prepareMarkdown(whole).then((hasMore) => hasMore && !isClosed && deck === next && build());
    },
    /** Shows a slide with so many of its fragments. @param {number} slide from 0 @param {number} fragment */
    go(slide, fragment) {
      if (slide === at.slide && fragment === at.fragment) return;
      const leaving = slide === at.slide ? -1 : at.slide;
      at = { slide, fragment };
      show(leaving);
    },
    /** The element of the slide that is on; null: it has none, or is not there yet. */
    get element() {
      return sections.element(at.slide);
    },
    layout,
    close() {
      isClosed = true;
      reveal?.destroy();
    },
  };
}
