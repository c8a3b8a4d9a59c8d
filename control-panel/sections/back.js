/** The way back from an interlude: another game is on, and one waits to go on. */

import { html } from 'htm/preact';
import { BACK_KEY } from '../../public/shared/keys.js';
import { keycap } from '../parts/hotkeys.js';
import { Icon } from '../parts/icons.js';
import { order, scene } from '../session/session.js';
import { isolate, t } from '../parts/texts.js';

/** Is there in an interlude only. */
export function BackButton() {
  const back = scene.value?.back;
  if (!back) return null;
  const title = isolate(back.title);
  return html`<button
    class="button back"
    title=${t('panel.back.help', { title })}
    aria-keyshortcuts=${BACK_KEY}
    onClick=${() => order('back')}
  >
    <${Icon} name="reset" /><span>${t('panel.back', { title })}</span><kbd>${keycap(BACK_KEY, '')}</kbd>
  </button>`;
}

/** @param {{ key: string, repeat: boolean }} event @returns {boolean} false: it is not the key, or there is nothing to go back to */
export function backByKey({ key, repeat }) {
  if (key.toLowerCase() !== BACK_KEY || repeat || !scene.value?.back) return false;
  void order('back');
  return true;
}
