/** Checks cues against what there is: games, their settings, their documents. It is asked before a cue is on, and long before. */

/** @import { Cue } from '../contract/run-sheet.js' */
/** @import { LoadedGame } from '../contract/types.js' */
/** @import { Documents } from '../content/documents.js' */
/** @import { Shelf } from '../scene/shelf.js' */

import { ShowError, messageOf } from '../errors.js';
import { checkSettings } from '../scene/choices.js';

/** @param {{ games: Map<string, LoadedGame>, documents: Pick<Documents, 'find' | 'list'>, shelf: Pick<Shelf, 'check'> }} options */
export function createCueCheck({ games, documents, shelf }) {
  /** @param {Cue} cue @throws {ShowError} why it cannot be played */
  function check({ gameId, settings, document }) {
    const loaded = games.get(gameId);
    if (!loaded) throw new ShowError('cue-game', { game: gameId });
    shelf.check(gameId);
    checkSettings(loaded, settings);
    if (document && !documents.find(gameId, document.id))
      throw new ShowError('document-unknown', { document: document.title || document.id });
  }

  return {
    check,
    /** @param {Cue} cue @returns {string} '': it can be played */
    problemOf(cue) {
      try {
        check(cue);
        return '';
      } catch (error) {
        return messageOf(error);
      }
    },
    /** @param {Cue} cue @returns {string} its own, or that of its game */
    titleOf: ({ title, gameId }) => title || (games.get(gameId)?.card.title ?? gameId),
    /**
     * Finds a document by its id, else by its title: a sheet may come from another machine.
     * @param {string} gameId @param {{ id: string, title: string }} wanted @returns {{ id: string, title: string }} as it is wanted, if there is none
     */
    findDocument(gameId, wanted) {
      const found = documents.find(gameId, wanted.id);
      if (found) return { id: found.id, title: found.title };
      if (!games.get(gameId)?.game.content) return wanted;
      const named = documents.list(gameId).filter(({ title }) => title === wanted.title);
      const [one] = named;
      return named.length === 1 && one ? { id: one.id, title: one.title } : wanted;
    },
  };
}
