/** The quiz on a phone: one screen a phase, with the answer's fate always in sight. */

/** @import { PhoneHost } from '../../lib/contract/pages.js' */

import { h } from '../../public/shared/dom.js';
import { createAnswer } from './phone/answer.js';
import { drawPodium, drawResult, drawStanding, drawWaiting } from './phone/result.js';

/** Once a second the server says how much time is left; the bar moves on evenly between. */
const BAR_MS = 1000;
/** Letters from which a question is set smaller, for its options want room too. */
const LONG_TEXT = 140;
/** Phases that show what is in `personal`. */
const TELLING = new Set(['reveal', 'board', 'podium']);

/** @param {HTMLElement} root @param {PhoneHost} host */
export function mount(root, host) {
  const { t, haptics } = host;
  const timer = h('span', { class: 'quiz-timer-bar' });
  const clock = h('span', { class: 'quiz-clock' });
  const place = h('span', { class: 'quiz-place' });
  const stage = h('div', { class: 'quiz-stage' });
  const fate = h('p', { class: 'quiz-fate', role: 'status' });
  const head = h(
    'div',
    { class: 'quiz-head' },
    place,
    h('span', { class: 'quiz-timer', 'aria-hidden': 'true' }, timer),
    clock,
  );
  const page = h('div', { class: 'quiz' }, head, stage, fate);
  root.append(page);

  /** @type {any} */
  let notice = null;
  /** @type {any} */
  let mine = null;
  /** @type {ReturnType<typeof createAnswer> | null} */
  let answer = null;
  /** What the screen shows now; drawn anew only when that changes, so that no finger loses its button. */
  let shown = '';

  function draw() {
    // The own result may come a moment after the news that there is one: until then nothing is said.
    if (!notice || (TELLING.has(notice.phase) && mine && !TELLING.has(mine.phase))) return;
    drawHead();
    const key = keyOf();
    if (key !== shown) {
      shown = key;
      answer = null;
      stage.replaceChildren(...screen());
      page.dataset['phase'] = notice.phase;
      page.dataset['mood'] = moodOf();
      if (page.dataset['mood'] === 'right') haptics.buzz([40, 40, 80]);
      else if (notice.phase === 'open') haptics.buzz(20);
    }
    answer?.update({ mine: mine?.mine ?? null, mayChange: notice.mayChange, paused: notice.paused });
    drawFate();
  }

  /** All that makes it another screen. */
  function keyOf() {
    const { phase, round, question, podium } = notice;
    const isOpen = phase === 'open' || phase === 'votes';
    if (isOpen) return JSON.stringify(['open', round, question, mine?.waits]);
    return JSON.stringify([phase, round, question, notice.reveal, podium, phase === 'ready' ? 0 : mine]);
  }

  function screen() {
    const about = { notice, mine, host };
    if (notice.phase === 'idle') return drawWaiting(about, 'idle');
    if (notice.phase === 'ready') return drawWaiting(about, 'ready');
    if (notice.phase === 'reveal') return drawResult(about);
    if (notice.phase === 'board') return drawStanding(about);
    if (notice.phase === 'podium') return drawPodium(about);
    if (!mine || mine.waits) return drawWaiting(about, 'late');
    if (notice.phase === 'question')
      return [asked(), ...(notice.question?.text ? [] : drawWaiting(about, 'look'))];
    answer = createAnswer({ question: notice.question, round: notice.round, host });
    answer.onChange(drawFate);
    return [asked(), answer.root];
  }

  function asked() {
    const { text, image, imageAlt } = notice.question;
    return h(
      'div',
      { class: 'quiz-asked' },
      image && h('img', { class: 'quiz-image', src: image, alt: imageAlt }),
      text && h('p', { class: 'quiz-text', dir: 'auto', 'data-long': text.length > LONG_TEXT }, text),
    );
  }

  function drawHead() {
    const { phase, n, of, leftS, spanS, paused } = notice;
    const isTimed = phase === 'open' && leftS !== null;
    place.textContent = n > 0 && phase !== 'podium' ? t('quiz.place', { n, of }) : '';
    clock.textContent = paused ? t('quiz.paused') : isTimed ? t('quiz.seconds', { s: leftS }) : '';
    head.hidden = phase === 'idle';
    head.dataset['timed'] = String(isTimed);
    if (!isTimed) return;
    // It arrives at the next second's place when the next second comes.
    timer.style.setProperty('--left', String(Math.max(0, leftS - (paused ? 0 : BAR_MS / 1000)) / spanS));
  }

  function drawFate() {
    const { state = '', text = '' } = answer?.fate() ?? {};
    fate.dataset['state'] = state;
    if (fate.textContent !== text) fate.textContent = text;
  }

  function moodOf() {
    if (notice.phase !== 'reveal' || !mine?.result || !notice.reveal) return '';
    if (notice.question?.type === 'poll') return 'poll';
    return mine.result.right
      ? 'right'
      : mine.result.share > 0
        ? 'part'
        : mine.result.answered
          ? 'wrong'
          : 'none';
  }

  return {
    notice(/** @type {any} */ next) {
      notice = next;
      draw();
    },
    personal(/** @type {any} */ next) {
      mine = next;
      draw();
    },
    submission(/** @type {import('../../lib/contract/pages.js').SubmissionState} */ submission) {
      answer?.follow(submission);
    },
    settings: draw,
    player: draw,
  };
}
