/** What outlives the process: rooms, players, scenes, submissions, snapshots, documents. A promise kept means: on disk. */

import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ShowError, messageOf } from './errors.js';

/** @import { Json, JsonObject, Settings } from './types.js' */

/** @typedef {{ id: string, title: string, locked: boolean, throttle: Json, createdMs: number }} SavedRoom */
/** @typedef {{ roomId: string, gameId: string, epoch: number, sinceMs: number }} SavedScene */
/** @typedef {{ roomId: string, gameId: string, epoch: number, atMs: number, state: Json }} SavedSnapshot */
/**
 * `pid` is the secret in the player's token, `id` the public name of the same player.
 * @typedef {{ roomId: string, pid: string, id: string, name: string, team: string | null,
 *   kicked: boolean, seenMs: number }} SavedPlayer
 */
/**
 * A room as it was: everything saved under its id.
 * @typedef {SavedRoom & { scene: Omit<SavedScene, 'roomId'> | null, settings: Record<string, Settings>,
 *   snapshot: Omit<SavedSnapshot, 'roomId'> | null, players: SavedPlayer[],
 *   transcripts: { seq: number, epoch: number, entries: import('./transcript.js').Entry[] }[],
 *   submissions: { playerId: string, id: string, epoch: number, receipt: string }[],
 *   chosen: Record<string, string>, results: SavedResults[] }} RoomRecord
 */
/** @typedef {{ epoch: number, gameId: string, atMs: number, tables: import('./types.js').Table[] }} SavedResults */
/** @typedef {{ id: string, gameId: string, title: string, json: Json, updatedMs: number,
 *   deletedMs: number | null }} SavedDocument */
/** @typedef {{ meta: Record<string, string>, rooms: RoomRecord[], documents: SavedDocument[] }} Records */
/** @typedef {(string | number | null | Uint8Array)[]} Values */
/** @typedef {{ sql: string | string[], values: Values }} Write  several statements take the same values */
/** @typedef {{ maxPageCount?: number, onWorker?: (worker: Worker) => void }} TestOptions */

/** @typedef {'data-folder' | 'data-locked' | 'data-corrupt' | 'data-newer'} JournalErrorCode */

const FILE = 'mass-mobile.db';
/** An fsync costs milliseconds however many rows it covers; so rows wait this long for company. */
const COMMIT_EVERY_MS = 10;
/** Keeps one commit below some 10 ms, so that nobody waits long behind it. */
const ROWS_PER_COMMIT = 500;
/** A disk that hangs must not fill the memory: about 10 MB of rows, or 40 commits. */
const MAX_WAITING_ROWS = 20_000;
const REPORT_EVERY_MS = 5000;
const RESTART_AFTER_MS = 1000;
/** Players come back as themselves for a day. */
const FORGET_PLAYERS_MS = 24 * 3600 * 1000;

