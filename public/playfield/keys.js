/** Keys and clickers at the screen: the host's own, and those of the running game's actions. */

/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { SCREEN_KEYS } from '../shared/keys.js' */

import { BACK_KEY, actionOf as keyed } from '../shared/keys.js';

/**
 * @param {{
 *   own: Record<typeof SCREEN_KEYS[number], () => void>,
 *   card: () => GameCard | null,
 *   run: (action: string) => Promise<unknown>,
 *   back: () => Promise<unknown> | null,
 * }} about `back` ends an interlude; null: there is none
 */
export function listenToKeys({ own, card, run, back }) {
  /** @type {Record<string, () => void>} */
  const ownKeys = own;
  /** Actions without an answer yet: a held key asks again only after it, so that it cannot flood the server. @type {Set<string>} */
  const unanswered = new Set();

  async function ask(/** @type {string} */ action) {
    if (unanswered.has(action)) return;
    unanswered.add(action);
    await run(action).finally(() => unanswered.delete(action));
  }

  /** A clicker goes back from a game that has no use for its key. @param {KeyboardEvent} event */
  function goBack(event) {
    if (event.key.toLowerCase() === BACK_KEY && !event.repeat && back()) event.preventDefault();
  }

  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const hostKey = ownKeys[event.key] ?? ownKeys[event.key.toLowerCase()];
    const action = actionOf(card(), event.key.toLowerCase());
    if (!hostKey && !action) return goBack(event);
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
  const actions = card?.actions ?? {};
  const found = keyed(actions, key);
  return found !== undefined && actions[found]?.confirm ? undefined : found;
}

/** Letters may be held, as for a paddle; Space, Enter and a clicker's page keys are switches. @param {string} key */
function mayRepeat(key) {
  return key.length === 1 && key !== ' ';
}
