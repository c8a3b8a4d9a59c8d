/** Keys and clickers at the screen: the host's own, those of clickers, and those of the running game's actions. */

/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { SCREEN_KEYS } from '../shared/keys.js' */

import { PAUSE_KEY, actionOf as keyed, arrowKey, clickerKey, isCharacter, keyOf } from '../shared/keys.js';

/** Opens the list of keys as well, and is no character: it works where letters and signs are turned off. */
const HELP_KEY = 'F1';

/**
 * @param {{
 *   own: Record<typeof SCREEN_KEYS[number], () => void>,
 *   card: () => GameCard | null,
 *   run: (action: string) => Promise<unknown>,
 *   click: Record<'next' | 'back' | 'dark', () => unknown>,
 *   pause: () => unknown,
 *   hasShortcuts: () => boolean,
 * }} about `click`: what a clicker does; `pause` lets the stage stand still, or go on: P, where the game has no use for it;
 *   `hasShortcuts`: letters, digits and signs act
 */
export function listenToKeys({ own, card, run, click, pause, hasShortcuts }) {
  /** @type {Record<string, () => void>} */
  const ownKeys = own;
  /** Actions without an answer yet: a held key asks again only after it, so that it cannot flood the server. @type {Set<string>} */
  const unanswered = new Set();

  async function ask(/** @type {string} */ action) {
    if (unanswered.has(action)) return;
    unanswered.add(action);
    await run(action).finally(() => unanswered.delete(action));
  }

  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keyOf(event);
    if (isCharacter(key) && !hasShortcuts()) return;
    const actions = card()?.actions ?? {};
    const hostKey = key === HELP_KEY ? own['?'] : (ownKeys[key] ?? ownKeys[key.toLowerCase()]);
    const clicked = hostKey ? null : (clickerKey(key, actions) ?? arrowKey(key, actions));
    const action = actionOf(card(), key);
    if (!hostKey && !clicked && !action) {
      if (key.toLowerCase() === PAUSE_KEY && !event.repeat) pause();
      return;
    }
    event.preventDefault();
    if (event.repeat && !actions[action ?? '']?.repeats) return;
    if (hostKey) hostKey();
    else if (clicked) click[clicked]();
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
