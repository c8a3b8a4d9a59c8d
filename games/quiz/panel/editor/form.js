/** One question as a form: the parts of every type, and those of its own type. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Pack, Question } from '../../types.js' */
/** @import { Store } from '../../../../public/documents/store.js' */

import { h } from '../../../../public/shared/dom.js';
import { LIMITS, TYPES, hasOptions, isScored } from '../../shared/pack.js';
import { shapeOf } from '../../shared/shapes.js';
import { drawFlag, drawNumber, drawText } from '../../../../public/documents/fields.js';
import { drawOptions } from '../../../../public/documents/options.js';
import { drawRadios } from '../../../../public/documents/radios.js';

/** The form shows the change already. */
const TYPED = { typed: true };

/**
 * @typedef {object} About
 * @property {Question} question
 * @property {Translate} t
 * @property {Store<Pack>} store
 * @property {(step: (question: Question) => void, options?: { typed?: boolean }) => void} change typed: the
 *   form shows the change already, and must not be drawn again
 */

/** @param {About} about @returns {HTMLElement[]} */
export function drawForm(about) {
  const { question, t, change } = about;
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
        { class: 'doc-row' },
        ...['answer', 'tolerance', 'reach'].map((part) => figure(part, about)),
        drawText(
          about.t('quiz.edit.unit'),
          about.question.unit,
          (value) => about.change((one) => void (one.unit = value), TYPED),
          { most: LIMITS.unit },
        ),
      ),
    ];
  return [];
}

/** @param {About} about */
function options({ question, t, change }) {
  const isOne = question.type === 'single';
  return drawOptions({
    texts: question.options.map(({ text }) => text),
    right: question.type === 'poll' ? null : question.options.map(({ correct }) => Boolean(correct)),
    isOne,
    most: LIMITS.options.most,
    longest: LIMITS.option,
    // Its colour is that of the options on the screen.
    className: 'show-option',
    mark: (place) => h('span', { class: 'quiz-shape', 'data-shape': shapeOf(place) }),
    t,
    write: (place, text) => change((one) => void Object.assign(one.options[place] ?? {}, { text }), TYPED),
    tick: (place, isRight) =>
      change((one) => {
        if (isOne) for (const other of one.options) other.correct = false;
        Object.assign(one.options[place] ?? {}, { correct: isRight });
      }, TYPED),
    remove: (place) => change((one) => void one.options.splice(place, 1)),
    add: () => change((one) => void one.options.push({ text: '', correct: false })),
  });
}

/** @param {About} about */
function truth({ question, t, change }) {
  return drawRadios(
    t('documents.right'),
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
  const rows = part === 'text' ? 3 : 2;
  return drawText(t(label), question[part], (value) => change((one) => void (one[part] = value), TYPED), {
    most,
    rows,
  });
}

/** A list with one entry per line. @param {'accepted' | 'items'} part @param {string} label @param {About} about */
function lines(part, label, { question, t, change }) {
  const most = part === 'items' ? LIMITS.options.most : LIMITS.accepted.most;
  const take = (/** @type {string} */ value) => (/** @type {Question} */ one) => {
    const given = value.split('\n').map((line) => line.trim().slice(0, LIMITS.option));
    one[part] = given.filter((line) => line !== '').slice(0, most);
  };
  return drawText(t(label), question[part].join('\n'), (value) => change(take(value), TYPED), { rows: 4 });
}

/** @param {About} about */
function figures(about) {
  const { question } = about;
  if (question.type === 'slide') return h('div', { class: 'doc-row' }, figure('seconds', about));
  const parts = isScored(question.type) ? ['seconds', 'points', 'penalty'] : ['seconds'];
  return h('div', { class: 'doc-row' }, ...parts.map((part) => figure(part, about)));
}

/** @param {string} part @param {About} about */
function figure(part, { question, t, change }) {
  const key = /** @type {'seconds'} */ (part);
  const limits = {
    seconds: LIMITS.seconds,
    points: LIMITS.points,
    penalty: { least: 0, most: LIMITS.points.most },
  }[key];
  const set = (/** @type {number} */ value) => change((one) => void (one[key] = value), TYPED);
  return drawNumber(t(`quiz.edit.${part}`), question[key], set, limits);
}

/** @param {'shuffle' | 'partial' | 'matchCase'} part @param {About} about */
function flag(part, { question, t, change }) {
  const set = (/** @type {boolean} */ value) => change((one) => void (one[part] = value), TYPED);
  return drawFlag(t(`quiz.edit.${part}`), question[part], set);
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
    placeholder: t('documents.imageAlt'),
    'aria-label': t('documents.imageAlt'),
  });
  alt.addEventListener('input', () => change((one) => void (one.imageAlt = alt.value), TYPED));
  return h(
    'div',
    { class: 'doc-row qe-image' },
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
        t('documents.image.remove'),
      ),
    question.image && alt,
    file,
    problem,
  );
}
