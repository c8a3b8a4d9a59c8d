/** The buttons above the text: each puts an element into the slide, with words to write over. */

/** @import { Translate } from 'mass-mobile' */
/** @import { ElementKind } from '../../types.js' */
/** @import { Text } from './text.js' */

import { h } from '../../../../public/shared/dom.js';
import { isKind } from '../../shared/elements.js';

/** @type {ElementKind[]} */
const KINDS = ['poll', 'scale', 'rank', 'cloud', 'wall', 'questions', 'quiz', 'game'];
const FENCE = '```';
/** Behind all that the slide has. */
const LAST = { isLast: true };

/** @param {{ t: Translate, text: Text, onFiles: (files: File[]) => unknown }} about @returns {HTMLElement} */
export function createToolbar({ t, text, onFiles }) {
  const file = h('input', { type: 'file', accept: 'image/*', multiple: true, hidden: true });
  file.addEventListener('change', () => {
    void onFiles([...(file.files ?? [])]);
    file.value = '';
  });
  const button = (/** @type {string} */ title, /** @type {() => void} */ run) =>
    h('button', { type: 'button', class: 'te-tool', onclick: run }, title);
  return h(
    'div',
    { class: 'te-tools', role: 'toolbar', 'aria-label': t('talk.panel.tools') },
    button(t('talk.panel.insert.slide'), () =>
      text.insertBlock(
        `${text.isBlank() ? '' : '---\n\n'}# ${t('talk.panel.heading')}\n`,
        t('talk.panel.heading'),
        LAST,
      ),
    ),
    ...KINDS.map((kind) => button(t(`talk.panel.insert.${kind}`), () => putElement(kind, text, t))),
    button(t('talk.panel.insert.notes'), () =>
      text.insertBlock(`Note:\n${t('talk.panel.notesText')}\n`, t('talk.panel.notesText'), LAST),
    ),
    button(t('talk.panel.insert.phone'), () =>
      text.insertBlock(`Phone:\n${t('talk.panel.phoneText')}\n`, t('talk.panel.phoneText'), LAST),
    ),
    button(t('talk.panel.insert.picture'), () => file.click()),
    file,
  );
}

/** Puts an element into the slide; into a new one where this one has an element, for it can have one alone. @param {ElementKind} kind @param {Text} text @param {Translate} t */
function putElement(kind, text, t) {
  const question = t('talk.panel.question');
  const isTaken = [...text.slideText().matchAll(/^ {0,3}`{3,}[ \t]*(\w+)/gm)].some(([, name]) =>
    isKind(String(name)),
  );
  const isInNotes = /^(notes?|phone):/im.test(text.slideText());
  const block = `${FENCE}${kind}\n${bodyOf(kind, question, t)}\n${FENCE}\n`;
  const lead = isTaken || isInNotes ? '---\n\n' : '';
  text.insertBlock(lead + block, kind === 'game' ? 'pong' : question, { isLast: lead !== '' });
}

/** @param {ElementKind} kind @param {string} question @param {Translate} t @returns {string} the lines of its block */
function bodyOf(kind, question, t) {
  const options = ['1', '2', '3'].map((n) => t('talk.panel.option', { n }));
  switch (kind) {
    case 'poll':
    case 'rank':
      return [question, ...options.map((one) => `- ${one}`)].join('\n');
    case 'quiz':
      return [
        question,
        'seconds: 20',
        ...options.map((one, at) => `- [${at === 0 ? 'x' : ' '}] ${one}`),
      ].join('\n');
    case 'scale':
      return [question, 'from: 1', 'to: 5', `ends: ${t('talk.panel.ends')}`].join('\n');
    case 'cloud':
    case 'wall':
      return [question, 'most: 3', 'approve: no'].join('\n');
    case 'game':
      return 'game: pong';
    default:
      return question;
  }
}
