/** The preview of the slide under the cursor: screen and phone, each drawn by the code of its own page. */

/** @import { PanelHost, PhoneHost, PlayfieldHost } from 'mass-mobile' */
/** @import game from '../../game.js' */
/** @import { DeckDocument, ElementDefinition, ElementNow, ElementView, Notice, Personal, Slide, View } from '../../types.js' */

import { addStyle, h } from '../../../../public/shared/dom.js';
import * as phone from '../../phone.js';
import { speaking } from '../../playfield/language.js';
import { createSlide } from '../../playfield/slide.js';
import { markLanguage } from '../../shared/language.js';
import { prepareMarkdown, renderMarkdown } from '../../shared/markdown.js';

/** The sheets of the screen, which the panel loads for as long as the editor is open. */
const SHEETS = [
  '/vendor/reveal.css',
  '/games/presentation/playfield/screen.css',
  '/games/presentation/playfield/elements.css',
];
/** @type {Personal} */
const NOBODY = { element: null, answer: null, quiz: null, votes: [], asked: [] };

/** @param {{ host: PanelHost<typeof game> }} about */
// eslint-disable-next-line max-lines-per-function -- one preview: screen and phone show the same slide
export function createPreview({ host }) {
  const { t, lang, scene } = host;
  let life = new AbortController();
  let shown = '';
  let onScreen = '';
  const section = h('section', { class: 'talk-section present' });
  const talk = h(
    'div',
    { class: 'talk' },
    h('div', { class: 'reveal' }, h('div', { class: 'slides' }, section)),
  );
  const screen = h('div', { class: 'te-screen' }, talk);
  const phoneBox = h('div', { class: 'te-phone' });
  const notes = h('div', { class: 'te-notes', dir: 'auto' });
  const notesPart = h('section', { class: 'te-notes-part' }, h('h3', {}, t('talk.remote.notes')), notes);
  /** @type {ReturnType<typeof createSlide> | null} */
  let onTalk = null;
  const root = h(
    'aside',
    { class: 'te-preview', 'aria-label': t('talk.panel.preview') },
    h('div', { class: 'te-frame' }, screen),
    h('div', { class: 'te-phone-frame' }, phoneBox),
    notesPart,
  );
  for (const href of SHEETS) addStyle(href, { parent: root }).addEventListener('load', () => onTalk?.fit());
  // It is a picture of the phone: nothing in it can be pressed or reached.
  phoneBox.inert = true;
  screen.inert = true;

  const screenHost = /** @type {PlayfieldHost<typeof game>} */ (
    /** @type {unknown} */ ({
      t,
      lang,
      calm: true,
      settings: scene.settings,
      teams: [],
      nowMs: () => 0,
      signal: host.signal,
      audio: { play() {} },
    })
  );

  function clear() {
    life.abort();
    life = new AbortController();
    phoneBox.replaceChildren();
  }

  /** @param {DeckDocument} deck @param {Slide} slide */
  async function drawScreen(deck, slide) {
    const { language = '' } = deck;
    const key = JSON.stringify([deck.theme, language, slide.markdown, slide.element]);
    if (key === onScreen) return;
    onScreen = key;
    talk.dataset['theme'] = deck.theme;
    markLanguage(talk, language);
    const draw = () => {
      onTalk = createSlide(slide, speaking(screenHost, language));
      section.replaceChildren(onTalk.root);
      for (const one of section.querySelectorAll('.fragment')) one.classList.add('visible');
      if (slide.element) onTalk.element?.update(elementOf(slide.element), viewOf(slide));
      onTalk.fit();
      onTalk.element?.draw(0);
    };
    draw();
    if ((await prepareMarkdown(slide.markdown)) && onScreen === key) draw();
  }

  /** @param {DeckDocument} deck @param {Slide} slide @param {number} at @param {number} count */
  function drawPhone({ title, language = '' }, slide, at, count) {
    const element = slide.element && elementOf(slide.element);
    /** @type {Notice} */
    const notice = {
      title,
      language,
      slide: at,
      count,
      blank: false,
      phone: slide.phone,
      element,
      may: { ask: true, react: true, pace: true },
      questions: [],
    };
    clear();
    const onPhone = phone.mount(
      phoneBox,
      /** @type {PhoneHost<typeof game>} */ (
        /** @type {unknown} */ ({
          t,
          lang,
          signal: life.signal,
          settings: scene.settings,
          player: { id: 'preview', name: 'Ada', team: null },
          haptics: { buzz() {} },
          hold: false,
          unanswered: [],
          nowMs: () => 0,
          changed() {},
          submit: async () => ({ ok: true, receipt: {} }),
        })
      ),
    );
    onPhone?.personal?.(NOBODY);
    onPhone?.notice?.(notice);
  }

  return {
    root,
    /** @param {DeckDocument} deck @param {Slide[]} slides @param {number} at */
    show(deck, slides, at) {
      const slide = slides[at];
      const key = JSON.stringify([deck.title, deck.theme, deck.language, slide, at, slides.length]);
      if (key === shown) return;
      shown = key;
      if (!slide) {
        clear();
        onScreen = '';
        section.replaceChildren();
        notesPart.hidden = true;
        return;
      }
      void drawScreen(deck, slide);
      drawPhone(deck, slide, at, slides.length);
      notesPart.hidden = slide.notes === '';
      notes.replaceChildren(renderMarkdown(slide.notes));
    },
    close: clear,
  };
}

/** @param {ElementDefinition} definition @returns {ElementNow} open, and nobody has answered yet */
function elementOf(definition) {
  const { right: _, ...open } = { right: null, ...definition };
  /** @type {Record<ElementDefinition['kind'], ElementView>} */
  const views = {
    poll: { kind: 'poll', counts: null },
    scale: { kind: 'scale', items: null },
    rank: { kind: 'rank', items: null },
    cloud: { kind: 'cloud', words: null },
    wall: { kind: 'wall', texts: null },
    questions: { kind: 'questions' },
    quiz: {
      kind: 'quiz',
      endsMs: definition.kind === 'quiz' ? 1000 * definition.seconds : 0,
      counts: null,
      right: null,
      podium: null,
    },
    game: { kind: 'game' },
  };
  return {
    id: definition.id,
    definition: /** @type {ElementNow['definition']} */ (open),
    phase: 'open',
    shown: false,
    n: 0,
    view: views[definition.kind],
  };
}

/** @param {Slide} slide @returns {View} a moment after it has come */
function viewOf({ fragments, element }) {
  return {
    slide: 0,
    fragment: fragments,
    count: 1,
    blank: false,
    laser: null,
    element: element && elementOf(element),
    questions: element?.kind === 'questions' ? [] : null,
    pinned: null,
    reactions: [],
    pace: { mean: 0, n: 0 },
  };
}