const SQL = {
  meta: 'INSERT OR REPLACE INTO meta VALUES (?, ?)',
  room: 'INSERT OR REPLACE INTO rooms VALUES (?, ?, ?, ?, ?)',
  scene: 'INSERT OR REPLACE INTO scenes VALUES (?, ?, ?, ?)',
  settings: 'INSERT OR REPLACE INTO settings VALUES (?, ?, ?)',
  player: 'INSERT OR REPLACE INTO players VALUES (?, ?, ?, ?, ?, ?, ?)',
  snapshot: 'INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)',
  oldEpochs: [
    'DELETE FROM transcripts WHERE room_id = ? AND epoch <> ?',
    'DELETE FROM submissions WHERE room_id = ? AND epoch <> ?',
  ],
  transcript: 'INSERT OR REPLACE INTO transcripts VALUES (?, ?, ?, ?)',
  playedTranscripts: 'DELETE FROM transcripts WHERE room_id = ? AND seq <= ?',
  submission: 'INSERT OR REPLACE INTO submissions VALUES (?, ?, ?, ?, ?)',
  forgetSubmission: 'DELETE FROM submissions WHERE room_id = ? AND player_id = ? AND id = ?',
  results: 'INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)',
  oldResults: 'DELETE FROM results WHERE room_id = ? AND epoch <= ?',
  document: 'INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?, ?)',
  chosen: 'INSERT OR REPLACE INTO chosen VALUES (?, ?, ?)',
  asset: 'INSERT OR IGNORE INTO assets VALUES (?, ?, ?, ?)',
  wantedAsset: 'DELETE FROM unused_assets WHERE hash = ?',
  usedAssets: 'DELETE FROM unused_assets WHERE hash IN (SELECT value FROM json_each(?))',
  unusedAssets: `INSERT OR IGNORE INTO unused_assets SELECT hash, ? FROM assets
    WHERE hash NOT IN (SELECT value FROM json_each(?))`,
  // 40 MB at most, so that no answer waits long behind it.
  goneAssets:
    'DELETE FROM assets WHERE hash IN (SELECT hash FROM unused_assets WHERE since_ms <= ? LIMIT 20)',
  goneMarks: 'DELETE FROM unused_assets WHERE since_ms <= ? AND hash NOT IN (SELECT hash FROM assets)',
  goneDocuments: 'DELETE FROM documents WHERE deleted_ms <= ?',
  deleteRoom: [
    'DELETE FROM transcripts WHERE room_id = ?',
    'DELETE FROM submissions WHERE room_id = ?',
    'DELETE FROM results WHERE room_id = ?',
    'DELETE FROM chosen WHERE room_id = ?',
    'DELETE FROM rooms WHERE id = ?',
    'DELETE FROM scenes WHERE room_id = ?',
    'DELETE FROM settings WHERE room_id = ?',
    'DELETE FROM players WHERE room_id = ?',
    'DELETE FROM snapshots WHERE room_id = ?',
  ],
};
/** The data folder cannot be used. The message is a sentence with a remedy, for the console. */
export class JournalError extends Error {
  /** @param {JournalErrorCode} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = 'JournalError';
    this.code = code;
  }
}

/**
 * Opens the database of a data folder, making both if need be, and holds the folder until it is closed.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {(error: Error, count: number) => void} [options.onError]  writes were lost: the last error and
 *   how many writes since the last report; called at most every 5 s
 * @param {() => number} [options.nowMs]  the wall clock
 * @param {TestOptions} [options.test]
 * @returns {Promise<Journal>}
 * @throws {JournalError}
 */
export async function openJournal({ dataDir, onError = () => {}, nowMs = Date.now, test = {} }) {
  prepareFolder(dataDir);
  const start = () => startWorker(dataDir, nowMs() - FORGET_PLAYERS_MS, test);
  const { worker, records } = await start();
  return new Journal({ worker, records, start, onError });
}

/**
 * Every `save…` and `deleteRoom` returns a promise that is kept when the row is on disk, and broken with
 * the code `not-saved`. It may be ignored: a broken one is reported by `onError` and never unhandled.
 * Within a batch a later row replaces an earlier one of the same key, so saving often costs little.
 */
export class Journal {
  /** @type {Worker | null} null while a dead worker is being replaced */
  #worker;
  /** @type {Records | null} */
  #records;
  #start;
  #losses;
  /** Oldest first; the last one still takes rows. @type {Batch[]} */
  #waiting = [];
  /** In the hands of the worker. @type {Batch | null} */
  #inFlight = null;
  /** @type {NodeJS.Timeout | null} */
  #timer = null;
  #lastCommitMs = 0;
  #commits = 0;
  #rows = 0;
  /** @type {Map<number, { resolve: (found: any) => void, reject: (error: Error) => void }>} */
  #reading = new Map();
  #reads = 0;
  /** @type {Promise<void> | null} */
  #closing = null;

  /**
   * Use `openJournal`.
   * @param {{ worker: Worker, records: Records, start: () => ReturnType<typeof startWorker>,
   *   onError: (error: Error, count: number) => void }} parts
   */
  constructor({ worker, records, start, onError }) {
    this.#records = records;
    this.#start = start;
    this.#losses = new Losses(onError);
    this.#worker = this.#adopt(worker);
  }

  /**
   * What the last run left behind. To be asked once, at the start: the memory is given back.
   * @returns {Promise<Records>}
   */
  async load() {
    const records = this.#records;
    if (!records) throw new Error('journal.load() is for the start: it can be called once');
    this.#records = null;
    return records;
  }

  /** Since the journal was opened; for the meter. */
  get stats() {
    return {
      commits: this.#commits,
      rows: this.#rows,
      lost: this.#losses.total,
      waiting: this.#waitingRows(),
    };
  }

  /** @param {string} key @param {string} value @returns {Promise<void>} */
  saveMeta(key, value) {
    return this.#save(`meta ${key}`, SQL.meta, () => [text(key), text(value)]);
  }

