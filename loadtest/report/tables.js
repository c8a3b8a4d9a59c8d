/** Writes tables as HTML, with figures to the right and words to the left. */

/** @import { Cell, Table } from '../types.js' */
/** @import { Html } from './page/html.js' */

import { tidy } from './page/format.js';
import { html } from './page/html.js';

/** A text, or one that is marked. @typedef {Cell | Html} Content */

/** Longer words may go on in a second line. */
const LONG = 36;
/** A number, one with a sign or a unit, or nothing. */
const FIGURE = /^(at least )?-?[\d.,]+( ×| %)?$|^–?$/;

/** Without columns it is a remark, and without names of columns it has no head. @param {Omit<Table, 'rows'> & { rows: Content[][] }} table */
export function table({ title, note, columns, rows }) {
  const isNumeric = columns.map((_column, index) =>
    rows.every((row) => FIGURE.test(String(row[index] ?? ''))),
  );
  const head = columns.map(
    (name, index) => html`<th class="${isNumeric[index] ? 'number' : ''}">${name}</th>`,
  );
  const line = (/** @type {Html[]} */ cells) =>
    html`<tr>
      ${cells}
    </tr>`;
  const grid = html`<div class="scroll" tabindex="0">
    <table>
      ${
        columns.some(Boolean) &&
        html`<thead>
          ${line(head)}
        </thead>`
      }
      <tbody>
        ${rows.map((row) => line(isNumeric.map((is, index) => cell(row[index], is))))}
      </tbody>
    </table>
  </div>`;
  return html`${title && html`<h3>${title}</h3>`} ${note && html`<p class="note">${note}</p>`}
  ${columns.length > 0 && grid}`;
}

/** @param {Content} value @param {boolean} [isNumeric] */
function cell(value, isNumeric) {
  const look = isNumeric ? 'number' : String(value ?? '').length > LONG ? 'long' : '';
  const flag = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
  const words = flag === '' || typeof flag === 'object' ? flag : tidy(flag);
  return html`<td class="${look}">${words}</td>`;
}
