/** The remote: the phone in a presenter's hand, or a moderator's. It shows what the game offers them, and the way back from an interlude. */

/** @import { Ack, RemoteView, RemoteWelcome, Scene, StageNow, Welcome } from '../../lib/contract/wire.js' */

import { stayAwake } from '../shared/awake.js';
import { h, loadFaceLate } from '../shared/dom.js';
import { loadStrings } from '../shared/i18n.js';
import { actionOf, arrowKey, clickOnce, clickerKey, isCharacter, isCommand, keyOf } from '../shared/keys.js';
import { createStageTime } from '../shared/link.js';
import { measureWell } from '../shared/measure.js';
import { followShortcuts, readShortcuts } from '../shared/shortcuts.js';
import { createStepper } from '../shared/stepper.js';
import { SERVER_EVENT } from '../shared/wire.js';
import { createAct } from './act.js';
import { createCueStrip } from './cue-strip.js';
import { createHostStrip } from './host-strip.js';
import { createParts } from './parts.js';
import { createSession } from './session.js';
import { createStepBar } from './step-bar.js';

const PROBLEM_MS = 6000;

const { lang, t } = await loadStrings({ folder: '/public/remote/strings' });
const stageTime = createStageTime();
const session = createSession(showState);
const act = createAct(byId('game'), {
  t,
  lang,
  nowMs: stageTime.nowMs,
  run,
  back: () => order('back'),
  say: showProblem,
  onTitle: showTitle,
  link: session.link,
});
const { link } = session;
const stepper = createStepper({
  go: (stepId) => session.ask('go', stepId),
  run: (action, args) => session.ask('run', action, args),
  epoch: () => act.scene?.epoch,
  onSteps: showSteps,
});
const stepBar = createStepBar(byId('steps'), { t: (key, values) => act.t(key, values), press, dark });
const parts = createParts({
  ...{ bar: byId('bar'), game: byId('game'), people: byId('people'), t, order },
  ask: (event, ...args) => session.ask(event, ...args),
});
parts.setRole(null);
const cueStrip = createCueStrip(byId('cue'), { t });
const hostStrip = createHostStrip(byId('host'), { t: (key, values) => act.t(key, values) });
/** The newest, for a game whose words are on their way. @type {RemoteView['host']} */
let host = null;
/** @type {RemoteWelcome | null} */
let welcome = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let problemTimer;

const title = h('h1', { class: 'title' }, t('remote.title'));
const role = h('span', { class: 'role' });
const state = h('span', { class: 'state', role: 'status' });
const pauseButton = h('button', {
  class: 'pause',
  hidden: true,
  onclick: () => void order('pause', !act.scene?.paused),
});
/** It is there once a key was pressed: hardly any phone has keys. */
const lettersSwitch = h(
  'button',
  { class: 'letters', role: 'switch', hidden: true, onclick: () => followShortcuts(lettersSwitch, true) },
  t('remote.letters'),
);
byId('bar').append(title, role, state, lettersSwitch, pauseButton);
const backButton = h('button', { class: 'back', onclick: () => void order('back') });
byId('back').append(backButton);
document.title = t('remote.title');

link.on(SERVER_EVENT.welcome, (/** @type {RemoteWelcome} */ next) => {
  welcome = next;
  role.textContent = t(`remote.${next.role}`);
  act.setRole(next.role);
});
link.on(SERVER_EVENT.scene, (/** @type {Scene} */ scene) => {
  act.setScene(scene);
  const { actions } = scene.game;
  parts.setRole(welcome?.role ?? null, !Object.values(actions).some(({ moderators }) => moderators));
  showBack(scene);
  showPause(scene);
  stepBar.fit(welcome?.role === 'presenter');
});
link.on(SERVER_EVENT.notice, act.notice);
link.on(SERVER_EVENT.panel, (/** @type {RemoteView} */ view) => {
  act.panel(view);
  stepper.receive(view.steps);
  parts.setWaiting(view.waiting);
  cueStrip.show(welcome?.role === 'presenter' ? view.cue : null);
  host = view.epoch === act.scene?.epoch ? view.host : null;
  showHost();
});
link.on(SERVER_EVENT.stage, (/** @type {Welcome['stage'] | StageNow} */ stage) =>
  'nowMs' in stage ? stageTime.begin(stage) : stageTime.receive(stage),
);
link.on('connect', () => {
  void measureWell(stageTime, () => session.ask('ping'), { isOn: () => link.connected });
});
addEventListener('keydown', clickOnce);
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
  parts.setRole(null);
  cueStrip.show(null);
  hostStrip.show(null);
  byId('back').hidden = true;
  byId('game').replaceChildren(
    h('p', { class: 'over' }, t(message ? 'remote.over' : 'remote.none')),
    ...(message ? [h('p', {}, t(message))] : []),
    h('p', { class: 'quiet' }, t('remote.keyless')),
    h('a', { class: 'quiet-button join', href: '/' }, t('remote.join')),
  );
}

