/** The talk as it runs: this slide and the next, its element with all results, and the way to any other slide. */

/** @import { Translate } from 'mass-mobile' */
/** @import { ElementNow, PanelView } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { drawButton } from '../../../public/documents/button.js';
import { createResults } from '../shared/desk/results.js';
import { renderMarks } from '../shared/marks.js';

/** @param {{ t: Translate, run: (action: string, args?: object) => void }} about */
export function createLive({ t, run }) {
  const place = h('b', {});
  const title = h('span', { dir: 'auto' });
  const state = h('span', { class: 'tp-state' });
  const now = createSlide(t('talk.panel.now'));
  const next = createSlide(t('talk.panel.next'));
  const notes = h('div', { class: 'tp-notes', dir: 'auto' });
  const notesFold = h(
    'details',
    { class: 'tp-fold', open: true },
    h('summary', {}, t('talk.remote.notes')),
    notes,
  );
  const element = createElementPart({ t, run });
  const jump = createJump(t, (slide) => run('go', { slide }));
  const root = h(
    'div',
    { class: 'tp-live' },
    h('div', { class: 'tp-where', role: 'status' }, place, title, state),
    h('div', { class: 'tp-row' }, jump.root),
    h('div', { class: 'tp-slides' }, now.root, next.root),
    element.root,
    notesFold,
  );
  let shownNotes = '\0';

  return {
    root,
    /** @param {PanelView} view */
    show(view) {
      const isEmpty = view.count === 0;
      place.textContent = isEmpty
        ? t('talk.panel.none')
        : t('talk.desk.place', { n: view.slide + 1, of: view.count });
      title.textContent = view.title;
      state.textContent = view.blank ? t('talk.panel.dark') : '';
      const steps = view.now.fragments > 0 ? `${view.fragment}/${view.now.fragments}` : '';
      now.show(view.now.markdown, steps);
      next.show(view.next?.markdown ?? (isEmpty ? '' : t('talk.remote.end')), '');
      element.show(view.element, view.right);
      jump.show(view.titles, view.slide);
      if (shownNotes !== view.now.notes) {
        shownNotes = view.now.notes;
        notes.replaceChildren(...renderMarks(shownNotes));
        notesFold.hidden = shownNotes === '';
      }
    },
  };
}

/** @param {string} name */
function createSlide(name) {
  // A long slide is scrolled, by keyboard as well.
  const text = h('div', {
    class: 'tp-slide-text',
    dir: 'auto',
    tabindex: 0,
    role: 'region',
    'aria-label': name,
  });
  const steps = h('span', { class: 'tp-steps' });
  let shown = '\0';
  return {
    root: h('div', { class: 'tp-slide' }, h('h3', {}, name, ' ', steps), text),
    /** @param {string} markdown @param {string} step */
    show(markdown, step) {
      steps.textContent = step;
      if (markdown === shown) return;
      shown = markdown;
      text.replaceChildren(...renderMarks(markdown));
    },
  };
}

/** @param {{ t: Translate, run: (action: string, args?: object) => void }} about */
function createElementPart({ t, run }) {
  const question = h('b', { dir: 'auto' });
  const answered = h('span', { class: 'tp-n' });
  const open = drawButton('', () => run('open'));
  const show = drawButton('', () => run('show'));
  const clear = drawButton(t('talk.panel.clear'), () => run('clear'));
  const results = createResults(t);
  const root = h(
    'section',
    { class: 'tp-element', 'aria-label': t('talk.panel.element'), hidden: true },
    h('div', { class: 'tp-question' }, question, answered),
    h('div', { class: 'tp-row' }, open, show, clear),
    results.root,
  );
  return {
    root,
    /** @param {ElementNow | null} element @param {number[] | null} right */
    show(element, right) {
      root.hidden = element === null;
      if (!element) return;
      const { definition, phase, n } = element;
      const isAsked = definition.kind !== 'game' && definition.kind !== 'questions';
      question.textContent =
        'question' in definition ? definition.question : t('talk.panel.game', { game: definition.game });
      answered.textContent = isAsked ? `${t(PHASES[phase])} · ${t('talk.desk.n', { n })}` : '';
      open.textContent = t(phase === 'open' ? 'talk.desk.close' : 'talk.desk.open');
      show.textContent = t(element.shown ? 'talk.desk.hide' : 'talk.desk.show');
      show.setAttribute('aria-pressed', String(element.shown));
      open.hidden = show.hidden = clear.hidden = !isAsked;
      results.show(element, right);
    },
  };
}

/** @type {Record<ElementNow['phase'], string>} */
const PHASES = {
  waiting: 'talk.desk.phase.waiting',
  open: 'talk.desk.phase.open',
  closed: 'talk.desk.phase.closed',
};

/** @param {Translate} t @param {(slide: number) => void} go */
function createJump(t, go) {
  const select = h('select', { class: 'room-select tp-jump', 'aria-label': t('talk.panel.jump') });
  select.addEventListener('change', () => go(Number(select.value)));
  let shown = '';
  return {
    root: select,
    /** @param {string[]} titles @param {number} slide */
    show(titles, slide) {
      const key = JSON.stringify(titles);
      if (key !== shown) {
        shown = key;
        select.replaceChildren(
          ...titles.map((title, at) =>
            h('option', { value: at }, `${at + 1}. ${title || t('documents.untitled')}`),
          ),
        );
      }
      select.hidden = titles.length === 0;
      // A list that is open must not jump under the pointer.
      if (document.activeElement !== select) select.value = String(slide);
    },
  };
}
