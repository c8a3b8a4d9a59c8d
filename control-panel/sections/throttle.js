/** The rates: what sets them, how often phones may send, how many frames the screens get. */

import { html } from 'htm/preact';
import { useEffect, useMemo } from 'preact/hooks';
import { createDraft } from '../session/draft.js';
import { Field, Segments } from '../parts/field.js';
import { integer, minutes, short } from '../parts/format.js';
import { Load } from './load.js';
import { Processes } from './processes.js';
import { ask, order, scene, status } from '../session/session.js';
import { t } from '../parts/texts.js';

/** @import { Field as FieldShape } from '../../lib/contract/types.js' */
/** @import { Throttle as ThrottleShape } from '../../lib/contract/wire.js' */

const MODES = /** @type {const} */ (['AUTO', 'MAX', 'PIN']);
/** Stands in before the first status. @type {ThrottleShape} */
const NONE = {
  mode: 'AUTO',
  ...{ sendHz: 0, noticeHz: 0, tickHz: 0 },
  asked: { sendHz: 0, tickHz: 0 },
  endsAtMs: null,
  forcedUntilMs: null,
};

/** @satisfies {Record<string, FieldShape>} */
const RATES = {
  sendHz: { type: 'number', minimum: 0.5, maximum: 20, unit: '/s' },
  tickHz: { type: 'integer', minimum: 5, maximum: 30, unit: '/s' },
};

/** Shows the mode, the rates, and beside each what is measured. */
export function Throttle() {
  const inForce = status.value?.throttle ?? NONE;
  const meter = status.value?.meter;
  return html`<section
    class="section throttle"
    data-group="rates"
    data-mode=${inForce.mode}
    aria-labelledby="rates-title"
  >
    <h2 id="rates-title">${t('panel.rates')}</h2>
    <${Segments}
      labelledBy="rates-title"
      describedBy="rates-mode"
      choices=${MODES.map((id) => ({ id, title: t(`panel.rates.${id}`) }))}
      value=${inForce.mode}
      onChoose=${(/** @type {string} */ mode) => order('throttle', { mode })}
    />
    <p id="rates-mode" class="field-note">${t(`panel.rates.${inForce.mode}.help`)}</p>
    ${inForce.endsAtMs !== null && html`<${Ending} inForce=${inForce} />`}
    ${!scene.value?.paused && html`<${Load} throttle=${inForce} />`}
    <${Processes} />
    <fieldset disabled=${scene.value?.paused ?? false}>
      <${RateSlider} name="sendHz" title=${t('panel.rates.send')} inForce=${inForce} />
      <p class="measured">
        ${t('panel.rates.measured')} <b>${integer(meter?.inputsPerS ?? 0)}</b> ${t('panel.rates.inputs')}
        ${Boolean(meter?.droppedPerS) && html`<span class="dropped">${t('panel.rates.dropped', { rate: integer(meter?.droppedPerS ?? 0) })}</span>`}
      </p>
      <${RateSlider} name="tickHz" title=${t('panel.rates.tick')} inForce=${inForce} />
      <p class="measured">
        ${t('panel.rates.measured')} <b>${short(meter?.framesPerS ?? 0)}</b> ${t('panel.rates.frames')}
      </p>
    </fieldset>
  </section>`;
}

/**
 * Says when the mode goes back to AUTO, and offers to prolong it.
 * @param {{ inForce: ThrottleShape }} props
 */
function Ending({ inForce: { mode, asked, endsAtMs, forcedUntilMs } }) {
  const nowMs = status.value?.atMs ?? 0;
  const forcedS = Math.ceil(((forcedUntilMs ?? 0) - nowMs) / 1000);
  const again = (/** @type {object} */ more) => order('throttle', { mode, ...asked, ...more });
  return html`<div class="ending">
    <span>${t('panel.rates.ends', { time: minutes((endsAtMs ?? nowMs) - nowMs) })}</span>
    <button class="button" onClick=${() => again({})}>${t('panel.rates.again')}</button>
    ${
      mode === 'PIN' &&
      (forcedS > 0
        ? html`<span class="forced">${t('panel.rates.forced', { count: forcedS })}</span>`
        : html`<button class="button" onClick=${() => again({ force: true })}>
            ${t('panel.rates.force')}
          </button>`)
    }
  </div>`;
}

/**
 * Shows the rate in force, or in MAX the cap. Moving the slider in AUTO pins the rates, so that the slider tells the
 * truth.
 * @param {{ name: keyof typeof RATES, title: string, inForce: ThrottleShape }} props
 */
function RateSlider({ name, title, inForce }) {
  const draft = useMemo(
    () => createDraft((/** @type {number} */ hz) => ask('throttle', { ...setBy(inForce), [name]: hz })),
    [name, inForce.mode],
  );
  useEffect(() => draft.stop, [draft]);
  const shown = inForce.mode === 'MAX' ? inForce.asked : inForce;
  const value = draft.value.value ?? Math.round(shown[name] * 10) / 10;
  return html`<${Field}
    name=${name}
    field=${{ ...RATES[name], title }}
    value=${value}
    problem=${draft.problem.value}
    onEdit=${draft.edit}
    onHold=${draft.hold}
    onRelease=${draft.release}
  />`;
}

/**
 * Gives the value of the other slider: its cap in MAX; else the rate in force, pinned from now on.
 * @param {ThrottleShape} inForce
 */
function setBy({ mode }) {
  const { asked, sendHz = 0, tickHz = 0 } = status.value?.throttle ?? NONE;
  if (mode === 'MAX') return { mode, ...asked };
  return { mode: 'PIN', sendHz: Math.max(0.5, sendHz), tickHz };
}
