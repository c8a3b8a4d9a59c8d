/** The run sheet: the cues of the evening in their order, which one is on, when each is planned, and the way to any of them. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { lengthText } from '../../public/shared/lengths.js';
import { minutesOf } from '../parts/format.js';
import { Icon } from '../parts/icons.js';
import { gameTitle } from '../session/game-texts.js';
import { may } from '../session/may.js';
import { scene, status, welcome } from '../session/session.js';
import { edit, goTo, removedId, sheet } from '../session/sheet.js';
import { isolate, lang, t, voice } from '../parts/texts.js';
import { editCue } from './cue-editor.js';
import { ShowClock } from './show-clock.js';
import { SheetMenu } from './sheet-menu.js';

/** @import { CueCard, SheetView } from '../../lib/contract/run-sheet.js' */

/** A cue that is being dragged, and where it would stand. */
const drag = signal(/** @type {{ id: string, to: number } | null} */ (null));
const mayEdit = () => may('edit-sheet');

/** Shows the open sheet, with the means to change it for those who may. */
export function RunSheet() {
  const view = sheet.value;
  if (!view || (view.cues.length === 0 && !mayEdit())) return null;
  return html`<section class="section run-sheet" data-group="show" aria-labelledby="run-sheet-title">
    <div class="run-sheet-head">
      <h2 id="run-sheet-title">${t('panel.sheet')}</h2>
      ${view.title && html`<span class="quiet" dir="auto">${view.title}</span>`}
    </div>
    ${view.cues.length === 0 ? html`<${Empty} />` : html`<${ShowClock} view=${view} /><${Cues} view=${view} />`}
    ${mayEdit() && html`<${Removed} view=${view} /><${Add} />`}
    ${mayEdit() && html`<${SheetMenu} view=${view} />`}
  </section>`;
}

/** A sheet without cues says what it is good for, and offers one. */
function Empty() {
  return html`<p class="quiet">${t('panel.sheet.empty')}</p>
    <button class="button primary" onClick=${() => edit({ do: 'sample', language: lang.slice(0, 2) })}>
      ${t('panel.sheet.sample')}
    </button>`;
}

/** @param {{ view: SheetView }} props */
function Cues({ view }) {
  const { id, to } = drag.value ?? {};
  const rest = view.cues.filter((cue) => cue.id !== id);
  const dragged = view.cues.find((cue) => cue.id === id);
  const cues = dragged && to !== undefined ? rest.toSpliced(to, 0, dragged) : view.cues;
  return html`<ol class="cues" aria-label=${t('panel.sheet.cues')}>
    ${cues.map((cue, at) => html`<${CueRow} key=${cue.id} cue=${cue} at=${at} of=${cues.length} />`)}
  </ol>`;
}

/** @param {CueCard} cue */
function cueTitle({ title, gameId }) {
  return title || gameTitle(gameId, gameId);
}

/** @param {{ cue: CueCard, at: number, of: number }} props */
function CueRow({ cue, at, of }) {
  const { cueId = null, clock = null } = status.value?.sheet ?? {};
  const isOn = cue.id === cueId;
  const title = cueTitle(cue);
  return html`<li
    class="cue"
    data-id=${cue.id}
    data-on=${isOn}
    data-done=${cue.startedMs !== null && !isOn}
    data-problem=${cue.problem !== ''}
    data-dragged=${drag.value?.id === cue.id}
    aria-current=${isOn ? 'step' : undefined}
  >
    ${mayEdit() && html`<${Grip} cue=${cue} at=${at} of=${of} title=${title} />`}
    <span class="cue-title">
      <b dir="auto">${title}</b>
      <small>
        <time>${timeOf(cue, clock)}</time>
        ${cue.plannedS !== null && html`<span dir="ltr">${lengthText(cue.plannedS)}</span>`}
        <span>${aboutOf(cue)}</span>
      </small>
    </span>
    <span class="cue-hands">
      <button
        class="icon-button"
        aria-label=${t('panel.sheet.go', { title: isolate(title) })}
        title=${t('panel.sheet.go', { title })}
        onClick=${() => goTo(cue.id)}
      >
        <${Icon} name="show" />
      </button>
      ${
        mayEdit() &&
        html`<button
          class="icon-button"
          aria-label=${t('panel.sheet.edit', { title: isolate(title) })}
          title=${t('panel.sheet.edit', { title })}
          onClick=${() => editCue(cue)}
        >
          <${Icon} name="pencil" />
        </button>`
      }
    </span>
    ${cue.problem && html`<span class="cue-problem"><${Icon} name="warn" />${voice.say(cue.problem)}</span>`}
  </li>`;
}

