/** Writes the scenes of a room: what its game gives to be stored, and with a snapshot what changes beside it. */

/** @import { LoadedGame } from '../contract/types.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { KeptScene, Way } from '../journal/rows.js' */
/** @import { StageWrite } from '../stage/types.js' */
/** @import { KeptScenes } from './kept-scenes.js' */

/**
 * @typedef {Pick<Journal, 'saveScene' | 'saveStage' | 'saveInterlude' | 'erasePeople'>} SceneJournal
 *
 * @typedef {object} Act a game with its scene
 * @property {LoadedGame} loaded
 * @property {number} epoch
 * @property {number} sinceMs when the scene began, ms since 1970
 * @property {Way | null} way where it leads back to; null: it is no interlude
 * @property {readonly KeptScene['receipts'][number][] | null} receipts that are to be stored with the first write, for a scene
 *   that is not on disk yet
 * @property {import('../play/types.js').OpenPlay | null} play null: it is over, is begun again, or sleeps
 * @property {boolean} isAsleep its room is empty: it goes on from its shadow when somebody comes
 * @property {import('./shadow.js').Shadow} shadow what the disk has of it
 * @property {boolean} isOn it is on the stage, or was
 * @property {Promise<unknown>} saving fulfilled when its last write is on disk or was refused
 * @property {import('../play/types.js').Fault | null} fault why it failed last
 * @property {number} failedAtMs when it failed last, monotonic ms
 */

/** @param {{ roomId: string, journal: SceneJournal, kept: KeptScenes }} options */
export function createSceneStore({ roomId, journal, kept }) {
  return {
    /**
     * Stores a write; a snapshot with the scenes that wait, and with what its own scene began with, until that is on disk.
     * @param {Act} act @param {StageWrite} write
     * @returns {Promise<void>} rejects with `not-saved`
     */
    async save(act, write) {
      const { loaded, epoch, sinceMs, way, receipts } = act;
      const scene = { roomId, gameId: loaded.id, epoch, sinceMs, atMs: Date.now() };
      const changes = write.snapshot === null ? [] : kept.changes();
      const isWhole = write.snapshot !== null && (receipts !== null || changes.length > 0);
      const opening = isWhole ? { kept: changes, way, receipts: receipts ?? [] } : null;
      try {
        await journal.saveStage(scene, write, opening);
      } catch (error) {
        kept.fail(changes, error);
        throw error;
      }
      if (isWhole) act.receipts = null;
      kept.confirm(changes);
    },
    /** @param {Act} act */
    saveScene: ({ loaded, epoch, sinceMs }) =>
      journal.saveScene({ roomId, gameId: loaded.id, epoch, sinceMs }),
    /** Erases what people have left in the scenes before this one. @param {Act} act */
    erase: ({ loaded, epoch, sinceMs }) => journal.erasePeople({ roomId, gameId: loaded.id, epoch, sinceMs }),
    /** @param {number} epoch @param {Way} way */
    saveInterlude: (epoch, way) => journal.saveInterlude(roomId, epoch, way),
  };
}
