/** The receipts given in a running game, by player and id, so that a submission that is sent again counts once. */

/** @import { Submission } from '../contract/types.js' */
/** @import { StageWrite, StoredGame } from './types.js' */

/** A phone sends a submission again only if it got no answer, so its newest receipts are enough. */
const RECEIPTS_PER_PLAYER = 64;

/** @param {StoredGame['submissions']} [stored] */
export function createReceipts(stored = []) {
  /** Oldest first. @type {Map<string, Map<string, string>>} */
  const byPlayer = new Map();
  for (const { playerId, id, receipt } of stored) add(playerId, id, receipt);

  /** @param {string} playerId @param {string} id @param {string} receipt JSON text */
  function add(playerId, id, receipt) {
    const own = byPlayer.get(playerId) ?? new Map();
    byPlayer.set(playerId, own.set(id, receipt));
    if (own.size > RECEIPTS_PER_PLAYER) own.delete(own.keys().next().value);
  }

  /** @param {string} playerId @returns {string | undefined} the id of the receipt that goes when another one comes */
  function oldestOf(playerId) {
    const own = byPlayer.get(playerId);
    return own && own.size >= RECEIPTS_PER_PLAYER ? own.keys().next().value : undefined;
  }

  return {
    add,
    /** Returns all of them, those of a player in their order. @returns {StoredGame['submissions'][number][]} */
    all: () =>
      [...byPlayer].flatMap(([playerId, own]) =>
        [...own].map(([id, receipt]) => ({ playerId, id, receipt })),
      ),
    /** @param {string} playerId @param {string} id @returns {string | undefined} JSON text */
    find: (playerId, id) => byPlayer.get(playerId)?.get(id),
    /**
     * @param {readonly { submission: Submission, receipt: string }[]} given not added yet
     * @returns {Pick<StageWrite, 'submissions' | 'forgotten'>} what the disk has to store and to delete
     */
    rowsOf(given) {
      const submissions = given.map(({ submission: { player, id }, receipt }) => ({
        playerId: player.id,
        id,
        receipt,
      }));
      const forgotten = submissions.flatMap(({ playerId }) => {
        const id = oldestOf(playerId);
        return id === undefined ? [] : [{ playerId, id }];
      });
      return { submissions, forgotten };
    },
  };
}
