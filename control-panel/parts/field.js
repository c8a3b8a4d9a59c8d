/** One field of a form, drawn from its description: slider, switch, choice or text. */

import { html } from 'htm/preact';
import { useId, useState } from 'preact/hooks';
import { Icon } from './icons.js';
import { rate } from './format.js';
import { stepOf } from '../../public/shared/scale.js';
import { t } from './texts.js';

/** @import { Field as FieldShape } from '../../lib/contract/types.js' */
/** @typedef {number | boolean | string} Value */

/**
 * @typedef {object} FieldProps
 * @property {string} name
 * @property {FieldShape} field
 * @property {Value} value
 * @property {(value: any, options?: { now?: boolean }) => void} onEdit `now`: a decision, which need not wait for the end of a movement
 * @property {() => void} [onHold] a hand or the caret is in the field
 * @property {() => void} [onRelease]
 * @property {string} [problem] shown under the field
 * @property {boolean} [resettable] offers the default when the value is another
 */

/** @param {FieldProps} props */
export function Field(props) {
  const { name, field, value, onEdit, problem, resettable } = props;
  const id = useId();
  const note = problem || field.description;
  return html`<div class="field" data-kind=${kindOf(field)} data-problem=${Boolean(problem)}>
    <label class="field-title" id=${`${id}-title`} for=${id}>${field.title ?? name}</label>
    <${controlOf(field)} ...${props} id=${id} noteId=${note ? `${id}-note` : undefined} />
    ${resettable && value !== field.default && html`<${Reset} field=${field} name=${name} onEdit=${onEdit} />`}
    ${note && html`<p class="field-note" id=${`${id}-note`} role=${problem ? 'alert' : undefined}>${note}</p>`}
  </div>`;
}

/** @param {FieldShape} field */
function kindOf({ type, enum: choices }) {
  if (type === 'boolean') return 'switch';
  if (type === 'string') return choices ? 'choice' : 'text';
  return 'number';
}

/** @param {FieldShape} field */
function controlOf(field) {
  return { switch: Switch, choice: Choice, text: Text, number: NumberField }[kindOf(field)];
}

/** @param {FieldProps & { id: string, noteId?: string }} props */
function NumberField({ field, value, onEdit, onHold, onRelease, id, noteId }) {
  const { minimum, maximum, unit, title } = field;
  const hasRange = minimum !== undefined && maximum !== undefined;
  return html`${
      hasRange &&
      html`<input
        type="range"
        class="slider"
        aria-label=${title}
        aria-describedby=${noteId}
        min=${minimum}
        max=${maximum}
        step=${stepOf(field)}
        value=${value}
        onInput=${(/** @type {any} */ event) => onEdit(Number(event.currentTarget.value))}
        onPointerDown=${onHold}
        onPointerUp=${onRelease}
        onPointerCancel=${onRelease}
      />`
    }
    <span class="number-box">
      ${
        hasRange &&
        html`<span class="range-hint">${t('panel.range', { from: rate(minimum), to: rate(maximum) })}</span>`
      }
      <${NumberBox} ...${{ field, value, onEdit, onHold, onRelease, id, noteId }} />
      ${unit && html`<span class="unit" dir="ltr">${unit}</span>`}
    </span>`;
}

/**
 * Keeps the typed text ("1." on the way to "1.5") apart from the value; only numbers inside the range become
 * values.
 * @param {FieldProps & { id: string, noteId?: string }} props
 */
function NumberBox({ field, value, onEdit, onHold, onRelease, id, noteId }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const edit = (/** @type {any} */ event) => {
    const input = event.currentTarget;
    setTyped(input.value);
    if (input.value !== '' && input.validity.valid) onEdit(Number(input.value));
  };
  const leave = () => {
    setTyped(null);
    onRelease?.();
  };
  return html`<input
    id=${id}
    class="number"
    type="number"
    inputmode=${(field.minimum ?? -1) < 0 ? 'text' : 'decimal'}
    aria-describedby=${noteId}
    min=${field.minimum}
    max=${field.maximum}
    step=${field.type === 'integer' ? 1 : 'any'}
    value=${typed ?? String(value)}
    onInput=${edit}
    onFocus=${onHold}
    onBlur=${leave}
  />`;
}

/** @param {FieldProps & { id: string, noteId?: string }} props */
function Switch({ value, onEdit, id, noteId }) {
  return html`<input
    id=${id}
    type="checkbox"
    role="switch"
    class="switch"
    aria-describedby=${noteId}
    checked=${Boolean(value)}
    onChange=${(/** @type {any} */ event) => onEdit(event.currentTarget.checked, { now: true })}
  />`;
}

/** @param {FieldProps & { id: string, noteId?: string }} props */
function Choice({ field, value, onEdit, id, noteId }) {
  const choices = field.enum ?? [];
  return html`<${Segments}
    labelledBy=${`${id}-title`}
    describedBy=${noteId}
    choices=${choices.map((choice, index) => ({ id: choice, title: field.enumTitles?.[index] ?? choice }))}
    value=${value}
    onChoose=${(/** @type {string} */ choice) => onEdit(choice, { now: true })}
  />`;
}

/**
 * Shows a few words side by side, of which one is chosen.
 * @param {{ choices: { id: string, title: string }[], value: Value, onChoose: (id: string) => void, labelledBy?: string, describedBy?: string }} props
 */
export function Segments({ choices, value, onChoose, labelledBy, describedBy }) {
  const group = useId();
  return html`<div
    class="segments"
    role="radiogroup"
    aria-labelledby=${labelledBy}
    aria-describedby=${describedBy}
  >
    ${choices.map(
      ({ id, title }) =>
        html`<label key=${id}>
          <input
            type="radio"
            name=${group}
            value=${id}
            checked=${id === value}
            onChange=${() => onChoose(id)}
          />
          <span>${title}</span>
        </label>`,
    )}
  </div>`;
}

/** @param {FieldProps & { id: string, noteId?: string }} props */
function Text({ field, value, onEdit, onHold, onRelease, id, noteId }) {
  return html`<input
    id=${id}
    class="text"
    dir="auto"
    autocomplete="off"
    aria-describedby=${noteId}
    maxlength=${field.maxLength ?? 200}
    value=${value}
    onInput=${(/** @type {any} */ event) => onEdit(event.currentTarget.value)}
    onFocus=${onHold}
    onBlur=${onRelease}
  />`;
}

/** @param {{ field: FieldShape, name: string, onEdit: FieldProps['onEdit'] }} props */
function Reset({ field, name, onEdit }) {
  const index = field.enum?.indexOf(String(field.default)) ?? -1;
  const value = field.enumTitles?.[index] ?? String(field.default);
  const label = t('panel.reset', { field: field.title ?? name, value: value || '–' });
  return html`<button
    class="icon-button reset"
    aria-label=${label}
    title=${label}
    onClick=${() => onEdit(field.default, { now: true })}
  >
    <${Icon} name="reset" />
  </button>`;
}
