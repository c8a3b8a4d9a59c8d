/**
 * The durable lane of one running game: takes submissions and commands in order, writes them down in groups,
 * and says yes when they are on disk. Owns the stage, because what could not be written must not stay in it.
 * docs/decisions/0010-the-durable-lane.md says why it is built like this.
 */

/** @import { Json, Submission } from '../contract/types.js' */
/** @import { Saved, Stage } from './stage.js' */
/** @import { Entry } from './transcript.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { StageFault } from './stage.js';
import { playTranscript, recordStage } from './transcript.js';

/** After a failure the disk is left alone for so long: a rebuilt stage costs milliseconds each time. */
const RETRY_MS = 250;
/** A disk that hangs must not fill the memory; some 5 MB. */
const MAX_PENDING = 10_000;
/** A phone sends again what it got no answer to, and has few of those: its newest receipts are kept. */
const RECEIPTS_PER_PLAYER = 64;

/**
 * @typedef {object} StageWrite reaches the disk as one, or not at all
 * @property {number} seq of this transcript; a snapshot makes those up to its own needless
 * @property {string | null} snapshot JSON text of `Saved` with `seq`
 * @property {string | null} transcript JSON text of `Entry[]`
 * @property {{ playerId: string, id: string, receipt: string }[]} submissions
 * @property {{ playerId: string, id: string }[]} forgotten receipts
 *
 * @typedef {object} Pending
 * @property {Submission} submission
 * @property {string} receipt JSON text
 * @property {Promise<Json>} promise
 * @property {(receipt: Json) => void} resolve
 * @property {(error: Error) => void} reject
 *
 * @typedef {{ resolve: () => void, reject: (error: Error) => void }} Command
 *
 * @typedef {object} Kept what the disk had of this game
 * @property {Saved & { seq?: number }} saved
 * @property {readonly { seq: number, entries: Entry[] }[]} transcripts in order
 * @property {readonly { playerId: string, id: string, receipt: string }[]} submissions
 */

/**
 * @param {object} options
 * @param {(saved?: Saved) => Stage} options.make a stage, new or from a snapshot
 * @param {boolean} options.isRecorded the game takes submissions: it is rebuilt exactly. Others lose what
 *   happened since their last snapshot
 * @param {(write: StageWrite) => Promise<void>} options.save
 * @param {(problem: unknown) => void} options.onFault the state cannot be JSON, or a rebuilt stage threw
 * @param {Kept} [options.kept]
 * @param {number} [options.seq] of the last transcript of this room
 * @throws {StageFault} of `make`, or when a kept transcript cannot be played
 */
