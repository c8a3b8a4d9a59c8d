/** "Ready?": the sheet with a row for each thing that can go wrong, green, amber or red, each with its remedy. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { integer, minutes } from '../parts/format.js';
import { Icon } from '../parts/icons.js';
import { QrCode } from '../parts/qr-code.js';
import { Sheet } from '../parts/sheet.js';
import { rowsOf, worstState } from '../session/checks.js';
import { ask, order, status } from '../session/session.js';
import { isolate, lang, t, voice } from '../parts/texts.js';

/** @import { Ceiling, Readiness } from '../../lib/contract/readiness.js' */
/** @import { Row, State } from '../session/checks.js' */

/** A phone is to be seen to tick within a second. */
const REFRESH_MS = 400;
/** A slow answer says little about a clock. */
const QUICK_MS = 300;
const MOST_EXPECTED = 1_000_000;
/** A phone whose page is open reports once a second. */
const HERE_MS = 4000;
/** @type {Record<State, import('../parts/icons.js').IconName>} */
const SIGNS = { good: 'done', warn: 'warn', bad: 'close' };

const isOpen = signal(false);
const ready = signal(/** @type {Readiness | null} */ (null));
const offsetMs = signal(0);

/** Opens the sheet. */
export function ReadyButton() {
  return html`<button class="button primary" onClick=${() => (isOpen.value = true)}>
    <${Icon} name="done" /><span>${t('panel.ready.open')}</span>
  </button>`;
}

/** The sheet over the panel, of which there is one. */
export function ReadySheet() {
  if (!isOpen.value) return null;
  const rows = rowsNow();
  return html`<${Sheet}
    name="ready"
    class="ready"
    title=${t('panel.ready')}
    head=${rows && html`<${Sum} rows=${rows} />`}
    refresh=${refresh}
    everyMs=${REFRESH_MS}
    onClose=${() => (isOpen.value = false)}
  >
    ${
      ready.value &&
      rows &&
      html`<div class="ready-body">
          <${Probe} ...${ready.value} />
          <ul class="ready-rows">
            ${rows.map((row) => html`<${Line} key=${row.id} row=${row} />`)}
          </ul>
        </div>
        <${Audience} ...${ready.value} />`
    }
  <//>`;
}

let isAsking = false;

/** A failure stays silent: the next try comes soon, and the banner tells of a lost connection. */
async function refresh() {
  if (isAsking) return;
  isAsking = true;
  const beganMs = Date.now();
  const ack = await ask('readiness');
  isAsking = false;
  if (!ack.ok) return;
  const endedMs = Date.now();
  if (ready.value === null || endedMs - beganMs < QUICK_MS)
    offsetMs.value = ack.readiness.atMs - (beganMs + endedMs) / 2;
  ready.value = ack.readiness;
}

function rowsNow() {
  if (!ready.value || !status.value) return null;
  return rowsOf({
    ready: ready.value,
    offsetMs: offsetMs.value,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    loopP99Ms: status.value.meter.loopP99Ms,
    screens: status.value.screens,
  });
}

/** @param {{ rows: readonly Row[] }} props */
function Sum({ rows }) {
  const state = worstState(rows);
  const count = rows.filter((row) => row.state === state).length;
  return html`<p class="ready-sum" data-state=${state} role="status">
    ${t(`panel.ready.sum.${state}`, { rows: count })}
  </p>`;
}

/** @param {{ row: Row }} props */
function Line({ row: { id, state, is, values } }) {
  const said =
    values['problem'] === undefined ? values : { ...values, problem: voice.say(String(values['problem'])) };
  return html`<li class="ready-row" data-row=${id} data-state=${state}>
    <span class="ready-sign"
      ><${Icon} name=${SIGNS[state]} /><span class="visually-hidden"
        >${t(`panel.ready.state.${state}`)}</span
      ></span
    >
    <div>
      <b>${t(`panel.ready.${id}`)}</b>
      <p>${t(`panel.ready.${id}.${is}`, said)}</p>
    </div>
  </li>`;
}

/** @param {Readiness} props */
function Probe({ probe, probes, atMs }) {
  return html`<section class="ready-probe" aria-labelledby="ready-probe-title">
    <h3 id="ready-probe-title">${t('panel.ready.scan')}</h3>
    <${QrCode} svg=${probe.qr} alt=${t('panel.ready.qr')} />
    <code class="link-url" dir="ltr">${probe.url}</code>
    <p class="quiet">${t('panel.ready.scan.help')}</p>
    <ul class="ready-phones">
      ${probes.map(
        ({ id, kind, address, family, rttMs, lastMs }) =>
          html`<li key=${id} data-here=${atMs - lastMs < HERE_MS}>
            <i aria-hidden="true"></i>
            <span>${kind || t('panel.ready.phone')} <bdi dir="ltr">${address}</bdi></span>
            <span class="quiet"
              ><bdi dir="ltr">${family}${rttMs !== null && ` · ${integer(rttMs)} ms`}</bdi></span
            >
          </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {Readiness} props */
function Audience({ expected, ceiling }) {
  const ramp = status.value?.ramp ?? null;
  return html`<section class="ready-audience">
    <${Expected} expected=${expected} />
    <button
      class=${ramp ? 'button' : 'button primary'}
      onClick=${() => order('measure', ramp === null, t('panel.ready.ramp.room'))}
    >
      ${t(ramp ? 'panel.ready.ramp.stop' : 'panel.ready.ramp')}
    </button>
    <div class="ready-ramp">
      ${
        ramp
          ? html`<progress max=${ramp.ofMs} value=${ramp.elapsedMs} aria-label=${t('panel.ready.ramp')} />
              <p role="status">
                ${t('panel.ready.ramp.now', {
                  joined: integer(ramp.joined),
                  left: minutes(ramp.ofMs - ramp.elapsedMs),
                })}
              </p>`
          : html`<p class="quiet">${ceiling ? measuredText(ceiling) : t('panel.ready.ramp.help')}</p>`
      }
    </div>
  </section>`;
}

/** The number that is being typed stays as it is while the sheet is drawn again. @param {Pick<Readiness, 'expected'>} props */
function Expected({ expected }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const keep = async (/** @type {any} */ event) => {
    const { value, validity } = event.currentTarget;
    if (validity.valid) await order('expect', value === '' ? null : Number(value));
    await refresh();
    setTyped(null);
  };
  return html`<label>
    <span>${t('panel.ready.expected')}</span>
    <input
      class="number"
      type="number"
      min="1"
      max=${MOST_EXPECTED}
      step="1"
      value=${typed ?? expected ?? ''}
      onInput=${(/** @type {any} */ event) => setTyped(event.currentTarget.value)}
      onChange=${keep}
    />
  </label>`;
}

/** @param {Ceiling} ceiling */
function measuredText({ phones, why, binding, gameId, atMs, version, cores }) {
  const reason = why === 'overload' ? t(`panel.ready.binding.${binding}`) : t(`panel.ready.why.${why}`);
  return t('panel.ready.measured', {
    ...{ phones, reason, cores, version },
    game: isolate(gameId),
    time: new Date(atMs).toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' }),
  });
}
