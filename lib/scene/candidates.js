/** Which games can be put on the stage, and which one takes over when one cannot: the lobby, or the plain screen in place of that. */

/** @import { LoadedGame } from '../contract/types.js' */
/** @import { SceneOptions } from './types.js' */

import { ShowError } from '../errors.js';
import { FALLBACK_GAME } from '../load-games.js';
import { PLAIN_SCREEN } from '../plain-screen.js';

/** @param {SceneOptions} options */
export function createCandidates({ record: { id: roomId }, games, shelf, log }) {
  const fallback = () => (shelf.has(FALLBACK_GAME) ? PLAIN_SCREEN.id : FALLBACK_GAME);

  return {
    /** The id of the game that is on when nothing else is. */
    fallback,
    /** Returns the id of the game that takes over from one that could not begin. @param {string} gameId */
    after: (gameId) => (gameId === FALLBACK_GAME ? PLAIN_SCREEN.id : fallback()),
    /** @param {string} gameId @returns {LoadedGame} @throws {ShowError} `game-unknown`, `game-shelved` */
    get(gameId) {
      if (gameId === PLAIN_SCREEN.id) return PLAIN_SCREEN;
      const loaded = games.get(gameId);
      if (!loaded) throw new ShowError('game-unknown', { game: gameId, known: [...games.keys()].join(', ') });
      shelf.check(gameId);
      return loaded;
    },
    /** @param {string} gameId of the last scene in the journal @returns {LoadedGame | undefined} undefined: it cannot go on */
    find(gameId) {
      const found = games.get(gameId);
      if (!found && gameId !== PLAIN_SCREEN.id)
        log.warn(roomId, `The game "${gameId}" is no longer there: the lobby takes over.`);
      if (!found || !shelf.has(gameId)) return found;
      log.warn(roomId, `${found.card.title} is out of the list: the lobby takes over.`);
      return undefined;
    },
  };
}
