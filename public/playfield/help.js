/** The overlay that lists the keys; `?` opens it. */

/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';
import { BACK_KEY, SCREEN_KEYS, keysOf } from '../shared/keys.js';

/** Escape closes things everywhere, which needs no line. */
const OWN_KEYS = SCREEN_KEYS.filter((key) => key !== 'Escape');
/** @type {Record<string, string>} */
const CAPS = {
  ...{ ' ': '␣', arrowup: '↑', arrowdown: '↓', arrowleft: '←', arrowright: '→' },
  ...{ pageup: 'PgUp', pagedown: 'PgDn', enter: '⏎' },
};

/** @param {{ t: Translate, card: () => GameCard | null, back: () => string | null, mayRun: () => boolean }} about `back`: title */
export function createHelp({ t, card, back, mayRun }) {
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
    sheet.append(h('div', { class: 'help-columns' }, ownKeys(t), gameKeys(t, card(), back(), mayRun())));
    document.body.append(sheet);
  }

  return { close, toggle: () => (sheet ? close() : open()) };
}

/** @param {Translate} t */
function ownKeys(t) {
  const rows = OWN_KEYS.map((key) => row(key, t(`playfield.key.${key}`)));
  return h('div', {}, h('h2', {}, t('playfield.help')), h('dl', {}, ...rows.flat()));
}

/** @param {Translate} t @param {GameCard | null} card @param {string | null} back @param {boolean} mayRun */
function gameKeys(t, card, back, mayRun) {
  const actions = Object.values(card?.actions ?? {}).filter((one) => keysOf(one).length > 0 && !one.confirm);
  if (!card || (actions.length === 0 && back === null)) return null;
  const rows = actions.map((one) => row(keysOf(one)[0] ?? '', one.title));
  const isFree = !actions.some((one) => keysOf(one).includes(BACK_KEY));
  if (back !== null && isFree) rows.push(row(BACK_KEY, t('playfield.back', { title: back })));
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
  const name = CAPS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  return [h('dt', {}, h('kbd', {}, name)), h('dd', {}, text)];
}
