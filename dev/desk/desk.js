/**
 * The author's desk: a game on its screen and on four phones, its settings and actions, bots, and its stage, which can be stopped, stepped
 * and taken back in time. Most of it is the control panel's. Its own words are English, as the docs for authors are.
 */

import { html, render } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../control-panel/parts/confirm.js';
import { loadTexts } from '../../control-panel/parts/texts.js';
import { Toasts, showProblem } from '../../control-panel/parts/toasts.js';
import { CurrentGame } from '../../control-panel/sections/current-game.js';
import { Faults } from '../../control-panel/sections/faults.js';
import { HostDesk } from '../../control-panel/sections/host-desk.js';
import { LiveScreen } from '../../control-panel/sections/live-screen.js';
import { Login } from '../../control-panel/sections/login.js';
import { Rehearsal } from '../../control-panel/sections/rehearsal.js';
import { ask, scene, start, welcome } from '../../control-panel/session/session.js';
import { loadFaceLate } from '../../public/shared/dom.js';
import { Phones } from './phones.js';
import { Stage } from './stage.js';

/** '': whichever is on. */
const gameId = location.pathname.split('/')[2] ?? '';

await loadTexts();
document.title = 'Desk';
render(html`<${Page} />`, /** @type {HTMLElement} */ (document.getElementById('panel')));
loadFaceLate();
start();
document.documentElement.dataset['up'] = '';

function Page() {
  return html`${welcome.value ? html`<${Desk} />` : html`<${Login} />`}<${Dialog} /><${Toasts} />`;
}

function Desk() {
  const [isOn, setOn] = useState(false);
  useEffect(() => void (gameId === '' ? Promise.resolve() : putOn(gameId)).then(() => setOn(true)), []);
  if (!isOn || !scene.value) return null;
  return html`<main class="author-desk">
    <div class="column"><${Head} /><${LiveScreen} /><${Stage} /></div>
    <div class="column"><${Phones} /><${Rehearsal} /><${HostDesk} /><${CurrentGame} /></div>
  </main>`;
}

function Head() {
  const { games = [], broken = [] } = welcome.value ?? {};
  const onChange = (/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) =>
    putOn(currentTarget.value);
  return html`<header class="desk-head">
      <h1>Desk</h1>
      <select aria-label="Game" value=${scene.value?.game.id} onChange=${onChange}>
        ${games.map(({ id, title }) => html`<option key=${id} value=${id}>${title}</option>`)}
      </select>
      <a href="/control" target="_blank">Control panel</a>
    </header>
    ${broken.map(({ id, message }) => html`<p key=${id} class="field-note problem" role="alert">${message}</p>`)}
    <${Faults} epoch=${scene.value?.epoch} />`;
}

/** A game goes on where it was left. @param {string} id */
async function putOn(id) {
  const ack = await ask('switch', id, { sure: true });
  if (!ack.ok) return showProblem(ack.message);
  document.title = `Desk: ${id}`;
  history.replaceState(null, '', `/desk/${id}${location.hash}`);
}
