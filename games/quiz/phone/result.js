/** The screens of a phone around a question: waiting, the player's result, their place, the end. */

/** @import { PhoneHost, Translate } from 'mass-mobile' */
/** @import { PersonalView, PhoneNotice } from '../types.js' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';
import { LETTERS, TEAMS } from '../shared/shapes.js';
import { ordinal, percent, signed } from '../shared/wording.js';

/** Words for right and wrong, in strings/. */
const SAYINGS = {
  praise: ['right', 'knew', 'spot', 'brilliant', 'exactly', 'well'],
  jeer: ['quite', 'bold', 'close', 'next', 'nice', 'nobody'],
};

/** @typedef {{ notice: PhoneNotice, mine: PersonalView | null, host: PhoneHost<typeof game> }} About */

/** @param {About} about @param {'idle' | 'ready' | 'late' | 'look'} what @returns {HTMLElement[]} */
export function drawWaiting({ notice, mine, host }, what) {
  const { t, player } = host;
  if (what === 'idle') {
    return [
      h(
        'div',
        { class: 'quiz-still' },
        h('p', { class: 'quiz-big', dir: 'auto' }, notice.title || t('quiz.idle')),
        h('p', { class: 'quiz-quiet' }, t('quiz.idle.in', { name: player.name })),
        team(mine, host),
      ),
    ];
  }
  if (what === 'ready') {
    return [
      h(
        'div',
        { class: 'quiz-still' },
        h('p', { class: 'quiz-quiet' }, t('quiz.ready')),
        h('p', { class: 'quiz-number' }, String(notice.n)),
        team(mine, host),
      ),
    ];
  }
  return [
    h(
      'div',
      { class: 'quiz-still' },
      h('p', { class: 'quiz-big' }, t(what === 'late' ? 'quiz.late' : 'quiz.look')),
      what === 'late' && h('p', { class: 'quiz-quiet' }, t('quiz.late.more')),
    ),
  ];
}

/** Whether the answer was right, what it earned, and why. @param {About} about @returns {HTMLElement[]} */
export function drawResult(about) {
  const { notice, mine, host } = about;
  const { t } = host;
  const { reveal, question } = notice;
  const isPoll = question?.type === 'poll';
  const result = mine?.result;
  return [
    h(
      'div',
      { class: 'quiz-outcome' },
      h('span', { class: 'quiz-stamp', 'aria-hidden': 'true' }),
      plainVerdict(about),
      h('p', { class: 'quiz-big' }, isPoll ? t('quiz.poll.thanks') : verdict(about)),
      !isPoll &&
        result &&
        !mine.waits &&
        notice.way !== '2012' &&
        h('p', { class: 'quiz-points' }, signed(result.points)),
      isPoll && h('p', { class: 'quiz-quiet' }, agreement(about)),
    ),
    h(
      'div',
      { class: 'quiz-why' },
      !isPoll && told(about),
      !isPoll && solution(notice, t),
      reveal?.explanation && h('p', { class: 'quiz-explanation', dir: 'auto' }, reveal.explanation),
    ),
    !isPoll && notice.way !== '2012' ? standing(about) : h('span', {}),
  ];
}

/** Says in one word what sign and colour say. @param {About} about */
function plainVerdict({ notice, mine, host: { t } }) {
  const result = mine?.result;
  if (notice.question?.type === 'poll' || !result?.answered || mine?.waits) return null;
  if (!result.right && result.share > 0) return null;
  return h('p', { class: 'quiz-plain' }, t(result.right ? 'quiz.is.right' : 'quiz.is.wrong'));
}

/** A wrong answer is told with the right one, because nobody remembers a letter. @param {About} about */
function told({ mine, host: { t } }) {
  const result = mine?.result;
  if (!result?.answered || result.right || result.told === '') return null;
  return h(
    'p',
    { class: 'quiz-solution quiz-told' },
    h('span', {}, t('quiz.mine')),
    h('b', {}, h('bdi', {}, result.told)),
  );
}

/** @param {About} about */
function verdict({ notice, mine, host: { t, player } }) {
  const result = mine?.result;
  if (!result || mine?.waits) return t('quiz.late');
  if (!result.answered) return t('quiz.unanswered');
  if (!result.right && result.share > 0) return t('quiz.part');
  // As in 2012, each player gets another word each time, but the same word when the page is drawn again.
  const turn = [...player.id].reduce((sum, sign) => sum + sign.charCodeAt(0), notice.round * 7);
  const word = (/** @type {string[]} */ words) => words[turn % words.length] ?? '';
  return result.right ? t(`quiz.praise.${word(SAYINGS.praise)}`) : t(`quiz.jeer.${word(SAYINGS.jeer)}`);
}

/** @param {PhoneNotice} notice @param {Translate} t */
function solution({ reveal, question }, t) {
  if (!reveal) return null;
  const { solution: words, correct } = reveal;
  const right = correct.flatMap((is, place) => {
    if (!is) return [];
    if (question?.type === 'truefalse') return [h('b', {}, t(place === 0 ? 'quiz.true' : 'quiz.false'))];
    const text = question?.options[place] ?? '';
    return [h('b', {}, h('i', {}, LETTERS[place] ?? ''), h('bdi', {}, text))];
  });
  const told = question?.type === 'order' ? [words.join(document.dir === 'rtl' ? ' ← ' : ' → ')] : words;
  const lines = [...right, ...told.map((line) => h('b', {}, h('bdi', {}, line)))];
  if (lines.length === 0) return null;
  return h('p', { class: 'quiz-solution' }, h('span', {}, t('quiz.solution')), ...lines);
}

