/**
 * The stage of a running game, its JSON text at some moment (the base), and the entries since. Snapshots and transcripts
 * are written from these, and after a refused write the stage is rebuilt from them.
 */

/** @import { Submission } from '../contract/types.js' */
/** @import { Entry, Saved, Stage, StageWrite, StoredGame } from './types.js' */

import { StageFault } from './stage.js';
import { playTranscript, recordStage } from './transcript.js';

/**
 * @typedef {Pick<StageWrite, 'seq' | 'snapshot' | 'transcript'> & { mark: number }} StageText `mark`: how many entries
 *   since the base are in it
 */

/** The recording of a running game; each has one. */
export class Recording {
  /** @type {(saved?: Saved) => Stage} */
  #make;
  /** JSON texts of what went in since the base. @type {string[]} */
  #entries = [];
  #base = '';
  #isBaseOnDisk = false;
  /** The number of entries that are on disk. */
  #written = 0;
  /** The state in the last snapshot that was written, as JSON text; '' for none. */
  #savedState = '';

  /**
   * @param {object} options
   * @param {(saved?: Saved) => Stage} options.make a stage, new or from a snapshot
   * @param {boolean} options.isRecorded false: only snapshots, and no rebuild
   * @param {StoredGame} [options.stored] read here, and not held in memory
   * @param {number} options.seq of the last write of this room
   * @throws {StageFault} of `make`, of a stored transcript, or `save`: the state cannot be JSON
   */
  constructor({ make, isRecorded, stored, seq }) {
    this.#make = make;
    this.isRecorded = isRecorded;
    /** The number of the last write. */
    this.seq = seq;
    /** @type {Stage} */
    this.stage = this.#record(stored ? this.#restore(stored) : make());
    this.#base = this.#baseText();
  }

  /** @param {StoredGame} stored */
  #restore({ saved, transcripts }) {
    const stage = this.#make(saved);
    const snapshotSeq = saved.seq ?? 0;
    for (const { seq, entries } of transcripts) {
      if (seq > snapshotSeq) playTranscript(stage, entries);
      this.seq = Math.max(this.seq, seq);
    }
    this.seq = Math.max(this.seq, snapshotSeq);
    return stage;
  }

  /** @param {Stage} stage */
  #record(stage) {
    return this.isRecorded ? recordStage(stage, (entry) => this.#entries.push(entry)) : stage;
  }

  /** @throws {StageFault} the state cannot be JSON */
  #baseText() {
    try {
      return this.isRecorded ? this.#snapshotText(this.stateText()) : '';
    } catch (error) {
      throw new StageFault('save', error);
    }
  }

  /**
   * Returns the state as JSON text, which costs milliseconds when thousands play: make it once and pass it on.
   * @throws {TypeError} the state cannot be JSON
   */
  stateText() {
    return JSON.stringify(this.stage.save().state) ?? 'null';
  }

  /** @param {string} state as JSON text @param {number} [seq] @returns {string} JSON text of `Saved` */
  #snapshotText(state, seq) {
    const { state: _live, ...rest } = this.stage.save();
    return `{"state":${state},${JSON.stringify({ ...rest, seq }).slice(1)}`;
  }

  /** @param {string} state as JSON text; a snapshot with it has been written @returns {boolean} */
  isSaved(state) {
    return state === this.#savedState;
  }

  /** Drops the entries: replays begin at this moment, though the disk still has the moment before. @param {string} state now, as JSON text */
  rebase(state) {
    this.#begin(this.#snapshotText(state), this.#entries.length, false);
  }

  /** @param {string} base @param {number} mark so many entries are in it @param {boolean} isOnDisk */
  #begin(base, mark, isOnDisk) {
    this.#base = base;
    this.#isBaseOnDisk = isOnDisk;
    this.#entries.splice(0, mark);
    this.#written = 0;
  }

  /**
   * Returns the text to write so that the disk has all entries: a transcript of those it lacks, or a snapshot.
   * @param {{ isWhole: boolean, state?: string }} options isWhole: a snapshot is due; state: now, as JSON text, if it
   *   has been made already
   * @returns {StageText} for `confirm`
   * @throws {TypeError} the state cannot be JSON
   */
  write({ isWhole, state }) {
    this.seq += 1;
    const { seq } = this;
    const mark = this.#entries.length;
    if (this.isRecorded && this.#isBaseOnDisk && !isWhole)
      return { seq, mark, snapshot: null, transcript: `[${this.#entries.slice(this.#written).join(',')}]` };
    this.#savedState = state ?? this.stateText();
    return { seq, mark, snapshot: this.#snapshotText(this.#savedState, seq), transcript: null };
  }

  /** It is on disk. @param {StageText} text */
  confirm({ snapshot, mark }) {
    if (snapshot === null) this.#written = mark;
    else this.#begin(snapshot, mark, true);
  }

  /** Notes that the last write is not, or not known to be, on disk. */
  distrust() {
    this.#savedState = '';
  }

  /**
   * The stage as it would be if some submissions had never come. From here on the disk lacks something, whatever is
   * written, so the next write is a snapshot.
   * @param {readonly Submission[]} lost
   * @throws {StageFault} the game cannot be played again
   */
  rebuildWithout(lost) {
    if (lost.length > 0) {
      const keys = new Set(lost.map(keyOf));
      /** @type {Entry[]} */
      const entries = JSON.parse(`[${this.#entries.join(',')}]`);
      const stage = this.#make(JSON.parse(this.#base));
      playTranscript(
        stage,
        entries.filter((entry) => entry[0] !== 'submit' || !keys.has(keyOf(entry[2]))),
      );
      this.stage = this.#record(stage);
    }
    this.#begin(this.#baseText(), this.#entries.length, false);
  }
}

/** @param {Submission} submission */
function keyOf({ player, id }) {
  return JSON.stringify([player.id, id]);
}
