/**
 * The scenes of one room that wait, one for each game, until the room comes back to them. They are held as text, and stand on
 * the disk from the write on with which the next game begins: no moment has neither of the two.
 */

/** @import { KeptScene, Opening } from '../journal/rows.js' */

/** @typedef {(error?: unknown) => void} Settle answers those whose submissions are in a kept scene; see `Submissions.keep` */

/** @param {readonly KeptScene[]} [saved] as the journal had them */
export function createKeptScenes(saved = []) {
  /** @type {Map<string, KeptScene>} */
  const byGame = new Map(saved.map((scene) => [scene.gameId, scene]));
  /** The games whose row on the disk is not as it should be. @type {Set<string>} */
  const owed = new Set();
  /** @type {Map<KeptScene, Settle>} */
  const waiting = new Map();

  /** Answers those whose scene was in a write, or has gone on since, so that its submissions are in a later one. @param {Opening['kept']} changes @param {unknown} [error] */
  function settle(changes, error) {
    for (const [scene, answer] of waiting) {
      const isWritten = changes.some(([, written]) => written === scene);
      if (!isWritten && byGame.get(scene.gameId) === scene) continue;
      waiting.delete(scene);
      answer(error);
    }
  }

  return {
    /** @param {string} gameId */
    get: (gameId) => byGame.get(gameId),
    /** Lists them, the newest last. */
    all: () => [...byGame.values()],
    /** Returns the games whose rows a write has to change, for `confirm`. @returns {Opening['kept']} */
    changes: () => [...owed].map((gameId) => [gameId, byGame.get(gameId) ?? null]),
    /** @param {KeptScene} scene @param {Settle} onStored */
    keep(scene, onStored) {
      byGame.delete(scene.gameId);
      byGame.set(scene.gameId, scene);
      owed.add(scene.gameId);
      waiting.set(scene, onStored);
    },
    /** @param {string} gameId */
    forget(gameId) {
      if (byGame.delete(gameId)) owed.add(gameId);
    },
    /** Gives all of them up, and what was to be written of them. @param {unknown} error for those who wait for that */
    forgetAll(error) {
      byGame.clear();
      owed.clear();
      settle([], error);
    },
    /** These are on disk. @param {Opening['kept']} changes */
    confirm(changes) {
      for (const [gameId, scene] of changes) if ((byGame.get(gameId) ?? null) === scene) owed.delete(gameId);
      settle(changes);
    },
    /** They are not, and the next write has them again. @param {Opening['kept']} changes @param {unknown} error */
    fail: (changes, error) => settle(changes, error),
  };
}

/** @typedef {ReturnType<typeof createKeptScenes>} KeptScenes */
