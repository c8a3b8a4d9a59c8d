/** How names get onto the screens: the mode, the names that wait, those that are hidden, who was removed, and the list of words. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useRef } from 'preact/hooks';
import { Avatar } from '../parts/avatar.js';
import { integer } from '../parts/format.js';
import { Icon } from '../parts/icons.js';
import { Sheet } from '../parts/sheet.js';
import { may } from '../session/may.js';
import { ask, askApi, order, roomPath, status } from '../session/session.js';
import { isolate, t } from '../parts/texts.js';
import { showDone, showProblem } from '../parts/toasts.js';

/** @import { KeptRow, NameMode, Names } from '../../lib/contract/people.js' */

/** @type {readonly NameMode[]} */
const MODES = ['free', 'approve', 'given'];
const REFRESH_MS = 2000;
const MOST_WORDS = 1000;

const isOpen = signal(false);
const names = signal(/** @type {Names | null} */ (null));

/** Opens the sheet, and says how many names wait. */
export function NamesButton() {
  const { waiting = 0, mode = 'free' } = status.value?.names ?? {};
  return html`<button class="button" onClick=${() => (isOpen.value = true)}>
    ${t('panel.names')} ${mode !== 'free' && html`<span class="tag">${t(`panel.names.${mode}.short`)}</span>`}
    ${waiting > 0 && html`<span class="tag on">${t('panel.names.waiting', { count: integer(waiting) })}</span>`}
  </button>`;
}

/** The sheet over the panel, of which there is one. */
export function NamesSheet() {
  if (!isOpen.value) return null;
  const { waiting = [], hidden = [], kicked = [], words = [] } = names.value ?? {};
  return html`<${Sheet}
    name="names"
    title=${t('panel.names')}
    refresh=${refresh}
    everyMs=${REFRESH_MS}
    onClose=${() => (isOpen.value = false)}
  >
    ${may('name-mode') && html`<${Mode} />`}
    <${List}
      title=${t('panel.names.list.waiting')}
      rows=${waiting}
      row=${Waiting}
      none=${t('panel.names.none.waiting')}
    />
    <${List}
      title=${t('panel.names.list.hidden')}
      rows=${hidden}
      row=${Hidden}
      none=${t('panel.names.none.hidden')}
    />
    <${List}
      title=${t('panel.names.list.kicked')}
      rows=${kicked}
      row=${Kicked}
      none=${t('panel.names.none.kicked')}
    />
    ${may('words') && names.value && html`<${Words} words=${words} />`}
  <//>`;
}

/** A failure stays silent: the next try comes soon, and the banner tells of a lost connection. */
async function refresh() {
  const ack = await ask('names');
  if (ack.ok) names.value = ack;
}

/** @param {Parameters<typeof order>} wish */
async function decide(...wish) {
  await order(...wish);
  await refresh();
}

function Mode() {
  const mode = names.value?.mode ?? status.value?.names.mode;
  return html`<fieldset class="name-modes">
    <legend class="visually-hidden">${t('panel.names.mode')}</legend>
    ${MODES.map(
      (id) =>
        html`<label key=${id}>
          <input
            type="radio"
            name="name-mode"
            checked=${id === mode}
            onChange=${() => decide('nameMode', id)}
          />
          <span
            ><b>${t(`panel.names.${id}`)}</b><span class="quiet">${t(`panel.names.${id}.help`)}</span></span
          >
        </label>`,
    )}
  </fieldset>`;
}

/** @param {{ title: string, rows: readonly { id: string }[], row: any, none: string }} props */
function List({ title, rows, row: Row, none }) {
  return html`<section class="name-list">
    <h3>${title}${rows.length > 0 && html` <span class="tag">${integer(rows.length)}</span>`}</h3>
    ${rows.length === 0 && html`<p class="quiet">${none}</p>`}
    <ul>
      ${rows.map((one) => html`<li key=${one.id}><${Row} ...${one} /></li>`)}
    </ul>
  </section>`;
}

/** @param {KeptRow} props */
function Waiting({ id, name, kept }) {
  const label = isolate(kept.name);
  return html`<${Avatar} id=${id} /><bdi>${kept.name}</bdi
    ><span class="quiet">${t('panel.names.as', { name: isolate(name) })}</span> ${
      may('approve') &&
      html`<button
          class="icon-button good"
          aria-label=${t('panel.names.approve.name', { name: label })}
          title=${t('panel.names.approve.short')}
          onClick=${() => decide('approve', id, true)}
        >
          <${Icon} name="done" />
        </button>
        <button
          class="icon-button"
          aria-label=${t('panel.names.reject', { name: label })}
          title=${t('panel.names.reject.short')}
          onClick=${() => decide('approve', id, false)}
        >
          <${Icon} name="close" />
        </button>`
    }`;
}

/** @param {KeptRow} props */
function Hidden({ id, name, kept }) {
  return html`<${Avatar} id=${id} /><bdi>${kept.name}</bdi
    ><span class="quiet">${t('panel.names.as', { name: isolate(name) })}</span>
    ${may('hide') && html`<button class="button" onClick=${() => decide('hide', id, false)}>${t('panel.names.show')}</button>`}`;
}

/** @param {{ id: string, name: string }} props */
function Kicked({ id, name }) {
  return html`<${Avatar} id=${id} /><bdi>${name}</bdi>
    ${may('unkick') && html`<button class="button" onClick=${() => decide('unkick', id)}>${t('panel.names.unkick')}</button>`}`;
}

/** The list of words, which is as long as one may write by hand. @param {{ words: readonly string[] }} props */
function Words({ words }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const save = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const answer = await askApi(roomPath('/words'), { method: 'PUT', body: field.current?.value || '\n' });
    if (!answer.ok) return showProblem(answer.message);
    showDone(t('panel.names.words.done', { count: answer.words }));
    await refresh();
  };
  return html`<form class="words" onSubmit=${save}>
    <h3 id="words-title">${t('panel.names.words')}</h3>
    <p class="quiet" id="words-help">${t('panel.names.words.help', { most: integer(MOST_WORDS) })}</p>
    <textarea
      ref=${field}
      class="text"
      rows="6"
      dir="auto"
      spellcheck=${false}
      aria-labelledby="words-title"
      aria-describedby="words-help"
      defaultValue=${words.join('\n')}
    ></textarea>
    <button class="button">${t('panel.names.words.save')}</button>
  </form>`;
}
