/** The keys of actions: an action may have one, or a list of them, of which pages show the first. */

/** @typedef {{ key?: string | readonly string[], confirm?: boolean }} Keyed an action with its keys */

/** The key with which clickers go on, and on which an interlude ends where its game has no use for it. */
export const BACK_KEY = 'pagedown';

/** A screen takes these keys itself, before the game does; `defineGame` refuses them for actions, case aside. */
export const SCREEN_KEYS = /** @type {const} */ (['f', 'j', 's', '?', 'Escape']);

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
