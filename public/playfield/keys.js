/** Keys and clickers at the screen: the host's own, and those of the running game's actions. */

/** @import { GameCard } from '../../lib/contract/types.js' */

/**
 * @param {{
 *   own: Record<string, () => void>,
 *   card: () => GameCard | null,
 *   run: (action: string) => Promise<unknown>,
 * }} about
 */
export function listenToKeys({ own, card, run }) {
  /** Actions without an answer yet: a held key asks again only after it, so that it cannot flood the server. @type {Set<string>} */
  const asked = new Set();

  async function ask(/** @type {string} */ action) {
    if (asked.has(action)) return;
    asked.add(action);
    await run(action).finally(() => asked.delete(action));
  }

  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const hostKey = own[event.key] ?? own[event.key.toLowerCase()];
    const action = actionOf(card(), event.key.toLowerCase());
    if (!hostKey && !action) return;
    event.preventDefault();
    if (event.repeat && (hostKey || !mayRepeat(event.key))) return;
    if (hostKey) hostKey();
    else if (action) ask(action);
  });
}

/**
 * Finds the action of a key. One that asks for confirmation is left to the control panel.
 * @param {GameCard | null} card @param {string} key
 */
export function actionOf(card, key) {
  const found = Object.entries(card?.actions ?? {}).find(
    ([, action]) => action.key === key && !action.confirm,
  );
  return found?.[0];
}

/** Letters may be held, as for a paddle; Space, Enter and a clicker's page keys are switches. @param {string} key */
function mayRepeat(key) {
  return key.length === 1 && key !== ' ';
}
