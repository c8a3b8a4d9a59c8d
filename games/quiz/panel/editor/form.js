/** One question as a form: the parts of every type, and those of its own type. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Pack, Question } from '../../types.js' */
/** @import { Store } from '../../../../public/documents/store.js' */

import { h } from '../../../../public/shared/dom.js';
import { LIMITS, TYPES, hasOptions, isScored } from '../../shared/pack.js';
import { LETTERS, shapeOf } from '../../shared/shapes.js';
import { drawButton } from '../../../../public/documents/button.js';
import { drawRadios } from './radios.js';

/**
 * @typedef {object} About
 * @property {Question} question
 * @property {Translate} t
 * @property {Store<Pack>} store
 * @property {(step: (question: Question) => void, options?: { typed?: boolean }) => void} change typed: the
 *   form shows the change already, and must not be drawn again
 * @property {() => void} remove
 * @property {() => void} copy
 * @property {(by: 1 | -1) => void} move
 */

/** @param {About} about @returns {HTMLElement[]} */
export function drawForm(about) {
  const { question, t, change, remove, copy, move } = about;
  return [
    drawRadios(
      t('quiz.edit.type'),
      TYPES.map((type) => ({
        name: `type-${type}`,
        text: t(`quiz.type.${type}`),
        isOn: question.type === type,
        choose: () => change((one) => void (one.type = type)),
      })),
    ),
    area('text', 'quiz.edit.question', LIMITS.text, about),
    ...partsOf(about),
    imageRow(about),
    question.type === 'slide'
      ? null
      : area('explanation', 'quiz.edit.explanation', LIMITS.explanation, about),
    figures(about),
    h(
      'div',
      { class: 'qe-row' },
      drawButton(t('quiz.edit.up'), () => move(-1), { shortcut: 'Alt+↑' }),
      drawButton(t('quiz.edit.down'), () => move(1), { shortcut: 'Alt+↓' }),
      drawButton(t('quiz.edit.copy'), copy, { shortcut: 'Ctrl+D' }),
      drawButton(t('quiz.edit.remove'), remove, { shortcut: 'Del' }),
    ),
  ].filter((part) => part !== null);
}

/** @param {About} about @returns {HTMLElement[]} */
function partsOf(about) {
  const { type } = about.question;
  if (hasOptions(type))
    return [options(about), flag('shuffle', about), ...(type === 'several' ? [flag('partial', about)] : [])];
  if (type === 'truefalse') return [truth(about)];
  if (type === 'text') return [lines('accepted', 'quiz.edit.accepted', about), flag('matchCase', about)];
  if (type === 'order') return [lines('items', 'quiz.edit.items', about), flag('partial', about)];
  if (type === 'number')
    return [
      h(
        'div',
        { class: 'qe-row' },
        ...['answer', 'tolerance', 'reach'].map((part) => figure(part, about)),
        field('unit', about),
      ),
    ];
  return [];
}

/** @param {About} about */
function options({ question, t, change }) {
  const one = question.type === 'single';
  const rows = question.options.map((option, place) => {
    const text = h('input', {
      class: 'text',
      value: option.text,
      maxlength: LIMITS.option,
      dir: 'auto',
      'data-key': `option-${place}`,
      'aria-label': t('quiz.edit.option', { letter: LETTERS[place] ?? '' }),
    });
    text.addEventListener('input', () => change(() => void (option.text = text.value), { typed: true }));
    const right = h('input', {
      type: one ? 'radio' : 'checkbox',
      name: 'quiz-right',
      'aria-label': t('quiz.edit.right'),
    });
    right.checked = Boolean(option.correct);
    right.addEventListener('change', () =>
      change(
        (asked) => {
          if (one) for (const other of asked.options) other.correct = false;
          option.correct = right.checked;
        },
        { typed: true },
      ),
    );
    return h(
      'div',
      { class: 'qe-option show-option', 'data-option': place },
      h('span', { class: 'quiz-shape', 'data-shape': shapeOf(place) }),
      h('b', {}, LETTERS[place] ?? ''),
      text,
      question.type !== 'poll' && h('label', { class: 'qe-right' }, right, t('quiz.edit.right')),
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': t('quiz.edit.option.remove'),
          'data-next': `option-${Math.min(place, question.options.length - 2)}`,
          onclick: () => change((asked) => void asked.options.splice(place, 1)),
        },
        '×',
      ),
    );
  });
  const more =
    question.options.length < LIMITS.options.most &&
    h(
      'button',
      {
        type: 'button',
        class: 'button',
        'data-next': `option-${question.options.length}`,
        onclick: () => change((asked) => void asked.options.push({ text: '', correct: false })),
      },
      t('quiz.edit.option.add'),
    );
  return h('div', { class: 'qe-options' }, ...rows, more);
}