/** Which game, if the title is another one, and what it plays. @param {CueCard} cue */
function aboutOf({ title, gameId, document, returns }) {
  const parts = [
    title && gameTitle(gameId, gameId),
    document && isolate(document.title),
    returns && gameId !== 'lobby' && t('panel.sheet.returns.short'),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** When a cue is planned: by the clock on the wall once the show is on, else after how long. @param {CueCard} cue @param {{ baseMs: number } | null} clock */
function timeOf({ offsetS, startedMs }, clock) {
  if (!clock) return `+${lengthText(offsetS)}`;
  return minutesOf(startedMs ?? clock.baseMs + offsetS * 1000);
}

/** Moves a cue: drag it, or press the arrow keys on it. @param {{ cue: CueCard, at: number, of: number, title: string }} props */
function Grip({ cue, at, of, title }) {
  const { id } = cue;
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const to = at + step;
    if (to >= 0 && to < of) void moveTo(id, to);
  };
  const onPointerDown = (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    drag.value = { id, to: at };
  };
  return html`<button
    class="icon-button cue-grip"
    aria-label=${t('panel.sheet.move', { title: isolate(title), place: at + 1, of })}
    title=${t('panel.sheet.move.help')}
    onKeyDown=${onKeyDown}
    onPointerDown=${onPointerDown}
    onPointerMove=${onDrag}
    onPointerUp=${drop}
    onPointerCancel=${() => (drag.value = null)}
  >
    <${Icon} name="grip" />
  </button>`;
}

/** @param {PointerEvent} event */
function onDrag({ clientY, currentTarget }) {
  if (!drag.value) return;
  const list = /** @type {HTMLElement} */ (currentTarget).closest('.cues');
  const rows = [...(list?.children ?? [])];
  const over = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
  const to = over < 0 ? rows.length - 1 : over;
  if (to !== drag.value.to) drag.value = { ...drag.value, to };
}

async function drop() {
  const moved = drag.value;
  if (!moved) return;
  const before = sheet.value?.cues.findIndex(({ id }) => id === moved.id);
  if (before !== moved.to) await edit({ do: 'move', id: moved.id, to: moved.to });
  drag.value = null;
}

/** Keeps the focus on the cue that was moved. @param {string} id @param {number} to */
async function moveTo(id, to) {
  if (!(await edit({ do: 'move', id, to }))) return;
  requestAnimationFrame(() => {
    const grip = document.querySelector(`.cue[data-id="${CSS.escape(id)}"] .cue-grip`);
    if (grip instanceof HTMLElement) grip.focus();
  });
}

/** @param {{ view: SheetView }} props */
function Removed({ view }) {
  const found = view.removed.find(({ id }) => id === removedId.value);
  if (!found) return null;
  return html`<p class="cue-removed" role="status">
    <span>${t('panel.sheet.removed', { title: isolate(found.title) })}</span>
    <button class="button" onClick=${() => edit({ do: 'restore', id: found.id })}>
      <${Icon} name="reset" /><span>${t('panel.undo')}</span>
    </button>
  </p>`;
}

/** Adds what is on, as it is on, or any game. */
function Add() {
  const games = (welcome.value?.games ?? []).filter(({ lab }) => !lab);
  const addGame = (/** @type {any} */ event) => {
    const gameId = event.currentTarget.value;
    event.currentTarget.value = '';
    if (gameId) void edit({ do: 'add', cue: { gameId } });
  };
  return html`<div class="run-sheet-add">
    <button class="button" title=${t('panel.sheet.add.help')} onClick=${addNow}>
      <${Icon} name="plus" /><span>${t('panel.sheet.add')}</span>
    </button>
    <select class="room-select" aria-label=${t('panel.sheet.add.game')} onChange=${addGame}>
      <option value="">${t('panel.sheet.add.game')}</option>
      ${games.map(({ id, title }) => html`<option key=${id} value=${id}>${gameTitle(id, title)}</option>`)}
    </select>
  </div>`;
}

function addNow() {
  if (!scene.value) return;
  const { game, settings, document } = scene.value;
  void edit({ do: 'add', cue: { gameId: game.id, settings, document } });
}
