/** People answer with these: options to tap, scales, and an order. Each says an answer as it is submitted. */

/** @import { PhoneHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { ElementNow } from '../types.js' */

import { createOptions, rove } from '../../../public/phone/kit/options.js';
import { h } from '../../../public/shared/dom.js';

/**
 * @typedef {object} Control
 * @property {HTMLElement} root
 * @property {(value: string | null) => void} mark shows this answer; null: none
 * @property {(now: ElementNow) => void} [news] shows what all phones know
 */
/** @typedef {(value: string) => void} Send */

/** Makes the control of a kind; null: it is answered in words, or not at all. @param {PhoneHost<typeof game>} host @param {ElementNow} first @param {Send} send @returns {Control | null} */
export function controlFor(host, { definition }, send) {
  switch (definition.kind) {
    case 'poll':
      return createChoices(host, { ...definition, send });
    case 'quiz':
      return createChoices(host, {
        ...definition,
        most: definition.several ? definition.options.length : 1,
        send,
      });
    case 'scale':
      return createScales(host, definition, send);
    case 'rank':
      return createRank(host, definition.options, send);
    default:
      return null;
  }
}

/**
 * One of some: a tap is the answer, and another tap changes it. Several: people tap what they want, then send.
 * @param {PhoneHost<typeof game>} host
 * @param {{ question: string, options: string[], most: number, send: Send }} about
 * @returns {Control}
 */
function createChoices(host, { question, options, most, send }) {
  const { t, signal } = host;
  const isOne = most === 1;
  /** @type {Set<number>} */
  let chosen = new Set();
  /** The answer that the server has, or that is on its way. @type {string | null} */
  let sent = null;
  const done = h('button', { type: 'button', class: 'hand-send', hidden: isOne }, t('talk.phone.send'));
  const list = createOptions(host, { texts: options, most, label: question }, tap);
  const limit = t(most < options.length ? 'talk.phone.upTo' : 'talk.phone.several', { count: most });
  const hint = !isOne && h('p', { class: 'hint' }, limit);
  done.addEventListener('click', () => send(written()), { signal });
  draw();

  const written = () => [...chosen].sort((a, b) => a - b).join(',');

  /** @param {number} at */
  function tap(at) {
    if (isOne) return send(String(at));
    if (!chosen.delete(at) && chosen.size < most) chosen.add(at);
    draw();
  }

  function draw() {
    list.mark(chosen);
    done.disabled = chosen.size === 0 || written() === sent;
  }

  return {
    root: h('div', { class: 'hand-choices' }, hint, list.root, done),
    mark(value) {
      sent = value;
      chosen = new Set(value ? value.split(',').map(Number) : []);
      draw();
    },
    news({ view }) {
      const counts = view.kind === 'poll' || view.kind === 'quiz' ? view.counts : null;
      const right = view.kind === 'quiz' ? view.right : null;
      const n = Math.max(1, counts?.reduce((sum, one) => sum + one, 0) ?? 0);
      list.result.forEach((show, at) =>
        show(counts ? (counts[at] ?? 0) / n : null, right && right.includes(at)),
      );
    },
  };
}

/**
 * @param {PhoneHost<typeof game>} host
 * @param {{ question: string, options: string[], from: number, to: number, ends: [string, string] }} scale
 * @param {Send} send
 * @returns {Control}
 */
function createScales(host, { question, options, from, to, ends }, send) {
  /** @type {string[]} */
  let values = [];
  // A scale without statements rates its question, which stands above.
  const statements = options.map((one) => (one === question ? '' : one));
  const rows = statements.map((statement, at) => {
    const set = (/** @type {number} */ value) => {
      values = statements.map((_, other) => (other === at ? String(value) : (values[other] ?? '')));
      send(values.join(','));
    };
    return buttonScale(host, { name: statement || question, from, to }, set);
  });
  const words =
    ends.some((one) => one !== '') &&
    h('p', { class: 'hand-ends' }, ...ends.map((one) => h('span', { dir: 'auto' }, one)));
  const parts = rows.map(({ root }, at) =>
    h(
      'div',
      { class: 'hand-scale' },
      statements[at] && h('p', { class: 'hand-statement', dir: 'auto' }, statements[at]),
      root,
    ),
  );
  return {
    root: h('div', { class: 'hand-scales' }, words, ...parts),
    mark(value) {
      values = value?.split(',') ?? [];
      rows.forEach((row, at) => row.mark(values[at] ? Number(values[at]) : null));
    },
  };
}

/** @typedef {{ name: string, from: number, to: number }} Range */

