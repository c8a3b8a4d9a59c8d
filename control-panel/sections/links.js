/** The links that give roles to others: made here, shown once with a QR code, listed, and called back. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { confirmed } from '../parts/confirm.js';
import { copy } from '../parts/copy.js';
import { Segments } from '../parts/field.js';
import { Icon } from '../parts/icons.js';
import { QrCode } from '../parts/qr-code.js';
import { Sheet } from '../parts/sheet.js';
import { ask, order, scene, status } from '../session/session.js';
import { isolate, lang, t } from '../parts/texts.js';

/** @import { LinkCard, LinkRole, NewLink } from '../../lib/contract/links.js' */

/** @type {readonly LinkRole[]} */
const ROLES = ['host', 'presenter', 'moderator', 'operator'];
/** A talk, an evening, a weekend, a month. */
const HOURS = [2, 12, 72, 720];
const USUAL_HOURS = 72;
const NOTE_LENGTH = 60;
const REFRESH_MS = 3000;
/** Users of a link are reported every ten seconds. */
const HERE_MS = 15_000;

const isOpen = signal(false);
const cards = signal(/** @type {LinkCard[]} */ ([]));
/** The link that was made last: its key is in no list. */
const made = signal(/** @type {NewLink | null} */ (null));

/** Opens the sheet with the links. */
export function LinksButton() {
  const count = status.value?.remotes ?? 0;
  return html`<button
    class="button remote"
    title=${t('panel.links.help')}
    onClick=${() => (isOpen.value = true)}
  >
    <${Icon} name="remote" /><span>${t('panel.links')}</span
    >${count > 0 && html`<span class="tag on">${t('panel.remote.open', { count })}</span>`}
  </button>`;
}

/** The sheet over the panel, of which there is one. */
export function LinksSheet() {
  if (!isOpen.value) return null;
  return html`<${Sheet}
    name="links"
    title=${t('panel.links')}
    refresh=${refresh}
    everyMs=${REFRESH_MS}
    onClose=${close}
  >
    ${made.value ? html`<${Made} ...${made.value} />` : html`<${Make} />`}
    <h3>${t('panel.links.list')}</h3>
    <ul class="link-list">
      <${ScreensCard} />
      ${cards.value.map((card) => html`<${Card} key=${card.id} card=${card} />`)}
    </ul>
    ${cards.value.length === 0 && html`<p class="quiet">${t('panel.links.none')}</p>`}
  <//>`;
}

function close() {
  isOpen.value = false;
  made.value = null;
}

/** A failure stays silent: the next try comes soon, and the banner tells of a lost connection. */
async function refresh() {
  const ack = await ask('links');
  if (ack.ok) cards.value = ack.links;
}

/** Asks for role, time and note. */
function Make() {
  const [role, setRole] = useState(/** @type {LinkRole} */ ('host'));
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const wish = { role, hours: Number(form.get('hours')), note: String(form.get('note') ?? '') };
    const ack = await order('newLink', wish);
    if (!ack.ok) return;
    made.value = ack;
    await refresh();
  };
  const actions = Object.values(scene.value?.game.actions ?? {});
  const isIdle = role === 'moderator' && !actions.some(({ moderators }) => moderators);
  return html`<form class="link-form" onSubmit=${submit}>
    <p id="link-role">${t('panel.links.for')}</p>
    <${Segments}
      labelledBy="link-role"
      choices=${ROLES.map((id) => ({ id, title: t(`panel.role.${id}`) }))}
      value=${role}
      onChoose=${setRole}
    />
    <p class="quiet link-help">${t(`panel.role.${role}.help`)} ${isIdle && t('panel.remote.idle')}</p>
    <label>
      <span>${t('panel.links.hours')}</span>
      <select class="room-select" name="hours">
        ${HOURS.map(
          (hours) =>
            html`<option key=${hours} value=${hours} selected=${hours === USUAL_HOURS}>
              ${durationOf(hours)}
            </option>`,
        )}
      </select>
    </label>
    <label>
      <span>${t('panel.links.note')}</span>
      <input class="text" name="note" dir="auto" maxlength=${NOTE_LENGTH} autocomplete="off" />
    </label>
    <button class="button primary">${t('panel.links.make')}</button>
  </form>`;
}

