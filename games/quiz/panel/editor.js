/** The editor of packs: a list at the left, the question in the middle, phone and screen as they will look. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Pack, Question } from '../types.js' */
/** @import { Store } from './store.js' */

import { h } from '../../../public/shared/dom.js';
import { LIMITS, blankQuestion, unready } from '../shared/pack.js';
import { drawForm } from './form.js';
import { createPreview } from './preview.js';
import { readPasted } from './paste.js';

/** A pause in typing this long is saved. */
const SAVE_MS = 600;
const STEPS_BACK = 100;

/**
 * @param {object} about
 * @param {HTMLElement} about.root where the dialog lives
 * @param {Store} about.store @param {string} about.id of the pack @param {Pack} about.pack
 * @param {Translate} about.t @param {string} about.lang
 * @param {() => void} about.closed
 */
export function openEditor({ root, store, id, pack, t, lang, closed }) {
  let at = 0;
  /** Packs as they were, newest last. @type {string[]} */
  const before = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let saving = Promise.resolve();
  const fate = h('span', { class: 'qe-fate', role: 'status' });
  const list = h('ol', { class: 'qe-list' });
  const form = h('div', { class: 'qe-form' });
  const preview = createPreview({ t, lang });
  const title = h('input', {
    class: 'text qe-title',
    value: pack.title,
    maxlength: LIMITS.title,
    placeholder: t('quiz.edit.title'),
    'aria-label': t('quiz.edit.title'),
  });
  title.addEventListener('input', () => change((one) => void (one.title = title.value), { quiet: true }));

  const dialog = h(
    'dialog',
    { class: 'qe', 'aria-label': t('quiz.edit') },
    h(
      'header',
      { class: 'qe-head' },
      title,
      fate,
      button('quiz.edit.undo', undo, 'Ctrl+Z'),
      button('quiz.edit.paste', paste),
      button('quiz.edit.close', close, 'Esc'),
    ),
    h(
      'div',
      { class: 'qe-body' },
      h(
        'nav',
        { class: 'qe-side' },
        list,
        button('quiz.edit.add', () => add(), 'Ctrl+↵'),
      ),
      form,
      preview.root,
    ),
  );
  const life = new AbortController();
  // At the window: what is drawn anew loses the focus, and its keys would be heard nowhere.
  addEventListener('keydown', onKey, { capture: true, signal: life.signal });
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  root.append(dialog);
  dialog.showModal();
  draw();

  /**
   * Change the pack, keep the way back, save soon.
   * @param {(pack: Pack) => void} step @param {{ quiet?: boolean }} [options] quiet: the form is being typed in, leave it
   */
  function change(step, { quiet = false } = {}) {
    const was = JSON.stringify(pack);
    step(pack);
    if (JSON.stringify(pack) === was) return;
    before.push(was);
    if (before.length > STEPS_BACK) before.shift();
    if (quiet) drawAround();
    else draw();
    fate.textContent = t('quiz.edit.saving');
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_MS);
  }

  function save() {
    clearTimeout(timer);
    timer = undefined;
    const text = JSON.stringify(pack);
    saving = saving.then(async () => {
      const ack = await store.save(id, JSON.parse(text));
      fate.dataset['state'] = ack.ok ? 'saved' : 'refused';
      fate.textContent = ack.ok ? t('quiz.edit.saved') : ack.message;
    });
    return saving;
  }

  async function close() {
    if (timer !== undefined) await save();
    await saving;
    life.abort();
    preview.close();
    dialog.close();
    dialog.remove();
    closed();
  }

  function undo() {
    const was = before.pop();
    if (was === undefined) return;
    Object.assign(pack, JSON.parse(was));
    title.value = pack.title;
    at = Math.min(at, Math.max(0, pack.questions.length - 1));
    draw();
    save();
  }

  /** @param {Partial<Question>} [parts] */
  function add(parts = {}) {
    const last = pack.questions[at];
    const options = [0, 1, 2, 3].map(() => ({ text: '', correct: false }));
    const made = {
      ...blankQuestion(),
      options,
      ...(last && { seconds: last.seconds, points: last.points }),
      ...parts,
    };
    at = pack.questions.length === 0 ? 0 : at + 1;
    change(({ questions }) => void questions.splice(at, 0, made));
    focusText();
  }

  function remove() {
    if (pack.questions.length === 0) return;
    change(({ questions }) => void questions.splice(at, 1));
    at = Math.min(at, Math.max(0, pack.questions.length - 1));
    draw();
  }

  /** @param {number} from @param {number} to */
  function move(from, to) {
    if (to < 0 || to >= pack.questions.length || from === to) return;
    at = to;
    change(({ questions }) => {
      const [one] = questions.splice(from, 1);
      if (one) questions.splice(to, 0, one);
    });
  }

  /** @param {number} to */
  function go(to) {
    at = Math.min(Math.max(0, to), Math.max(0, pack.questions.length - 1));
    draw();
  }

  function paste() {
    const area = h('textarea', { class: 'text qe-paste', rows: 14, placeholder: t('quiz.edit.paste.how') });
    const box = h(
      'dialog',
      { class: 'qe-box' },
      h('p', { class: 'qe-box-title' }, t('quiz.edit.paste')),
      area,
      h(
        'div',
        { class: 'qe-row' },
        button('quiz.edit.cancel', () => box.close()),
        button('quiz.edit.take', take, undefined, 'primary'),
      ),
    );
    function take() {
      const questions = readPasted(area.value).slice(0, LIMITS.questions - pack.questions.length);
      box.close();
      if (questions.length === 0) return;
      const to = pack.questions.length === 0 ? 0 : at + 1;
      at = to;
      change((one) => void one.questions.splice(to, 0, ...questions));
    }
    box.addEventListener('close', () => box.remove());
    dialog.append(box);
    box.showModal();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    // Keys of the game and of the panel must not act behind the editor.
    event.stopPropagation();
    if (event.target instanceof Element && event.target.closest('.qe-box')) return;
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const control = event.ctrlKey || event.metaKey;
    /** @type {Record<string, (() => void) | undefined>} */
    const keys = {
      'control Enter': () => add(),
      'control d': () => add(structuredClone(pack.questions[at])),
      'control z': isTyping ? undefined : undo,
      'alt ArrowUp': () => move(at, at - 1),
      'alt ArrowDown': () => move(at, at + 1),
      PageUp: () => go(at - 1),
      PageDown: () => go(at + 1),
      ArrowUp: isTyping ? undefined : () => go(at - 1),
      ArrowDown: isTyping ? undefined : () => go(at + 1),
      Delete: isTyping ? undefined : remove,
    };
    const run = keys[`${control ? 'control ' : event.altKey ? 'alt ' : ''}${event.key}`];
    if (!run) return;
    event.preventDefault();
    run();
  }

  function draw() {
    const wasType = document.activeElement?.classList.contains('qe-type');
    drawAround();
    const question = pack.questions[at];
    form.replaceChildren(
      ...(question
        ? drawForm({
            question,
            t,
            store,
            change: (step, options) => change(() => step(question), options),
            remove,
            copy: () => add(structuredClone(question)),
          })
        : [h('p', { class: 'quiet' }, t('quiz.edit.empty'))]),
    );
    if (wasType) focusOn(form, '[aria-checked="true"]');
  }

  function drawAround() {
    const wasList = list.contains(document.activeElement);
    list.replaceChildren(...pack.questions.map(drawItem));
    list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    if (wasList) focusOn(list, '[aria-current] button');
    preview.show(pack, at);
  }

  /** @param {Question} question @param {number} place */
  function drawItem(question, place) {
    const problem = unready(question);
    const item = h(
      'li',
      {
        class: 'qe-item',
        draggable: 'true',
        'aria-current': place === at && 'true',
        'data-unready': problem !== '',
      },
      h(
        'button',
        { type: 'button', class: 'qe-pick', onclick: () => go(place), title: problem ? t(problem) : null },
        h('b', {}, place + 1),
        h('span', { class: 'qe-item-text', dir: 'auto' }, question.text || t('quiz.edit.blank')),
        h('span', { class: 'qe-item-type' }, problem ? t(problem) : t(`quiz.type.${question.type}`)),
      ),
    );
    item.addEventListener('dragstart', (event) => event.dataTransfer?.setData('text/plain', String(place)));
    item.addEventListener('dragover', (event) => {
      event.preventDefault();
      item.dataset['over'] = '';
    });
    item.addEventListener('dragleave', () => delete item.dataset['over']);
    item.addEventListener('drop', (event) => {
      event.preventDefault();
      move(Number(event.dataTransfer?.getData('text/plain')), place);
    });
    return item;
  }

  function focusText() {
    focusOn(form, 'textarea');
  }

  /** @param {string} key @param {() => void} run @param {string} [shortcut] @param {string} [kind] */
  function button(key, run, shortcut, kind = '') {
    return h(
      'button',
      { type: 'button', class: `button ${kind}`, onclick: () => run() },
      t(key),
      shortcut && h('kbd', {}, shortcut),
    );
  }
}

/** @param {HTMLElement} within @param {string} selector */
function focusOn(within, selector) {
  /** @type {HTMLElement | null} */ (within.querySelector(selector))?.focus();
}
