/** The desk of a host: the screen as it is, one big button that says what it does, and what to know beside it. */

import { html } from 'htm/preact';
import { gameTexts, inWords, isolated, stepWords } from '../session/game-texts.js';
import { t, voice } from '../parts/texts.js';
import { FirstSteps } from './first-steps.js';
import { LiveScreen } from './live-screen.js';
import { HostView } from './host-view.js';
import { isDone, isReady, darken, press, steps } from '../session/steps.js';
import { scene, status } from '../session/session.js';

/** Stands first, on every screen. */
export function HostDesk() {
  return html`<section
    id="desk"
    class="section host"
    data-group="show"
    aria-label=${t('panel.desk')}
    tabindex="-1"
  >
    <div class="host-go">
      <${Now} />
      <${Go} />
      <${Hands} />
      <${Text} />
    </div>
    <${LiveScreen} />
    <${HostView} /><${FirstSteps} />
  </section>`;
}

/** Where the game is. */
function Now() {
  const words = gameTexts();
  const { now } = status.value?.desk.host ?? {};
  const title = inWords(scene.value?.game)?.title;
  return html`<p class="host-now">
    <b>${title}</b> ${now && html`<span>${words(now.label, isolated(now.values))}</span>`}
  </p>`;
}

/** The question stands below GO, which must not move by its length. */
function Text() {
  const { text } = status.value?.desk.host ?? {};
  return text && html`<p class="host-text" dir="auto">${text}</p>`;
}

/** The big button. It stays where it is, and keeps the focus, when there is nothing to do. */
function Go() {
  const step = steps.value?.next ?? null;
  const isKnown = status.value?.desk.isKnown && steps.value?.epoch === scene.value?.epoch;
  const why = step || !isKnown ? '' : whyNothing();
  return html`<button
      class="go"
      data-step=${step?.label ?? ''}
      aria-disabled=${step ? undefined : 'true'}
      aria-busy=${!isReady.value}
      aria-keyshortcuts="PageDown Enter"
      aria-describedby="go-note"
      onClick=${() => press('next')}
    >
      <span>${step ? stepWords(step) : isKnown ? t('panel.go.none') : '…'}</span>
      <kbd>PgDn</kbd>
    </button>
    <p id="go-note" class="go-note" role="status">${isDone.value ? t('playfield.done') : why}</p>`;
}

/** Back and dark screens, which any clicker has. */
function Hands() {
  const { back = null, isBlank = false } = steps.value ?? {};
  return html`<div class="host-hands">
    <button
      class="button"
      aria-disabled=${back ? undefined : 'true'}
      aria-keyshortcuts="PageUp"
      onClick=${() => press('back')}
    >
      <span>${t('panel.go.back')}</span><kbd>PgUp</kbd>
    </button>
    <button class="button" role="switch" aria-checked=${isBlank} aria-keyshortcuts="b ." onClick=${darken}>
      <span>${t('panel.dark')}</span><kbd>B</kbd>
    </button>
    ${isBlank && html`<span class="host-dark" role="status">${t('panel.dark.on')}</span>`}
  </div>`;
}

/** Why there is no next step: what the game says of its own steps, or that it needs no hand. */
function whyNothing() {
  const { game } = scene.value ?? {};
  const { off, host } = status.value?.desk ?? {};
  if (!game || !off) return '';
  const held = Object.keys(game.actions).find((id) => game.actions[id]?.step && off[id]);
  if (held) return voice.say(off[held] ?? '');
  // A game that says where it stands needs no other words.
  if (host?.now) return '';
  return t(Object.keys(game.actions).length === 0 ? 'panel.go.lobby' : 'panel.go.alone');
}