  /** @param {SavedRoom} room @returns {Promise<void>} */
  saveRoom(room) {
    const { id, title, locked, throttle, createdMs } = room;
    return this.#save(`room ${id}`, SQL.room, () => [
      text(id),
      text(title),
      Number(locked),
      json(throttle),
      whole(createdMs),
    ]);
  }

  /** With its scene, settings, players and snapshot. @param {string} id @returns {Promise<void>} */
  deleteRoom(id) {
    return this.#save(`deleteRoom ${id}`, SQL.deleteRoom, () => [text(id)]);
  }

  /** What the scene before it left to be played again goes. @param {SavedScene} scene @returns {Promise<void>} */
  saveScene({ roomId, gameId, epoch, sinceMs }) {
    return this.#saveAll(() => [
      row(`scene ${roomId}`, SQL.scene, [text(roomId), text(gameId), whole(epoch), whole(sinceMs)]),
      row(`oldEpochs ${roomId}`, SQL.oldEpochs, [text(roomId), whole(epoch)]),
    ]);
  }

  /**
   * A group of the durable lane: reaches the disk as one. A snapshot brings its scene along, for the disk may
   * have refused that when it began.
   * @param {SavedScene & { atMs: number }} scene
   * @param {import('./lane.js').StageWrite} write
   * @returns {Promise<void>}
   */
  saveStage({ roomId, gameId, epoch, sinceMs, atMs }, { seq, snapshot, transcript, submissions, forgotten }) {
    const room = text(roomId);
    return this.#saveAll(() => [
      ...(transcript === null
        ? []
        : [row(`transcript ${room} ${seq}`, SQL.transcript, [room, seq, epoch, text(transcript)])]),
      ...(snapshot === null
        ? []
        : [
            row(`snapshot ${room}`, SQL.snapshot, [room, text(gameId), epoch, whole(atMs), text(snapshot)]),
            row(`scene ${room}`, SQL.scene, [room, text(gameId), epoch, whole(sinceMs)]),
            row(`playedTranscripts ${room}`, SQL.playedTranscripts, [room, seq]),
          ]),
      ...forgotten.map(({ playerId, id }) =>
        row(`forget ${room} ${playerId} ${id}`, SQL.forgetSubmission, [room, text(playerId), text(id)]),
      ),
      ...submissions.map(({ playerId, id, receipt }) =>
        row(`submission ${room} ${playerId} ${id}`, SQL.submission, [
          room,
          text(playerId),
          text(id),
          epoch,
          text(receipt),
        ]),
      ),
    ]);
  }

  /**
   * What a game left when another one began.
   * @param {string} roomId @param {SavedResults} results @param {number} forgetUpTo epoch of the last to go
   * @returns {Promise<void>}
   */
  saveResults(roomId, { epoch, gameId, atMs, tables }, forgetUpTo) {
    return this.#saveAll(() => [
      row(`results ${roomId} ${epoch}`, SQL.results, [
        text(roomId),
        whole(epoch),
        text(gameId),
        whole(atMs),
        json(/** @type {any} */ (tables)),
      ]),
      row(`oldResults ${roomId}`, SQL.oldResults, [text(roomId), whole(forgetUpTo)]),
    ]);
  }

  /** @param {SavedDocument} document @returns {Promise<void>} */
  saveDocument({ id, gameId, title, json: content, updatedMs, deletedMs }) {
    return this.#save(`document ${id}`, SQL.document, () => [
      text(id),
      text(gameId),
      text(title),
      json(content),
      whole(updatedMs),
      deletedMs === null ? null : whole(deletedMs),
    ]);
  }

  /** @param {string} roomId @param {string} gameId @param {string | null} documentId @returns {Promise<void>} */
  saveChosen(roomId, gameId, documentId) {
    return this.#save(`chosen ${roomId} ${gameId}`, SQL.chosen, () => [
      text(roomId),
      text(gameId),
      documentId === null ? null : text(documentId),
    ]);
  }

  /** Same hash, same bytes: one that is there stays. @param {{ hash: string, type: string, bytes: Uint8Array, savedMs: number }} asset @returns {Promise<void>} */
  saveAsset({ hash, type, bytes, savedMs }) {
    return this.#saveAll(() => [
      row(`asset ${hash}`, SQL.asset, [text(hash), text(type), bytes, whole(savedMs)]),
      row(`wanted ${hash}`, SQL.wantedAsset, [text(hash)]),
    ]);
  }

  /**
   * Marks pictures that are not used from now on, and removes those that were marked, and the documents that were
   * deleted, by a certain time. The file keeps its size; what comes next takes the room.
   * @param {{ used: string[], atMs: number, beforeMs: number }} about hashes of all pictures in use; now; by when
   * @returns {Promise<void>}
   */
  sweepAssets({ used, atMs, beforeMs }) {
    const hashes = JSON.stringify(used);
    return this.#saveAll(() => [
      row('goneDocuments', SQL.goneDocuments, [whole(beforeMs)]),
      row('usedAssets', SQL.usedAssets, [hashes]),
      row('unusedAssets', SQL.unusedAssets, [whole(atMs), hashes]),
      row('goneAssets', SQL.goneAssets, [whole(beforeMs)]),
      row('goneMarks', SQL.goneMarks, [whole(beforeMs)]),
    ]);
  }

  /** @param {string} hash @returns {Promise<{ type: string, bytes: Uint8Array } | null>} @throws {ShowError} `internal` */
  readAsset(hash) {
    const id = ++this.#reads;
    return new Promise((resolve, reject) => {
      if (!this.#worker) return reject(new ShowError('internal'));
      this.#reading.set(id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ type: 'asset', id, hash: text(hash) });
    });
  }

  /** @param {string} roomId @param {string} gameId @param {Settings} settings @returns {Promise<void>} */
  saveSettings(roomId, gameId, settings) {
    return this.#save(`settings ${roomId} ${gameId}`, SQL.settings, () => [
      text(roomId),
      text(gameId),
      json(settings),
    ]);
  }

  /** @param {SavedPlayer} player @returns {Promise<void>} */
  savePlayer({ roomId, pid, id, name, team, kicked, seenMs }) {
    return this.#save(`player ${roomId} ${pid}`, SQL.player, () => [
      text(roomId),
      text(pid),
      text(id),
      text(name),
      team === null ? null : text(team),
      Number(kicked),
      whole(seenMs),
    ]);
  }

  /**
   * One a room: the newest replaces the one before. Costs a JSON.stringify of the state on this thread.
   * @param {SavedSnapshot} snapshot @returns {Promise<void>}
   */
  saveSnapshot({ roomId, gameId, epoch, atMs, state }) {
    return this.#save(`snapshot ${roomId}`, SQL.snapshot, () => [
      text(roomId),
      text(gameId),
      whole(epoch),
      whole(atMs),
      json(state),
    ]);
  }

  /** Everything asked for so far is on disk, or was reported as lost. Never rejects. @returns {Promise<void>} */
  async flush() {
    const asked = [this.#inFlight, ...this.#waiting];
    this.#send();
    await Promise.allSettled(asked.map((batch) => batch?.saved));
  }

  /** Saves what is waiting and gives the data folder back. May be called again. @returns {Promise<void>} */
  close() {
    return (this.#closing ??= this.#close());
  }

  async #close() {
    if (!this.#worker) this.#loseAll('the database thread ended');
    await this.flush();
    this.#losses.stop();
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ type: 'close' });
    await ended;
  }

  /** @param {string} key @param {string | string[]} sql @param {() => Values} values @returns {Promise<void>} */
  #save(key, sql, values) {
    return this.#saveAll(() => [row(key, sql, values())]);
  }

  /** One transaction for all of them. @param {() => Row[]} rows @returns {Promise<void>} */
  #saveAll(rows) {
    try {
      if (this.#closing) throw new Error('the server is shutting down');
      if (this.#waitingRows() >= MAX_WAITING_ROWS) throw new Error('the disk does not keep up');
      const made = rows();
      const batch = this.#batch();
      for (const { key, write } of made) batch.put(key, write);
      this.#schedule();
      return batch.saved;
    } catch (error) {
      return this.#refuse(messageOf(error));
    }
  }

  #batch() {
    const last = this.#waiting.at(-1);
    if (last && last.size < ROWS_PER_COMMIT) return last;
    const batch = new Batch();
    this.#waiting.push(batch);
    return batch;
  }

  #schedule() {
    if (this.#inFlight || !this.#worker || !this.#waiting[0]) return;
    if (this.#waiting[0].size >= ROWS_PER_COMMIT) return this.#send();
    const waitMs = Math.max(0, this.#lastCommitMs + COMMIT_EVERY_MS - performance.now());
    this.#timer ??= setTimeout(() => this.#send(), waitMs);
  }

  #send() {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#inFlight || !this.#worker) return;
    const batch = this.#waiting.shift();
    if (!batch) return;
    this.#inFlight = batch;
    this.#lastCommitMs = performance.now();
    this.#worker.ref();
    this.#worker.postMessage({ type: 'commit', writes: batch.writes });
  }

  /** @param {{ type: string, code?: string, message?: string, id?: number, found?: unknown }} answer */
  #answered({ type, code, message, id, found }) {
    if (type === 'read') return this.#answerRead(Number(id), found);
    const batch = this.#inFlight;
    if (!batch) return;
    this.#inFlight = null;
    this.#relax();
    if (type === 'saved') {
      this.#commits++;
      this.#rows += batch.size;
      batch.keep();
    } else this.#lose(batch, problemOf(code, message));
    // A flush waits for all of it: no pause between batches then.
    if (this.#closing) this.#send();
    else this.#schedule();
  }

  /** @param {number} id @param {unknown} found undefined: it could not be read */
  #answerRead(id, found) {
    const asked = this.#reading.get(id);
    this.#reading.delete(id);
    this.#relax();
    if (found === undefined) asked?.reject(new ShowError('internal'));
    else asked?.resolve(found);
  }

  /** An idle worker keeps nothing alive. */
  #relax() {
    if (!this.#inFlight && this.#reading.size === 0) this.#worker?.unref();
  }

  /** @param {Worker} worker */
  #adopt(worker) {
    /** @type {Error | null} */
    let fault = null;
    worker.on('message', (answer) => this.#answered(answer));
    worker.on('error', (error) => (fault = error));
    worker.on('exit', () => this.#ended(fault));
    // Only unfinished work keeps the process alive, so that a start that fails elsewhere can end.
    worker.unref();
    return worker;
  }

  /** @param {Error | null} fault */
  #ended(fault) {
    this.#worker = null;
    this.#loseAll(`the database thread ended (${fault ? fault.message : 'no reason given'})`);
    if (!this.#closing) setTimeout(() => this.#restart(), RESTART_AFTER_MS);
  }

  async #restart() {
    try {
      if (this.#closing) return;
      const { worker } = await this.#start();
      if (this.#closing) return worker.postMessage({ type: 'close' });
      this.#worker = this.#adopt(worker);
      this.#schedule();
    } catch (error) {
      this.#ended(/** @type {Error} */ (error));
    }
  }

  /** @param {string} problem */
  #loseAll(problem) {
    for (const id of [...this.#reading.keys()]) this.#answerRead(id, undefined);
    const lost = [this.#inFlight, ...this.#waiting];
    this.#inFlight = null;
    this.#waiting = [];
    for (const batch of lost) if (batch) this.#lose(batch, problem);
  }

  /** @param {Batch} batch @param {string} problem */
  #lose(batch, problem) {
    const error = new ShowError('not-saved', { problem });
    this.#losses.add(error, batch.size);
    batch.lose(error);
  }

  /** @param {string} problem @returns {Promise<void>} */
  #refuse(problem) {
    const batch = new Batch();
    batch.put('', { sql: '', values: [] });
    this.#lose(batch, problem);
    return batch.saved;
  }

  #waitingRows() {
    return this.#waiting.reduce((sum, batch) => sum + batch.size, this.#inFlight?.size ?? 0);
  }
}

