/** The head of the editor: title, theme, transition and language of the deck, and whether it is saved. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Fate } from '../../../../public/documents/saver.js' */
/** @import { DeckDocument } from '../../types.js' */

import { h } from '../../../../public/shared/dom.js';
import { LANGUAGES } from '../../../../public/shared/languages.js';
import { drawButton } from '../../../../public/documents/button.js';
import { LIMITS } from '../../shared/deck.js';
import { THEMES, TRANSITIONS } from '../../shared/looks.js';

/** The names of the languages that there are words for. @type {Record<string, string>} */
const NAMES = LANGUAGES;

/** @param {{ t: Translate, deck: DeckDocument, onChange: () => void, undo: () => void, print: () => unknown, close: () => unknown }} about */
export function createHead({ t, deck, onChange, undo, print, close }) {
  const status = h('span', { class: 'te-fate', role: 'status' });
  const count = h('span', { class: 'te-count' });
  const title = h('input', {
    class: 'text te-title',
    maxlength: LIMITS.title,
    value: deck.title,
    dir: 'auto',
    placeholder: t('talk.panel.title'),
    'aria-label': t('talk.panel.title'),
  });
  title.addEventListener('input', () => {
    deck.title = title.value;
    onChange();
  });
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

  return {
    root: h(
      'header',
      { class: 'te-head' },
      title,
      theme,
      transition,
      language,
      count,
      status,
      drawButton(t('talk.panel.undo'), undo, { shortcut: 'Ctrl+Z' }),
      drawButton(t('talk.panel.print'), print),
      drawButton(t('talk.panel.done'), close, { shortcut: 'Esc', isPrimary: true }),
    ),
    /** @param {string} text */
    count(text) {
      count.textContent = text;
    },
    /** Shows whether the edits are saved. @param {Fate} fate */
    tell({ state, message }) {
      status.dataset['state'] = state;
      status.textContent = state === 'refused' ? message : t(`talk.panel.${state}`);
    },
    /** @param {string} text */
    say(text) {
      status.dataset['state'] = '';
      status.textContent = text;
    },
  };
}