/** @param {string} text */
function showTitle(text) {
  title.textContent = text;
  showSteps();
}

/** A game with a remote of its own shows this itself. */
function showHost() {
  hostStrip.show(act.isSpoken && !act.scene?.game.files.remote ? host : null);
}

/** Shows the next step once there are words for it. */
function showSteps() {
  showHost();
  if (stepper.steps && act.isSpoken) stepBar.show(stepper.steps);
  document.documentElement.dataset['step'] = stepper.ready;
}

/** In an interlude the presenter has one large button at the thumb. @param {Scene} scene */
function showBack({ back }) {
  byId('back').hidden = !back || welcome?.role !== 'presenter';
  backButton.textContent = back ? t('remote.back', { title: back.title }) : '';
}

/** The presenter stops the stage, and lets it go on; a moderator sees that it stands still. @param {Scene} scene */
function showPause({ paused }) {
  pauseButton.hidden = welcome?.role !== 'presenter';
  pauseButton.textContent = t(paused ? 'remote.go-on' : 'remote.pause');
  document.documentElement.toggleAttribute('data-paused', paused);
  if (document.documentElement.dataset['link'] === 'on')
    state.textContent = t(paused ? 'remote.paused' : 'remote.on');
}

/** Takes a step. @param {'next' | 'back'} way */
async function press(way) {
  const ack = await stepper.press(way);
  if (ack && !ack.ok) tell(ack);
}

/** Runs an action. Steps are for presenters. @param {string} action @param {object} [args] @returns {Promise<Ack<any>>} */
async function run(action, args = {}) {
  if (welcome?.role !== 'presenter') return order('run', action, args);
  const ack = await stepper.run(action, args);
  return ack.ok ? ack : tell(ack);
}

/** Makes the screens dark, or light again. */
function dark() {
  void order('blank', !stepper.steps?.isBlank);
}

/** Asks, and shows a refusal. @param {keyof typeof import('../shared/wire.js').CLIENT_EVENT} event @param {...unknown} args @returns {Promise<Ack<any>>} */
async function order(event, ...args) {
  const ack = await session.ask(event, ...args);
  return ack.ok ? ack : tell(ack);
}

/** @param {Extract<Ack<any>, { ok: false }>} refused */
function tell(refused) {
  const isDone = refused.code === 'step-done';
  const message = refused.message ? act.t(refused.message) : t('remote.unanswered');
  showProblem(isDone ? t('playfield.done') : message, isDone);
  return { ...refused, message };
}

/** @param {string} message @param {boolean} [isQuiet] it is no problem */
function showProblem(message, isQuiet = false) {
  const line = byId('problem');
  line.toggleAttribute('data-quiet', isQuiet);
  line.textContent = message;
  line.hidden = false;
  clearTimeout(problemTimer);
  problemTimer = setTimeout(() => (line.hidden = true), PROBLEM_MS);
}

/** A clicker may be paired with this phone: it has the keys of the screen. @param {KeyboardEvent} event */
function onKey(event) {
  if (!isCommand(event) || event.repeat || !act.scene || document.querySelector('dialog[open]')) return;
  lettersSwitch.hidden = false;
  followShortcuts(lettersSwitch);
  const key = keyOf(event);
  if (isCharacter(key) && !readShortcuts()) return;
  const { actions } = act.scene.game;
  const action = actionOf(actions, key);
  const isPresenter = welcome?.role === 'presenter';
  const clicked = isPresenter ? (clickerKey(key, actions) ?? arrowKey(key, actions)) : null;
  const mayRun = action && !actions[action]?.confirm && (isPresenter || actions[action]?.moderators);
  if (!clicked && !mayRun) return;
  event.preventDefault();
  if (clicked === 'dark') dark();
  else if (clicked) void press(clicked);
  else if (action) void run(action);
}
