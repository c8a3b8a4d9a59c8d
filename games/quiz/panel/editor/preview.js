/** The preview of a question: phone and screen, drawn by the code of those pages from views of a played question. */

/** @import { PhoneHost, Translate } from 'mass-mobile' */
/** @import game from '../../game.js' */
/** @import { Pack, QuizContext, QuizSettings } from '../../types.js' */

import { h } from '../../../../public/shared/dom.js';
import { blankPack } from '../../shared/pack.js';
import * as phone from '../../phone.js';
import * as playfield from '../../playfield.js';
import { settings } from '../../shared/settings.js';
import { newState, join, next, start } from '../../shared/rules.js';
import { frame, notice, personal } from '../../shared/views.js';

const SETTINGS = /** @type {QuizSettings} */ (
  Object.fromEntries(Object.entries(settings).map(([name, field]) => [name, field.default]))
);
const ME = 'me';

/** @param {{ t: Translate, lang: string }} about */
export function createPreview({ t, lang }) {
  let isRevealed = false;
  let shown = '';
  let life = new AbortController();
  const phoneBox = h('div', { class: 'qe-phone' });
  const screenBox = h('div', { class: 'qe-screen' });
  const flip = h(
    'button',
    { type: 'button', class: 'button', 'aria-pressed': 'false' },
    t('quiz.edit.reveal'),
  );
  const root = h(
    'aside',
    { class: 'qe-preview' },
    screenBox,
    h('div', { class: 'qe-phone-frame' }, phoneBox),
    flip,
  );
  /** @type {[Pack, number]} */
  let last = [blankPack(), 0];
  flip.addEventListener('click', () => {
    isRevealed = !isRevealed;
    flip.setAttribute('aria-pressed', String(isRevealed));
    show(...last);
  });

  /** @param {Pack} pack @param {number} at */
  function show(pack, at) {
    last = [pack, at];
    const key = JSON.stringify([pack.title, pack.questions[at], at, pack.questions.length, isRevealed]);
    if (key === shown) return;
    shown = key;
    clear();
    const played = play(pack, at, isRevealed);
    if (!played) return;
    const host = { t, lang, signal: life.signal, settings: SETTINGS, teams: [], calm: true };
    const onPhone = phone.mount(
      phoneBox,
      /** @type {PhoneHost<typeof game>} */ (
        /** @type {unknown} */ ({
          ...host,
          player: { id: ME, name: 'Ada', team: null },
          haptics: { buzz() {} },
          unanswered: [],
          submit: async () => ({ ok: true, receipt: { round: 1 } }),
        })
      ),
    );
    onPhone.personal?.(played.personal);
    onPhone.notice?.(played.notice);
    const run = () => Promise.resolve(/** @type {const} */ ({ ok: true }));
    const onScreen = playfield.mount(screenBox, { ...host, run, nowMs: () => 0, audio: { play() {} } });
    onScreen.frame(played.view, { seq: 0, fresh: true, nowMs: 0 });
  }

  function clear() {
    life.abort();
    life = new AbortController();
    phoneBox.replaceChildren();
    screenBox.replaceChildren();
  }

  return { root, show, close: clear };
}

/** Plays the question with one player who has not answered. @param {Pack} pack @param {number} at @param {boolean} isRevealed */
function play(pack, at, isRevealed) {
  const question = pack.questions[at];
  if (!question) return null;
  const ctx = /** @type {QuizContext} */ (
    /** @type {unknown} */ ({ settings: SETTINGS, nowMs: 0, players: { count: 1 }, random: () => 0.4 })
  );
  const state = newState();
  join(state, { id: ME, name: 'Ada' }, ctx);
  try {
    start(state, { ...pack, questions: [question] }, ctx);
    for (let step = 0; step < 3 && state.phase !== 'open' && question.type !== 'slide'; step++)
      next(state, ctx);
    if (isRevealed && state.phase === 'open') next(state, ctx);
  } catch {
    // The question is not ready to be played. The list says what is missing.
    return null;
  }
  const mine = personal(state, ME, ctx);
  return mine && { view: frame(state, ctx), notice: notice(state, ctx), personal: mine };
}
