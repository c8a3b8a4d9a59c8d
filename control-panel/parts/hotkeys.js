/** Keys of the panel: which presses are commands, and which belong to the element with the focus. */

/** Types of inputs in which letters are not text. */
const NOT_TEXT = new Set(['button', 'checkbox', 'radio', 'range', 'reset', 'submit']);

/**
 * Tells whether a press of this key may run a command. Text fields keep all keys, buttons keep Space and
 * Enter, sliders and choices keep the arrows; shortcuts of the browser stay the browser's.
 * @param {{ key: string, target: unknown, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, isComposing?: boolean, defaultPrevented?: boolean }} event
 */
export function isCommand(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return false;
  const target = /** @type {{ tagName?: string, type?: string, isContentEditable?: boolean } | null} */ (
    event.target
  );
  const tag = target?.tagName?.toLowerCase() ?? '';
  if (target?.isContentEditable || tag === 'textarea') return false;
  if (tag === 'input' && !NOT_TEXT.has(target?.type ?? 'text')) return false;
  if (tag === 'select') return false;
  if (['button', 'a', 'summary', 'input'].includes(tag) && (event.key === ' ' || event.key === 'Enter'))
    return false;
  return !(tag === 'input' && /^(Arrow|Page|Home|End)/.test(event.key));
}

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
