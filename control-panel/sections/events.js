/** The log of the show: what people did, by role, what befell it, and what can be undone. Newest first. */

import { effect, signal } from '@preact/signals';
import { html } from 'htm/preact';
import { LANGUAGES } from '../../public/shared/languages.js';
import { timeOfDay } from '../parts/format.js';
import { Icon } from '../parts/icons.js';
import { actionTitle, gameTitle, settingTitle, teamTitle } from '../session/game-texts.js';
import { ask, order, status, welcome } from '../session/session.js';
import { isolate, t } from '../parts/texts.js';
import { Log } from './log.js';

/** @import { ShowEvent } from '../../lib/contract/wire.js' */

/** @type {import('@preact/signals').Signal<ShowEvent[]>} */
const events = signal([]);
/** Which log the list shows: a room, and the number that grows with each change of it. */
let shown = '';

effect(() => {
  const { roomId, events: version } = status.value ?? {};
  const wanted = `${roomId} ${version} ${welcome.value?.roomId}`;
  if (version !== undefined && wanted !== shown) void load(wanted);
});

/** @param {string} wanted */
async function load(wanted) {
  shown = wanted;
  const ack = await ask('events');
  if (ack.ok && shown === wanted) events.value = ack.events;
  else if (!ack.ok && shown === wanted) shown = '';
}

/** Shows the events of this room and of the house; the lines of the server are folded below. */
export function Events() {
  const nowMs = status.value?.atMs ?? 0;
  return html`<section class="section events" data-group="health" aria-labelledby="events-title">
    <h2 id="events-title">${t('panel.events')}</h2>
    ${events.value.length === 0 && html`<p class="quiet">${t('panel.log.empty')}</p>`}
    <ol tabindex="0" aria-labelledby="events-title">
      ${events.value.toReversed().map((event) => html`<${Line} key=${event.seq} event=${event} nowMs=${nowMs} />`)}
    </ol>
    <details class="of-server">
      <summary>${t('panel.log')}</summary>
      <${Log} />
    </details>
  </section>`;
}

/** @param {{ event: ShowEvent, nowMs: number }} props */
function Line({ event, nowMs }) {
  const { seq, atMs, by, undoUntilMs, undone } = event;
  const sentence = sentenceOf(event);
  return html`<li data-undone=${undone}>
    <time>${timeOfDay(atMs)}</time>
    <span>${by && html`<b>${t(`panel.by.${by}`)}:</b> `}${sentence}</span>
    ${undone && html`<span class="tag">${t('panel.undone')}</span>`}
    ${
      undoUntilMs !== null &&
      nowMs < undoUntilMs &&
      html`<button
        class="button small"
        aria-label=${t('panel.undo.what', { what: sentence })}
        onClick=${() => order('undo', seq)}
      >
        <${Icon} name="reset" /><span>${t('panel.undo')}</span>
      </button>`
    }
  </li>`;
}

/** @param {ShowEvent} event */
function sentenceOf({ kind, values }) {
  const { game, title, setting, action, team, language } = values;
  const spoken = {
    ...(title !== undefined && {
      title: game === undefined ? isolate(String(title)) : gameTitle(String(game), String(title)),
    }),
    ...(setting !== undefined && { setting: settingTitle(String(game), String(setting)) }),
    ...(action !== undefined && { action: actionTitle(String(game), String(action)) }),
    ...(team !== undefined && { team: teamTitle(String(team)) }),
    ...(language !== undefined && {
      language: LANGUAGES[/** @type {keyof typeof LANGUAGES} */ (language)] ?? t('panel.language.browser'),
    }),
  };
  return t(`panel.event.${kind}`, { ...values, ...spoken });
}
