/**
 * The scenes of one room on the disk: what its rounds write, and the scenes that wait, one for each game, until the room comes back
 * to them. Those are held as text, and stand on the disk from the write on with which the next game begins.
 */

/** @import { KeptScene, Opening, RoomRecord, Way } from '../journal/rows.js' */
/** @import { Entry, Saved, StageWrite, StoredGame } from '../stage/types.js' */
/** @import { RoundAbout, SceneOptions } from './types.js' */

import { isObject } from '../contract/schema.js';

/** @typedef {(error?: unknown) => void} Settle answers those whose submissions are in a kept scene; see `Submissions.keep` */

/** @param {Pick<SceneOptions, 'record' | 'journal'>} options */
export function createSavedScenes({ record: { id: roomId, kept = [] }, journal }) {
  /** @type {Map<string, KeptScene>} */
  const byGame = new Map(kept.map((scene) => [scene.gameId, scene]));
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

  /** @param {RoundAbout} round */
  const sceneOf = ({ loaded, epoch, sinceMs }) => ({ roomId, gameId: loaded.id, epoch, sinceMs });

  return {
    /** @param {string} gameId */
    get: (gameId) => byGame.get(gameId),
    /** Lists those that wait, the newest last. */
    all: () => [...byGame.values()],
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
    /**
     * Stores what a round writes; a snapshot with the scenes that wait, and with what its own scene began with, until that is on disk.
     * @param {RoundAbout} round @param {StageWrite} write
     * @returns {Promise<void>} rejects with `not-saved`: the next write has them again
     */
    async save(round, write) {
      const { way, receipts } = round;
      /** @type {Opening['kept']} */
      const changes =
        write.snapshot === null ? [] : [...owed].map((gameId) => [gameId, byGame.get(gameId) ?? null]);
      const isWhole = write.snapshot !== null && (receipts !== null || changes.length > 0);
      const opening = isWhole ? { kept: changes, way, receipts: receipts ?? [] } : null;
      try {
        await journal.saveStage({ ...sceneOf(round), atMs: Date.now() }, write, opening);
      } catch (error) {
        settle(changes, error);
        throw error;
      }
      if (isWhole) round.receipts = null;
      for (const [gameId, scene] of changes) if ((byGame.get(gameId) ?? null) === scene) owed.delete(gameId);
      settle(changes);
    },
    /** Stores which game is on. @param {RoundAbout} round */
    saveScene: (round) => journal.saveScene(sceneOf(round)),
    /** Stores where the scene that is on leads back to. @param {number} epoch @param {Way} way */
    saveWay: (epoch, way) => journal.saveInterlude(roomId, epoch, way),
    /** Gives up all scenes, and erases what people have left in them. @param {RoundAbout} round that begins @param {unknown} error for those who wait for a write */
    erase(round, error) {
      byGame.clear();
      owed.clear();
      settle([], error);
      return journal.erasePeople(sceneOf(round));
    },
  };
}

/** @typedef {ReturnType<typeof createSavedScenes>} SavedScenes */

/**
 * Finds in a room's record what the disk has of its running game.
 * @param {Pick<RoomRecord, 'snapshot' | 'transcripts' | 'submissions'>} record
 * @param {{ gameId: string, epoch: number }} scene
 * @returns {StoredGame | undefined} undefined: the journal has nothing of this scene
 */
export function storedGameOf({ snapshot, transcripts, submissions }, { gameId, epoch }) {
  if (!snapshot || snapshot.gameId !== gameId || snapshot.epoch !== epoch) return undefined;
  if (!isObject(snapshot.state)) return undefined;
  return {
    saved: /** @type {Saved} */ (/** @type {unknown} */ (snapshot.state)),
    transcripts: transcripts.filter((one) => one.epoch === epoch),
    submissions: submissions.filter((one) => one.epoch === epoch),
  };
}

/** @param {KeptScene} scene @returns {StoredGame} */
export function storedOf({ saved: text, receipts }) {
  const { transcripts = [], ...saved } = JSON.parse(text);
  return { saved, transcripts, submissions: receipts };
}

/** The same the other way round. @param {StoredGame} stored @returns {Pick<KeptScene, 'saved' | 'receipts'>} */
export function keptOf({ saved, transcripts, submissions }) {
  return { saved: JSON.stringify({ ...saved, transcripts }), receipts: [...submissions] };
}

/**
 * One running game as the disk has it, held beside it: when its play comes to a bad end, the next one begins from here, and
 * nothing that was acknowledged is missing. It costs the memory of one snapshot, and of the receipts.
 */
export class Shadow {
  /** JSON text of the newest snapshot: a round that goes on from it changes what it is given. */
  #snapshot = '';
  /** @type {{ seq: number, text: string }[]} */
  #transcripts = [];
  /** By player, then by the id of the submission. @type {Map<string, Map<string, string>>} */
  #receipts = new Map();

  /** @param {StoredGame} [stored] what it began with */
  constructor(stored) {
    if (!stored) return;
    this.#snapshot = JSON.stringify(stored.saved);
    this.#transcripts = stored.transcripts.map(({ seq, entries }) => ({
      seq,
      text: JSON.stringify(entries),
    }));
    for (const { playerId, id, receipt } of stored.submissions) this.#add(playerId, id, receipt);
  }

  /** @param {string} playerId @param {string} id @param {string} receipt */
  #add(playerId, id, receipt) {
    const own = this.#receipts.get(playerId) ?? new Map();
    this.#receipts.set(playerId, own.set(id, receipt));
  }

  /** This is on disk now. @param {StageWrite} write */
  note({ seq, snapshot, transcript, submissions, forgotten }) {
    if (snapshot !== null) {
      this.#snapshot = snapshot;
      this.#transcripts = [];
    }
    if (transcript !== null) this.#transcripts.push({ seq, text: transcript });
    for (const { playerId, id } of forgotten) this.#receipts.get(playerId)?.delete(id);
    for (const { playerId, id, receipt } of submissions) this.#add(playerId, id, receipt);
  }

  /** Nothing of it is on disk yet. */
  get isEmpty() {
    return this.#snapshot === '';
  }

  /** @returns {StoredGame | null} null: it is empty */
  stored() {
    if (this.isEmpty) return null;
    return {
      saved: JSON.parse(this.#snapshot),
      transcripts: this.#transcripts.map(({ seq, text }) => ({
        seq,
        entries: /** @type {Entry[]} */ (JSON.parse(text)),
      })),
      submissions: [...this.#receipts].flatMap(([playerId, own]) =>
        [...own].map(([id, receipt]) => ({ playerId, id, receipt })),
      ),
    };
  }
}
