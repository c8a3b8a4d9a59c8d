/** The editor of one cue: its title, its length, the notes for the host, and with what its game is played. */

import { signal, useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { inOrder } from '../../public/documents/order.js';
import { lengthText, readLength } from '../../public/shared/lengths.js';
import { Field } from '../parts/field.js';
import { Sheet } from '../parts/sheet.js';
import { gameTitle, inWords } from '../session/game-texts.js';
import { ask, scene, welcome } from '../session/session.js';
import { edit, removedId } from '../session/sheet.js';
import { lang, t } from '../parts/texts.js';

/** @import { Cue } from '../../lib/contract/run-sheet.js' */
/** @import { DocumentCard, Field as FieldShape, Settings } from '../../lib/contract/types.js' */

const TITLE_LENGTH = 60;
const NOTES_LENGTH = 2000;
/** Some of its fields travel apart, because the wire takes 8 KB at once. */
const APART = ['settings', 'document'];

const open = signal(/** @type {Cue | null} */ (null));

/** @param {Cue} cue */
export const editCue = (cue) => (open.value = cue);

/** The dialog, of which there is one. */
export function CueEditor() {
  const cue = open.value;
  return cue && html`<${Editor} key=${cue.id} cue=${cue} />`;
}

/** @param {{ cue: Cue }} props */
function Editor({ cue }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const settings = useSignal(cue.settings);
  const documentNow = useSignal(cue.document);
  const problem = useSignal('');
  const close = () => dialog.current?.close();
  const save = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const text = (/** @type {string} */ name) => String(form.get(name) ?? '').trim();
    const plannedS = text('length') === '' ? null : readLength(text('length'));
    if (text('length') !== '' && !plannedS) {
      problem.value = t('panel.sheet.length.bad');
      return;
    }
    const said = { title: text('title'), notes: text('notes'), returns: form.has('returns'), plannedS };
    const changes = changed(cue, { ...said, settings: settings.value, document: documentNow.value });
    for (const part of inParts(changes)) if (!(await edit({ do: 'change', id: cue.id, cue: part }))) return;
    close();
  };
  const remove = async () => {
    if (!(await edit({ do: 'remove', id: cue.id }))) return;
    removedId.value = cue.id;
    close();
  };
  return html`<${Sheet}
    name="cue-editor"
    class="cue-editor"
    title=${t('panel.sheet.cue', { game: gameTitle(cue.gameId, cue.gameId) })}
    dialog=${dialog}
    onClose=${() => (open.value = null)}
  >
    <form onSubmit=${save}>
      <${Texts} cue=${cue} problem=${problem.value} />
      <label class="cue-switch">
        <span>${t('panel.sheet.returns')}<small>${t('panel.sheet.returns.help')}</small></span>
        <input type="checkbox" role="switch" class="switch" name="returns" defaultChecked=${cue.returns} />
      </label>
      <${Documents} gameId=${cue.gameId} value=${documentNow} />
      <${CueSettings} gameId=${cue.gameId} value=${settings} />
      <div class="dialog-buttons">
        <button type="button" class="button harmful" onClick=${remove}>${t('panel.sheet.delete')}</button>
        <button type="button" class="button" onClick=${close}>${t('panel.cancel')}</button>
        <button class="button primary">${t('panel.sheet.save')}</button>
      </div>
    </form>
  <//>`;
}