/** @param {About} about */
function truth({ question, t, change }) {
  return drawRadios(
    t('quiz.edit.right'),
    [true, false].map((is) => ({
      name: `truth-${is}`,
      text: t(is ? 'quiz.true' : 'quiz.false'),
      isOn: question.isTrue === is,
      choose: () => change((one) => void (one.isTrue = is)),
    })),
  );
}

/** @param {'text' | 'explanation'} part @param {string} label @param {number} most @param {About} about */
function area(part, label, most, { question, t, change }) {
  const input = h('textarea', { class: 'text', rows: part === 'text' ? 3 : 2, maxlength: most, dir: 'auto' });
  input.value = question[part];
  input.addEventListener('input', () => change((one) => void (one[part] = input.value), { typed: true }));
  return h('label', { class: 'stacked' }, t(label), input);
}

/** A list with one entry per line. @param {'accepted' | 'items'} part @param {string} label @param {About} about */
function lines(part, label, { question, t, change }) {
  const most = part === 'items' ? LIMITS.options.most : LIMITS.accepted.most;
  const input = h('textarea', { class: 'text', rows: 4, dir: 'auto' });
  input.value = question[part].join('\n');
  input.addEventListener('input', () =>
    change(
      (one) => {
        const given = input.value.split('\n').map((line) => line.trim().slice(0, LIMITS.option));
        one[part] = given.filter((line) => line !== '').slice(0, most);
      },
      { typed: true },
    ),
  );
  return h('label', { class: 'stacked' }, t(label), input);
}

/** @param {About} about */
function figures(about) {
  const { question } = about;
  if (question.type === 'slide') return h('div', { class: 'qe-row' }, figure('seconds', about));
  const parts = isScored(question.type) ? ['seconds', 'points', 'penalty'] : ['seconds'];
  return h('div', { class: 'qe-row' }, ...parts.map((part) => figure(part, about)));
}

/** @param {string} part @param {About} about */
function figure(part, { question, t, change }) {
  const key = /** @type {'seconds'} */ (part);
  const limit = {
    seconds: LIMITS.seconds,
    points: LIMITS.points,
    penalty: { least: 0, most: LIMITS.points.most },
  }[key];
  const input = h('input', {
    class: 'number',
    type: 'number',
    value: question[key],
    step: limit ? 1 : 'any',
    min: limit?.least,
    max: limit?.most,
  });
  input.addEventListener('input', () => {
    // Half typed or out of range: the last good number stays until there is more.
    if (!input.checkValidity() || input.value === '') return;
    change((one) => void (one[key] = Number(input.value)), { typed: true });
  });
  return h('label', { class: 'stacked' }, t(`quiz.edit.${part}`), input);
}

/** @param {'unit'} part @param {About} about */
function field(part, { question, t, change }) {
  const input = h('input', { class: 'text', value: question[part], maxlength: LIMITS.unit });
  input.addEventListener('input', () => change((one) => void (one[part] = input.value), { typed: true }));
  return h('label', { class: 'stacked' }, t(`quiz.edit.${part}`), input);
}

/** @param {'shuffle' | 'partial' | 'matchCase'} part @param {About} about */
function flag(part, { question, t, change }) {
  const input = h('input', { type: 'checkbox' });
  input.checked = question[part];
  input.addEventListener('change', () => change((one) => void (one[part] = input.checked), { typed: true }));
  return h('label', { class: 'qe-flag' }, input, t(`quiz.edit.${part}`));
}

/** @param {About} about */
function imageRow({ question, t, store, change }) {
  const file = h('input', {
    type: 'file',
    accept: 'image/png,image/jpeg,image/gif,image/webp',
    hidden: true,
  });
  const problem = h('span', { class: 'problem', role: 'alert' });
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    const ack = await store.saveImage(chosen);
    if (ack.ok) change((one) => void (one.image = ack.url));
    else problem.textContent = ack.message;
  });
  const alt = h('input', {
    class: 'text',
    value: question.imageAlt,
    maxlength: LIMITS.option,
    placeholder: t('quiz.edit.imageAlt'),
    'aria-label': t('quiz.edit.imageAlt'),
  });
  alt.addEventListener('input', () => change((one) => void (one.imageAlt = alt.value), { typed: true }));
  return h(
    'div',
    { class: 'qe-row qe-image' },
    question.image && h('img', { src: question.image, alt: '' }),
    h(
      'button',
      { type: 'button', class: 'button', onclick: () => file.click() },
      t(question.image ? 'quiz.edit.image.change' : 'quiz.edit.image'),
    ),
    question.image &&
      h(
        'button',
        {
          type: 'button',
          class: 'button',
          onclick: () => change((one) => void Object.assign(one, { image: '', imageAlt: '' })),
        },
        t('quiz.edit.image.remove'),
      ),
    question.image && alt,
    file,
    problem,
  );
}
