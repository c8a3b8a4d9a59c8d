/** The overlay that lists the keys, and turns letters off; `?` or F1 opens it. */

/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';
import { PAUSE_KEY, SCREEN_KEYS, keysOf } from '../shared/keys.js';
import { followShortcuts } from '../shared/shortcuts.js';

/** Escape closes things everywhere, and F5 is for clickers: neither needs a line. */
const OWN_KEYS = SCREEN_KEYS.filter((key) => key.length === 1);
/** Clickers do this. @type {[key: string, text: string][]} */
const CLICKS = [
  ['pagedown', 'playfield.key.next'],
  ['pageup', 'playfield.key.back'],
  ['b', 'playfield.key.dark'],
];
/** @type {Record<string, string>} */
const CAPS = {
  ...{ ' ': '␣', arrowup: '↑', arrowdown: '↓', arrowleft: '←', arrowright: '→' },
  ...{ pageup: 'PgUp', pagedown: 'PgDn', enter: '⏎' },
};

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
  return h('div', {}, h('h2', {}, t('playfield.help')), h('dl', {}, ...rows.flat()), lettersSwitch(t));
}

/** @param {Translate} t */
function lettersSwitch(t) {
  const button = h(
    'button',
    { class: 'help-letters', role: 'switch', onclick: turn },
    h('b', {}, t('playfield.letters')),
    h('span', {}, t('playfield.letters.help')),
  );
  /** @param {Event} event that would close the list */
  function turn(event) {
    event.stopPropagation();
    followShortcuts(button, true);
  }
  followShortcuts(button);
  return button;
}

/** @param {Translate} t @param {GameCard | null} card @param {boolean} mayRun */
function gameKeys(t, card, mayRun) {
  const actions = Object.values(card?.actions ?? {}).filter((one) => keysOf(one).length > 0 && !one.confirm);
  if (!card) return null;
  const isFree = !actions.some((one) => keysOf(one).includes(PAUSE_KEY));
  const rows = [
    ...CLICKS.map(([key, text]) => row(key, t(text))),
    ...(isFree ? [row(PAUSE_KEY, t('playfield.pause'))] : []),
    ...actions.map((one) => row(keysOf(one)[0] ?? '', one.title)),
  ];
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