/** Shows a new link, this once. @param {NewLink} props */
function Made({ link, url, qr }) {
  return html`<section class="link-made" aria-label=${t('panel.links.made')}>
    <${QrCode} svg=${qr} alt=${t('panel.remote.qr')} />
    <div>
      <p><b>${t(`panel.role.${link.role}`)}</b>${link.note && ` · ${isolate(link.note)}`}</p>
      <p class="quiet">${t('panel.links.once')}</p>
      <code class="link-url" dir="ltr">${url}</code>
      <p class="link-buttons">
        <button class="button primary" autofocus onClick=${() => copy(url)}>
          <${Icon} name="copy" /><span>${t('panel.remote.copy')}</span>
        </button>
        <button class="button" onClick=${() => (made.value = null)}>${t('panel.links.another')}</button>
      </p>
    </div>
  </section>`;
}

/** The key of the screens, which the button in the bar opens: it is in no list, and good until it is called back. */
function ScreensCard() {
  const playfield = t('panel.playfield');
  const recall = async () => {
    const yes = await confirmed({
      title: t('panel.links.screens.title'),
      text: t('panel.links.screens.text', { playfield }),
      yes: t('panel.links.recall'),
      harmful: true,
    });
    if (yes) await order('recallKeys');
  };
  return html`<li class="link-card">
    <div>
      <p><b>${t('panel.links.screens')}</b></p>
      <p class="quiet">${t('panel.links.screens.help', { playfield })}</p>
    </div>
    <button
      class="button"
      aria-label=${`${t('panel.links.recall')}: ${t('panel.links.screens')}`}
      onClick=${recall}
    >
      ${t('panel.links.recall')} …
    </button>
  </li>`;
}

/** @param {{ card: LinkCard }} props */
function Card({ card }) {
  const { id, role, note, madeMs, untilMs, seenMs, recalledMs } = card;
  const nowMs = status.value?.atMs ?? Date.now();
  const end = recalledMs !== null ? 'recalled' : untilMs <= nowMs ? 'expired' : '';
  const recall = async () => {
    const ack = await order('recallLink', id);
    if (ack.ok) await refresh();
  };
  return html`<li class="link-card" data-end=${end}>
    <div>
      <p><b>${t(`panel.role.${role}`)}</b>${note && html` · <bdi>${note}</bdi>`}</p>
      <p class="quiet">
        ${t('panel.links.times', { made: momentOf(madeMs), until: momentOf(untilMs) })}
        ${' · '}${seenText(seenMs, nowMs)}
      </p>
    </div>
    ${
      end
        ? html`<span class="tag">${t(`panel.links.${end}`)}</span>`
        : html`<button
            class="button"
            aria-label=${`${t('panel.links.recall')}: ${t(`panel.role.${role}`)} ${note}`}
            onClick=${recall}
          >
            ${t('panel.links.recall')}
          </button>`
    }
  </li>`;
}

/** @param {number | null} seenMs @param {number} nowMs */
function seenText(seenMs, nowMs) {
  if (seenMs === null) return t('panel.links.unseen');
  if (nowMs - seenMs < HERE_MS) return t('panel.links.here');
  return t('panel.links.seen', { time: momentOf(seenMs) });
}

/** @param {number} hours */
function durationOf(hours) {
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [hours / 24, 'day'];
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** @param {number} ms */
function momentOf(ms) {
  const isToday = new Date(ms).toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const day = isToday ? {} : { day: 'numeric', month: 'short' };
  return new Date(ms).toLocaleString(lang, { ...day, hour: '2-digit', minute: '2-digit' });
}
