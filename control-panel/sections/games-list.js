/** The games to choose from: one press switches the whole room. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { confirmed } from '../parts/confirm.js';
import { gameText, gameTitle, inWords } from '../session/game-texts.js';
import { askBeforeLoss } from '../session/leave.js';
import { hasLab } from '../session/preferences.js';
import { ask, order, scene, status, welcome } from '../session/session.js';
import { Icon } from '../parts/icons.js';
import { PrepareButton } from './backstage.js';
import { showProblem } from '../parts/toasts.js';
import { lang, t } from '../parts/texts.js';

/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { ShelvedCard } from '../../lib/contract/wire.js' */

/** The game that was asked for, until the server's answer. */
const requested = signal('');

/** Lists the games that can run, then those that cannot, with the reason. */
export function GamesList() {
  const { broken = [] } = welcome.value ?? {};
  const games = listed();
  return html`<section class="section games" data-group="show" aria-labelledby="games-title">
    <h2 id="games-title">${t('panel.games')}</h2>
    <ul>
      ${games.map((game, index) => html`<li key=${game.id}><${GameItem} game=${inWords(game)} index=${index} /></li>`)}
      ${broken.map(
        ({ id, message }) =>
          html`<li key=${id} class="game broken">
            <b>${id}</b><span class="tag">${t('panel.games.broken')}</span>
            <p>${message}</p>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** The games that can be chosen: those for engineers last, and only where the operator wants the lab, or one of them is on. */
function listed() {
  const all = welcome.value?.games ?? [];
  const lab = all.filter((game) => game.lab && (hasLab.value || scene.value?.game.id === game.id));
  return [...all.filter((game) => !game.lab), ...lab];
}

/**
 * Puts the focus on a game, so that Enter chooses it: a key alone must not end what is on.
 * @param {number} index place in the list @returns {boolean} false: there is none
 */
export function selectNumber(index) {
  const buttons = document.querySelectorAll('button.game');
  const button = index < 0 ? undefined : buttons[index];
  if (button instanceof HTMLElement) button.focus();
  return button !== undefined;
}

/** @param {{ game: GameCard, index: number }} props */
function GameItem({ game, index }) {
  const shelved = status.value?.shelf.find((one) => one.gameId === game.id);
  if (shelved) return html`<${Shelved} game=${game} about=${shelved} />`;
  return html`<div class="game-card">
      <${GameButton} game=${game} index=${index} /><${PrepareButton} gameId=${game.id} title=${game.title} />
    </div>
    <${Anew} game=${game} />`;
}

/** A game that failed too often cannot be chosen until the operator brings it back. @param {{ game: GameCard, about: ShelvedCard }} props */
function Shelved({ game, about: { hook, place, problem } }) {
  return html`<div class="game broken shelved">
      <b>${game.title}</b><span class="tag">${t('panel.games.shelved')}</span>
      <p>
        ${hook === '' ? t('panel.games.shelved.starts') : t('panel.games.shelved.text', { where: `${hook}()${place}`, problem })}
      </p>
    </div>
    <button class="button go-on" onClick=${() => order('bringBack', game.id)}>
      <${Icon} name="reset" /><span>${t('panel.games.bring-back')}</span>
    </button>`;
}

/** @param {{ game: GameCard, index: number }} props */
function GameButton({ game, index }) {
  const isCurrent = scene.value?.game.id === game.id;
  return html`<button
    class="game"
    aria-current=${isCurrent ? 'true' : undefined}
    aria-busy=${requested.value === game.id}
    aria-keyshortcuts=${index < 9 ? `Shift+${index + 1}` : undefined}
    onClick=${() => switchTo(game.id)}
  >
    <b>${game.title}</b>
    ${game.lab && html`<span class="tag">${t('panel.lab')}</span>`}
    ${isCurrent ? html`<span class="tag on">${t('panel.games.on')}</span>` : index < 9 && html`<kbd>⇧${index + 1}</kbd>`}
    <p>${game.summary}</p>
    ${!isCurrent && html`<${Kept} game=${game} />`}
  </button>`;
}

/** @param {string} gameId */
const keptOf = (gameId) => status.value?.kept.find((one) => one.gameId === gameId);

/** Says on the card of a game that waits where it stands. @param {{ game: GameCard }} props */
function Kept({ game }) {
  const kept = keptOf(game.id);
  if (!kept) return null;
  const { place, atMs } = kept;
  const time = new Date(atMs).toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit' });
  const words = place
    ? t('panel.games.kept', { place: gameText(game.id, place.text, place.values) })
    : t('panel.games.go-on', { time });
  return html`<span class="kept"><${Icon} name="reset" /><span>${words}</span></span>`;
}

/** Stands below a game that waits, or is on while another round of it waits. @param {{ game: GameCard }} props */
function Anew({ game }) {
  const kept = keptOf(game.id);
  const isCurrent = scene.value?.game.id === game.id;
  if (!kept) return null;
  if (isCurrent)
    return html`<button class="button go-on" onClick=${() => leave('back', game.id)}>
      <${Kept} game=${game} />
    </button>`;
  return html`<button class="button go-on" onClick=${() => beginAnew(game.id, kept.title)}>
    <${Icon} name="close" /><span>${t('panel.games.anew')} …</span>
  </button>`;
}

/** Nobody has to be asked: the game that is left is kept, and one that waits goes on. @param {string} id */
async function switchTo(id) {
  if (id === scene.value?.game.id) return;
  requested.value = id;
  await leave('switch', id);
  requested.value = '';
}

/** @param {string} id @param {string} title */
async function beginAnew(id, title) {
  const yes = await confirmed({
    title: t('panel.games.anew.title', { title: gameTitle(id, title) }),
    text: t('panel.games.anew.text'),
    yes: t('panel.games.anew'),
    harmful: true,
  });
  if (yes) await leave('switch', id, { anew: true });
}

/**
 * Leaves the running game for another one. Where it cannot be kept the server asks first.
 * @param {'switch' | 'back'} how @param {string} id @param {{ anew?: boolean }} [more]
 */
async function leave(how, id, more = {}) {
  const ack = await askBeforeLoss((sure) => ask(how, id, { ...more, ...sure }));
  if (!ack.ok && ack.message) showProblem(ack.message);
}
