/** The remote: the phone in a presenter's hand, or a moderator's. It shows what the game offers them, and the way back from an interlude. */

/** @import { Ack, RemoteWelcome, Scene, StageNow, Welcome } from '../../lib/contract/wire.js' */

import { stayAwake } from '../shared/awake.js';
import { h, loadFaceLate } from '../shared/dom.js';
import { loadStrings, translator } from '../shared/i18n.js';
import { BACK_KEY, actionOf } from '../shared/keys.js';
import { createStageTime } from '../shared/link.js';
import { measureWell } from '../shared/measure.js';
import { SERVER_EVENT } from '../shared/wire.js';
import { createAct } from './act.js';
import { createSession } from './session.js';

const PROBLEM_MS = 6000;

const page = await loadStrings();
const { lang } = page;
const { default: strings } = await import(`./strings/${lang}.js`);
const t = translator(strings, page.t);
const stageTime = createStageTime();
const session = createSession(showState);
const act = createAct(byId('game'), { t, lang, nowMs: stageTime.nowMs, order, say: showProblem });
const { link } = session;
/** @type {RemoteWelcome | null} */
let welcome = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let problemTimer;

const title = h('b', { class: 'title' }, t('remote.title'));
const role = h('span', { class: 'role' });
const state = h('span', { class: 'state', role: 'status' });
byId('bar').append(title, role, state);
const backButton = h('button', { class: 'back', onclick: () => void order('back') });
byId('back').append(backButton);
document.title = t('remote.title');

link.on(SERVER_EVENT.welcome, (/** @type {RemoteWelcome} */ next) => {
  welcome = next;
  role.textContent = t(`remote.${next.role}`);
  act.setRole(next.role);
});
link.on(SERVER_EVENT.scene, (/** @type {Scene} */ scene) => {
  title.textContent = scene.game.title;
  act.setScene(scene);
  showBack(scene);
});
link.on(SERVER_EVENT.notice, act.notice);
link.on(SERVER_EVENT.panel, act.panel);
link.on(SERVER_EVENT.stage, (/** @type {Welcome['stage'] | StageNow} */ stage) =>
  'nowMs' in stage ? stageTime.begin(stage) : stageTime.hear(stage),
);
link.on('connect', () => {
  void measureWell(stageTime, () => session.ask('ping'), { isOn: () => link.connected });
});
addEventListener('keydown', onKey);
stayAwake();
loadFaceLate();
showState('connecting');
session.connect();
document.documentElement.dataset['up'] = '';

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {import('./session.js').LinkState} next @param {string} [message] */
function showState(next, message) {
  document.documentElement.dataset['link'] = next;
  state.textContent = next === 'keyless' ? '' : t(`remote.${next}`);
  if (next !== 'keyless') return;
  byId('game').replaceChildren(h('p', { class: 'quiet' }, message ?? ''), h('p', {}, t('remote.keyless')));
}

/** In an interlude the presenter has one large button at the thumb. @param {Scene} scene */
function showBack({ back }) {
  byId('back').hidden = !back || welcome?.role !== 'presenter';
  backButton.textContent = back ? t('remote.back', { title: back.title }) : '';
}

/** Asks, and shows a refusal. @param {'run' | 'back'} event @param {...unknown} args @returns {Promise<Ack<any>>} */
async function order(event, ...args) {
  const ack = await session.ask(event, ...args);
  if (!ack.ok) showProblem(ack.message || t('remote.unanswered'));
  return ack;
}

/** @param {string} message */
function showProblem(message) {
  const line = byId('problem');
  line.textContent = message;
  line.hidden = false;
  clearTimeout(problemTimer);
  problemTimer = setTimeout(() => (line.hidden = true), PROBLEM_MS);
}

/** A clicker may be paired with this phone: it has the keys of the screen. @param {KeyboardEvent} event */
function onKey(event) {
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select, button, a');
  if (isTyping || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !act.scene) return;
  const { actions } = act.scene.game;
  const action = actionOf(actions, event.key);
  const isBack = !action && event.key.toLowerCase() === BACK_KEY && !byId('back').hidden;
  const mayRun =
    action && !actions[action]?.confirm && (welcome?.role === 'presenter' || actions[action]?.moderators);
  if (!isBack && !mayRun) return;
  event.preventDefault();
  void (isBack ? order('back') : order('run', action, {}));
}