/** `42% said the same.` @param {About} about */
function agreement({ notice: { reveal }, mine, host: { t } }) {
  const place = mine?.mine ?? null;
  if (!reveal || place === null || reveal.answered === 0) return '';
  const same = reveal.counts[Number(place)] ?? 0;
  return t('quiz.poll.same', { share: percent(same / reveal.answered, t) });
}

/** @param {About} about @param {{ isRanked?: boolean }} [options] isRanked: false when the rank is on the screen already @returns {HTMLElement} */
function standing({ mine, host }, { isRanked = true } = {}) {
  const { t } = host;
  if (!mine || mine.of === 0) return h('p', { class: 'quiz-standing' });
  const { rank, among, score, ahead } = mine;
  return h(
    'div',
    { class: 'quiz-standing' },
    isRanked &&
      rank > 0 &&
      h('p', { class: 'quiz-rank' }, h('b', {}, ordinal(rank, host)), ` ${t('quiz.among', { among })}`),
    h('p', { class: 'quiz-score' }, t('quiz.score', { score })),
    ahead
      ? h(
          'p',
          { class: 'quiz-quiet' },
          t('quiz.ahead', { count: ahead.gap, gap: ahead.gap }),
          h('bdi', {}, ahead.name),
        )
      : rank > 0 && h('p', { class: 'quiz-quiet' }, t('quiz.first')),
    team(mine, host),
  );
}

/** @param {About} about @returns {HTMLElement[]} */
export function drawStanding(about) {
  const { mine, host } = about;
  if (!mine || mine.rank === 0) {
    const isLate = !mine || mine.of === 0;
    const text = isLate ? host.t('quiz.late') : host.t('quiz.score', { score: mine.score });
    return [
      h(
        'div',
        { class: 'quiz-still' },
        h('p', { class: 'quiz-number' }, '–'),
        h('p', { class: 'quiz-big' }, text),
      ),
    ];
  }
  const { rank, was, among } = mine;
  const moved = was > 0 ? was - rank : 0;
  const stays = was > 0 ? 'quiz.same' : 'quiz.newcomer';
  const word = moved > 0 ? 'quiz.up' : moved < 0 ? 'quiz.down' : stays;
  return [
    h(
      'div',
      { class: 'quiz-still', 'data-moved': Math.sign(moved) },
      h('p', { class: 'quiz-number' }, ordinal(rank, host)),
      h('p', { class: 'quiz-quiet', 'data-goes-on': true }, host.t('quiz.among', { among })),
      h('p', { class: 'quiz-big' }, host.t(word, { count: Math.abs(moved) })),
    ),
    standing(about, { isRanked: false }),
  ];
}

/** @param {About} about @returns {HTMLElement[]} */
export function drawPodium({ notice, mine, host }) {
  const { t } = host;
  const ranked = notice.podium && notice.podium.top.length > 0 && mine && mine.rank > 0 ? mine : null;
  const isOn = ranked !== null && ranked.rank <= 3 && ranked.score > 0;
  return [
    h(
      'div',
      { class: 'quiz-still', 'data-medal': isOn ? ranked.rank : '' },
      h('p', { class: 'quiz-quiet', dir: 'auto' }, notice.title),
      ...(ranked
        ? [
            h('p', { class: 'quiz-number' }, ordinal(ranked.rank, host)),
            h(
              'p',
              { class: 'quiz-big', 'data-goes-on': !isOn },
              t(isOn ? 'quiz.podium.medal' : 'quiz.podium.place', { among: ranked.among }),
            ),
            h('p', { class: 'quiz-score' }, t('quiz.score', { score: ranked.score })),
          ]
        : [h('p', { class: 'quiz-big' }, t('quiz.over'))]),
      ...accuracy(notice, mine, t),
      team(mine, host),
    ),
  ];
}

/** @param {PhoneNotice} notice @param {PersonalView | null} mine @param {Translate} t */
function accuracy({ podium }, mine, t) {
  if (!mine || mine.of === 0) return [];
  const { right, of } = mine;
  return [
    h('p', { class: 'quiz-quiet' }, t('quiz.accuracy', { right, of, share: percent(right / of, t) })),
    h('p', { class: 'quiz-quiet' }, t('quiz.room', { share: percent(podium?.rightShare ?? 0, t) })),
  ];
}

/** @param {PersonalView | null} mine @param {PhoneHost<typeof game>} host */
function team(mine, host) {
  if (!mine?.team) return null;
  const { team: index, rank, score } = mine.team;
  const name = host.t(`quiz.team.${TEAMS[index] ?? ''}`);
  const place = { team: name, rank: ordinal(rank, host), score };
  return h(
    'p',
    { class: 'quiz-team', 'data-team-index': index },
    h('span', { class: 'quiz-shape', 'data-shape': 'square' }),
    rank > 0 ? host.t('quiz.team.rank', place) : name,
  );
}
