/** One player of the list: state, name, team, and what the operator may do with them. */

import { useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { confirmed } from '../parts/confirm.js';
import { showDone } from '../parts/toasts.js';
import { Avatar } from '../parts/avatar.js';
import { Icon } from '../parts/icons.js';
import { findAlike } from './alike.js';
import { may } from '../session/may.js';
import { order } from '../session/session.js';
import { isolate, t } from '../parts/texts.js';
import { teamTitle } from '../session/game-texts.js';

/** @import { PlayerRow } from '../../lib/contract/wire.js' */
/** @typedef {{ row: PlayerRow, teams: readonly string[], onChange: () => void }} RowProps */

/** The server cuts a longer name. */
const NAME_LENGTH = 40;

/** @param {RowProps} props */
export function Player({ row, teams, onChange }) {
  const isRenaming = useSignal(false);
  const state = stateOf(row);
  return html`<li class="player" data-state=${state} data-tools=${may('kick') ? 5 : 0}>
    <span class="state"><${Shape} state=${state} /><span>${t(`panel.state.${state}`)}</span></span>
    ${isRenaming.value ? html`<${Rename} row=${row} onDone=${() => (isRenaming.value = false)} onChange=${onChange} />` : html`<${Name} row=${row} />`}
    ${may('team') && html`<${TeamPick} ...${{ row, teams, onChange }} />`}
    ${may('kick') && html`<${Tools} row=${row} onRename=${() => (isRenaming.value = !isRenaming.value)} onChange=${onChange} />`}
  </li>`;
}

/** The name that is shown, and the chosen one when it is another. @param {{ row: PlayerRow }} props */
function Name({ row: { id, name, virtual, kept } }) {
  return html`<span class="name-cell">
    <${Avatar} id=${id} /><bdi class="player-name" title=${name}
      >${name}${virtual && html` <span class="tag">${t('panel.virtual')}</span>`}</bdi
    >
    ${kept && html`<bdi class="kept-name" title=${t(`panel.kept.${kept.why}`)}>${kept.name}</bdi>`}
  </span>`;
}

/** @param {{ row: PlayerRow, onRename: () => void, onChange: () => void }} props */
function Tools({ row, onRename, onChange }) {
  const name = isolate(row.name);
  const isHidden = row.kept?.why === 'hidden';
  const hideText = t(isHidden ? 'panel.unhide' : 'panel.hide', { name: isolate(row.kept?.name ?? row.name) });
  return html`<span class="player-tools"
    ><button
      class="icon-button"
      aria-pressed=${isHidden}
      aria-label=${hideText}
      title=${t(isHidden ? 'panel.unhide.short' : 'panel.hide.short')}
      onClick=${() => order('hide', row.id, !isHidden).then(onChange)}
    >
      <${Icon} name=${isHidden ? 'eye' : 'unseen'} />
    </button>
    <button
      class="icon-button"
      aria-label=${t('panel.rename', { name })}
      title=${t('panel.rename.short')}
      onClick=${onRename}
    >
      <${Icon} name="pencil" />
    </button>
    <button
      class="icon-button"
      aria-label=${t('panel.alike', { name })}
      title=${t('panel.alike.short')}
      onClick=${() => findAlike(row)}
    >
      <${Icon} name="players" />
    </button>
    <button
      class="icon-button"
      aria-label=${t('panel.kick', { name })}
      title=${t('panel.kick.short')}
      onClick=${() => kick(row).then(onChange)}
    >
      <${Icon} name="close" /></button
  ></span>`;
}

/** @param {{ row: PlayerRow, onDone: () => void, onChange: () => void }} props */
function Rename({ row, onDone, onChange }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => input.current?.select(), []);
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const ack = await order('rename', row.id, input.current?.value.trim() ?? '');
    if (!ack.ok) return;
    onDone();
    onChange();
  };
  return html`<form class="rename" onSubmit=${submit}>
    <input
      ref=${input}
      class="text"
      dir="auto"
      maxlength=${NAME_LENGTH}
      autocomplete="off"
      aria-label=${t('panel.rename', { name: isolate(row.name) })}
      defaultValue=${row.name}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && onDone()}
    />
    <button class="icon-button" aria-label=${t('panel.rename.save')}><${Icon} name="done" /></button>
  </form>`;
}

/** @param {RowProps} props */
function TeamPick({ row, teams, onChange }) {
  if (teams.length === 0) return null;
  return html`<select
    class="team-pick"
    data-team-index=${teams.indexOf(row.team ?? '')}
    aria-label=${t('panel.team', { name: isolate(row.name) })}
    value=${row.team ?? ''}
    onChange=${(/** @type {any} */ event) => order('team', row.id, event.currentTarget.value).then(onChange)}
  >
    ${row.team === null && html`<option value="">${teamTitle(null)}</option>`}
    ${teams.map((team) => html`<option key=${team} value=${team} selected=${team === row.team}>${teamTitle(team)}</option>`)}
  </select>`;
}

/** The state of a player has a shape and a word, not a hue alone. @param {{ state: ReturnType<typeof stateOf> }} props */
export function Shape({ state }) {
  return html`<i class="shape" data-state=${state} aria-hidden="true"></i>`;
}

/** @param {PlayerRow} row */
function stateOf({ connected, active, hidden }) {
  if (!connected) return 'gone';
  if (hidden) return 'hidden';
  return active ? 'active' : 'quiet';
}

/** @param {PlayerRow} row */
async function kick({ id, name }) {
  const yes = await confirmed({
    title: t('panel.kick.title', { name: isolate(name) }),
    text: t('panel.kick.text'),
    yes: t('panel.kick.short'),
    harmful: true,
  });
  if (yes && (await order('kick', id)).ok) showDone(t('panel.kick.done'));
}
