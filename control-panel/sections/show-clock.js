/** The clock of the evening against the plan, and the hands on the show: back, hold, the next cue. */

import { html } from 'htm/preact';
import { ON_TIME_S, lengthText } from '../../public/shared/lengths.js';
import { minutes } from '../parts/format.js';
import { Icon } from '../parts/icons.js';
import { stepWords } from '../session/game-texts.js';
import { order, scene, status } from '../session/session.js';
import { isCueReady, pressCue } from '../session/steps.js';
import { t } from '../parts/texts.js';

/** @import { SheetView, ShowClock as Clock } from '../../lib/contract/run-sheet.js' */

/** @param {{ view: SheetView }} props */
export function ShowClock({ view }) {
  const { clock, next, back, notes, isElsewhere, cueId } = status.value?.sheet ?? {};
  const paused = scene.value?.paused ?? false;
  return html`<div class="plan-clock" data-on=${Boolean(clock)}>
    ${clock ? html`<${Running} clock=${clock} />` : html`<${Planned} view=${view} />`}
    ${isElsewhere && html`<p class="quiet">${t('panel.sheet.elsewhere')}</p>`}
    ${notes && html`<p class="plan-notes" dir="auto">${notes}</p>`}
    <div class="plan-hands">
      ${
        clock &&
        html`<button
            class="icon-button"
            aria-disabled=${back ? undefined : 'true'}
            aria-label=${t('panel.sheet.back')}
            title=${t('panel.sheet.back')}
            aria-busy=${!isCueReady.value}
            onClick=${() => pressCue('back')}
          >
            <${Icon} name="back" />
          </button>
          <button
            class="button"
            role="switch"
            aria-checked=${paused}
            title=${t('panel.sheet.hold.help')}
            onClick=${() => order('pause', !paused)}
          >
            <${Icon} name="pause" /><span>${t('panel.sheet.hold')}</span>
          </button>`
      }
      ${
        next &&
        html`<button
          class="button plan-next"
          aria-busy=${!isCueReady.value}
          onClick=${() => pressCue('next')}
        >
          <span>${cueId === null ? t('panel.sheet.begin') : stepWords(next)}</span>
        </button>`
      }
      ${clock && !next && html`<span class="quiet">${t('panel.sheet.last')}</span>`}
    </div>
  </div>`;
}

/** @param {{ clock: Clock }} props */
function Running({ clock: { elapsedMs, plannedMs, behindMs } }) {
  const isOver = plannedMs !== null && elapsedMs > plannedMs;
  return html`<p class="plan-times">
    <b class="plan-elapsed" data-over=${isOver} dir="ltr">${clockText(elapsedMs)}</b>
    ${plannedMs !== null && html`<span class="quiet">${t('panel.sheet.of', { time: lengthText(plannedMs / 1000) })}</span>`}
    <span class="plan-behind" data-late=${behindMs > ON_TIME_S * 1000}>${behindText(behindMs)}</span>
  </p>`;
}

/** @param {number} ms */
const clockText = (ms) => lengthText(Math.floor(Math.max(0, ms) / 1000));

/** @param {number} ms */
function behindText(ms) {
  if (Math.abs(ms) < ON_TIME_S * 1000) return t('panel.sheet.on-time');
  return t(ms > 0 ? 'panel.sheet.behind' : 'panel.sheet.ahead', { time: minutes(Math.abs(ms)) });
}

/** @param {{ view: SheetView }} props */
function Planned({ view: { cues } }) {
  const seconds = cues.reduce((sum, { plannedS }) => sum + (plannedS ?? 0), 0);
  const count = t('panel.sheet.count', { count: cues.length });
  return html`<p class="quiet">
    ${seconds > 0 ? t('panel.sheet.total', { cues: count, time: lengthText(seconds) }) : count}
  </p>`;
}