/** @param {PhoneHost<typeof game>} host @param {Range} range @param {(value: number) => void} set */
function buttonScale({ signal }, { name, from, to }, set) {
  const buttons = Array.from({ length: to - from + 1 }, (_, at) => {
    const button = h('button', { type: 'button', class: 'hand-value', role: 'radio' }, from + at);
    button.addEventListener('click', () => set(from + at), { signal });
    return button;
  });
  const root = h(
    'div',
    { class: 'hand-values', role: 'radiogroup', 'aria-label': name, dir: 'ltr' },
    ...buttons,
  );
  rove(root, buttons, signal);
  const mark = (/** @type {number | null} */ value) =>
    buttons.forEach((button, at) => {
      button.setAttribute('aria-checked', String(from + at === value));
      button.tabIndex = at === (value === null ? 0 : value - from) ? 0 : -1;
    });
  mark(null);
  return { root, mark };
}

/**
 * People tap the options in their order; a tap on one that has a place takes it out, and two buttons move it. The answer
 * is sent when every option has a place, and again after each move.
 * @param {PhoneHost<typeof game>} host @param {string[]} options @param {Send} send @returns {Control}
 */
function createRank(host, options, send) {
  const { t, signal } = host;
  /** @type {number[]} */
  let order = [];
  const rows = options.map((text, option) =>
    rankRow(
      { host, text },
      {
        toggle: () =>
          change(order.includes(option) ? order.filter((one) => one !== option) : [...order, option]),
        move: (step) => move(option, step),
      },
    ),
  );
  const list = h('ol', { class: 'hand-rank' });
  const hint = h('p', { class: 'hint' }, t('talk.phone.rank'));
  const left = h('p', { class: 'hand-left', role: 'status' });
  draw();
  signal.addEventListener('abort', () => list.remove());

  /** @param {number[]} next */
  function change(next) {
    order = next;
    draw();
    if (order.length === options.length) send(order.join(','));
  }

  /** @param {number} option @param {number} step */
  function move(option, step) {
    const at = order.indexOf(option);
    const to = at + step;
    if (at < 0 || to < 0 || to >= order.length) return;
    const next = order.filter((one) => one !== option);
    next.splice(to, 0, option);
    change(next);
  }

  function draw() {
    const focused = document.activeElement;
    const rest = options.map((_, option) => option).filter((option) => !order.includes(option));
    const all = [...order, ...rest];
    const isAsBefore = all.every((option, at) => list.children[at] === rows[option]?.root);
    if (!isAsBefore) list.replaceChildren(...all.flatMap((option) => rows[option]?.root ?? []));
    rows.forEach((row, option) => row.mark(order.indexOf(option), order.length));
    // A row that was moved has lost the focus, and its button may be at the end of its way.
    if (!isAsBefore && focused instanceof HTMLButtonElement && list.contains(focused)) {
      const first = focused.closest('li')?.querySelector('button');
      (focused.disabled && first ? first : focused).focus();
    }
    const missing = options.length - order.length;
    left.textContent = missing > 0 && order.length > 0 ? t('talk.phone.rank.left', { count: missing }) : '';
  }

  return {
    root: h('div', { class: 'hand-ranking' }, hint, list, left),
    mark(value) {
      order = value === null ? [] : value.split(',').map(Number);
      draw();
    },
  };
}

/**
 * @param {{ host: PhoneHost<typeof game>, text: string }} about
 * @param {{ toggle: () => void, move: (step: number) => void }} acts
 */
function rankRow({ host: { t, signal }, text }, { toggle, move }) {
  const number = h('b', { class: 'hand-number' });
  const pick = h('button', { type: 'button', class: 'hand-pick' }, number, h('span', { dir: 'auto' }, text));
  const up = h(
    'button',
    { type: 'button', class: 'hand-move', 'aria-label': t('talk.phone.up', { option: text }) },
    '▲',
  );
  const down = h(
    'button',
    { type: 'button', class: 'hand-move', 'aria-label': t('talk.phone.down', { option: text }) },
    '▼',
  );
  pick.addEventListener('click', toggle, { signal });
  up.addEventListener('click', () => move(-1), { signal });
  down.addEventListener('click', () => move(1), { signal });
  return {
    root: h('li', {}, pick, up, down),
    /** @param {number} place -1: none yet @param {number} count of those that have a place */
    mark(place, count) {
      number.textContent = place < 0 ? '' : String(place + 1);
      pick.setAttribute('aria-pressed', String(place >= 0));
      const name = place < 0 ? text : t('talk.phone.rank.place', { n: place + 1, option: text });
      pick.setAttribute('aria-label', name);
      up.hidden = down.hidden = place < 0;
      up.disabled = place <= 0;
      down.disabled = place >= count - 1;
    },
  };
}