/** @typedef {{ key: string, write: Write }} Row */

/** @param {string} key @param {string | string[]} sql @param {Values} values @returns {Row} */
function row(key, sql, values) {
  return { key, write: { sql, values } };
}

/** Rows that reach the disk, or do not, as one: one transaction, one promise. */
class Batch {
  /** @type {Map<string, Write>} */
  #writes = new Map();
  keep = () => {};
  lose = /** @type {(error: Error) => void} */ (() => {});
  /** @type {Promise<void>} */
  saved = new Promise((resolve, reject) => {
    this.keep = resolve;
    this.lose = reject;
  });

  constructor() {
    this.saved.catch(() => {});
  }

  get size() {
    return this.#writes.size;
  }

  get writes() {
    return [...this.#writes.values()];
  }

  /**
   * A replaced row moves to the end: saved, room deleted, saved again must leave it saved.
   * @param {string} key @param {Write} write
   */
  put(key, write) {
    this.#writes.delete(key);
    this.#writes.set(key, write);
  }
}

/** Counts what was lost and tells of it at most every 5 s, for a full disk loses hundreds of rows a second. */
class Losses {
  total = 0;
  #unreported = 0;
  /** @type {Error | null} */
  #last = null;
  /** @type {NodeJS.Timeout | null} */
  #timer = null;
  #onError;

