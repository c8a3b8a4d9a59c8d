/**
 * The journal stores what outlives the process: rooms, players, scenes, submissions, snapshots and documents. When one of
 * its promises resolves, the change is on disk.
 */

/** @import { Records } from './rows.js' */
/** @import { TestOptions } from './thread.js' */

import { randomUUID } from 'node:crypto';
import { copiesIn, putRescued } from './folder.js';
import { createGroupCommit, ignorable } from './group-commit.js';
import * as rowsOf from './rows.js';
import { readMachine } from './show-clock.js';
import { createJournalThread, startWorker } from './thread.js';

/**
 * Opens the database of a data folder, making both if need be, or the one with this address, and holds it until it is closed.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {string | null} [options.databaseUrl] of PostgreSQL, MySQL or MariaDB, instead of a file in the folder
 * @param {(error: Error, count: number) => void} [options.onError]  writes were lost: the last error and
 *   how many writes since the last report; called at most every 5 s
 * @param {(sentence: string) => void} [options.onRemark]  the database has lost what it had acknowledged, or may lose it
 * @param {(sentence: string) => void} [options.onLost]  another home has taken the database over, and nothing more will be
 *   saved: this one has to end
 * @param {() => number} [options.nowMs]  the wall clock
 * @param {TestOptions} [options.test]
 * @returns {Promise<Journal>}
 * @throws {import('./folder.js').JournalError}
 */
export async function openJournal(options) {
  const { dataDir, databaseUrl = null, onError = () => {}, onLost = () => {} } = options;
  const { onRemark = () => {}, nowMs = Date.now, test = {} } = options;
  const database = { dataDir, databaseUrl, ownerId: randomUUID() };
  const start = async () => {
    const begin = () => startWorker({ database, machine: { ...readMachine(), wallMs: nowMs() }, test });
    const started = await begin().catch((error) => {
      if (error.code !== 'data-rescued') throw error;
      putRescued(dataDir);
      onRemark(error.message);
      return begin();
    });
    if (started.remark !== null) onRemark(started.remark);
    return started;
  };
  const { worker, records } = await start();
  const thread = createJournalThread({
    worker,
    start,
    onEnd: (problem) => queue.loseAll(problem),
    onBack: () => queue.resume(),
    onLost,
  });
  const queue = createGroupCommit({ thread, onError });
  return createJournal({ dataDir, records, thread, queue });
}

/**
 * Every `save…` and `deleteRoom` returns a promise that resolves when the row is on disk, and rejects with
 * the code `not-saved`. It may be ignored: a rejection is reported by `onError` and never unhandled.
 * Within a batch a later row replaces an earlier one of the same key, so saving often costs little.
 * @param {{ dataDir: string, records: Records, thread: import('./thread.js').JournalThread,
 *   queue: import('./group-commit.js').GroupCommit }} parts
 */
function createJournal({ dataDir, records, thread, queue }) {
  const { save, savePatiently, saveLast } = queue;
  /** @type {Records | null} */
  let unread = records;
  /** @type {Promise<void> | null} */
  let closing = null;

  async function close() {
    await queue.close();
    await thread.close();
  }

  return {
    /**
     * Returns what the last run left behind. It can be called once, at the start; then the memory is freed.
     * @returns {Promise<Records>}
     */
    async load() {
      const found = unread;
      if (!found) throw new Error('journal.load() is for the start: it can be called once');
      unread = null;
      return found;
    },
    /** Counts since the journal was opened, for the meter. */
    get stats() {
      return queue.stats;
    },

    /** @param {string} key @param {string} value */
    saveMeta: (key, value) => save(rowsOf.meta, key, value),

    /** @param {rowsOf.SavedRoom} room */
    saveRoom: (room) => save(rowsOf.room, room),
    /** Deletes a room with all that is saved under its id. @param {string} id */
    deleteRoom: (id) => ignorable(saveLast(rowsOf.noRoom, id).then(thread.wipe)),
    /**
     * Erases all that people have left in a room: names, tokens, answers, results and events. When it resolves, nothing of it is in
     * the file of SQLite, nor in its log. A database server clears its own files when it will.
     * @param {rowsOf.SavedScene} scene that is on now
     * @returns {Promise<string[]>} names of copies in the data folder, which still have all of it
     */
    async erasePeople(scene) {
      await saveLast(rowsOf.erasure, scene);
      await thread.wipe();
      return copiesIn(dataDir);
    },
    /** @param {rowsOf.SavedPlayer} player */
    savePlayer: (player) => save(rowsOf.player, player),
    /** Saves a player who has come or gone, for which nobody waits. @param {rowsOf.SavedPlayer} player */
    notePlayer: (player) => savePatiently(rowsOf.player, player),

    /** Saves a scene, and deletes the transcripts and receipts of the previous one. @param {rowsOf.SavedScene} scene */
    saveScene: (scene) => save(rowsOf.scene, scene),
    /** @param {string} roomId @param {string} gameId @param {object} settings also what a room keeps under names that no game can have */
    saveSettings: (roomId, gameId, settings) => save(rowsOf.settings, roomId, gameId, settings),
    /** @param {string} roomId @param {string} gameId @param {string | null} documentId */
    saveChosen: (roomId, gameId, documentId) => save(rowsOf.chosen, roomId, gameId, documentId),
    /**
     * Saves a group of submissions, which reaches the disk as one; with what a scene begins with, if it has just begun.
     * @param {rowsOf.SavedScene & { atMs: number }} scene
     * @param {import('../stage/types.js').StageWrite} write
     * @param {rowsOf.Opening | null} [opening]
     */
    saveStage: (scene, write, opening = null) => save(rowsOf.stage, scene, write, opening),
    /** @param {string} roomId @param {number} epoch @param {rowsOf.Way} way where this scene leads back to */
    saveInterlude: (roomId, epoch, way) => save(rowsOf.interlude, roomId, epoch, way),
    /**
     * Saves the results of a game when another one begins.
     * @param {string} roomId @param {rowsOf.SavedResults} results @param {number} forgetUpTo epoch of the last to go
     */
    saveResults: (roomId, results, forgetUpTo) => save(rowsOf.results, roomId, results, forgetUpTo),

    /** @param {rowsOf.SavedEvent} event of the show @param {number} forgetUpTo number of the last to go */
    saveEvent: (event, forgetUpTo) => save(rowsOf.event, event, forgetUpTo),

    /** @param {rowsOf.SavedDocument} document */
    saveDocument: (document) => save(rowsOf.document, document),
    /** A picture that is there already stays: the same hash means the same bytes. @param {rowsOf.SavedAsset} asset */
    saveAsset: (asset) => save(rowsOf.asset, asset),
    readAsset: thread.readAsset,
    /**
     * Marks pictures that are not used from now on, and removes those that were marked, and the documents that
     * were deleted, by a certain time. The file keeps its size, and later rows use the space.
     * @param {{ used: string[], atMs: number, beforeMs: number }} about hashes of all pictures in use; now; by when
     */
    sweepAssets: (about) => save(rowsOf.assetSweep, about),

    flush: queue.flush,
    /** Saves what is waiting and releases the database. It may be called again. @returns {Promise<void>} */
    close: () => (closing ??= close()),
  };
}

/** @typedef {ReturnType<typeof createJournal>} Journal */
