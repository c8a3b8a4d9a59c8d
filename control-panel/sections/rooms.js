/** The rooms: watching, opening, locking and closing them, and the addresses to hand out. */

import { html } from 'htm/preact';
import { askText, confirmed } from '../parts/confirm.js';
import { copy } from '../parts/copy.js';
import { Icon } from '../parts/icons.js';
import { roomTitle } from './backstage.js';
import { LinksButton } from './links.js';
import { may } from '../session/may.js';
import { showDone, showProblem } from '../parts/toasts.js';
import { order, status, watch, welcome } from '../session/session.js';
import { isolate, t } from '../parts/texts.js';

/** @import { RoomCard } from '../../lib/contract/wire.js' */

/** The default room: it has no code in its addresses and cannot be closed. */
const MAIN = 'main';

/** @returns {RoomCard | undefined} */
function watchedRoom() {
  return status.value?.rooms.find(({ id }) => id === status.value?.roomId);
}

/** Chooses the room to watch; that changes nothing but this panel. */
export function RoomSelect() {
  const { rooms = [], roomId = '' } = status.value ?? {};
  return html`<select
    class="room-select"
    aria-label=${t('panel.room')}
    value=${roomId}
    onChange=${(/** @type {any} */ event) => watch(event.currentTarget.value)}
  >
    ${rooms.map(
      (room) =>
        html`<option key=${room.id} value=${room.id} selected=${room.id === roomId}>
          ${roomTitle(room)} · ${room.connected}
        </option>`,
    )}
  </select>`;
}

/** Locks without a question: the room is opened again as fast. */
export function LockToggle() {
  if (!may('lock')) return null;
  const locked = status.value?.locked ?? false;
  return html`<button
    class="button lock"
    role="switch"
    aria-checked=${locked}
    aria-label=${t('panel.lock')}
    title=${t('panel.lock.help')}
    onClick=${() => order('lock', !locked)}
  >
    <${Icon} name=${locked ? 'locked' : 'unlocked'} />
    <span>${t(locked ? 'panel.lock.closed' : 'panel.lock.open')}</span>
  </button>`;
}

/** Links to the playfield with its key, and to the address for phones. */
export function RoomLinks() {
  const room = watchedRoom();
  return html`${
      welcome.value?.presenterKey &&
      html`<a class="button" href=${playfieldUrl(room?.id ?? MAIN)} target="_blank" rel="noopener">
        <${Icon} name="open" /><span>${t('panel.playfield')}</span>
      </a>`
    }
    <button class="button join-address" title=${t('panel.join.help')} onClick=${() => copy(room?.url ?? '')}>
      <${Icon} name="copy" /><span>${bareUrl(room?.url ?? '')}</span>
    </button>
    ${may('new-link') && html`<${LinksButton} />`}`;
}

/** Asks for a name, opens the room and watches it. */
export async function openRoom() {
  const title = await askText({
    title: t('panel.room.open'),
    field: t('panel.room.title'),
    yes: t('panel.room.open'),
  });
  if (!title) return;
  const ack = await order('openRoom', title);
  if (ack.ok) await watch(ack.room.id);
}

/** Asks first, because the people in the room are sent away. */
export async function closeRoom() {
  const room = watchedRoom();
  if (!room) return;
  const yes = await confirmed({
    title: t('panel.room.close.title', { title: isolate(room.title) }),
    text: t('panel.room.close.text', { count: room.connected }),
    yes: t('panel.room.close'),
    harmful: true,
  });
  if (yes) await order('closeRoom', room.id);
}

/** Asks first, because nothing brings them back. */
export async function erasePeople() {
  const room = watchedRoom();
  if (!room) return;
  const yes = await confirmed({
    title: t('panel.erase.title', { title: isolate(room.title) }),
    text: t('panel.erase.text', { count: status.value?.presence.known ?? 0 }),
    yes: t('panel.erase'),
    harmful: true,
  });
  const ack = yes ? await order('erase') : null;
  if (!ack?.ok) return;
  if (ack.copies.length === 0) return showDone(t('panel.erase.done'));
  showProblem(t('panel.erase.copies', { names: isolate(ack.copies.join(', ')) }));
}

/** The main room cannot be closed. */
export const isMainRoom = () => (status.value?.roomId ?? MAIN) === MAIN;

/** Puts the key into the fragment, so that no server log and no proxy sees it. @param {string} roomId */
function playfieldUrl(roomId) {
  const query = roomId === MAIN ? '' : `?room=${encodeURIComponent(roomId)}`;
  return `/playfield${query}#key=${encodeURIComponent(welcome.value?.presenterKey ?? '')}`;
}

/** @param {string} url */
const bareUrl = (url) => url.replace(/^https?:\/\//, '');
