/** The menu of whole run sheets: other ones, templates, files, a new beginning, and the rehearsal. */

import { useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import { askText, confirmed } from '../parts/confirm.js';
import { showDone, showProblem } from '../parts/toasts.js';
import { gameTitle } from '../session/game-texts.js';
import { askApi, download, order, roomPath, status } from '../session/session.js';
import { edit } from '../session/sheet.js';
import { isolate, t, voice } from '../parts/texts.js';

/** @import { RehearsedCue, SheetRehearsal, SheetView } from '../../lib/contract/run-sheet.js' */

const CROWDS = [5, 20, 100];
const USUAL_CROWD = 20;
const MARKS = { waits: '·', on: '…', good: '✓', bad: '✕' };

/** @param {{ view: SheetView }} props */
export function SheetMenu({ view }) {
  return html`<details class="look-more sheet-more">
    <summary>${t('panel.sheet.more')}</summary>
    <div class="sheet-buttons">
      ${view.sheets.length > 1 && html`<${Others} view=${view} />`}
      <button class="button" onClick=${makeNew}>${t('panel.sheet.new')}</button>
      ${view.cues.length > 0 && html`<${WithCues} view=${view} />`}
      <label class="button">
        ${t('panel.sheet.import')}
        <input
          type="file"
          class="visually-hidden"
          accept=".yaml,.yml,application/yaml"
          aria-label=${t('panel.sheet.import')}
          onChange=${takeFile}
        />
      </label>
    </div>
    ${view.cues.length > 0 && html`<${Rehearse} />`}
  </details>`;
}

/** @param {{ view: SheetView }} props */
function Others({ view }) {
  const open = async (/** @type {any} */ event) => {
    const { value } = event.currentTarget;
    if (value !== view.id && (await mayEnd())) await edit({ do: 'open', id: value });
    event.currentTarget.value = view.id;
  };
  return html`<select
    class="room-select"
    aria-label=${t('panel.sheet.open')}
    value=${view.id}
    onChange=${open}
  >
    ${view.sheets.map(
      ({ id, title, cues }) =>
        html`<option key=${id} value=${id} selected=${id === view.id}>
          ${`${title || t('panel.sheet')} (${cues})`}
        </option>`,
    )}
  </select>`;
}

/** @param {{ view: SheetView }} props */
function WithCues({ view }) {
  return html`<button class="button" onClick=${() => copy(view)}>${t('panel.sheet.copy')}</button>
    <button class="button" onClick=${rename}>${t('panel.sheet.rename')}</button>
    <button class="button" onClick=${exportFile}>${t('panel.sheet.export')}</button>
    <button class="button" onClick=${() => remove(view)}>${t('panel.sheet.drop')}</button>
    ${status.value?.sheet.clock && html`<button class="button" onClick=${reset}>${t('panel.sheet.reset')}</button>`}`;
}

/** A show that is on loses its place when another sheet is opened. @returns {Promise<boolean>} */
async function mayEnd() {
  if (!status.value?.sheet.clock) return true;
  return confirmed({
    title: t('panel.sheet.end.title'),
    text: t('panel.sheet.end.text'),
    yes: t('panel.sheet.end'),
    harmful: true,
  });
}

async function makeNew() {
  const title = await askText({
    title: t('panel.sheet.new'),
    field: t('panel.sheet.name'),
    yes: t('panel.sheet.make'),
  });
  if (title && (await mayEnd())) await edit({ do: 'new', title });
}

/** @param {SheetView} view */
async function copy({ title }) {
  const name = await askText({
    title: t('panel.sheet.copy.title', { title: isolate(title) }),
    text: t('panel.sheet.copy.text'),
    field: t('panel.sheet.name'),
    yes: t('panel.sheet.copy'),
  });
  if (name && (await mayEnd())) await edit({ do: 'copy', title: name });
}

async function rename() {
  const title = await askText({
    title: t('panel.sheet.rename'),
    field: t('panel.sheet.name'),
    yes: t('panel.sheet.save'),
  });
  if (title) await edit({ do: 'rename', title });
}

/** @param {SheetView} view */
async function remove({ id, title }) {
  const yes = await confirmed({
    title: t('panel.sheet.drop.title', { title: isolate(title) }),
    text: t('panel.sheet.drop.text'),
    yes: t('panel.sheet.drop'),
    harmful: true,
  });
  if (yes) await edit({ do: 'delete', id });
}

async function reset() {
  if (await mayEnd()) await edit({ do: 'reset' });
}

const exportFile = () => download('/sheet.yaml', 'show.yaml');

/** @param {any} event */
async function takeFile({ currentTarget: input }) {
  const [file] = input.files;
  input.value = '';
  if (!file) return;
  const answer = await askApi(roomPath('/sheet'), { method: 'POST', body: file });
  if (answer.ok) showDone(t('panel.sheet.imported', { title: isolate(answer.title), count: answer.count }));
  else showProblem(answer.message);
}

/** The whole sheet is played by virtual phones in a room of its own. */
function Rehearse() {
  const count = useSignal(USUAL_CROWD);
  const report = status.value?.sheetRehearsal ?? null;
  const isOn = report !== null && !report.isOver;
  return html`<div class="sheet-rehearsal">
    <h3>${t('panel.sheet.rehearse')}</h3>
    <p class="quiet">${t('panel.sheet.rehearse.help')}</p>
    <div class="sheet-buttons">
      ${
        isOn
          ? html`<button class="button" onClick=${() => order('rehearseSheet', { count: 0 })}>
              ${t('panel.sheet.rehearse.stop')}
            </button>`
          : html`<select
                class="room-select"
                aria-label=${t('panel.rehearsal.count')}
                onChange=${(/** @type {any} */ event) => (count.value = Number(event.currentTarget.value))}
              >
                ${CROWDS.map(
                  (one) =>
                    html`<option key=${one} value=${one} selected=${one === count.value}>
                      ${t('panel.sheet.rehearse.phones', { count: one })}
                    </option>`,
                )}
              </select>
              <button class="button" onClick=${() => order('rehearseSheet', { count: count.value })}>
                ${t('panel.sheet.rehearse.go')}
              </button>`
      }
    </div>
    ${report && html`<${Report} report=${report} />`}
  </div>`;
}

/** @param {{ report: SheetRehearsal }} props */
function Report({ report: { isOver, problem, phones, cues } }) {
  const bad = cues.filter(({ state }) => state === 'bad').length;
  return html`<div role="status">
      ${
        isOver &&
        html`<p class="rehearsed" data-good=${bad === 0 && !problem}>
          ${problem ? voice.say(problem) : t('panel.sheet.rehearse.done', { count: bad, phones })}
        </p>`
      }
    </div>
    <ol class="rehearsed-cues">
      ${cues.map((cue) => html`<${Rehearsed} key=${cue.id} cue=${cue} />`)}
    </ol>`;
}

/** @param {{ cue: RehearsedCue }} props */
function Rehearsed({ cue: { state, title, gameId, steps, problems } }) {
  return html`<li data-state=${state}>
    <span role="img" aria-label=${t(`panel.sheet.rehearse.${state}`)}>${MARKS[state]}</span>
    <span
      ><b dir="auto">${title || gameTitle(gameId, gameId)}</b
      >${steps > 0 && html` <small>${t('panel.sheet.rehearse.steps', { count: steps })}</small>`}
      ${problems.map((problem) => html`<small class="problem">${voice.say(problem)}</small>`)}</span
    >
  </li>`;
}
