/** The big screen: wires the room's link to the running game, the dock with the QR code, keys and sound. */

/** @import { Ack, JoinInfo, StageNow, Welcome } from '../../lib/contract/wire.js' */

import { loadStrings } from '../shared/i18n.js';
import { createStageTime } from '../shared/link.js';
import { measureOnce, measureWell } from '../shared/measure.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../shared/wire.js';
import { createAudio } from './audio.js';
import { createDock } from './dock.js';
import { createHelp } from './help.js';
import { listenToKeys } from './keys.js';
import { createPresenter } from './presenter.js';
import { keepScreen, toggleFullScreen } from './screen.js';
import { createShow } from './show.js';

/** Clocks drift apart by a millisecond in some ten seconds. */
const PING_MS = 10_000;

const { lang, t } = await loadStrings();
const root = /** @type {HTMLElement} */ (document.getElementById('game'));
const audio = createAudio();
const presenter = createPresenter(NAMESPACE.playfield);
const dock = createDock(/** @type {HTMLElement} */ (document.getElementById('dock')), { t, audio });
const stageTime = createStageTime();
const { nowMs } = stageTime;
const show = createShow(root, { t, lang, audio, nowMs, run, onMount: dock.fit });
const help = createHelp({
  t,
  card: () => show.card,
  back: () => show.back?.title ?? null,
  mayRun: () => presenter.mayRun,
});
const { link } = presenter;

link.on(SERVER_EVENT.scene, show.scene);
link.on(SERVER_EVENT.frame, show.frame);
link.on(SERVER_EVENT.backdrop, show.backdrop);
link.on(SERVER_EVENT.stage, (/** @type {Welcome['stage'] | StageNow} */ stage) =>
  'nowMs' in stage ? stageTime.begin(stage) : stageTime.hear(stage),
);
link.on(SERVER_EVENT.join, (/** @type {JoinInfo} */ info) => dock.join(info));
link.on('connect', () => {
  show.rejoin();
  void measureWell(stageTime, askTime, { isOn: () => link.connected });
  dock.say('');
});
presenter.onLost((reason) => {
  dock.say(t(`playfield.lost.${reason}`));
  if (reason === 'screens-many') show.explain(t('playfield.many.title'), t('playfield.many.text'));
});

listenToKeys({
  own: {
    f: toggleFullScreen,
    j: dock.toggleLarge,
    s: audio.toggle,
    '?': help.toggle,
    Escape: () => (help.close(), dock.close()),
  },
  card: () => show.card,
  run,
  back: () => show.back && presenter.back().then(sayProblem),
});
keepScreen();
// At once, not when idle: a screen that draws all the time is never idle.
document.documentElement.classList.add('face-in');
new ResizeObserver(() => show.resize()).observe(root);
document.fonts.addEventListener('loadingdone', () => show.resize());

/**
 * Runs an action of the game for a presenter, and shows them a refusal; other screens do nothing.
 * @param {string} action @param {Record<string, number | boolean | string>} [args]
 */
async function run(action, args) {
  const ack = await presenter.run(action, args);
  sayProblem(ack);
  return ack;
}

requestAnimationFrame(function draw(nowMs) {
  requestAnimationFrame(draw);
  show.draw(nowMs);
});
setInterval(() => void measureOnce(stageTime, askTime), PING_MS);
link.connect();
document.documentElement.dataset['up'] = '';

/** @param {Ack} ack */
function sayProblem(ack) {
  if (!ack.ok) dock.whisper(ack.message);
}

/** Asks what the clock of the server shows. */
function askTime() {
  return link.timeout(PING_MS / 2).emitWithAck(CLIENT_EVENT.ping);
}
