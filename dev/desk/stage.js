/** The stage at the author's desk: its time, its state, what the last tick was given, what was refused, and what each hook costs. */

/** @import { Inspected, InspectWish } from '../../lib/contract/wire.js' */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { showDone, showProblem } from '../../control-panel/parts/toasts.js';
import { socket } from '../../control-panel/session/session.js';

const EVERY_MS = 250;
const ACK_MS = 5000;
/** Characters of the state that stand in one line. */
const LINE = 60;
const round = (/** @type {number} */ number) =>
  Number.isInteger(number) ? number : Number(number.toPrecision(5));

const seen = signal(/** @type {Inspected | null} */ (null));
const problem = signal('');
/** One question at a time; of the wishes that come meanwhile the last one counts. @type {InspectWish | null} */
let next = null;
let isAsking = false;

/** @param {InspectWish} [wish] */
async function inspect(wish) {
  next = wish ?? next;
  if (isAsking || !socket.connected) return;
  isAsking = true;
  const { to, isStopped } = next ?? {};
  next = null;
  try {
    const ack = await socket.timeout(ACK_MS).emitWithAck('inspect', to ?? null, isStopped ?? null);
    problem.value = ack.ok ? '' : ack.message;
    if (ack.ok) seen.value = ack.seen;
  } catch {
    problem.value = 'The stage does not answer.';
  }
  isAsking = false;
  if (next) void inspect();
}

async function saveTest() {
  try {
    const ack = await socket.timeout(ACK_MS).emitWithAck('saveTest');
    if (ack.ok) showDone(`${ack.file} is written: run it with "node --test".`);
    else showProblem(ack.message);
  } catch {
    showProblem('The stage does not answer.');
  }
}

/** Everything about the stage. */
export function Stage() {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void inspect(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const { value } = seen;
  return html`${problem.value && html`<p class="field-note problem" role="alert">${problem.value}</p>`}${
    value &&
    html`<${Time} ...${value} />
      <div class="desk-facts">
        <section class="section desk-state" aria-label="State">
          <h2>What this tick was given</h2>
          <${Tree} name="input" value=${value.sum} tick=${value.at} isOpen />
          ${value.came.map((entry, at) => html`<p key=${at} class="desk-came"><code>${entry}</code></p>`)}
          <h2>The state after it</h2>
          <${Tree} name="state" value=${value.state} tick=${value.at} isOpen />
        </section>
        <div class="column"><${Costs} costs=${value.costs} /><${Refused} refused=${value.refused} /></div>
      </div>`
  }`;
}

/** @param {Inspected} props */
function Time({ at, first, last, isStopped, nowMs }) {
  const isPast = at < last;
  return html`<section class="section desk-time" aria-label="Time" data-stopped=${isStopped}>
    <button class="button desk-play" onClick=${() => inspect({ isStopped: !isStopped })}>
      ${isStopped ? (isPast ? 'Play on from here' : 'Play on') : 'Stop'}
    </button>
    <button
      class="button"
      aria-label="Back one tick"
      disabled=${at <= first}
      onClick=${() => inspect({ to: at - 1 })}
    >
      ‹
    </button>
    <button class="button" aria-label="On one tick" onClick=${() => inspect({ to: at + 1 })}>›</button>
    <button class="button" onClick=${saveTest}>Save as a test</button>
    <output>tick ${at} of ${last}, ${(nowMs / 1000).toFixed(2)} s</output>
    <input
      type="number"
      class="number"
      aria-label="Go to tick"
      placeholder="Go to"
      min=${first}
      max=${last}
      onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => inspect({ to: Number(currentTarget.value) })}
    />
    <input
      type="range"
      class="slider"
      aria-label="Tick"
      min=${first}
      max=${last}
      value=${at}
      onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => inspect({ to: Number(currentTarget.value) })}
    />
  </section>`;
}

/** A value, and everything in it; in one line where that is short. @param {{ name: string, value: unknown, tick: number, isOpen?: boolean }} props tick: another line than at the one that was shown before is marked */
function Tree({ name, value, tick, isOpen = false }) {
  const text = JSON.stringify(value, (_key, each) => (typeof each === 'number' ? round(each) : each), 1);
  const line = text.replaceAll(/\n */g, ' ');
  const last = useRef({ tick, line, was: line });
  if (last.current.tick !== tick) last.current = { tick, line, was: last.current.line };
  const isChanged = last.current.was !== line;
  if (typeof value !== 'object' || value === null || (!isOpen && line.length <= LINE))
    return html`<p data-changed=${isChanged}><b>${name}</b> <code>${line}</code></p>`;
  const entries = Object.entries(value);
  const more = Number(/^… (\d+) more$/.exec(String(entries.at(-1)?.[1]))?.[1] ?? 1) - 1;
  const count = entries.length + more;
  const kind = Array.isArray(value) ? `[${count}]` : `{${count}}`;
  return html`<details open=${isOpen || undefined}>
    <summary><b>${name}</b> <code>${kind}</code></summary>
    ${entries.map(([key, each]) => html`<${Tree} key=${key} name=${key} value=${each} tick=${tick} />`)}
  </details>`;
}

/** @param {Pick<Inspected, 'costs'>} props */
function Costs({ costs }) {
  return html`<section class="section desk-costs" aria-label="Hooks">
    <table>
      <thead>
        <tr>
          <th>Hook</th>
          <th>calls</th>
          <th>µs each</th>
          <th>most</th>
          <th>bytes</th>
        </tr>
      </thead>
      <tbody>
        ${costs.map(
          ({ hook, calls, ms, mostMs, bytes }) =>
            html`<tr key=${hook}>
              <th><code>${hook}</code></th>
              <td>${calls}</td>
              <td>${Math.round((1000 * ms) / calls)}</td>
              <td>${Math.round(1000 * mostMs)}</td>
              <td>${bytes || ''}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** @param {Pick<Inspected, 'refused'>} props */
function Refused({ refused }) {
  return html`<section class="section" aria-label="Refused">
    <h2>Refused</h2>
    ${refused.length === 0 && html`<p class="quiet">Nothing yet.</p>`}
    <ul class="desk-refused">
      ${refused.map(
        ({ tick, what, problem: why }, at) =>
          html`<li key=${at}>tick ${tick}, <code>${what}</code>: <bdi>${why}</bdi></li>`,
      )}
    </ul>
  </section>`;
}
