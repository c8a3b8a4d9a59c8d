/** Writes tables as HTML, with figures to the right and words to the left. */

/** @import { Cell, Table } from '../types.js' */
/** @import { Html } from './html.js' */

import { html } from './html.js';
import { tidy } from './page/format.js';

/** Longer words may go on in a second line. */
const LONG = 36;

/** @param {Table} table @returns {Html} */
export function table({ title, note, columns, rows }) {
  const numeric = columns.map((_column, index) => rows.every((row) => isFigure(row[index])));
  return html`${title && html`<h3>${title}</h3>`} ${note && html`<p class="note">${note}</p>`}
    <div class="scroll" tabindex="0">
      <table>
        <thead>
          <tr>
            ${columns.map((column, index) => html`<th${numeric[index] && html` class="number"`}>${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${columns.map((_column, index) => html`<td${classOf(row[index], numeric[index])}>${cell(row[index])}</td>`)}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>`;
}

/** @param {string} title @param {[string, Cell | Html][]} rows @returns {Html | null} */
export function pairs(title, rows) {
  const known = rows.filter(([, value]) => value != null && value !== '');
  if (known.length === 0) return null;
  return html`<h3>${title}</h3>
    <div class="scroll">
      <table>
        <tbody>
          ${known.map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${cell(value)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** @param {Cell} value @param {boolean | undefined} numeric */
function classOf(value, numeric) {
  if (numeric) return html` class="number"`;
  return String(value ?? '').length > LONG && html` class="long"`;
}

/** @param {Cell | Html} value */
function cell(value) {
  if (value === '' || typeof value === 'object') return value;
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : tidy(value);
}

/** @param {Cell} value a number, one with a sign or a unit, or nothing */
function isFigure(value) {
  return (
    value == null || typeof value === 'number' || /^(at least )?-?[\d.,]+( ×| %)?$|^–?$/.test(String(value))
  );
}
