/** The first three steps to a show, for a host who has never seen this panel: each is ticked when it is done, and all go when people come. */

import { html } from 'htm/preact';
import { isOperator } from '../session/may.js';
import { scene, status } from '../session/session.js';
import { isBackstage } from './backstage.js';
import { t } from '../parts/texts.js';

/** With more people than these the doors are open. */
const MOST_BEFORE_DOORS = 3;

/** Is there in the lobby of an operator before people come. */
export function FirstSteps() {
  if (!status.value || !isOperator() || scene.value?.game.id !== 'lobby' || isBackstage.value) return null;
  const { screens, presence, sheet, rooms, roomId } = status.value;
  const isPlanned = sheet.cues > 0 || rooms.some(({ backstageOf }) => backstageOf === roomId);
  const steps = { screen: screens > 0, phone: presence.known > 0, plan: isPlanned };
  if (presence.known > MOST_BEFORE_DOORS || Object.values(steps).every(Boolean)) return null;
  return html`<section class="host-view first-steps" aria-labelledby="first-steps">
    <h2 id="first-steps">${t('panel.first')}</h2>
    <ol>
      ${Object.entries(steps).map(
        ([step, isDone]) =>
          html`<li key=${step} data-done=${isDone}>
            <i role="img" aria-label=${t(isDone ? 'panel.first.done' : 'panel.first.open')}
              >${isDone && '✓'}</i
            >
            <span>${t(`panel.first.${step}`)}</span>
          </li>`,
      )}
    </ol>
  </section>`;
}