  /** @param {(error: Error, count: number) => void} onError */
  constructor(onError) {
    this.#onError = onError;
  }

  /** @param {Error} error @param {number} rows */
  add(error, rows) {
    this.total += rows;
    this.#unreported += rows;
    this.#last = error;
    if (!this.#timer) this.#report();
  }

  stop() {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#unreported) this.#report();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #report() {
    this.#timer = null;
    if (!this.#last || !this.#unreported) return;
    this.#timer = setTimeout(() => this.#report(), REPORT_EVERY_MS);
    this.#timer.unref();
    this.#onError(this.#last, this.#unreported);
    this.#unreported = 0;
  }
}

/**
 * The operator key and the secret behind all tokens are in there: for nobody else on this machine.
 * @param {string} dataDir
 */
function prepareFolder(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    createPrivate(join(dataDir, FILE));
  } catch (error) {
    throw new JournalError(
      'data-folder',
      `The data folder ${dataDir} cannot be created or written (${messageOf(error)}): ` +
        'give its owner write permission, or choose another one with --data-dir.',
    );
  }
}

/**
 * Never opens a file that is there: closing it would drop the lock that this process may hold on it.
 * @param {string} file
 */
function createPrivate(file) {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
}

/**
 * @param {string} dataDir @param {number} forgetBeforeMs @param {TestOptions} test
 * @returns {Promise<{ worker: Worker, records: Records }>}
 */
function startWorker(dataDir, forgetBeforeMs, { maxPageCount, onWorker }) {
  const file = join(dataDir, FILE);
  const worker = new Worker(new URL('./journal-worker.js', import.meta.url), {
    workerData: { file, forgetBeforeMs, maxPageCount },
    // Flags of the main thread, such as --input-type or --watch, mean something else in here.
    execArgv: [],
  });
  onWorker?.(worker);
  return new Promise((resolve, reject) => {
    const fail = (/** @type {Error} */ error) => reject(error);
    worker.once('error', fail);
    worker.once('message', (answer) => {
      worker.off('error', fail);
      if (answer.type === 'ready') return resolve({ worker, records: answer.records });
      worker.once('exit', () => reject(openingError(answer.code, answer.message, dataDir, file)));
    });
  });
}

/** @param {string} code @param {string} message @param {string} dataDir @param {string} file */
function openingError(code, message, dataDir, file) {
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') {
    return new JournalError(
      'data-locked',
      `Another Mass Mobile server is using this data folder (${dataDir}): ` +
        'stop it, or start this one with --data-dir.',
    );
  }
  if (code === 'NEWER') {
    return new JournalError(
      'data-newer',
      `${file} was written by a newer Mass Mobile (schema ${message}): ` +
        'start that version, or choose another folder with --data-dir.',
    );
  }
  if (code === 'SQLITE_CANTOPEN' || code === 'SQLITE_READONLY' || code === 'SQLITE_FULL') {
    return new JournalError(
      'data-folder',
      `${file} cannot be opened for writing (${message}): check the permissions and the space on the disk, ` +
        'or choose another folder with --data-dir.',
    );
  }
  return new JournalError(
    'data-corrupt',
    `${file} cannot be read (${message}): bring back a back-up, ` +
      'or move the file away and start anew; the rooms and players in it are lost then.',
  );
}

/** @param {string} [code] @param {string} [message] */
function problemOf(code, message) {
  if (code === 'SQLITE_FULL') return 'the disk is full';
  if (code === 'SQLITE_READONLY') return 'the data folder is read-only';
  if (code?.startsWith('SQLITE_IOERR')) return 'the disk reports an error';
  return message ?? 'the database gave no reason';
}

// ── values; libsql ends the whole process on a boolean, so nothing else may reach it ───────────────────

/** @param {string} value */
function text(value) {
  if (typeof value === 'string') return value;
  throw new TypeError(`a text was expected, not ${typeof value}`);
}

/** @param {number} value */
function whole(value) {
  if (Number.isFinite(value)) return Math.round(value);
  throw new TypeError(`a number was expected, not ${typeof value}`);
}

/** @param {Json | JsonObject} value */
function json(value) {
  return text(JSON.stringify(value));
}
