/** Backstage: the way there from the card of a game, and the strip by which what was prepared goes to the room in front. */

import { computed } from '@preact/signals';
import { html } from 'htm/preact';
import { gameTitle } from '../session/game-texts.js';
import { askBeforeLoss } from '../session/leave.js';
import { may } from '../session/may.js';
import { ask, order, status, watch } from '../session/session.js';
import { Icon } from '../parts/icons.js';
import { showDone, showProblem } from '../parts/toasts.js';
import { isolate, t } from '../parts/texts.js';

/** @import { RoomCard } from '../../lib/contract/wire.js' */

/** While it is on, nothing is prepared backstage. */
const LOBBY = 'lobby';

/** @param {string} [id] default: the room that is shown @returns {RoomCard | undefined} */
const roomOf = (id = status.value?.roomId) => status.value?.rooms.find((room) => room.id === id);

/** The room in front of the one that is shown, if that is a backstage. */
const front = () => roomOf(roomOf()?.backstageOf ?? '');

/** Changes more seldom than the status, so that the desk as a whole is not drawn with each. */
export const isBackstage = computed(() => front() !== undefined);

/** How a room is called in this panel. @param {RoomCard} room */
export function roomTitle({ title, backstageOf }) {
  const of = backstageOf === null ? undefined : roomOf(backstageOf);
  return of ? t('panel.backstage', { title: isolate(of.title) }) : isolate(title);
}

/** Stands on the card of a game. @param {{ gameId: string, title: string }} props */
export function PrepareButton({ gameId, title }) {
  const room = roomOf();
  if (!may('prepare') || !room || front()) return null;
  const behind = status.value?.rooms.find(({ backstageOf }) => backstageOf === room.id);
  const isReady = behind?.gameId === gameId && gameId !== LOBBY;
  const words = t(isReady ? 'panel.backstage.ready' : 'panel.backstage.prepare', { title: isolate(title) });
  return html`<button
    class="icon-button prepare"
    data-ready=${isReady}
    aria-label=${words}
    title=${words}
    onClick=${() => prepare(gameId)}
  >
    <${Icon} name="pencil" />
  </button>`;
}

/** @param {string} gameId */
async function prepare(gameId) {
  const ack = await order('prepare', gameId);
  if (ack.ok) await watch(ack.room.id);
}

/** Says across the panel that the room in front sees nothing of this. */
export function BackstageStrip() {
  const room = roomOf();
  const of = front();
  if (!room || !of) return null;
  const title = isolate(of.title);
  const game = gameTitle(of.gameId, of.gameId);
  return html`<div class="strip backstage" role="status">
    <${Icon} name="unseen" /><b>${t('panel.backstage', { title })}</b>
    <span>${t('panel.backstage.text', { title, game, count: of.connected })}</span>
    <span class="strip-hands">
      <button class="button primary" onClick=${() => take(title, false)}>
        <${Icon} name="show" /><span>${t('panel.backstage.now')}</span>
      </button>
      <button class="button" title=${t('panel.backstage.cue.help')} onClick=${() => take(title, true)}>
        <${Icon} name="plus" /><span>${t('panel.backstage.cue')}</span>
      </button>
      <a class="button" href=${room.url} target="_blank" rel="noopener">
        <${Icon} name="open" /><span>${t('panel.backstage.phone')}</span>
      </a>
      <button class="button" onClick=${() => watch(of.id)}>${t('panel.backstage.leave')}</button>
    </span>
  </div>`;
}

/** @param {string} title of the room in front @param {boolean} asCue */
async function take(title, asCue) {
  const ack = await askBeforeLoss((more) => ask('take', { asCue, ...more }));
  if (!ack.ok) return void (ack.message && showProblem(ack.message));
  await watch(ack.room.id);
  showDone(t(asCue ? 'panel.backstage.added' : 'panel.backstage.taken', { title }));
}
