/** Dresses a page in the look of its room: light or dark, the colours of the sides, a logo, a background. */

/** @import { Theme } from '../../lib/contract/look.js' */

/** @param {Omit<Theme, 'reactions'>} theme its colours can be read already: the server sees to that */
export function dressPage({ light, colours, logo, background }) {
  const { dataset, style } = document.documentElement;
  set('scheme', light ? 'light' : '');
  set('own', colours ? 'colours' : '');
  set('logo', logo);
  set('background', background);
  paint('--team-1', colours?.[0]);
  paint('--team-2', colours?.[1]);
  paint('--logo', logo && `url("${logo}")`);
  paint('--background', background && `url("${background}")`);
  const bar = document.querySelector('meta[name="theme-color"]');
  bar?.setAttribute('content', light ? '#ffffff' : '#07060c');

  /** @param {string} name @param {string} value */
  function set(name, value) {
    if (value) dataset[name] = value;
    else delete dataset[name];
  }
  /** @param {string} name @param {string | undefined} value */
  function paint(name, value) {
    if (value) style.setProperty(name, value);
    else style.removeProperty(name);
  }
}

/** Reads a theme that this page kept. @param {string | null | undefined} text @returns {Theme | null} null: none, or no theme */
export function keptTheme(text) {
  try {
    const theme = JSON.parse(text ?? 'null');
    return typeof theme?.light === 'boolean' && 'colours' in theme ? theme : null;
  } catch {
    return null;
  }
}