export function createSubmissions({ make, isRecorded, save, onFault, kept, seq = 0 }) {
  /** @type {Entry[]} what went in since `base` */
  const entries = [];
  let stage = kept ? restore(kept) : record(make());
  /** JSON text of the stage when `entries` began. */
  let base = baseText();
  let isBaseOnDisk = false;
  /** How many of `entries` are on disk. */
  let written = 0;
  /** Of the last snapshot on disk. */
  let savedState = '';
  let isSnapshotDue = false;
  let isEnded = false;
  let retryAtMs = -Infinity;
  /** @type {Promise<void> | null} */
  let flushing = null;
  /** @type {NodeJS.Immediate | NodeJS.Timeout | null} */
  let timer = null;
  /** Taken into the state, not yet on disk, by player and id. @type {Map<string, Map<string, Pending>>} */
  const pending = new Map();
  /** @type {Pending[]} of these, not yet on their way to it */
  let waiting = [];
  /** @type {Command[]} */
  let commands = [];
  let pendingCount = 0;
  const receipts = createReceipts(kept?.submissions);

  /** Given, not closed over: what was read from the disk is not kept in memory. @param {Kept} from */
  function restore({ saved, transcripts }) {
    const restored = make(saved);
    for (const { seq: at, entries: played } of transcripts) {
      if (at > (saved.seq ?? 0)) playTranscript(restored, played);
      seq = Math.max(seq, at);
    }
    seq = Math.max(seq, saved.seq ?? 0);
    return record(restored);
  }

  /** @param {Stage} made */
  function record(made) {
    return isRecorded ? recordStage(made, (entry) => entries.push(entry)) : made;
  }

  /** Only what is rebuilt needs one. @throws {StageFault} the state cannot be JSON */
  function baseText() {
    try {
      return isRecorded ? JSON.stringify(stage.save()) : '';
    } catch (error) {
      throw new StageFault('save', error);
    }
  }

  /** Group what arrives in the same turn; the journal groups further. */
  function pump() {
    if (flushing || timer || (waiting.length === 0 && commands.length === 0 && !isSnapshotDue)) return;
    const waitMs = retryAtMs - performance.now();
    timer = waitMs > 0 ? setTimeout(start, waitMs) : setImmediate(start);
  }

  function start() {
    timer = null;
    flushing = flush().finally(() => {
      flushing = null;
      if (!isEnded) pump();
    });
  }

  async function flush() {
    const group = waiting;
    const asked = commands;
    const isSnapshot = !isRecorded || !isBaseOnDisk || isSnapshotDue;
    const mark = entries.length;
    waiting = [];
    commands = [];
    isSnapshotDue = false;
    try {
      seq += 1;
      const state = isSnapshot ? snapshot() : null;
      const transcript = isSnapshot ? null : JSON.stringify(entries.slice(written));
      await save({ seq, snapshot: state, transcript, ...receipts.rows(group) });
      if (state === null) written = mark;
      else rebase(state, mark, true);
    } catch (error) {
      fail(error, [...group, ...waiting], asked);
      return;
    }
    for (const { submission, receipt, resolve } of group) {
      receipts.keep(submission.player.id, submission.id, receipt);
      settle(submission);
      resolve(JSON.parse(receipt));
    }
    for (const { resolve } of asked) resolve();
  }

  function snapshot() {
    const saved = stage.save();
    savedState = JSON.stringify(saved.state);
    return JSON.stringify({ ...saved, seq });
  }

  /** @param {string} state @param {number} mark so many entries are in it @param {boolean} isOnDisk */
  function rebase(state, mark, isOnDisk) {
    base = state;
    entries.splice(0, mark);
    written = 0;
    isBaseOnDisk = isOnDisk;
  }

  /**
   * Nothing of the group is on disk, so nothing of it may stay in the state. What came after it meets the
   * same disk. Commands stay: the show goes on in memory, and the operator is told that it was not saved.
   * @param {unknown} error @param {Pending[]} lost @param {Command[]} asked
   */
  function fail(error, lost, asked) {
    const reason = asLoss(error);
    waiting = [];
    retryAtMs = performance.now() + RETRY_MS;
    savedState = '';
    if (!isEnded) {
      try {
        rebuild(new Set(lost.map(({ submission }) => submission)));
      } catch (problem) {
        onFault(problem);
      }
    }
    for (const { submission, reject } of lost) {
      settle(submission);
      reject(reason);
    }
    for (const { reject } of asked) reject(reason);
  }

  /** @param {Set<Submission>} lost */
  function rebuild(lost) {
    if (lost.size > 0) {
      const remaining = entries.filter((entry) => entry[0] !== 'submit' || !lost.has(entry[2]));
      const again = make(JSON.parse(base));
      playTranscript(again, remaining);
      stage = record(again);
    }
    // From here on the disk lacks something, whatever is written: the next write has to be a snapshot.
    rebase(baseText(), entries.length, false);
  }

  /** @param {Submission} submission */
  function settle({ player, id }) {
    const own = pending.get(player.id);
    if (!own?.delete(id)) return;
    pendingCount -= 1;
    if (own.size === 0) pending.delete(player.id);
  }

  async function drain() {
    for (;;) {
      if (flushing) await flushing;
      else if (waiting.length + commands.length > 0) start();
      else return;
    }
  }

  function stopTimer() {
    // An immediate and a timeout are told apart by who clears them.
    clearTimeout(/** @type {NodeJS.Timeout} */ (timer ?? undefined));
    clearImmediate(/** @type {NodeJS.Immediate} */ (timer ?? undefined));
    timer = null;
  }

  return {
    get stage() {
      return stage;
    },
    get seq() {
      return seq;
    },
    isRecorded,
    /** Something of this player is in the state that is not on disk: he must not see it yet. @param {string} playerId */
    isPending: (playerId) => pending.has(playerId),
    /**
     * @param {string} kind
     * @param {Submission} submission its `id` was seen before: the answer is the same, and nothing else happens
     * @returns {Promise<Json>} the receipt, once it is on disk; rejects with `not-saved`
     * @throws {ShowError} what `accept` refused, `submit-unknown`, `not-saved`
     * @throws {StageFault}
     */
    submit(kind, submission) {
      const { player, id } = submission;
      const known = receipts.find(player.id, id);
      if (known !== undefined) return Promise.resolve(JSON.parse(known));
      const same = pending.get(player.id)?.get(id);
      if (same) return same.promise;
      if (isEnded) throw asLoss(new Error('the game ended'));
      if (pendingCount >= MAX_PENDING) throw asLoss(new Error('the disk does not keep up'));
      const receipt = JSON.stringify(stage.submit(kind, submission));
      const own = pending.get(player.id) ?? new Map();
      const made = newPending(submission, receipt);
      pending.set(player.id, own.set(id, made));
      pendingCount += 1;
      waiting.push(made);
      pump();
      return made.promise;
    },
    /**
     * What was done to the stage so far.
     * @param {{ isWhole?: boolean }} [options] isWhole: something beside the transcript changed too
     * @returns {Promise<void>} kept when it is on disk; rejects with `not-saved`
     */
    commit({ isWhole = false } = {}) {
      isSnapshotDue ||= isWhole;
      const kept = new Promise((resolve, reject) => {
        commands.push({ resolve: () => resolve(undefined), reject });
      });
      pump();
      return /** @type {Promise<void>} */ (kept);
    },
    /**
     * Called once a second. A state that is as on disk is not written again; but a game with submissions has
     * deadlines, which are in the time that passed, so that is written while anybody is there.
     * @throws {TypeError} the state cannot be JSON
     */
    checkpoint() {
      if (flushing || timer) return void (isSnapshotDue = true);
      const saved = stage.save();
      const state = JSON.stringify(saved.state);
      if (state === savedState && (!isRecorded || saved.players?.count === 0)) {
        if (isRecorded) rebase(JSON.stringify(saved), entries.length, false);
        return;
      }
      isSnapshotDue = true;
      pump();
    },
    /** Another game begins: what is not on its way to the disk yet is not kept. */
    end() {
      isEnded = true;
      stopTimer();
      isSnapshotDue = false;
      const lost = waiting;
      const asked = commands;
      commands = [];
      if (lost.length + asked.length > 0) fail(new Error('the game ended'), lost, asked);
    },
    /** Everything is on disk, with a last snapshot, or was refused. */
    async close() {
      if (isEnded) return;
      isEnded = true;
      stopTimer();
      await drain();
      seq += 1;
      const state = snapshot();
      await save({
        seq,
        snapshot: state,
        transcript: null,
        submissions: [],
        forgotten: [],
      }).catch(() => {});
    },
  };
}