/** Typed text has to stay when a problem is shown, so these have defaults and no values. @param {{ cue: Cue, problem: string }} props */
function Texts({ cue, problem }) {
  return html`<label class="stacked">
      <span>${t('panel.sheet.title')}</span>
      <input
        class="text"
        name="title"
        dir="auto"
        maxlength=${TITLE_LENGTH}
        autocomplete="off"
        placeholder=${gameTitle(cue.gameId, cue.gameId)}
        defaultValue=${cue.title}
      />
    </label>
    <label class="stacked">
      <span>${t('panel.sheet.length')}</span>
      <input
        class="text"
        name="length"
        dir="ltr"
        maxlength="8"
        autocomplete="off"
        placeholder="5:00"
        aria-describedby="cue-length-note"
        aria-invalid=${problem ? 'true' : undefined}
        defaultValue=${cue.plannedS === null ? '' : lengthText(cue.plannedS)}
      />
    </label>
    <p id="cue-length-note" class=${problem ? 'field-note problem' : 'field-note'}>
      ${problem || t('panel.sheet.length.help')}
    </p>
    <label class="stacked">
      <span>${t('panel.sheet.notes')}</span>
      <textarea
        class="text cue-notes"
        name="notes"
        dir="auto"
        rows="4"
        maxlength=${NOTES_LENGTH}
        defaultValue=${cue.notes}
      />
    </label>`;
}

/** @typedef {import('@preact/signals').Signal<Cue['document']>} DocumentSignal */

/** @param {{ gameId: string, value: DocumentSignal }} props */
function Documents({ gameId, value }) {
  const cards = useSignal(/** @type {DocumentCard[]} */ ([]));
  const game = welcome.value?.games.find(({ id }) => id === gameId);
  useEffect(() => {
    if (game?.content)
      void ask('documents', gameId).then((ack) => ack.ok && (cards.value = inOrder(ack.documents, lang)));
  }, [gameId]);
  if (!game?.content) return null;
  const chosen = value.value;
  const isGone = chosen && !cards.value.some(({ id }) => id === chosen.id);
  const choose = (/** @type {any} */ event) => {
    const id = event.currentTarget.value;
    const card = cards.value.find((one) => one.id === id);
    value.value = card ? { id, title: card.title } : null;
  };
  return html`<label class="stacked">
    <span>${t('panel.sheet.document')}</span>
    <select class="room-select" onChange=${choose}>
      <option value="" selected=${!chosen}>${t('panel.sheet.document.room')}</option>
      ${isGone && html`<option value=${chosen.id} selected>${chosen.title || chosen.id}</option>`}
      ${cards.value.map(
        ({ id, title }) =>
          html`<option key=${id} value=${id} selected=${id === chosen?.id}>${title}</option>`,
      )}
    </select>
  </label>`;
}

/** @param {{ gameId: string, value: import('@preact/signals').Signal<Settings> }} props */
function CueSettings({ gameId, value }) {
  const game = inWords(welcome.value?.games.find(({ id }) => id === gameId));
  const fields = Object.entries(game?.settings ?? {});
  if (fields.length === 0) return null;
  const isOn = scene.value?.game.id === gameId;
  return html`<details class="cue-settings">
    <summary>${t('panel.sheet.settings', { count: Object.keys(value.value).length })}</summary>
    ${
      isOn &&
      html`<button type="button" class="button" onClick=${() => (value.value = { ...scene.value?.settings })}>
        ${t('panel.sheet.settings.now')}
      </button>`
    }
    <div class="fields">
      ${fields.map(
        ([name, field]) =>
          html`<${Field}
            key=${name}
            name=${`cue-${name}`}
            field=${/** @type {FieldShape} */ (field)}
            value=${value.value[name] ?? field.default}
            problem=""
            resettable
            onEdit=${(/** @type {any} */ next) => (value.value = { ...value.value, [name]: next })}
          />`,
      )}
    </div>
  </details>`;
}

/** @param {Cue} before @param {Partial<Cue>} after @returns {Partial<Cue>} what differs */
function changed(before, after) {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[/** @type {keyof Cue} */ (name)]),
    ),
  );
}

/** @param {Partial<Cue>} changes @returns {Partial<Cue>[]} */
function inParts(changes) {
  const entries = Object.entries(changes);
  return [entries.filter(([name]) => !APART.includes(name)), entries.filter(([name]) => APART.includes(name))]
    .filter((part) => part.length > 0)
    .map((part) => Object.fromEntries(part));
}
