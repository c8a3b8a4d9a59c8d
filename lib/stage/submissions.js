/**
 * The submissions and commands of one running game: takes them in order, writes them in groups, and answers when they
 * are on disk. It owns the stage, because what could not be written must not stay in it.
 * docs/decisions/0010-the-durable-lane.md says why it is built like this.
 */

/** @import { Json, Submission } from '../contract/types.js' */
/** @import { Group } from './pending.js' */
/** @import { StageText } from './recording.js' */
/** @import { Saved, Stage, StageWrite, StoredGame } from './types.js' */

import { ShowError, messageOf } from '../errors.js';
import { createPending } from './pending.js';
import { createReceipts } from './receipts.js';
import { Recording } from './recording.js';
import { SnapshotPace } from './snapshot-pace.js';

/** A disk that refused a write is left alone for this long: rebuilding the stage costs milliseconds each time. */
const RETRY_MS = 250;
/** A disk that hangs must not fill the memory: this many submissions take some 5 MB. */
const MAX_PENDING = 10_000;

/** The submissions and commands of one running game, from its beginning until another one begins. One queue, so it is longer than others. */
export class Submissions {
  #recording;
  #receipts;
  #pending = createPending();
  #pace = new SnapshotPace();
  #save;
  #now;
  #onFault;
  #isSnapshotDue = false;
  #isCheckpointDue = false;
  #isEnded = false;
  /**
   * Submissions whose write failed, by player and id. A connection that breaks in the middle of a commit may have stored their
   * receipts all the same, which must not answer for them after a restart: the next write removes them.
   * @type {Map<string, { playerId: string, id: string }>}
   */
  #doubted = new Map();
  #retryAtMs = -Infinity;
  /** @type {Promise<void> | null} */
  #writing = null;
  /** @type {NodeJS.Immediate | NodeJS.Timeout | null} */
  #timer = null;

  /**
   * @param {object} options
   * @param {import('./recording.js').Make} options.make
   * @param {boolean} options.isRecorded the game takes submissions, so it is rebuilt exactly. Other games lose what
   *   happened since their last snapshot
   * @param {(write: StageWrite) => Promise<void>} options.save
   * @param {() => number} options.now monotonic ms
   * @param {(problem: unknown) => void} options.onFault the state cannot be JSON, or a rebuilt stage threw
   * @param {StoredGame} [options.stored] what the disk has of this game; it is not held in memory
   * @param {number} [options.seq] of the last write of this room
   * @param {(stage: Stage) => Stage} [options.watch] see `Recording`
   * @throws {import('./stage.js').StageFault} of `make`, or when a stored transcript cannot be played
   */
  constructor({ make, isRecorded, save, now, onFault, stored, seq = 0, watch }) {
    this.#recording = new Recording({ make, isRecorded, stored, seq, watch });
    this.#receipts = createReceipts(stored?.submissions);
    this.#save = save;
    this.#now = now;
    this.#onFault = onFault;
  }

  /** The stage is replaced after each refused write, so do not hold on to it. */
  get stage() {
    return this.#recording.stage;
  }

  /** The number of the last write. */
  get seq() {
    return this.#recording.seq;
  }

  get isRecorded() {
    return this.#recording.isRecorded;
  }

  /** True while something of this player is in the state and not on disk: they must not see it yet. @param {string} playerId */
  isPending(playerId) {
    return this.#pending.has(playerId);
  }

