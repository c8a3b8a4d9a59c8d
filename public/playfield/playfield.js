/** The big screen: wires the room's link to the running game, the dock with the QR code, keys and sound. */

/** @import { Ack, JoinInfo, Scene, StageNow, Welcome } from '../../lib/contract/wire.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { speakCard } from '../shared/card-words.js';
import { loadStrings, pickLanguage } from '../shared/i18n.js';
import { localeOf } from '../shared/languages.js';
import { createStageTime } from '../shared/link.js';
import { measureOnce, measureWell } from '../shared/measure.js';
import { tabMemory } from '../shared/memory.js';
import { readShortcuts } from '../shared/shortcuts.js';
import { createStepper } from '../shared/stepper.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../shared/wire.js';
import { tellAbout } from './about.js';
import { createAudio } from './audio.js';
import { createDock } from './dock.js';
import { createHelp } from './help.js';
import { createPause } from './pause.js';
import { listenToKeys } from './keys.js';
import { createPresenter } from './presenter.js';
import { createApplause } from './applause.js';
import { drawAlways, dressPreview, previewKey, restWhileHidden, silence } from './preview.js';
import { fillScreen, keepScreen, toggleFullScreen } from './screen.js';
import { createShow } from './show.js';
import { createWardrobe } from './wardrobe.js';

/** Clocks drift apart by a millisecond in some ten seconds. */
const PING_MS = 10_000;
/** Where a screen keeps the language that the operator gave it. */
const SPOKEN = 'mass-mobile.spoken';

let words = await loadStrings({ lang: spokenLast() });
/** @type {Translate} */
const t = (key, values) => words.t(key, values);
const root = /** @type {HTMLElement} */ (document.getElementById('game'));
const audio = previewKey === null ? createAudio() : silence;
const presenter = createPresenter(NAMESPACE.playfield);
const dock = createDock(/** @type {HTMLElement} */ (document.getElementById('dock')), {
  t,
  audio,
  onWifi: () => show.resize(),
});
const stageTime = createStageTime();
const { nowMs } = stageTime;
const show = createShow(root, {
  t,
  lang: () => words.lang,
  audio,
  nowMs,
  run,
  onMount,
  link: presenter.link,
});
const pause = createPause(root, t);
const applause = createApplause(dock.margin);
const wardrobe = createWardrobe({ audio, dock, onDress: show.speak });
const help = createHelp({
  t,
  card: () => show.spoken,
  mayRun: () => presenter.mayRun,
});
const { link } = presenter;
let isPaused = false;
const stepper = createStepper({
  go: presenter.go,
  run: presenter.run,
  epoch: () => show.epoch,
  onSteps: () => (document.documentElement.dataset['step'] = stepper.ready),
});

link.on(SERVER_EVENT.scene, (/** @type {Scene} */ scene) => {
  isPaused = scene.paused;
  pause.show(isPaused);
  applause.allow({ isPaused });
  show.scene(scene);
});
link.on(SERVER_EVENT.frame, show.frame);
link.on(SERVER_EVENT.backdrop, show.backdrop);
link.on(SERVER_EVENT.stage, (/** @type {Welcome['stage'] | StageNow} */ stage) =>
  'nowMs' in stage ? stageTime.begin(stage) : stageTime.receive(stage),
);
link.on(SERVER_EVENT.steps, stepper.receive);
link.on(SERVER_EVENT.ended, ({ message }) => dock.whisper(show.t(message)));
link.on(SERVER_EVENT.reactions, applause.add);
link.on(SERVER_EVENT.join, (/** @type {JoinInfo} */ info) => {
  dock.join(info);
  document.documentElement.toggleAttribute('data-dark', info.isBlank);
  document.documentElement.dataset['reacts'] = info.reacts ? 'yes' : 'no';
  applause.allow({ reacts: info.reacts });
  wardrobe.wear(info.look);
  show.expect(info.soon);
  void speak(info.language);
});
link.on('connect', () => {
  show.rejoin();
  void measureWell(stageTime, askTime, { isOn: () => link.connected });
  dock.say('');
});
presenter.onLost((reason) => {
  dock.say(t(`playfield.lost.${reason}`));
  if (reason === 'screens-many') show.explain(t('playfield.many.title'), t('playfield.many.text'));
});

if (previewKey === null) {
  listenToKeys({
    own: {
      f: toggleFullScreen,
      j: dock.toggleLarge,
      s: audio.toggle,
      '?': help.toggle,
      Escape: () => (help.close(), dock.close()),
      F5: fillScreen,
    },
    card: () => show.card,
    run,
    click: {
      next: () => press('next'),
      back: () => press('back'),
      dark: () => presenter.blank(!stepper.steps?.isBlank).then(sayProblem),
    },
    pause: () => presenter.mayRun && presenter.pause(!isPaused).then(sayProblem),
    hasShortcuts: readShortcuts,
  });
  keepScreen();
  tellAbout({ link, audio });
} else {
  dressPreview();
  restWhileHidden(link);
}
// At once, not when idle: a screen that draws all the time is never idle.
document.documentElement.classList.add('face-in');
new ResizeObserver(() => show.resize()).observe(root);
document.fonts.addEventListener('loadingdone', () => show.resize());

/**
 * Runs an action of the game for a presenter, and shows them a refusal; other screens do nothing.
 * @param {string} action @param {Record<string, number | boolean | string>} [args]
 */
async function run(action, args) {
  const ack = await stepper.run(action, args);
  sayProblem(ack);
  return ack;
}

/** Takes a step for a presenter. @param {'next' | 'back'} way */
async function press(way) {
  const ack = await stepper.press(way);
  if (ack) sayProblem(ack);
}

drawAlways((nowMs) => {
  show.draw(nowMs);
  applause.draw(nowMs);
});
setInterval(() => void measureOnce(stageTime, askTime), PING_MS);
link.connect();
document.documentElement.dataset['up'] = '';

/** The heading is for screen readers. @param {Parameters<typeof dock.fit>[0]} shown */
function onMount(shown) {
  dock.fit(shown);
  const heading = /** @type {HTMLElement} */ (document.getElementById('title'));
  heading.textContent = shown.card ? speakCard(shown.card, shown.t).title : 'Mass Mobile';
}

/** @param {Ack} ack */
function sayProblem(ack) {
  if (!ack.ok) dock.whisper(ack.code === 'step-done' ? t('playfield.done') : show.t(ack.message));
}

/** A screen begins in the language it spoke last, so that a reload does not flash another one. */
function spokenLast() {
  const hasWish = new URLSearchParams(location.search).has('lang');
  const last = tabMemory.get(SPOKEN);
  return hasWish || !last ? pickLanguage() : last;
}

/**
 * Changes the language without a reload, which would end the full screen. An address with `?lang=` keeps its own.
 * @param {string} [wanted] by the operator; '': the browser's
 */
async function speak(wanted = '') {
  if (new URLSearchParams(location.search).has('lang')) return;
  tabMemory.set(SPOKEN, wanted);
  const lang = wanted || pickLanguage();
  if (words.lang === localeOf(lang)) return;
  words = await loadStrings({ lang });
  dock.speak();
  pause.speak();
  show.speak();
}

/** Asks what the clock of the server shows. */
function askTime() {
  return link.timeout(PING_MS / 2).emitWithAck(CLIENT_EVENT.ping);
}
