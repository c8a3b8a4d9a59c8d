/** Keys of the panel: those that select a game, and what is printed on them. */

/**
 * Reads Shift+1 … Shift+9 by their place on the keyboard, whatever the layout prints there: 0 … 8, else -1.
 * @param {{ code: string, shiftKey: boolean }} event
 */
export function gameNumberOf({ code, shiftKey }) {
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  return shiftKey && digit ? Number(digit) - 1 : -1;
}

/** @param {string} key @param {string} space the word on the long key */
export function keycap(key, space) {
  if (key === ' ') return space;
  return KEYCAPS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** @type {Record<string, string>} */
const KEYCAPS = {
  ...{ arrowup: '↑', arrowdown: '↓', arrowleft: '←', arrowright: '→', enter: '⏎' },
  ...{ pageup: 'PgUp', pagedown: 'PgDn', home: 'Home', end: 'End', backspace: '⌫' },
};
