/** The talk on the remote: where it is, this slide and the next, notes, clocks, and the keys at the bottom. */

/** @import { Translate } from 'mass-mobile' */
/** @import { ElementNow, PanelView } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { renderMarks } from '../shared/marks.js';

/** Sizes of the notes, in rem. */
const SIZES = Object.freeze([0.9, 1.05, 1.25, 1.5, 1.9]);
const USUAL = 1;

/** @typedef {(action: string, args?: Record<string, unknown>) => unknown} Run */

/** @param {{ t: Translate, lang: string }} host @param {Run} run */
export function createDeck({ t, lang }, run) {
  const elapsed = h('b', { class: 'remote-elapsed', 'aria-label': t('talk.remote.elapsed') }, '0:00');
  const time = h('span', { class: 'remote-time' });
  const place = h('span', { class: 'remote-place' });
  const head = h('div', { class: 'remote-head' }, elapsed, place, time);
  const now = createCard(t('talk.remote.now'), 'remote-now');
  const next = createCard(t('talk.remote.next'), 'remote-next');
  const notes = createNotes(t);
  const keys = createKeys(t, run);
  const root = h('div', { class: 'remote-deck' }, now.root, notes.root, next.root);
  /** When the talk began, on the clock of this page; null: not yet. @type {number | null} */
  let beganMs = null;

  return {
    head,
    root,
    keys: keys.root,
    tick() {
      const text = new Intl.DateTimeFormat(lang, { hour: 'numeric', minute: '2-digit' }).format(new Date());
      if (time.textContent !== text) time.textContent = text;
      const spent = beganMs === null ? '0:00' : clockOf(performance.now() - beganMs);
      if (elapsed.textContent !== spent) elapsed.textContent = spent;
    },
    /** @param {PanelView} view */
    show(view) {
      beganMs = view.startedMs === null ? null : performance.now() - view.startedMs;
      place.textContent = t('talk.desk.place', { n: Math.min(view.slide + 1, view.count), of: view.count });
      const { fragments } = view.now;
      const steps = fragments > 0 ? ` · ${view.fragment}/${fragments}` : '';
      now.show(`${t('talk.remote.now')}${steps}`, view.now.markdown, view.element);
      next.show(t('talk.remote.next'), view.next?.markdown ?? t('talk.remote.end'), null);
      notes.show(view.now.notes);
      keys.show(view);
    },
  };
}

/** @param {number} ms @returns {string} as 4:07 or 1:04:07 */
export function clockOf(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`;
}

/** @param {string} name @param {string} className */
function createCard(name, className) {
  const head = h('h2', {}, name);
  // A long slide is scrolled, by keyboard as well.
  const text = h('div', {
    class: 'remote-slide',
    dir: 'auto',
    tabindex: 0,
    role: 'region',
    'aria-label': name,
  });
  let shown = '';
  return {
    root: h('div', { class: `remote-card ${className}` }, head, text),
    /** @param {string} title @param {string} markdown @param {ElementNow | null} element */
    show(title, markdown, element) {
      if (head.textContent !== title) head.textContent = title;
      const question = element && 'question' in element.definition ? element.definition.question : '';
      if (shown === markdown + question) return;
      shown = markdown + question;
      const isNew = question !== '' && !markdown.includes(question);
      text.replaceChildren(...renderMarks(markdown), ...(isNew ? [h('p', {}, h('b', {}, question))] : []));
    },
  };
}

/** @param {Translate} t */
function createNotes(t) {
  let size = USUAL;
  const text = h('div', { class: 'remote-notes-text', tabindex: '0', dir: 'auto' });
  const smaller = h(
    'button',
    { type: 'button', onclick: () => step(-1) },
    'A−',
    h('span', { class: 'visually-hidden' }, t('talk.remote.smaller')),
  );
  const larger = h(
    'button',
    { type: 'button', onclick: () => step(1) },
    'A+',
    h('span', { class: 'visually-hidden' }, t('talk.remote.larger')),
  );
  const head = h('div', { class: 'remote-notes-head' }, h('h2', {}, t('talk.remote.notes')), smaller, larger);
  const root = h('section', { class: 'remote-notes', 'aria-label': t('talk.remote.notes') }, head, text);
  let shown = '\0';
  step(0);

  /** @param {number} by */
  function step(by) {
    size = Math.min(SIZES.length - 1, Math.max(0, size + by));
    text.style.fontSize = `${SIZES[size]}rem`;
    smaller.disabled = size === 0;
    larger.disabled = size === SIZES.length - 1;
  }

  return {
    root,
    /** @param {string} notes */
    show(notes) {
      if (shown === notes) return;
      shown = notes;
      root.dataset['blank'] = String(notes === '');
      text.replaceChildren(
        ...(notes === ''
          ? [h('p', { class: 'remote-hint' }, t('talk.remote.notes.none'))]
          : renderMarks(notes)),
      );
      text.scrollTop = 0;
    },
  };
}

/** The buttons beside the steps: they open or close the question of this slide, and show or hide its results. @param {Translate} t @param {Run} run */
function createKeys(t, run) {
  const key = (/** @type {string} */ action) =>
    h('button', { type: 'button', class: 'remote-key', onclick: () => void run(action) });
  const show = key('show');
  const open = key('open');
  // Without a word a button has no name: the first view may be on its way.
  const root = h('div', { class: 'remote-keys', hidden: true }, open, show);
  return {
    root,
    /** @param {PanelView} view */
    show({ element }) {
      const kind = element?.definition.kind;
      root.hidden = !element || kind === 'game' || kind === 'questions';
      open.textContent = t(element?.phase === 'open' ? 'talk.desk.close' : 'talk.desk.open');
      show.textContent = t(element?.shown ? 'talk.desk.hide' : 'talk.desk.show');
      show.setAttribute('aria-pressed', String(Boolean(element?.shown)));
    },
  };
}
