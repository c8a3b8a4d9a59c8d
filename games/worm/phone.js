/** The worm on a phone: the questions before and after, and in between one slider that says how convincing it is. */

/** @import { NoticeOf, PhoneModule, TypesOf } from 'mass-mobile' */
/** @import game from './game.js' */
/** @import * as Questions from './phone/questions.js' */
/** @import * as Tilt from './phone/tilt.js' */

import { h } from '../../public/shared/dom.js';
import { importAgain, untilLoaded } from '../../public/shared/in-time.js';
import { createDial, createPresence } from './phone/dial.js';

/** @typedef {TypesOf<typeof game>['input']['s']} Segment */

/** @type {PhoneModule<typeof game>['mount']} */
// eslint-disable-next-line max-lines-per-function -- one page: each view draws a part of it
export function mount(root, host) {
  const { player, signal, t } = host;
  let { settings } = host;
  let team = player.team;
  /** @type {NoticeOf<typeof game> | null} */
  let notice = null;
  /** @type {Segment} */
  let own = '-';

  const line = h('p', { class: 'worm-line', role: 'status' });
  const presence = createPresence({ host, say: (text, kind) => say(text, kind), isOn: () => isLive() });
  const dial = createDial({
    host,
    onMove() {
      presence.touch();
      host.changed();
    },
    onHold: (isHeld) => presence.hold(isHeld),
  });
  /** Both are loaded when they are wanted, for the first load must stay small. @type {ReturnType<typeof Questions.createQuestions> | null} */
  let questions = null;
  /** @type {ReturnType<typeof Tilt.createTilt> | null} */
  let tilt = null;
  /** @type {(number | null)[]} */
  let answers = [];
  const message = h('div', { class: 'worm-message' });
  const side = h('div', { class: 'worm-side' }, line, dial.neutral);
  const live = h('div', { class: 'worm-dial' }, dial.root, side);
  const page = h('div', { class: 'worm' });
  root.append(page);

  const isLive = () => notice?.phase === 'live';

  /** @param {string} text @param {string} [kind] */
  function say(text, kind = '') {
    if (line.textContent !== text) line.textContent = text;
    page.dataset['mood'] = kind;
  }

  /** Parts of this page that are on their way. @type {{ questions?: Promise<void>, tilt?: Promise<void> }} */
  const opening = {};
  const isWanted = () => !signal.aborted;

  async function openQuestions() {
    const load = () => importAgain('/games/worm/phone/questions.js');
    /** @type {typeof Questions | null} */
    const loaded = await untilLoaded(load, { isWanted });
    if (!loaded) return;
    questions = loaded.createQuestions(host);
    draw();
    questions.answered(answers);
  }

  async function openTilt() {
    const load = () => importAgain('/games/worm/phone/tilt.js');
    /** @type {typeof Tilt | null} */
    const loaded = await untilLoaded(load, { isWanted });
    if (!loaded) return;
    tilt = loaded.createTilt({ host, onTilt: dial.move });
    side.append(tilt.root);
    tilt.offer(settings.tilt);
  }

  /** @returns {HTMLElement} the part of the page that this phase has */
  function part() {
    const { phase = 'idle', asked = [] } = notice ?? {};
    if (phase === 'idle' || phase === 'live') return live;
    message.textContent = t(phase === 'done' ? 'worm.done' : 'worm.wait');
    if (phase === 'done' || asked.length === 0) return message;
    opening.questions ??= openQuestions();
    questions?.show(phase, asked);
    return questions?.root ?? message;
  }

  function draw() {
    const phase = notice?.phase ?? 'idle';
    page.dataset['phase'] = phase;
    const shown = part();
    if (shown.parentElement !== page) page.replaceChildren(shown);
    const ends = /** @type {[string, string]} */ ([
      settings.low || t('worm.low'),
      settings.high || t('worm.high'),
    ]);
    dial.follow(ends, settings.release === 'decay' ? settings.decayS : 0);
    if (tilt) tilt.offer(settings.tilt);
    else if (settings.tilt) opening.tilt ??= openTilt();
    if (shown !== live) page.dataset['mood'] = '';
    else if (phase === 'idle') say(t('worm.practice'));
    else presence.show();
  }
  draw();

  return {
    input: () => (presence.counts() ? { y: dial.value(), s: segmentOf(notice, team, own) } : null),
    notice(next) {
      const before = notice;
      notice = next;
      if (before && before.phase !== 'live' && next.phase === 'live') presence.touch();
      if (before?.segmentBy !== next.segmentBy) host.changed();
      draw();
    },
    personal(mine) {
      answers = mine.answers;
      questions?.answered(answers);
      if (mine.segment === own) return;
      own = /** @type {Segment} */ (mine.segment);
      host.changed();
    },
    submission: (submission) => questions?.follow(submission),
    settings(changed) {
      settings = changed;
      presence.settings(changed);
      draw();
    },
    player(changed) {
      team = changed.team;
      host.changed();
    },
  };
}

/** @param {NoticeOf<typeof game> | null} notice @param {string | null} team @param {Segment} own @returns {Segment} */
function segmentOf(notice, team, own) {
  if (notice?.segmentBy === 'team') return team === 'right' ? 'b' : 'a';
  return own;
}
