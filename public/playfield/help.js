/** The overlay that lists the keys; `?` opens it. */

/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

const OWN_KEYS = ['f', 'j', 's', '?'];

/** @param {{ t: Translate, card: () => GameCard | null, mayRun: () => boolean }} about */
export function createHelp({ t, card, mayRun }) {
  /** @type {HTMLElement | null} */
  let sheet = null;

  function close() {
    sheet?.remove();
    sheet = null;
  }

  function open() {
    sheet = h('section', {
      class: 'overlay help',
      role: 'dialog',
      'aria-label': t('playfield.help'),
      onclick: close,
    });
    sheet.append(h('div', { class: 'help-columns' }, ownKeys(t), gameKeys(t, card(), mayRun())));
    document.body.append(sheet);
  }

  return { close, toggle: () => (sheet ? close() : open()) };
}

/** @param {Translate} t */
function ownKeys(t) {
  const rows = OWN_KEYS.map((key) => row(key, t(`playfield.key.${key}`)));
  return h('div', {}, h('h2', {}, t('playfield.help')), h('dl', {}, ...rows.flat()));
}

/** @param {Translate} t @param {GameCard | null} card @param {boolean} mayRun */
function gameKeys(t, card, mayRun) {
  const actions = Object.values(card?.actions ?? {}).filter(({ key, confirm }) => key && !confirm);
  if (!card || actions.length === 0) return null;
  const rows = actions.map(({ key, title }) => row(key ?? '', title));
  return h(
    'div',
    { class: mayRun ? '' : 'is-off' },
    h('h2', {}, card.title),
    h('dl', {}, ...rows.flat()),
    !mayRun && h('p', { class: 'help-note' }, t('playfield.help.keyless')),
  );
}

/** @param {string} key @param {string} text */
function row(key, text) {
  const name = key === ' ' ? '␣' : key.length === 1 ? key.toUpperCase() : key;
  return [h('dt', {}, h('kbd', {}, name)), h('dd', {}, text)];
}
