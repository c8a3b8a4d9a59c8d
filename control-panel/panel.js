/** The control panel: its frame, its keys, and the order of its sections. */

import { html, render } from 'htm/preact';
import { loadFaceLate } from '../public/shared/dom.js';
import { runKey } from './sections/actions.js';
import { BackstageStrip, isBackstage } from './sections/backstage.js';
import { Charts } from './sections/charts.js';
import { Dialog, isAsking } from './parts/confirm.js';
import { Doors } from './sections/doors.js';
import { CurrentGame } from './sections/current-game.js';
import { Events } from './sections/events.js';
import { GamesList, selectNumber } from './sections/games-list.js';
import { HostDesk } from './sections/host-desk.js';
import { gameNumberOf } from './parts/hotkeys.js';
import { Look } from './sections/look.js';
import { Login } from './sections/login.js';
import { PauseStrip, pauseByKey } from './sections/pause.js';
import { Players } from './sections/players.js';
import { CueEditor } from './sections/cue-editor.js';
import { Rehearsal } from './sections/rehearsal.js';
import { hasShortcuts, isServerOpen } from './session/preferences.js';
import { scene, start, welcome } from './session/session.js';
import { darken, press } from './session/steps.js';
import { clickOnce, clickerKey, isCharacter, isCommand, keyOf } from '../public/shared/keys.js';
import { Tabs, tab } from './parts/tabs.js';
import { loadTexts, t } from './parts/texts.js';
import { Throttle } from './sections/throttle.js';
import { Toasts } from './parts/toasts.js';
import { LostBanner, TopBar } from './sections/top-bar.js';
import { AlikeSheet } from './sections/alike.js';
import { LinksSheet } from './sections/links.js';
import { NamesSheet } from './sections/names.js';
import { ReadySheet } from './sections/ready.js';
import { WifiSheet } from './sections/wifi.js';
import { RunSheet } from './sections/run-sheet.js';
import { isOperator, may } from './session/may.js';

await loadTexts();
document.title = t('panel.title');
render(html`<${Panel} />`, /** @type {HTMLElement} */ (document.getElementById('panel')));
addEventListener('keydown', clickOnce);
addEventListener('keydown', onKey);
addEventListener('click', onClick);
loadFaceLate();
start();
document.documentElement.dataset['up'] = '';

function Panel() {
  return html`${welcome.value ? html`<${Desk} />` : html`<${Login} />`}<${Dialog} /><${Toasts} />`;
}

function Desk() {
  return html`<div class="desk" data-by=${welcome.value?.by}>
    <a class="skip" href="#desk" onClick=${skip}>${t('panel.skip')}</a>
    <${TopBar} />
    <${LostBanner} />
    <${BackstageStrip} /><${PauseStrip} />
    <main key=${welcome.value?.roomId} class="sections" data-tab=${tab.value}>
      <div class="column">
        ${may('sheet') && !isBackstage.value && html`<${RunSheet} />`}<${GamesList} />${may('readiness') && !isBackstage.value && html`<${Doors} />`}${may('look') && !isBackstage.value && html`<${Look} />`}${may('extension:rehearsal') && html`<${Rehearsal} />`}${may('events') && html`<${Events} />`}
      </div>
      <div class="column"><${HostDesk} /><${CurrentGame} /></div>
      <div class="column" data-server=${isServerOpen.value ? 'open' : 'folded'}>
        ${isOperator() && html`<${Throttle} /><${Charts} />`}<${Players} />
      </div>
    </main>
    <${Tabs} /><${CueEditor} /><${LinksSheet} /><${NamesSheet} /><${AlikeSheet} /><${ReadySheet} /><${WifiSheet} />
  </div>`;
}

/** Takes the focus from a button pressed by mouse, so that Space stays the game's key and Enter GO, also after a dialog that it opens. @param {MouseEvent} event */
function onClick({ detail, target }) {
  if (detail === 0 || !(target instanceof Element)) return;
  const button = target.closest('.action, .game, .go, .host-hands .button, .top-bar .button');
  if (button instanceof HTMLElement) button.blur();
}

/** @typedef {Pick<KeyboardEvent, 'key' | 'repeat' | 'shiftKey' | 'code'>} Pressed */

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (!welcome.value || isAsking() || document.querySelector('dialog[open]') || !isCommand(event)) return;
  const { repeat, shiftKey, code } = event;
  const pressed = { key: keyOf(event), repeat, shiftKey, code };
  const isDone = click(pressed) || (hasShortcuts.value && byShortcut(pressed));
  if (isDone) event.preventDefault();
}

/** Does what clickers send. Letters and signs are for those who have shortcuts. @param {Pressed} pressed */
function click({ key, repeat }) {
  const meaning = clickerKey(key, scene.value?.game.actions ?? {});
  if (!meaning || (isCharacter(key) && !hasShortcuts.value)) return false;
  if (repeat) return true;
  if (meaning === 'dark') void darken();
  else void press(meaning);
  return true;
}

/** @param {KeyboardEvent} event */
/** @param {Pressed} event */
function byShortcut(event) {
  return (
    (!event.shiftKey && runKey(event)) ||
    pauseByKey(event) ||
    (!event.repeat && selectNumber(gameNumberOf(event)))
  );
}

/** The fragment of the address is where keys stand, so the page goes there by itself. @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById('desk')?.focus();
}
