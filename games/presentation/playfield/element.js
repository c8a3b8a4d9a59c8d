/** The element of a slide: its question, what shows its results, and a line that says how many have answered. */

/** @import { PlayfieldHost, Translate } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { ElementNow, PublicDefinition, View } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { createCloud } from './cloud.js';
import { createPoll } from './poll.js';
import { createQuestions } from './questions.js';
import { createQuiz } from './quiz.js';
import { createRank } from './rank.js';
import { createScale } from './scale.js';
import { number } from './rows.js';
import { createWall } from './wall.js';

/**
 * @typedef {object} Part what shows the results of one kind
 * @property {HTMLElement} root
 * @property {(now: ElementNow, view: View) => void} update called when something has changed
 * @property {(() => void)=} fit called when the size or the type may be another
 * @property {((stageMs: number) => void)=} draw called at each refresh of the screen
 */

/** @type {Record<PublicDefinition['kind'], (definition: never, host: PlayfieldHost<typeof game>) => Part>} */
const PARTS = {
  poll: createPoll,
  scale: createScale,
  rank: createRank,
  cloud: createCloud,
  wall: createWall,
  questions: createQuestions,
  quiz: createQuiz,
  game: createGame,
};

/**
 * @param {PublicDefinition} definition
 * @param {string} title of the slide, which is the question where the element has none of its own
 * @param {PlayfieldHost<typeof game>} host
 */
export function createElement(definition, title, host) {
  const { t, lang } = host;
  const part = PARTS[definition.kind](/** @type {never} */ (definition), host);
  const question = 'question' in definition ? definition.question : '';
  const status = h('p', { class: 'talk-status', role: 'status' });
  const root = h(
    'div',
    { class: 'talk-element', 'data-kind': definition.kind },
    question !== '' && question !== title ? h('h2', { class: 'talk-question', dir: 'auto' }, question) : null,
    part.root,
    status,
  );
  let shown = '';

  return {
    root,
    id: 'id' in definition ? definition.id : '',
    /** @param {ElementNow} now @param {View} view */
    update(now, view) {
      const key = JSON.stringify([now, definition.kind === 'questions' ? view.questions : 0]);
      if (key === shown) return;
      shown = key;
      root.dataset['phase'] = now.phase;
      root.toggleAttribute('data-shown', now.shown);
      root.toggleAttribute('data-empty', isEmpty(now));
      const text = statusOf(now, t, lang);
      if (status.textContent !== text) status.textContent = text;
      part.update(now, view);
    },
    fit: () => part.fit?.(),
    /** @param {number} stageMs */
    draw: (stageMs) => part.draw?.(stageMs),
  };
}

/** Words and texts leave the slide empty until one is shown: then the line below them is all there is. @param {ElementNow} now */
function isEmpty({ view }) {
  if (view.kind === 'cloud') return !view.words?.length;
  return view.kind === 'wall' && !view.texts?.length;
}

/** @param {ElementNow} now @param {Translate} t @param {string} lang @returns {string} */
function statusOf({ definition: { kind }, phase, n: count }, t, lang) {
  if (kind === 'game' || phase === 'waiting') return '';
  if (kind === 'questions') return t('talk.screen.ask');
  const n = number(count, lang);
  return t(phase === 'closed' ? 'talk.screen.closed' : 'talk.screen.answered', { count, n });
}

/** A game as a slide is seen for a moment, before that game is on. @param {{ game: string }} definition @param {PlayfieldHost} host */
function createGame({ game }, { t }) {
  const name = game.replace(/^./, (letter) => letter.toUpperCase());
  const root = h('p', { class: 'talk-game' }, t('talk.screen.game', { game: name }));
  return { root, update() {} };
}
