/** The big screen: wires the room's link to the running game, the dock with the QR code, keys and sound. */

/** @import { JoinInfo } from '../../lib/contract/wire.js' */

import { loadStrings } from '../shared/i18n.js';
import { NAMESPACE, SERVER_EVENT } from '../shared/wire.js';
import { createAudio } from './audio.js';
import { createDock } from './dock.js';
import { createHelp } from './help.js';
import { listenToKeys } from './keys.js';
import { createPresenter } from './presenter.js';
import { keepScreen, toggleFullScreen } from './screen.js';
import { createShow } from './show.js';

const { lang, t } = await loadStrings();
const root = /** @type {HTMLElement} */ (document.getElementById('game'));
const audio = createAudio();
const presenter = createPresenter(NAMESPACE.playfield);
const dock = createDock(/** @type {HTMLElement} */ (document.getElementById('dock')), { t, audio });
const show = createShow(root, { t, lang, audio, onMount: dock.fit });
const help = createHelp({ t, card: () => show.card, mayRun: () => presenter.mayRun });
const { link } = presenter;

link.on(SERVER_EVENT.scene, show.scene);
link.on(SERVER_EVENT.frame, show.frame);
link.on(SERVER_EVENT.join, (/** @type {JoinInfo} */ info) => dock.join(info));
link.on('connect', () => {
  show.rejoin();
  dock.say('');
});
presenter.onLost((reason) => dock.say(t(`playfield.lost.${reason}`)));

listenToKeys({
  own: {
    f: toggleFullScreen,
    j: dock.toggleLarge,
    s: audio.toggle,
    '?': help.toggle,
    Escape: () => (help.close(), dock.close()),
  },
  card: () => show.card,
  run: (action) => presenter.run(action).then((ack) => ack.ok || dock.whisper(ack.message)),
});
keepScreen();
// At once, not when idle: a screen that draws all the time is never idle.
document.documentElement.classList.add('face-in');
new ResizeObserver(() => show.resize()).observe(root);
document.fonts.addEventListener('loadingdone', () => show.resize());

requestAnimationFrame(function draw(nowMs) {
  requestAnimationFrame(draw);
  show.draw(nowMs);
});
link.connect();
document.documentElement.dataset['up'] = '';