/** @typedef {ReturnType<typeof createSubmissions>} Lane */

/** @param {Submission} submission @param {string} receipt @returns {Pending} */
function newPending(submission, receipt) {
  let resolve = /** @type {Pending['resolve']} */ (() => {});
  let reject = /** @type {Pending['reject']} */ (() => {});
  const promise = /** @type {Promise<Json>} */ (
    new Promise((yes, no) => {
      resolve = yes;
      reject = no;
    })
  );
  // Whoever asked listens; one that is asked for by nobody any more must not be unhandled.
  promise.catch(() => {});
  return { submission, receipt, promise, resolve, reject };
}

/**
 * Receipts given, by player and id, so that what is sent again counts once.
 * @param {Kept['submissions']} [kept]
 */
function createReceipts(kept = []) {
  /** @type {Map<string, Map<string, string>>} */
  const byPlayer = new Map();
  for (const { playerId, id, receipt } of kept) keep(playerId, id, receipt);

  /** @param {string} playerId @param {string} id @param {string} receipt */
  function keep(playerId, id, receipt) {
    const own = byPlayer.get(playerId) ?? new Map();
    byPlayer.set(playerId, own.set(id, receipt));
    if (own.size > RECEIPTS_PER_PLAYER) own.delete(own.keys().next().value);
  }

  return {
    keep,
    /** @param {string} playerId @param {string} id */
    find: (playerId, id) => byPlayer.get(playerId)?.get(id),
    /** @param {Pending[]} group @returns {Pick<StageWrite, 'submissions' | 'forgotten'>} */
    rows(group) {
      const submissions = group.map(({ submission: { player, id }, receipt }) => ({
        playerId: player.id,
        id,
        receipt,
      }));
      const forgotten = submissions.flatMap(({ playerId }) => {
        const own = byPlayer.get(playerId);
        const [oldest] = own && own.size >= RECEIPTS_PER_PLAYER ? own.keys() : [];
        return oldest === undefined ? [] : [{ playerId, id: oldest }];
      });
      return { submissions, forgotten };
    },
  };
}

/** @param {unknown} error @returns {Error} */
function asLoss(error) {
  if (error instanceof ShowError && error.code === 'not-saved') return error;
  return new ShowError('not-saved', {
    problem: error instanceof Error ? error.message : String(error),
  });
}
