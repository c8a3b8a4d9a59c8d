/** Writes HTML and SVG by a template that escapes whatever is put into it, in the report and on its page. */

const ENTITIES = Object.freeze({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' });

/** A text that is markup already. */
class Markup extends String {}

/**
 * html`<p>${anything}</p>`: a value is escaped, a Markup stays, a list is joined, and null, undefined or false leave nothing.
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 */
export function html(parts, ...values) {
  return new Markup(parts.reduce((text, part, index) => text + embed(values[index - 1]) + part));
}

/** The same for SVG. */
export const svg = html;

/** @param {string} text HTML, CSS or a script, which is not escaped */
export function raw(text) {
  return new Markup(text);
}

/** @param {unknown} value @returns {string} */
function embed(value) {
  if (value == null || value === false) return '';
  if (value instanceof Markup) return value.toString();
  if (Array.isArray(value)) return value.map(embed).join('');
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[/** @type {keyof typeof ENTITIES} */ (sign)]);
}

/** @typedef {Markup} Html */
