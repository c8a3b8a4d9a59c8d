/** What a phone shows around a question: waiting, the own result, the own place, the end. */

/** @import { PhoneHost } from '../../../lib/contract/pages.js' */

import { h } from '../../../public/shared/dom.js';
import { LETTERS, TEAMS } from '../shared/shapes.js';

/** Words for right and wrong, in strings/. */
const SAYINGS = {
  praise: ['right', 'knew', 'spot', 'brilliant', 'exactly', 'well'],
  jeer: ['quite', 'bold', 'close', 'next', 'nice', 'nobody'],
};

/** @typedef {{ notice: any, mine: any, host: PhoneHost }} About */

/** @param {About} about @param {'idle' | 'ready' | 'late' | 'look'} what @returns {HTMLElement[]} */
export function drawWaiting({ notice, mine, host: { t, player } }, what) {
  if (what === 'idle') {
    return [
      h(
        'div',
        { class: 'quiz-still' },
        h('p', { class: 'quiz-big', dir: 'auto' }, notice.title || t('quiz.idle')),
        h('p', { class: 'quiz-quiet' }, t('quiz.idle.in', { name: player.name })),
        team(mine, t),
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
        team(mine, t),
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

/** Right or wrong, what it brought, and why. @param {About} about @returns {HTMLElement[]} */
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
      h('p', { class: 'quiz-big' }, isPoll ? t('quiz.poll.thanks') : verdict(about)),
      !isPoll && result && notice.way !== '2012' && h('p', { class: 'quiz-points' }, signed(result.points)),
      isPoll && h('p', { class: 'quiz-quiet' }, agreement(about)),
    ),
    h(
      'div',
      { class: 'quiz-why' },
      !isPoll && solution(notice, t),
      reveal?.explanation && h('p', { class: 'quiz-explanation', dir: 'auto' }, reveal.explanation),
    ),
    !isPoll && notice.way !== '2012' ? standing(about) : h('span', {}),
  ];
}

/** @param {About} about */
function verdict({ notice, mine, host: { t, player } }) {
  const result = mine?.result;
  if (!result || mine.waits) return t('quiz.late');
  if (!result.answered) return t('quiz.unanswered');
  if (!result.right && result.share > 0) return t('quiz.part');
  // As in 2012 another word each time and for each, but the same when the page is drawn again.
  const turn = [...player.id].reduce((sum, sign) => sum + sign.charCodeAt(0), notice.round * 7);
  const word = (/** @type {string[]} */ words) => words[turn % words.length] ?? '';
  return result.right ? t(`quiz.praise.${word(SAYINGS.praise)}`) : t(`quiz.jeer.${word(SAYINGS.jeer)}`);
}

/** @param {any} notice @param {PhoneHost['t']} t */
function solution({ reveal, question }, t) {
  if (!reveal) return null;
  const { solution: words, correct } = reveal;
  const right = correct.flatMap((/** @type {boolean} */ is, /** @type {number} */ place) => {
    if (!is) return [];
    if (question?.type === 'truefalse') return [h('b', {}, t(place === 0 ? 'quiz.true' : 'quiz.false'))];
    const text = question?.options[place] ?? '';
    return [h('b', {}, h('i', {}, LETTERS[place] ?? ''), h('bdi', {}, text))];
  });
  const told = question?.type === 'order' ? [words.join(' → ')] : words;
  const lines = [...right, ...told.map((/** @type {string} */ line) => h('b', {}, h('bdi', {}, line)))];
  if (lines.length === 0) return null;
  return h('p', { class: 'quiz-solution' }, h('span', {}, t('quiz.solution')), ...lines);
}

/** "42 % said the same." @param {About} about */
function agreement({ notice: { reveal }, mine, host: { t } }) {
  if (!reveal || mine?.mine === null || mine?.mine === undefined || reveal.answered === 0) return '';
  const same = reveal.counts[Number(mine.mine)] ?? 0;
  return t('quiz.poll.same', { share: Math.round((100 * same) / reveal.answered) });
}

/** @param {About} about @param {{ isRanked?: boolean }} [options] false: the rank is told already @returns {HTMLElement} */
function standing({ mine, host: { t } }, { isRanked = true } = {}) {
  if (!mine || mine.rank === 0) return h('p', { class: 'quiz-standing' });
  const { rank, among, score, ahead } = mine;
  return h(
    'div',
    { class: 'quiz-standing' },
    isRanked && h('p', { class: 'quiz-rank' }, h('b', {}, `${rank}.`), ` ${t('quiz.among', { among })}`),
    h('p', { class: 'quiz-score' }, t('quiz.score', { score: score.toLocaleString() })),
    ahead
      ? h(
          'p',
          { class: 'quiz-quiet' },
          t('quiz.ahead', { count: ahead.gap, gap: ahead.gap.toLocaleString() }),
          h('bdi', {}, ahead.name),
        )
      : h('p', { class: 'quiz-quiet' }, t('quiz.first')),
    team(mine, t),
  );
}

/** @param {About} about @returns {HTMLElement[]} */
export function drawStanding(about) {
  const { mine, host } = about;
  const moved = mine && mine.was > 0 ? mine.was - mine.rank : 0;
  const stays = mine?.was > 0 ? 'quiz.same' : 'quiz.newcomer';
  const word = moved > 0 ? 'quiz.up' : moved < 0 ? 'quiz.down' : stays;
  return [
    h(
      'div',
      { class: 'quiz-still', 'data-moved': Math.sign(moved) },
      h('p', { class: 'quiz-number' }, mine?.rank ? `${mine.rank}.` : '–'),
      h(
        'p',
        { class: 'quiz-big' },
        mine?.rank ? host.t(word, { count: Math.abs(moved) }) : host.t('quiz.late'),
      ),
      mine?.rank > 0 && h('p', { class: 'quiz-quiet' }, host.t('quiz.among', { among: mine.among })),
    ),
    standing(about, { isRanked: false }),
  ];
}

/** @param {About} about @returns {HTMLElement[]} */
export function drawPodium({ notice, mine, host: { t } }) {
  const { top, rightShare } = notice.podium ?? { top: [], rightShare: 0 };
  const isScored = top.length > 0 && mine?.rank > 0;
  const isOn = isScored && mine.rank <= 3 && mine.score > 0;
  const accuracy = mine?.of > 0 ? Math.round((100 * mine.right) / mine.of) : 0;
  return [
    h(
      'div',
      { class: 'quiz-still', 'data-medal': isOn ? mine.rank : '' },
      h('p', { class: 'quiz-quiet', dir: 'auto' }, notice.title),
      h('p', { class: isScored ? 'quiz-number' : 'quiz-big' }, isScored ? `${mine.rank}.` : t('quiz.over')),
      isScored &&
        h(
          'p',
          { class: 'quiz-big' },
          t(isOn ? 'quiz.podium.medal' : 'quiz.podium.place', { among: mine.among }),
        ),
      isScored && h('p', { class: 'quiz-score' }, t('quiz.score', { score: mine.score.toLocaleString() })),
      mine?.of > 0 &&
        h(
          'p',
          { class: 'quiz-quiet' },
          t('quiz.accuracy', { right: mine.right, of: mine.of, share: accuracy }),
        ),
      mine?.of > 0 &&
        h('p', { class: 'quiz-quiet' }, t('quiz.room', { share: Math.round(100 * rightShare) })),
      team(mine, t),
    ),
  ];
}

/** @param {any} mine @param {PhoneHost['t']} t */
function team(mine, t) {
  if (!mine?.team) return null;
  const { team: index, rank, score } = mine.team;
  const name = t(`quiz.team.${TEAMS[index] ?? ''}`);
  return h(
    'p',
    { class: 'quiz-team', 'data-team-index': index },
    h('span', { class: 'quiz-shape', 'data-shape': 'square' }),
    rank > 0 ? t('quiz.team.rank', { team: name, rank, score: score.toLocaleString() }) : name,
  );
}

/** @param {number} points */
function signed(points) {
  return points > 0
    ? `+${points.toLocaleString()}`
    : points < 0
      ? `−${Math.abs(points).toLocaleString()}`
      : '0';
}
