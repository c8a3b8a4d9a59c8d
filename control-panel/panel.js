/** The control panel: its frame, its keys, and the order of its sections. */

import { html, render } from 'htm/preact';
import { loadFaceLate } from '../public/shared/dom.js';
import { runKey } from './sections/actions.js';
import { Charts } from './sections/charts.js';
import { Dialog, isAsking } from './parts/confirm.js';
import { backByKey } from './sections/back.js';
import { CurrentGame } from './sections/current-game.js';
import { GamesList, switchToNumber } from './sections/games-list.js';
import { gameNumberOf, isCommand } from './parts/hotkeys.js';
import { Log } from './sections/log.js';
import { Login } from './sections/login.js';
import { Players } from './sections/players.js';
import { Rehearsal } from './sections/rehearsal.js';
import { start, welcome } from './session/session.js';
import { Tabs, tab } from './parts/tabs.js';
import { t } from './parts/texts.js';
import { Throttle } from './sections/throttle.js';
import { Toasts } from './parts/toasts.js';
import { LostBanner, TopBar } from './sections/top-bar.js';

document.title = t('panel.title');
render(html`<${Panel} />`, /** @type {HTMLElement} */ (document.getElementById('panel')));
addEventListener('keydown', onKey);
addEventListener('click', onClick);
loadFaceLate();
start();

function Panel() {
  return html`${welcome.value ? html`<${Desk} />` : html`<${Login} />`}<${Dialog} /><${Toasts} />`;
}

function Desk() {
  return html`<div class="desk">
    <${TopBar} />
    <${LostBanner} />
    <main class="sections" data-tab=${tab.value}>
      <div class="column"><${GamesList} /><${Rehearsal} /><${Log} /></div>
      <div class="column"><${CurrentGame} /><${Players} /></div>
      <div class="column"><${Throttle} /><${Charts} /></div>
    </main>
    <${Tabs} />
  </div>`;
}

/** Takes the focus from a button pressed by mouse, so that Space stays the game's key. @param {MouseEvent} event */
function onClick({ detail, target }) {
  if (detail === 0 || !(target instanceof Element)) return;
  const button = target.closest('.action, .game');
  if (button instanceof HTMLElement) button.blur();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (!welcome.value || isAsking() || !isCommand(event)) return;
  const isDone =
    runKey(event.key) || backByKey(event) || (!event.repeat && switchToNumber(gameNumberOf(event)));
  if (isDone) event.preventDefault();
}
