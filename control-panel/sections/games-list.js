/** The games to choose from: one press switches the whole room. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { confirmed } from '../parts/confirm.js';
import { order, scene, status, welcome } from '../session/session.js';
import { Icon } from '../parts/icons.js';
import { lang, t } from '../parts/texts.js';

/** @import { GameCard } from '../../lib/contract/types.js' */

/** The game that was asked for, until the server's answer. */
const requested = signal('');

/** Lists the games that can run, then those that cannot, with the reason. */
export function GamesList() {
  const { games = [], broken = [] } = welcome.value ?? {};
  return html`<section class="section games" data-group="show" aria-labelledby="games-title">
    <h2 id="games-title">${t('panel.games')}</h2>
    <ul>
      ${games.map((game, index) => html`<li key=${game.id}><${GameButton} game=${game} index=${index} /><${GoOn} game=${game} /></li>`)}
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
    aria-busy=${requested.value === game.id}
    aria-keyshortcuts=${index < 9 ? `Shift+${index + 1}` : undefined}
    onClick=${() => switchTo(game.id)}
  >
    <b>${game.title}</b>
    ${isCurrent ? html`<span class="tag on">${t('panel.games.on')}</span>` : index < 9 && html`<kbd>⇧${index + 1}</kbd>`}
    <p>${game.summary}</p>
  </button>`;
}

/** @param {string} gameId */
const keptOf = (gameId) => status.value?.kept.find((one) => one.gameId === gameId);

/** Stands below a game that waits for the room to come back. @param {{ game: GameCard }} props */
function GoOn({ game }) {
  const kept = keptOf(game.id);
  if (!kept) return null;
  const at = new Date(kept.atMs).toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit' });
  return html`<button class="button go-on" onClick=${() => order('back', game.id)}>
    <${Icon} name="show" /><span>${t('panel.games.go-on', { time: at })}</span>
  </button>`;
}

/**
 * Leaves the running game alone: to begin it again would throw its score away. Where a game waits, it asks first.
 * @param {string} id
 */
async function switchTo(id) {
  if (id === scene.value?.game.id) return;
  const kept = keptOf(id);
  const question = {
    title: t('panel.games.anew.title', { title: kept?.title ?? '' }),
    text: t('panel.games.anew.text'),
    yes: t('panel.games.anew'),
    harmful: true,
  };
  if (kept && !(await confirmed(question))) return;
  requested.value = id;
  await order('switch', id);
  requested.value = '';
}
