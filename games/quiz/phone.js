/** The quiz on a phone: one screen for each phase, with the state of the answer always in sight. */

/** @import { PhoneGame, PhoneHost } from 'mass-mobile' */
/** @import { PersonalView, PhoneNotice, ShownQuestion } from './types.js' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';
import { createAnswer } from './phone/answer.js';
import { createHead } from './phone/head.js';
import { drawPodium, drawResult, drawStanding, drawWaiting } from './phone/result.js';

/** A question with more letters is set smaller, because its options need room, too. */
const LONG_TEXT = 140;
/** Phases that show the player's own result or place. */
const TELLING = new Set(['reveal', 'board', 'podium']);

/** @param {HTMLElement} root @param {PhoneHost<typeof game>} host @returns {PhoneGame<typeof game>} */
export function mount(root, host) {
  const head = createHead(host.t);
  const stage = h('div', { class: 'quiz-stage' });
  const fate = h('p', { class: 'quiz-fate', role: 'status' });
  // Screen readers say each new screen once: the question, the result, the place.
  const voice = h('p', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite' });
  const page = h('div', { class: 'quiz' }, head.root, stage, fate, voice);
  root.append(page);

  /** @type {PhoneNotice | null} */
  let notice = null;
  /** @type {PersonalView | null} */
  let mine = null;
  /** @type {ReturnType<typeof createAnswer> | null} */
  let answer = null;
  /** The screen as it was drawn last. It is drawn again only when it changes, so that no finger loses its button. */
  let shown = '';

  function draw() {
    // The player's own result may arrive a moment after the notice of the reveal. Until then the screen stays.
    if (!notice || (TELLING.has(notice.phase) && mine && !TELLING.has(mine.phase))) return;
    head.show(notice);
    const key = keyOf(notice, mine);
    if (key !== shown) {
      shown = key;
      drawScreen(notice);
    }
    answer?.update(mine, notice.mayChange);
    drawFate();
  }

  /** @param {PhoneNotice} now */
  function drawScreen(now) {
    const { question, round } = now;
    const isAnswerable = isOpen(now) && mine !== null && !mine.waits;
    answer = isAnswerable && question ? createAnswer({ question, round, host }) : null;
    answer?.onChange(drawFate);
    stage.replaceChildren(
      ...(answer && question ? [drawAsked(question), answer.root] : drawStill({ notice: now, mine, host })),
    );
    page.dataset['phase'] = now.phase;
    page.dataset['mood'] = moodOf(now, mine);
    voice.textContent = spokenOf(stage, now);
    if (page.dataset['mood'] === 'gold') host.haptics.buzz([60, 60, 60, 60, 160]);
    else if (page.dataset['mood'] === 'right') host.haptics.buzz([40, 40, 80]);
    else if (now.phase === 'open') host.haptics.buzz(20);
  }

  function drawFate() {
    const { state = '', text = '' } = answer?.fate() ?? {};
    fate.dataset['state'] = state;
    if (fate.textContent !== text) fate.textContent = text;
  }

  return {
    notice(next) {
      notice = next;
      draw();
    },
    personal(next) {
      mine = next;
      draw();
    },
    submission(submission) {
      answer?.follow(submission);
    },
    settings: draw,
    player: draw,
  };
}

/** A screen without an answer to give. @param {{ notice: PhoneNotice, mine: PersonalView | null, host: PhoneHost<typeof game> }} about @returns {HTMLElement[]} */
function drawStill(about) {
  const { phase, question } = about.notice;
  if (phase === 'idle' || phase === 'ready') return drawWaiting(about, phase);
  if (phase === 'reveal') return drawResult(about);
  if (phase === 'board') return drawStanding(about);
  if (phase === 'podium') return drawPodium(about);
  if (!about.mine || about.mine.waits || !question) return drawWaiting(about, 'late');
  return [drawAsked(question), ...(question.text ? [] : drawWaiting(about, 'look'))];
}

/** @param {ShownQuestion} question */
function drawAsked({ text, image, imageAlt }) {
  return h(
    'div',
    { class: 'quiz-asked' },
    image !== '' && h('img', { class: 'quiz-image', src: image, alt: imageAlt }),
    text !== '' && h('h2', { class: 'quiz-text', dir: 'auto', 'data-long': text.length > LONG_TEXT }, text),
  );
}

/** @param {PhoneNotice} notice */
function isOpen({ phase }) {
  return phase === 'open' || phase === 'votes';
}

/** The words of a screen, as they are read out; of a question without its options, which are buttons. @param {HTMLElement} stage @param {PhoneNotice} now */
function spokenOf(stage, now) {
  const parts = isOpen(now)
    ? stage.querySelectorAll('.quiz-text, .quiz-still p')
    : stage.querySelectorAll('p');
  let spoken = '';
  for (const part of parts) {
    const text = wordsOf(part)
      .join(' ')
      .trim()
      .replace(/[.。]$/, '');
    // "2nd" and "of 12" are two lines and one sentence.
    const joint = part.matches('[data-goes-on]') ? ' ' : '. ';
    if (text) spoken += spoken ? joint + text : text;
  }
  return spoken;
}

/** The texts within an element, one by one: side by side they would be read as one word. @param {Node} node @returns {string[]} */
function wordsOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return [node.textContent?.trim() ?? ''];
  return [...node.childNodes].flatMap(wordsOf);
}

/** Everything that makes another screen of it. @param {PhoneNotice} notice @param {PersonalView | null} mine */
function keyOf(notice, mine) {
  const { phase, round, question, reveal, podium } = notice;
  if (isOpen(notice)) return JSON.stringify(['open', round, question, mine?.waits]);
  return JSON.stringify([phase, round, question, reveal, podium, phase === 'ready' ? 0 : mine]);
}

/** The colour of the screen. @param {PhoneNotice} notice @param {PersonalView | null} mine */
function moodOf({ phase, reveal, question, podium }, mine) {
  if (phase === 'podium' && podium && mine?.rank === 1 && mine.score > 0) return 'gold';
  if (phase !== 'reveal' || !reveal || !mine?.result) return '';
  if (question?.type === 'poll') return 'poll';
  const { right, share, answered } = mine.result;
  if (right) return 'right';
  if (share > 0) return 'part';
  return answered ? 'wrong' : 'none';
}
