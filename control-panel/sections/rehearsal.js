/** The rehearsal: virtual phones in the watched room, their number and characters chosen by the operator. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useMemo } from 'preact/hooks';
import { createDraft } from '../session/draft.js';
import { Field } from '../parts/field.js';
import { integer, share } from '../parts/format.js';
import { ask, order, status } from '../session/session.js';
import { t } from '../parts/texts.js';

const MAX_PHONES = 2000;
const PRESETS = [50, 200, 500, 1000, MAX_PHONES];
const CHARACTERS = ['usual', 'sheep', 'troll', 'half-asleep', 'eager', 'bad-wifi'];
/** Longer than for a rate: with each change a crowd comes or goes. */
const DELAY_MS = 500;

/** The characters ticked here; they count for the next crowd. */
const ticked = signal(CHARACTERS);

/** Takes one line while it is closed; stays open while a crowd is there. */
export function Rehearsal() {
  const draft = useMemo(
    () =>
      createDraft((/** @type {number} */ count) => ask('rehearsal', { count, characters: ticked.value }), {
        delayMs: DELAY_MS,
      }),
    [],
  );
  useEffect(() => draft.stop, [draft]);
  const rehearsal = status.value?.rehearsal ?? null;
  const wanted = draft.value.value ?? rehearsal?.wanted ?? 0;
  return html`<section
    class="section rehearsal"
    data-group="players"
    data-on=${rehearsal !== null}
    aria-labelledby="rehearsal-title"
  >
    <details open=${rehearsal !== null || undefined}>
      <summary>
        <h2 id="rehearsal-title">${t('panel.rehearsal')}</h2>
        <${State} />
      </summary>
      ${
        rehearsal &&
        html`<button class="button" onClick=${() => order('rehearsal', { count: 0 })}>
          ${t('panel.rehearsal.home')}
        </button>`
      }
      <p class="field-note">${t('panel.rehearsal.help')}</p>
      <${Field}
        name="count"
        field=${{ type: 'integer', minimum: 0, maximum: MAX_PHONES, title: t('panel.rehearsal.count') }}
        value=${wanted}
        problem=${draft.problem.value}
        onEdit=${draft.edit}
        onHold=${draft.hold}
        onRelease=${draft.release}
      />
      <div class="presets">
        ${PRESETS.map(
          (count) =>
            html`<button
              key=${count}
              class="button"
              aria-pressed=${wanted === count}
              onClick=${() => draft.edit(count, { now: true })}
            >
              ${integer(count)}
            </button>`,
        )}
      </div>
      <${Characters} wanted=${wanted} />
    </details>
  </section>`;
}

/** Is part of the line that is always seen. */
function State() {
  const rehearsal = status.value?.rehearsal;
  if (!rehearsal) return html`<span class="quiet">${t('panel.rehearsal.off')}</span>`;
  const { joined, wanted, cpu } = rehearsal;
  return html`<span class="tag on"
      >${t(joined < wanted ? 'panel.rehearsal.joining' : 'panel.rehearsal.joined', {
        joined: integer(joined),
        wanted: integer(wanted),
      })}</span
    >
    <span class="quiet rehearsal-cpu">${t('panel.rehearsal.cpu', { percent: share(cpu) })}</span>`;
}

/** @param {{ wanted: number }} props */
function Characters({ wanted }) {
  const toggle = (/** @type {string} */ name) => () => {
    const next = CHARACTERS.filter((each) => ticked.value.includes(each) !== (each === name));
    if (next.length === 0) return;
    ticked.value = next;
    if (wanted > 0) void order('rehearsal', { count: wanted, characters: next });
  };
  return html`<fieldset class="characters">
    <legend class="field-title">${t('panel.rehearsal.characters')}</legend>
    ${CHARACTERS.map(
      (name) =>
        html`<label key=${name} class="chip" title=${t(`panel.character.${name}.help`)}>
          <input type="checkbox" checked=${ticked.value.includes(name)} onChange=${toggle(name)} />
          <span>${t(`panel.character.${name}`)}</span>
        </label>`,
    )}
  </fieldset>`;
}
