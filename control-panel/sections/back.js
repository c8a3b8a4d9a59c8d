/** The way back from an interlude: another game is on, and one waits to go on. */

import { html } from 'htm/preact';
import { Icon } from '../parts/icons.js';
import { gameTitle } from '../session/game-texts.js';
import { order, scene } from '../session/session.js';
import { isolate, t } from '../parts/texts.js';

/** Is there in an interlude only. */
export function BackButton() {
  const back = scene.value?.back;
  if (!back) return null;
  const title = isolate(gameTitle(back.gameId, back.title));
  return html`<button
    class="button back"
    title=${t('panel.back.help', { title })}
    onClick=${() => order('back')}
  >
    <${Icon} name="reset" /><span>${t('panel.back', { title })}</span>
  </button>`;
}
