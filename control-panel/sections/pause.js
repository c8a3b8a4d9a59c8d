/** The pause: one button that stops the stage, one that lets it go on, and a line when something suggests it. */

import { html } from 'htm/preact';
import { keycap } from '../parts/hotkeys.js';
import { hasShortcuts } from '../session/preferences.js';
import { Icon } from '../parts/icons.js';
import { ask, order, scene, status } from '../session/session.js';
import { t } from '../parts/texts.js';
import { PAUSE_KEY, actionOf } from '../../public/shared/keys.js';

/** The key belongs to the game, if it has an action for it. */
const isKeyFree = () =>
  hasShortcuts.value && actionOf(scene.value?.game.actions ?? {}, PAUSE_KEY) === undefined;

/** Stands beside what is on; while the room is paused its place is in the strip. */
export function PauseButton() {
  if (!scene.value || scene.value.paused) return null;
  return html`<button
    class="button pause"
    title=${t('panel.pause.help')}
    aria-keyshortcuts=${isKeyFree() ? PAUSE_KEY : undefined}
    onClick=${() => order('pause', true)}
  >
    <${Icon} name="pause" /><span>${t('panel.pause')}</span
    >${isKeyFree() && html`<kbd>${keycap(PAUSE_KEY, t('panel.key.space'))}</kbd>`}
  </button>`;
}

/** Says across the panel that the room is paused, or that it might better be. */
export function PauseStrip() {
  if (scene.value?.paused)
    return html`<div class="strip paused" role="status">
      <${Icon} name="pause" /><b>${t('panel.paused')}</b><span>${t('panel.paused.text')}</span>
      <button class="button primary" onClick=${() => order('pause', false)}>
        <${Icon} name="show" /><span>${t('panel.pause.end')}</span>
      </button>
    </div>`;
  const offer = status.value?.offer;
  if (!offer) return null;
  return html`<div class="strip" role="status">
    <span>${textOf(offer)}</span>
    <button class="button primary" onClick=${() => order('pause', true)}>${t('panel.pause')}</button>
    <button class="button" onClick=${() => ask('offer')}>${t('panel.offer.no')}</button>
  </div>`;
}

/** @param {import('../../lib/contract/wire.js').Offer} offer */
function textOf(offer) {
  if (offer.kind === 'phones-gone')
    return t('panel.offer.phones-gone', { count: offer.gone, before: offer.before });
  return t('panel.offer.host-lost', { count: offer.forS });
}

/** @param {{ key: string, repeat: boolean }} event @returns {boolean} false: it is not the key, or the game has it */
export function pauseByKey({ key, repeat }) {
  if (key.toLowerCase() !== PAUSE_KEY || repeat || !scene.value || !isKeyFree()) return false;
  void order('pause', !scene.value.paused);
  return true;
}
