/** The players of the watched room: their number, a search, and a page of them at a time. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { integer } from '../parts/format.js';
import { findAlike } from './alike.js';
import { Player, Shape } from './player.js';
import { LockToggle } from './rooms.js';
import { NamesButton } from './names.js';
import { may } from '../session/may.js';
import { ask, order, scene, status } from '../session/session.js';
import { t } from '../parts/texts.js';
import { teamTitle } from '../session/game-texts.js';
import { showDone } from '../parts/toasts.js';

/** @import { PlayerRow } from '../../lib/contract/wire.js' */

const PAGE = 50;
const REFRESH_MS = 1000;

const query = signal('');
const offset = signal(0);
const found = signal(/** @type {{ total: number, rows: PlayerRow[] }} */ ({ total: 0, rows: [] }));

/** Shows a page of the list at a time, and refreshes it while it can be seen. */
export function Players() {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => keepFresh(/** @type {HTMLElement} */ (root.current)), []);
  const { rows, total } = found.value;
  return html`<section
    class="section players"
    data-group="players"
    ref=${root}
    aria-labelledby="players-title"
  >
    <div class="players-head">
      <h2 id="players-title">${t('panel.players')}</h2>
      <${Counts} />
      <${Search} />
      <span class="narrow-only"><${LockToggle} /></span>
      ${may('approve') && html`<${NamesButton} />`}
      <${SharedAddress} />
      ${teams().length > 1 && may('balance') && html`<button class="button" onClick=${balance}>${t('panel.balance')}</button>`}
    </div>
    ${
      rows.length > 0
        ? html`<ul class="player-list">
            ${rows.map((row) => html`<${Player} key=${row.id} row=${row} teams=${teams()} onChange=${refresh} />`)}
          </ul>`
        : html`<p class="quiet empty">${t(query.value ? 'panel.players.nobody' : 'panel.players.empty')}</p>`
    }
    <${Pages} total=${total} />
  </section>`;
}

function Counts() {
  if (!status.value) return null;
  const { known, active, hidden, byTeam } = status.value.presence;
  return html`<p class="counts">
    <span>${t('panel.players.known', { count: known })}</span>
    <span><${Shape} state="active" /> ${integer(active)} ${t('panel.state.active')}</span>
    <span><${Shape} state="hidden" /> ${integer(hidden)} ${t('panel.state.hidden')}</span>
    ${teams().map(
      (team, index) =>
        html`<span key=${team} class="team-count" data-team-index=${index}
          >${teamTitle(team)} <b>${integer(byTeam[team] ?? 0)}</b></span
        >`,
    )}
  </p>`;
}

/** Many who share an address may be a hall's Wi-Fi, or one laptop that plays for all of them. */
function SharedAddress() {
  const { crowd = null, connected = 0 } = status.value?.presence ?? {};
  if (!crowd || !may('alike')) return null;
  const look = () => findAlike(crowd, { withinS: 0, named: false, sameAddress: true });
  return html`<p class="shared-address">
    <span>${t('panel.crowd', { count: crowd.count, all: integer(connected) })}</span>
    <button class="button" title=${t('panel.crowd.help')} onClick=${look}>${t('panel.crowd.look')}</button>
  </p>`;
}

function Search() {
  return html`<input
    class="text search"
    type="search"
    placeholder=${t('panel.players.search')}
    aria-label=${t('panel.players.search')}
    value=${query.value}
    onInput=${(/** @type {any} */ event) => {
      query.value = event.currentTarget.value;
      offset.value = 0;
      void refresh();
    }}
  />`;
}

/** @param {{ total: number }} props */
function Pages({ total }) {
  if (total <= PAGE) return null;
  const from = offset.value + 1;
  const to = Math.min(total, offset.value + PAGE);
  const go = (/** @type {number} */ by) => () => {
    offset.value += by;
    void refresh();
  };
  return html`<nav class="pages" aria-label=${t('panel.pages')}>
    <button class="button" disabled=${from === 1} onClick=${go(-PAGE)}>
      <span class="mirrored">←</span> ${t('panel.pages.back')}
    </button>
    <span>${t('panel.pages.range', { from: integer(from), to: integer(to), total: integer(total) })}</span>
    <button class="button" disabled=${to === total} onClick=${go(PAGE)}>
      ${t('panel.pages.on')} <span class="mirrored">→</span>
    </button>
  </nav>`;
}

const teams = () => scene.value?.game.teams ?? [];

async function balance() {
  const ack = await order('balance');
  if (ack.ok) showDone(t('panel.balance.done', { count: ack.moved }));
  await refresh();
}

/** Asks for the list only while somebody can see it: it costs the server a search. @param {HTMLElement} root */
function keepFresh(root) {
  let isSeen = false;
  const eye = new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? false;
    if (isSeen) void refresh();
  });
  eye.observe(root);
  const timer = setInterval(
    () => isSeen && document.visibilityState === 'visible' && void refresh(),
    REFRESH_MS,
  );
  return () => {
    eye.disconnect();
    clearInterval(timer);
  };
}

/** Nobody moves under the hand of somebody who is about to press: those in the list stay where they are, newcomers come last. @param {PlayerRow[]} rows */
function inPlace(rows) {
  if (!document.querySelector('.player-list:is(:hover, :focus-within)')) return rows;
  const places = new Map(found.value.rows.map(({ id }, place) => [id, place]));
  const placeOf = (/** @type {PlayerRow} */ { id }) => places.get(id) ?? PAGE;
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Numbers the requests: only the answer to the newest counts. */
let turns = 0;

/** A failure stays silent: the next try comes in a second, and the banner tells of a lost connection. */
async function refresh() {
  const turn = ++turns;
  const ack = await ask('players', { query: query.value, offset: offset.value, limit: PAGE });
  if (!ack.ok || turn !== turns) return;
  found.value = { total: ack.total, rows: inPlace(ack.rows) };
  if (ack.rows.length === 0 && ack.total > 0) offset.value = Math.floor((ack.total - 1) / PAGE) * PAGE;
}
