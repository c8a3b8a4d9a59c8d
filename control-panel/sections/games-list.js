/** The games to choose from: one press switches the whole room. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { order, scene, welcome } from '../session/session.js';
import { t } from '../parts/texts.js';

/** @import { GameCard } from '../../lib/contract/types.js' */

/** The game that was asked for, until the server's answer. */
const asked = signal('');

/** Lists the games that can run, then those that cannot, with the reason. */
export function GamesList() {
  const { games = [], broken = [] } = welcome.value ?? {};
  return html`<section class="section games" data-group="show" aria-labelledby="games-title">
    <h2 id="games-title">${t('panel.games')}</h2>
    <ul>
      ${games.map((game, index) => html`<li key=${game.id}><${GameButton} game=${game} index=${index} /></li>`)}
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

/** @param {number} index place in the list */
export function switchToNumber(index) {
  const game = welcome.value?.games[index];
  if (game) void switchTo(game.id);
  return game !== undefined;
}

/** @param {{ game: GameCard, index: number }} props */
function GameButton({ game, index }) {
  const isCurrent = scene.value?.game.id === game.id;
  return html`<button
    class="game"
    aria-current=${isCurrent ? 'true' : undefined}
    aria-busy=${asked.value === game.id}
    aria-keyshortcuts=${index < 9 ? `Shift+${index + 1}` : undefined}
    onClick=${() => switchTo(game.id)}
  >
    <b>${game.title}</b>
    ${isCurrent ? html`<span class="tag on">${t('panel.games.on')}</span>` : index < 9 && html`<kbd>⇧${index + 1}</kbd>`}
    <p>${game.summary}</p>
  </button>`;
}

/** Leaves the running game alone: to begin it again would throw its score away. @param {string} id */
async function switchTo(id) {
  if (id === scene.value?.game.id) return;
  asked.value = id;
  await order('switch', id);
  asked.value = '';
}
