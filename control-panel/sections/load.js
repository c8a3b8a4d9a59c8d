/** How loaded the server is, what holds the rates back, and how many phones wait in line. */

import { html } from 'htm/preact';
import { integer, rate, share, short } from '../parts/format.js';
import { status } from '../session/session.js';
import { t } from '../parts/texts.js';

/** @import { GovernorReading } from '../../lib/contract/readings.js' */
/** @import { Throttle } from '../../lib/contract/wire.js' */

/** Load at the end of the bar: more than this says nothing new. */
const BAR_END = 1.5;
const FULL = 1;
/** Below this load nothing holds the rates back. */
const NEAR = 0.92;
/** A rate below this share of the wanted one is held back by something. */
const HELD = 0.95;

/** Shows one bar, one sentence and four figures. @param {{ throttle: Throttle }} props `throttle`: of the room watched */
export function Load({ throttle }) {
  const governor = status.value?.governor;
  if (!governor) return null;
  const { pressure, binding, phones, granted, costMs, handledPerS } = governor;
  const scale = t('panel.load.scale', { percent: share(pressure) });
  return html`<div class="load" data-level=${levelOf(governor)}>
    <p class="load-head"><span>${t('panel.load')}</span> <b>${share(pressure)}</b></p>
    <div
      class="load-bar"
      role="meter"
      aria-label=${scale}
      title=${scale}
      aria-valuemin="0"
      aria-valuemax="150"
      aria-valuenow=${Math.round(Math.min(BAR_END, pressure) * 100)}
    >
      <i style=${{ transform: `scaleX(${Math.min(1, pressure / BAR_END)})` }}></i>
    </div>
    <p class="load-why">${t(sentenceOf(governor, throttle), { signal: t(`panel.signal.${binding}`) })}</p>
    <dl class="load-figures">
      <${Figure} value=${share(shareOf(throttle, granted))} word=${t('panel.load.granted')} />
      <${Figure} value=${integer(phones)} word=${t('panel.load.phones', { count: phones })} />
      <${Figure} value=${costMs > 0 ? `${short(costMs * 1000)} µs` : '–'} word=${t('panel.load.cost')} />
      <${Figure} value=${integer(handledPerS)} word=${t('panel.load.handled')} />
    </dl>
    <${Line} governor=${governor} />
  </div>`;
}

/** @param {{ value: string, word: string }} props */
function Figure({ value, word }) {
  return html`<div>
    <dd>${value}</dd>
    <dt>${word}</dt>
  </div>`;
}

/** @param {{ governor: GovernorReading }} props */
function Line({ governor: { waiting, kept, isFull, joinsPerS } }) {
  if (waiting === 0) return null;
  const key = isFull ? 'panel.load.full' : 'panel.load.waiting';
  return html`<p class="load-line">
    ${t(key, { count: waiting, rate: rate(Math.round(joinsPerS)) })}
    ${isFull && kept > 0 && ` ${t('panel.load.kept', { count: kept })}`}
  </p>`;
}

/**
 * Gives the share of the rate that the operator allows; where that does not follow the governor, the share that the
 * governor would grant.
 * @param {Throttle} throttle @param {number} granted
 */
function shareOf({ mode, sendHz, asked }, granted) {
  return mode === 'AUTO' || mode === 'MAX' ? Math.min(1, sendHz / Math.max(asked.sendHz, 0.5)) : granted;
}

/** @param {GovernorReading} governor @returns {'low' | 'near' | 'full'} */
function levelOf({ pressure }) {
  if (pressure < NEAR) return 'low';
  return pressure <= FULL ? 'near' : 'full';
}

/** @param {GovernorReading} governor @param {Throttle} throttle */
function sentenceOf({ on, hardForMs, pressure, isScaled }, { mode, sendHz, asked }) {
  if (!on) return 'panel.load.off';
  if (hardForMs > 0) return 'panel.load.hard';
  const isGoverned = mode === 'AUTO' || mode === 'MAX';
  if (pressure > FULL) return 'panel.load.held';
  if (!isGoverned || sendHz >= asked.sendHz * HELD) return 'panel.load.nearest';
  return isScaled ? 'panel.load.crowd' : 'panel.load.recovering';
}