  /**
   * @param {string} kind
   * @param {Submission} submission if its `id` was seen before, the answer is the same and nothing else happens
   * @returns {Promise<Json>} the receipt, once it is on disk; rejects with `not-saved`
   * @throws {ShowError} what `accept` refused, `submit-unknown`, `not-saved`
   * @throws {import('./stage.js').StageFault}
   */
  submit(kind, submission) {
    const { player, id } = submission;
    const given = this.#receipts.find(player.id, id);
    if (given !== undefined) return Promise.resolve(JSON.parse(given));
    const same = this.#pending.find(player.id, id);
    if (same) return same.answer;
    if (this.#isEnded) throw asLoss(new Error('the game ended'));
    if (this.#pending.count >= MAX_PENDING) throw asLoss(new Error('the disk does not keep up'));
    const receipt = JSON.stringify(this.stage.apply(['submit', kind, submission]));
    const answer = this.#pending.add(submission, receipt);
    this.#schedule();
    return answer;
  }

  /**
   * Stores all entries that have gone into the stage so far.
   * @param {{ isWhole?: boolean }} [options] isWhole: something beside the transcript changed too
   * @returns {Promise<void>} fulfilled when it is on disk; rejects with `not-saved`
   */
  commit({ isWhole = false } = {}) {
    if (this.#isEnded) return Promise.reject(asLoss(new Error('the game ended')));
    this.#isSnapshotDue ||= isWhole;
    const answer = this.#pending.addCommand();
    this.#schedule();
    return answer;
  }

  /**
   * Stores what happened. Called once a second. A game with submissions has deadlines, which are in the time that passed,
   * so its transcript is written as long as anybody is there; a snapshot is made now and then (snapshot-pace.js). A state
   * that is on disk already is not written again.
   * @throws {TypeError} the state cannot be JSON
   */
  checkpoint() {
    if (this.#writing || this.#timer || this.#now() < this.#retryAtMs) {
      this.#isCheckpointDue = true;
      return this.#schedule();
    }
    const text = this.#checkpointText();
    if (text) this.#write(text);
  }

  /** @returns {StageText | null} null: the disk has all that is worth a write */
  #checkpointText() {
    const isDue = this.#isPaceDue();
    if (!isDue && !(this.isRecorded && this.#recording.isOwed)) return null;
    return isDue || !this.#recording.canAppend
      ? this.#snapshot({ ifChanged: !this.#recording.isPlayed })
      : this.#recording.transcript();
  }

  #isPaceDue() {
    return this.#pace.isDue(this.#now(), this.#recording.length);
  }

  /** @param {{ ifChanged?: boolean }} [options] @returns {StageText | null} null: it has not changed */
  #snapshot({ ifChanged = false } = {}) {
    const fromMs = this.#now();
    const text = ifChanged ? this.#recording.snapshotIfChanged() : this.#recording.snapshot();
    this.#pace.made(fromMs, this.#now(), text?.snapshot?.length ?? 0);
    return text;
  }

  /** Fulfilled when nothing is on its way to the disk. */
  async settled() {
    while (this.#writing) await this.#writing;
  }

  /** Goes on from another moment. Whatever was submitted since then is answered as before. @param {Saved} saved @throws {import('./stage.js').StageFault} */
  rewind(saved) {
    this.#recording.rewind(saved);
  }

  /** Ends this game because another one begins. Anything that is not on its way to the disk is lost. */
  end() {
    this.#isEnded = true;
    this.#stopTimer();
    if (this.#pending.isWaiting) this.#fail(new Error('the game ended'), this.#pending.take());
  }

  /**
   * Ends this game for now: it can go on from what is returned. That holds everything that was taken in, whether it is on
   * disk by itself or not.
   * @param {number} [most] characters that may be kept
   * @returns {{ saved: string, receipts: { playerId: string, id: string, receipt: string }[],
   *   settle: (error?: unknown) => void } | null} saved: JSON text of `Saved`. `settle` answers those who wait: call it when all of
   *   this is on disk, or with the error when it is not. Null: it is larger than `most`, and the game goes on
   * @throws {import('./stage.js').StageFault} the state cannot be JSON; then the game goes on
   */
  keep(most = Infinity) {
    const saved = this.#recording.text();
    if (saved.length > most) return null;
    const receipts = [...this.#receipts.all(), ...this.#pending.receipts()];
    this.#isEnded = true;
    this.#stopTimer();
    const group = this.#pending.take();
    const settle = (/** @type {unknown} */ error) =>
      error === undefined ? this.#pending.resolve(group) : this.#pending.reject(group, asLoss(error));
    return { saved, receipts, settle };
  }

  /** Writes a last snapshot. Then everything is on disk, or was refused. */
  async close() {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stopTimer();
    while (this.#writing || this.#pending.isWaiting) {
      if (!this.#writing) this.#write();
      await this.#writing;
    }
    const { seq, snapshot, transcript } = this.#recording.snapshot();
    const forgotten = [...this.#doubted.values()];
    await this.#save({ seq, snapshot, transcript, submissions: [], forgotten }).catch(() => {});
  }

  /** Groups the submissions of one turn of the event loop; the journal groups further. */
  #schedule() {
    const isDue = this.#pending.isWaiting || this.#isSnapshotDue || this.#isCheckpointDue;
    if (this.#writing || this.#timer || !isDue) return;
    const waitMs = this.#retryAtMs - this.#now();
    const write = () => this.#write();
    this.#timer = waitMs > 0 ? setTimeout(write, waitMs) : setImmediate(write);
  }

  #stopTimer() {
    // It may be an immediate or a timeout, and each function clears only its own kind.
    clearTimeout(/** @type {NodeJS.Timeout} */ (this.#timer ?? undefined));
    clearImmediate(/** @type {NodeJS.Immediate} */ (this.#timer ?? undefined));
    this.#timer = null;
  }

  /** @param {StageText} [text] if it has been made already */
  #write(text) {
    this.#timer = null;
    this.#writing = this.#writeGroup(text).finally(() => {
      this.#writing = null;
      if (!this.#isEnded) this.#schedule();
    });
  }

  /** @param {StageText} [made] */
  async #writeGroup(made) {
    const group = this.#pending.take();
    try {
      const text = made ?? this.#textOf(group);
      if (!text) return;
      const { seq, snapshot, transcript } = text;
      const { submissions, forgotten } = this.#receipts.rowsOf(group.submissions);
      const gone = [...forgotten, ...this.#doubted.values()];
      await this.#save({ seq, snapshot, transcript, submissions, forgotten: gone });
      this.#recording.confirm(text);
      this.#doubted.clear();
    } catch (error) {
      return this.#fail(error, group);
    }
    for (const { submission, receipt } of group.submissions)
      this.#receipts.add(submission.player.id, submission.id, receipt);
    this.#pending.resolve(group);
  }

  /** @param {Group} group @returns {StageText | null} null: it is empty, and the disk has all that is worth a write */
  #textOf({ submissions, commands }) {
    const isSnapshotDue = this.#isSnapshotDue || (this.#isCheckpointDue && this.#isPaceDue());
    const isForced = this.#isSnapshotDue;
    this.#isSnapshotDue = this.#isCheckpointDue = false;
    if (!isForced && submissions.length + commands.length === 0) return this.#checkpointText();
    return isSnapshotDue || !this.#recording.canAppend ? this.#snapshot() : this.#recording.transcript();
  }

  /**
   * Nothing of the group is on disk for sure, so its submissions must not stay in the state; those that came later meet the same
   * disk and go too. Commands stay in the state: the show goes on in memory, and the operator is told that they were
   * not saved.
   * @param {unknown} error @param {Group} group
   */
  #fail(error, group) {
    const lost = [...group.submissions, ...this.#pending.takeSubmissions()];
    for (const { submission } of group.submissions) {
      const { id, player } = submission;
      this.#doubted.set(`${player.id} ${id}`, { playerId: player.id, id });
    }
    this.#retryAtMs = this.#now() + RETRY_MS;
    this.#recording.distrust();
    if (!this.#isEnded) {
      try {
        this.#recording.rebuildWithout(lost.map(({ submission }) => submission));
      } catch (problem) {
        this.#onFault(problem);
      }
    }
    this.#pending.reject({ submissions: lost, commands: group.commands }, asLoss(error));
  }
}

/** @param {unknown} error @returns {Error} */
function asLoss(error) {
  if (error instanceof ShowError && error.code === 'not-saved') return error;
  return new ShowError('not-saved', { problem: messageOf(error) });
}
