/** Results as files: of the running game, and of those that ended. */

import { signal, useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import { timeOfDay } from '../parts/format.js';
import { gameTitle, inWords } from '../session/game-texts.js';
import { ask, download, link, welcome } from '../session/session.js';
import { lang, t } from '../parts/texts.js';

/** @import { Scene } from '../../lib/contract/wire.js' */
/** @typedef {{ name: string, rows: number }} TableCard */
/** @typedef {{ epoch: number, gameId: string, title: string, atMs: number }} Past */

/** How often results are asked for while there are none; once there are, asking for a full hall's tables costs too much. */
const REFRESH_MS = 2000;

/** The tables of the running game, and the games that ended. */
const now = signal(/** @type {TableCard[]} */ ([]));
const past = signal(/** @type {Past[]} */ ([]));
/** The sentence that says why the running game gives no tables. */
const problem = signal('');

/** @param {{ scene: Scene }} props given a key by room and epoch */
export function Results({ scene: { game } }) {
  const table = useSignal(0);
  useEffect(() => {
    now.value = past.value = [];
    problem.value = '';
    void refresh();
    const timer = setInterval(() => now.value.length === 0 && game.hasResults && refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  if (!game.hasResults && past.value.length === 0) return null;
  return html`<div class="results" onPointerEnter=${refresh} onFocusIn=${refresh}>
    ${game.hasResults && html`<${Running} table=${table} reports=${game.reports ?? []} />`}
    ${past.value.length > 0 && html`<${Ended} games=${past.value} />`}
  </div>`;
}

/** @param {{ table: import('@preact/signals').Signal<number>, reports: Scene['game']['reports'] }} props `table`: the one for the CSV */
function Running({ table, reports }) {
  const isEmpty = now.value.length === 0;
  const isOff = isEmpty || link.value !== 'on';
  return html`<div class="results-row" role="group" aria-labelledby="results-title">
    <span id="results-title" class="results-title">${t('panel.results')}</span>
    <button
      class="button"
      disabled=${isOff}
      aria-describedby="results-note"
      onClick=${() => save(`results.xlsx?lang=${lang.slice(0, 2)}`)}
    >
      XLSX
    </button>
    <span class="results-csv">
      ${now.value.length > 1 && html`<${Choice} table=${table} />`}
      <button
        class="button"
        disabled=${isOff}
        aria-describedby="results-note"
        onClick=${() => save(`results.csv?table=${chosenOf(table.value)}`)}
      >
        CSV
      </button>
    </span>
    ${reports.map(
      ({ id, title }) =>
        html`<button
          key=${id}
          class="button"
          disabled=${isOff}
          aria-describedby="results-note"
          onClick=${() => save(`reports/${id}?lang=${lang.slice(0, 2)}`)}
        >
          ${title}
        </button>`,
    )}
    <span id="results-note" class="results-note"
      >${isEmpty && (problem.value || t('panel.results.none'))}</span
    >
  </div>`;
}

/** A CSV file has one table. @param {{ table: import('@preact/signals').Signal<number> }} props */
function Choice({ table }) {
  return html`<select
    class="room-select"
    aria-label=${t('panel.results.table')}
    value=${chosenOf(table.value)}
    onChange=${(/** @type {any} */ { currentTarget }) => (table.value = Number(currentTarget.value))}
  >
    ${now.value.map(({ name }, index) => html`<option key=${index} value=${index}>${name}</option>`)}
  </select>`;
}

/** @param {{ games: Past[] }} props */
function Ended({ games }) {
  return html`<details class="results-past">
    <summary>${t('panel.results.past', { count: games.length })}</summary>
    <ul>
      ${games.map(
        ({ epoch, gameId, title, atMs }) =>
          html`<li key=${epoch}>
            <span>${gameTitle(gameId, title)} <time>${timeOfDay(atMs)}</time></span>
            <button
              class="button"
              aria-label=${t('panel.results.of', { title: gameTitle(gameId, title), time: timeOfDay(atMs) })}
              onClick=${() => save(`results.xlsx?epoch=${epoch}&lang=${lang.slice(0, 2)}`)}
            >
              XLSX
            </button>
            ${reportsOf(gameId).map(
              (report) =>
                html`<button
                  key=${report.id}
                  class="button"
                  onClick=${() => save(`reports/${report.id}?epoch=${epoch}&lang=${lang.slice(0, 2)}`)}
                >
                  ${report.title}
                </button>`,
            )}
          </li>`,
      )}
    </ul>
  </details>`;
}

/** Corrects a choice that is no more: a game that began anew has fewer tables. @param {number} wanted */
const chosenOf = (wanted) => (wanted < now.value.length ? wanted : 0);

/** @param {string} gameId of a game that may no longer be installed */
const reportsOf = (gameId) => inWords(welcome.value?.games.find(({ id }) => id === gameId))?.reports ?? [];

async function refresh() {
  const ack = await ask('results');
  if (!ack.ok) return;
  now.value = ack.now;
  past.value = ack.past;
  problem.value = ack.problem ?? '';
}

/** @param {string} file */
async function save(file) {
  await download(`/${file}`, file.split('?', 1)[0] ?? 'results');
  // Another operator may have started the game anew meanwhile.
  return refresh();
}
