/** The presentation on a phone: what belongs to the slide, the questions of the room, reactions, and slower or faster. */

/** @import { NoticeOf, PhoneModule, TypesOf } from 'mass-mobile' */
/** @import game from './game.js' */
/** @import { TalkInput } from './types.js' */
/** @import * as Asking from './phone/asking.js' */
/** @import * as Writing from './phone/writing.js' */

import { h } from '../../public/shared/dom.js';
import { importAgain, untilLoaded } from '../../public/shared/in-time.js';
import { createElement, questionOf } from './phone/element.js';
import { createBar } from './phone/bar.js';
import { markLanguage } from './shared/language.js';
import { renderMarks } from './shared/marks.js';

/** @typedef {NoticeOf<typeof game>} News */
/** @typedef {TypesOf<typeof game>['personal']} Mine */

/** Those of a talk are in reach of the thumb, and counted in its results. */
export const reacts = true;

/** @type {PhoneModule<typeof game>['mount']} */
// eslint-disable-next-line max-lines-per-function -- one page: each view draws a part of it
export function mount(root, host) {
  const { signal, t } = host;
  let { settings } = host;
  /** @type {News | null} */
  let notice = null;
  /** @type {Mine | null} */
  let mine = null;
  /** The element on the page. @type {ReturnType<typeof createElement> | null} */
  let element = null;
  /** Reactions and paces that wait for their turn. @type {TalkInput[]} */
  let waiting = [];
  // Both are loaded when they are wanted, for the first load must stay small.
  /** @type {typeof Writing | null} */
  let writing = null;
  /** @type {ReturnType<typeof Asking.createAsking> | null} */
  let asking = null;

  const said = h('p', { class: 'visually-hidden', role: 'status' });
  const place = h('p', { class: 'hand-place' });
  const dark = h('p', { class: 'hand-dark', hidden: true }, t('talk.phone.blank'));
  const text = h('div', { class: 'hand-text', dir: 'auto' });
  const answers = h('div', { class: 'hand-element' });
  const slide = h('div', { class: 'hand-page', tabindex: '-1' }, place, dark, text, answers);
  const questions = h('div', { class: 'hand-page', hidden: true });
  const bar = createBar(host, { pages: { slide, questions }, open, send });
  root.append(
    h('div', { class: 'hand' }, said, h('div', { class: 'hand-pages' }, slide, questions), bar.root),
  );
  const clock = setInterval(() => element?.tick(), 250);
  signal.addEventListener('abort', () => clearInterval(clock));

  /** @param {TalkInput} one */
  function send(one) {
    waiting = [...waiting, one].slice(-MOST_WAITING);
    host.changed();
  }

  /** @param {string} page */
  function open(page) {
    if (page === 'questions') void needAsking();
  }

  const needWriting = onDemand('writing', (/** @type {typeof Writing} */ loaded) => {
    writing = loaded;
    element?.write(writing);
  });
  const needAsking = onDemand('asking', (/** @type {typeof Asking} */ { createAsking }) => {
    asking = createAsking(questions, host);
  });

  /**
   * @template Module
   * @param {string} name of a file in phone/
   * @param {(module: Module) => void} use
   * @returns {() => unknown} loads the module when it is called for the first time
   */
  function onDemand(name, use) {
    /** @type {Promise<void> | undefined} */
    let coming;
    const begin = async () => {
      const load = () => importAgain(`/games/presentation/phone/${name}.js`);
      const loaded = await untilLoaded(load, { isWanted: () => !signal.aborted });
      if (!loaded) return;
      use(loaded);
      draw();
    };
    return () => (coming ??= begin());
  }

  function draw() {
    if (!notice) return;
    const { blank, may, slide: at, count } = notice;
    const words = count > 0 ? t('talk.phone.place', { n: at + 1, of: count }) : t('talk.phone.soon');
    if (place.textContent !== words) place.textContent = words;
    dark.hidden = !blank;
    // Words of the page are in the language of the phone, those of the deck in its own.
    markLanguage(text, notice.phone ? notice.language : '');
    drawText(text, notice.phone || (count > 0 && !notice.element ? t('talk.phone.look') : ''));
    drawElement(notice);
    bar.show(may, notice.questions.length);
    asking?.show(notice.questions, mine, { ask: may.ask, anonymous: settings.anonymous });
  }

  /** @param {News} news */
  function drawElement({ element: now, questions: asked, may, slide: at, count }) {
    // Its words may have been mended meanwhile.
    const isSame = now && element?.id === now.id && element.digest === JSON.stringify(now.definition);
    if (element && !isSame) {
      element.close();
      element = null;
      answers.replaceChildren();
    }
    if (!now) return announce(t('talk.phone.place', { n: at + 1, of: count }));
    if (!element) {
      element = createElement(host, now, () => bar.open('questions'));
      answers.replaceChildren(element.root);
      if (writing) element.write(writing);
      else if (element.isTyped) void needWriting();
      if (now.definition.kind === 'questions') void needAsking();
    }
    element.show(now, mine, { asked, may: may.ask });
    announce(`${t('talk.phone.place', { n: at + 1, of: count })}. ${questionOf(now)}`);
  }

  /** Says it to screen readers when it is new. @param {string} words */
  function announce(words) {
    if (said.textContent !== words) said.textContent = words;
  }

  if (host.unanswered.some(({ kind }) => kind === 'ask')) void needAsking();

  return {
    input() {
      const now = waiting;
      waiting = [];
      return now.length > 1 ? now : (now[0] ?? null);
    },
    notice(next) {
      notice = next;
      draw();
    },
    personal(next) {
      mine = next;
      draw();
    },
    submission(submission) {
      element?.follow(submission);
      asking?.follow(submission);
    },
    settings(changed) {
      settings = changed;
      draw();
    },
    player() {},
  };
}

/** A message takes so many readings; who taps faster than the rate allows loses the oldest. */
const MOST_WAITING = 8;

/** The companion text, drawn again only when it is another one, so that nobody loses their place in it. @param {HTMLElement} box @param {string} markdown */
function drawText(box, markdown) {
  if (box.dataset['text'] === markdown) return;
  box.dataset['text'] = markdown;
  box.hidden = markdown === '';
  box.replaceChildren(...renderMarks(markdown));
}
