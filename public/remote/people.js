/** The people on a moderator's phone: names that wait, those that are hidden, who was removed, and everybody, with a button at each name. */

/** @import { Ack, PlayerRow } from '../../lib/contract/wire.js' */
/** @import { Names } from '../../lib/contract/people.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */
/** @typedef {keyof typeof import('../shared/wire.js').CLIENT_EVENT} Wish */

import { avatarElement } from '../shared/avatar.js';
import { h } from '../shared/dom.js';
import { isolate } from '../shared/i18n.js';

const REFRESH_MS = 2000;
const ROWS = 50;
/** A click comes up to this long after the finger has left, on a phone that has much to do. */
const CLICK_MS = 350;

/**
 * @param {HTMLElement} root
 * @param {object} about
 * @param {Translate} about.t
 * @param {(event: Wish, ...args: unknown[]) => Promise<Ack<any>>} about.ask
 * @param {(event: Wish, ...args: unknown[]) => Promise<Ack<any>>} about.order asks, and shows a refusal
 */
export function createPeople(root, { t, ask, order }) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  /** Two lists that are the same are not drawn again. */
  let drawn = '';
  const isPressed = followPresses();
  const search = h('input', {
    type: 'search',
    class: 'people-search',
    placeholder: t('remote.names.search'),
    'aria-label': t('remote.names.search'),
    oninput: () => void refresh(),
  });
  const lists = h('div', { class: 'people-lists' });
  root.append(search, lists);

  async function refresh() {
    const query = search.value;
    const [names, players] = await Promise.all([ask('names'), ask('players', { query, limit: ROWS })]);
    if (!names.ok || !players.ok || query !== search.value || isPressed()) return;
    const text = JSON.stringify([names, players]);
    if (text === drawn) return;
    drawn = text;
    draw(names, players.rows);
  }

  /** @param {Names} names @param {PlayerRow[]} rows */
  function draw({ waiting, hidden, kicked }, rows) {
    const as = (/** @type {string} */ name) => t('remote.names.as', { name: isolate(name) });
    const parts = [
      list(
        t('remote.names.waiting'),
        waiting.map(({ id, name, kept }) =>
          row(id, kept.name, as(name), [
            button('approve', kept.name, () => decide('approve', id, true), 'good'),
            button('reject', kept.name, () => decide('approve', id, false)),
          ]),
        ),
      ),
      list(
        t('remote.names.hidden'),
        hidden.map(({ id, name, kept }) =>
          row(id, kept.name, as(name), [button('show', kept.name, () => decide('hide', id, false))]),
        ),
      ),
      list(
        t('remote.names.all'),
        rows.map(({ id, name, kept }) =>
          row(id, name, '', [
            kept?.why !== 'hidden' && button('hide', name, () => decide('hide', id, true)),
            button('kick', name, () => void kick(id, name), 'harmful'),
          ]),
        ),
        t('remote.names.none'),
      ),
      list(
        t('remote.names.kicked'),
        kicked.map(({ id, name }) => row(id, name, '', [button('unkick', name, () => decide('unkick', id))])),
      ),
    ];
    lists.replaceChildren(...parts.filter((part) => part !== null));
  }

  /** @param {string} what @param {string} name @param {() => unknown} run @param {string} [kind] */
  function button(what, name, run, kind = '') {
    const text = t(`remote.names.${what}`);
    return h(
      'button',
      { class: `people-button ${kind}`, type: 'button', 'aria-label': `${text}: ${name}`, onclick: run },
      text,
    );
  }

  /** @param {Wish} wish @param {...unknown} args */
  async function decide(wish, ...args) {
    await order(wish, ...args);
    await refresh();
  }

  /** Asks first: the one beside it hides the name alone. @param {string} id @param {string} name */
  async function kick(id, name) {
    if (await isSure(t('remote.names.sure', { name: isolate(name) }), t)) await decide('kick', id);
  }

  return {
    /** @param {boolean} isShown */
    show(isShown) {
      root.hidden = !isShown;
      clearInterval(timer);
      if (!isShown) return;
      void refresh();
      timer = setInterval(refresh, REFRESH_MS);
    },
  };
}

/** Under a finger the lists stand still: a button that is drawn anew loses its tap, and one that moves gives it to a neighbor. */
function followPresses() {
  let untilMs = 0;
  for (const [type, ms] of /** @type {const} */ ([
    ['pointerdown', Infinity],
    ['pointerup', CLICK_MS],
    ['pointercancel', 0],
    ['click', 0],
  ]))
    addEventListener(type, () => (untilMs = performance.now() + ms), { capture: true });
  return () => performance.now() < untilMs;
}

/** @param {string} title @param {HTMLElement[]} rows @param {string} [none] said where nobody is; else the list is left out */
function list(title, rows, none) {
  if (rows.length === 0 && none === undefined) return null;
  return h(
    'section',
    { class: 'people-list' },
    h('h2', {}, title),
    rows.length > 0 ? h('ul', {}, ...rows) : h('p', { class: 'quiet' }, none),
  );
}

/** @param {string} id @param {string} name @param {string} note @param {(HTMLElement | false)[]} buttons */
function row(id, name, note, buttons) {
  return h(
    'li',
    {},
    avatarElement(id),
    h('span', { class: 'people-name' }, h('bdi', {}, name), note !== '' && h('small', {}, note)),
    ...buttons,
  );
}

/** @param {string} question @param {Translate} t @returns {Promise<boolean>} */
function isSure(question, t) {
  const dialog = h(
    'dialog',
    { class: 'sure' },
    h(
      'form',
      { method: 'dialog' },
      h('p', {}, question),
      h('button', { class: 'action', value: 'yes' }, t('remote.names.kick')),
      h('button', { class: 'quiet-button', value: '' }, t('remote.cancel')),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    }),
  );
}
