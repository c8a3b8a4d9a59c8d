/** The running game: its actions, its settings, and its own panel when it brings one. */

import { html } from 'htm/preact';
import { Actions } from './actions.js';
import { BackButton } from './back.js';
import { GamePanel } from './game-panel.js';
import { PauseButton } from './pause.js';
import { Results } from './results.js';
import { Faults } from './faults.js';
import { inWords } from '../session/game-texts.js';
import { may } from '../session/may.js';
import { scene, welcome } from '../session/session.js';
import { SettingsForm } from './settings-form.js';
import { t } from '../parts/texts.js';

/** Is drawn from the definition; a game needs no code for it. */
export function CurrentGame() {
  if (!scene.value) return html`<section class="section current" data-group="show"></section>`;
  const spoken = { ...scene.value, game: inWords(scene.value.game) };
  const { game, epoch } = spoken;
  // Another room or another round has another form: nothing half typed may follow there.
  const place = `${welcome.value?.roomId} ${game.id} ${epoch}`;
  const isBare =
    Object.keys(game.settings).length + Object.keys(game.actions).length === 0 && !game.files.panel;
  return html`<section class="section current" data-group="show" aria-labelledby="current-title">
    <div class="current-head">
      <h2 id="current-title">${game.title}</h2>
      <${PauseButton} />
    </div>
    <${BackButton} />
    <${Faults} epoch=${epoch} />
    ${isBare && html`<p class="quiet">${t('panel.current.bare')}</p>`}
    ${game.files.panel && html`<${GamePanel} key=${`panel ${place}`} scene=${scene.value} />`}
    <${Actions} key=${place} game=${game} />
    ${may('results') && html`<${Results} key=${`results ${place}`} scene=${spoken} />`}
    ${may('set') && html`<${SettingsForm} key=${place} scene=${spoken} />`}
  </section>`;
}
