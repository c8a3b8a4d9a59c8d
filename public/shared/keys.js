/** The keys of actions: an action may have one, or a list of them, of which pages show the first; and the keys of clickers. */

/** @typedef {{ key?: string | readonly string[], confirm?: boolean }} Keyed an action with its keys */

/** Lets the stage stand still, or go on, where the game has no use for it. */
export const PAUSE_KEY = 'p';

/** A screen takes these keys itself, before the game does; `defineGame` refuses them for actions, case aside. */
export const SCREEN_KEYS = /** @type {const} */ (['f', 'j', 's', '?', 'Escape', 'F5']);

/** A clicker's keys mean the same in every game; `defineGame` refuses these keys for actions. @type {Record<string, 'next' | 'back' | 'dark'>} */
const CLICKER_KEYS = { pagedown: 'next', enter: 'next', pageup: 'back', b: 'dark', '.': 'dark' };

/** Arrows are steps where people only watch and step, which is no page that they would scroll. @type {Record<string, 'next' | 'back'>} */
const ARROWS = { ArrowRight: 'next', ArrowDown: 'next', ArrowLeft: 'back', ArrowUp: 'back' };

/** Types of inputs in which letters are not text. */
const NOT_TEXT = new Set(['button', 'checkbox', 'radio', 'range', 'reset', 'submit']);

/**
 * Finds a key by its place where the layout has other letters than Latin ones there: keycaps have both. Clickers send places, too.
 * @param {{ key: string, code: string }} event @returns {string} as `KeyboardEvent.key`
 */
export function keyOf({ key, code }) {
  if (!/^[\p{L}\p{M}\p{N}]$/u.test(key) || /^[\p{Script=Latin}\d]$/u.test(key)) return key;
  if (code === 'Period') return '.';
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** Says what an arrow means at the screen and on a remote, where the game has no use for it. @param {string} key @param {Record<string, Keyed>} actions */
export function arrowKey(key, actions) {
  return Object.hasOwn(ARROWS, key) && actionOf(actions, key) === undefined ? (ARROWS[key] ?? null) : null;
}

/**
 * Says what a key of a clicker, or of the host's keyboard, means. Space is the next step too, where the game has no use for it.
 * @param {string} key `KeyboardEvent.key` @param {Record<string, Keyed>} actions of the game that is on
 * @returns {'next' | 'back' | 'dark' | null}
 */
export function clickerKey(key, actions) {
  if (key === ' ' && actionOf(actions, key) === undefined) return 'next';
  const wanted = key.toLowerCase();
  return Object.hasOwn(CLICKER_KEYS, wanted) ? (CLICKER_KEYS[wanted] ?? null) : null;
}

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

/** A button is pressed once, however long Enter is held: browsers click it again and again. @param {KeyboardEvent} event */
export function clickOnce(event) {
  const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
  if (event.repeat && event.key === 'Enter' && isOnButton) event.preventDefault();
}

/** Tells whether a key is a letter, a digit or a sign, which people who speak to their machine press by accident. @param {string} key */
export const isCharacter = (key) => [...key].length === 1;

/** @param {Keyed} action @returns {string[]} in lower case, as `actionOf` compares them */
export const keysOf = ({ key }) => [key ?? []].flat().map((one) => one.toLowerCase());

/**
 * Finds the action that a key stands for.
 * @template {Keyed} Action
 * @param {Record<string, Action>} actions @param {string} key `KeyboardEvent.key`
 * @returns {string | undefined}
 */
export function actionOf(actions, key) {
  const wanted = key.toLowerCase();
  return Object.keys(actions).find((id) => keysOf(/** @type {Action} */ (actions[id])).includes(wanted));
}
