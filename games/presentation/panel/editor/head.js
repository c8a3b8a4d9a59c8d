/** The head of the editor: title, theme, transition and language of the deck, and whether it is saved. */

/** @import { Translate } from 'mass-mobile' */
/** @import { DeckDocument } from '../../types.js' */

import { h } from '../../../../public/shared/dom.js';
import { LANGUAGES } from '../../../../public/shared/languages.js';
import { drawButton } from '../../../../public/documents/button.js';
import { createHead as createDocumentHead } from '../../../../public/documents/head.js';
import { LIMITS } from '../../shared/deck.js';
import { THEMES, TRANSITIONS } from '../../shared/looks.js';

/** The names of the languages that there are words for. @type {Record<string, string>} */
const NAMES = LANGUAGES;

/** @param {{ t: Translate, deck: DeckDocument, onChange: () => void, undo: () => void, print: () => unknown, close: () => unknown, turn: () => void }} about turn: to the other way to write */
export function createHead({ t, deck, onChange, undo, print, close, turn }) {
  const count = h('span', { class: 'te-count' });
  const writing = drawButton('', turn);
  const theme = choose(
    t('talk.panel.theme'),
    THEMES,
    deck.theme,
    (one) => t(`talk.panel.theme.${one}`),
    (one) => (deck.theme = one),
  );
  const transition = choose(
    t('talk.panel.transition'),
    TRANSITIONS,
    deck.transition,
    (one) => t(`talk.panel.transition.${one}`),
    (one) => (deck.transition = one),
  );

  const { language: spoken = '' } = deck;
  const language = choose(
    t('talk.panel.language'),
    // One that a file brought stays on the list.
    [...new Set(['', ...Object.keys(LANGUAGES), spoken])],
    spoken,
    (one) => (one === '' ? t('talk.panel.language.any') : (NAMES[one] ?? one)),
    (one) => (deck.language = one),
  );

  /**
   * @param {string} name @param {readonly string[]} of @param {string} value
   * @param {(one: string) => string} label @param {(one: string) => void} set
   */
  function choose(name, of, value, label, set) {
    const options = of.map((one) => h('option', { value: one, selected: one === value }, label(one)));
    const select = h('select', { class: 'room-select', 'aria-label': name }, ...options);
    select.addEventListener('change', () => {
      set(select.value);
      onChange();
    });
    return select;
  }

  const head = createDocumentHead({
    t,
    label: t('talk.panel.title'),
    longest: LIMITS.title,
    rename(title) {
      deck.title = title;
      onChange();
    },
    undo,
    close,
    fields: [theme, transition, language, count],
    buttons: [writing, drawButton(t('talk.panel.print'), print)],
  });
  head.show(deck.title);

  return {
    ...head,
    /** @param {boolean} isMarkdown */
    showWriting(isMarkdown) {
      writing.textContent = t(isMarkdown ? 'talk.form.forms' : 'talk.form.markdown');
      // The list of the forms says it.
      count.hidden = !isMarkdown;
    },
    /** @param {string} text */
    count(text) {
      count.textContent = text;
    },
  };
}
