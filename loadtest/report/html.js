/** Writes HTML by a template that escapes whatever is put into it. */

const ENTITIES = Object.freeze({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' });

/** A text that is HTML already. */
class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/**
 * html`<p>${anything}</p>`: a value is escaped, a Markup stays, a list is joined, and null or undefined leaves nothing.
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 */
export function html(parts, ...values) {
  return new Markup(parts.reduce((text, part, index) => text + embed(values[index - 1]) + part));
}

/**
 * Marks a text as HTML, CSS or a script, so that it is not escaped.
 * @param {string} text
 */
export function raw(text) {
  return new Markup(text);
}

/** @param {unknown} value @returns {string} */
function embed(value) {
  if (value == null || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(embed).join('');
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[/** @type {keyof typeof ENTITIES} */ (sign)]);
}

/** @typedef {Markup} Html */
