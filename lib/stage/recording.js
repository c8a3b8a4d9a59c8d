/**
 * The stage of a running game, its JSON text at some moment (the base), and the entries since. Snapshots and transcripts
 * are written from these, and after a refused write the stage is rebuilt from them.
 */

/** @import { Submission } from '../contract/types.js' */
/** @import { Entry, Rebuilder, Saved, Stage, StageWrite, StoredGame } from './types.js' */

import { STATE_BYTES } from '../contract/limits.js';
import { StageFault } from './stage.js';
import { playTranscript, recordStage } from './transcript.js';

/**
 * @typedef {Pick<StageWrite, 'seq' | 'snapshot' | 'transcript'> & { mark: number }} StageText `mark`: how many entries
 *   since the base are in it
 */

/** @typedef {(saved?: Saved, rebuilder?: Rebuilder) => Stage} Make a stage, new or from a snapshot; see `createStage` */

/** Entries of these kinds come by themselves. While nobody is there, they alone are not worth a write. @type {ReadonlySet<Entry[0]>} */
const QUIET = new Set(['tick', 'setPlayers', 'setMeter']);
/** Stands in a snapshot before the state. */
const STATE_HEAD = '{"state":';

/** The recording of a running game; each has one. */
export class Recording {
  /** @type {Make} */
  #make;
  #watch;
  /** JSON texts of what went in since the base. @type {string[]} */
  #entries = [];
  #length = 0;
  #hasNews = false;
  /** The document has changed since the base, and a stage that is made now begins with the new one. */
  #hasContent = false;
  #base = '';
  #isBaseOnDisk = false;
  /** The state in the base is on disk, though the time and the chance beside it may be older there. */
  #isStateOnDisk = false;
  /** The number of entries that are on disk. */
  #written = 0;

  /**
   * @param {object} options
   * @param {Make} options.make
   * @param {boolean} options.isRecorded false: only snapshots, and no rebuild
   * @param {StoredGame} [options.stored] read here, and not held in memory
   * @param {number} options.seq of the last write of this room
   * @param {(stage: Stage) => Stage} [options.watch] is given each stage that is played from then on
   * @throws {StageFault} of `make`, of a stored transcript, or `save`: the state cannot be JSON
   */
  constructor({ make, isRecorded, stored, seq, watch = (stage) => stage }) {
    this.#make = make;
    this.#watch = watch;
    this.isRecorded = isRecorded;
    /** The number of the last write. */
    this.seq = seq;
    /** @type {Stage} */
    this.stage = stored ? this.#restore(stored) : this.#open();
    this.#begin(this.#baseText(), this.#entries.length, false);
    this.#hasNews = false;
  }

  /** @param {StoredGame} stored */
  #restore({ saved, transcripts }) {
    const snapshotSeq = saved.seq ?? 0;
    const later = transcripts.filter(({ seq }) => seq > snapshotSeq);
    if (this.isRecorded && later.length > 0) this.#base = JSON.stringify(saved);
    const stage = this.#open(saved);
    for (const { entries } of later) playTranscript(stage, entries);
    this.seq = Math.max(this.seq, snapshotSeq, ...transcripts.map(({ seq }) => seq));
    return stage;
  }

  /**
   * Returns the stage as it was after the last entry that is recorded. Costs a replay since the base. What is recorded was not
   * refused, so it is not refused now, and nothing has to be undone.
   */
  #rebuilt() {
    const stage = this.#make(JSON.parse(this.#base), () => () => {
      throw new Error('an action that was taken is refused when it is played again');
    });
    playTranscript(stage, JSON.parse(`[${this.#entries.join(',')}]`));
    return stage.save();
  }

  /** Makes a stage that is recorded from now on. @param {Saved} [saved] by default a new one @returns {Stage} */
  #open(saved) {
    if (!this.isRecorded) return this.#watch(this.#make(saved));
    const stage = this.#make(saved, () => (this.#hasContent ? null : () => this.#rebuilt()));
    return recordStage(this.#watch(stage), (entry, kind) => {
      this.#entries.push(entry);
      this.#length += entry.length + 1;
      if (!QUIET.has(kind)) this.#hasNews = true;
      if (kind === 'setContent') this.#hasContent = true;
    });
  }

  /** The length of the transcript since the base, in characters. */
  get length() {
    return this.#length;
  }

  /** True: what the disk has can be added to, so a transcript is enough. */
  get canAppend() {
    return this.isRecorded && this.#isBaseOnDisk;
  }

  /** True while anybody is there who would miss the time that passed. */
  get isPlayed() {
    return this.isRecorded && this.stage.save().players?.count !== 0;
  }

  /** True: entries that are worth a write are not on disk. */
  get isOwed() {
    return this.isPlayed ? this.#written < this.#entries.length : this.#hasNews;
  }

  /** @throws {StageFault} the state cannot be JSON */
  #baseText() {
    try {
      return this.isRecorded ? this.#snapshotText(this.#stateText()) : '';
    } catch (error) {
      throw new StageFault('save', error);
    }
  }

  /** Costs milliseconds when thousands play. @throws {TypeError | RangeError} the state cannot be JSON, or is too large */
  #stateText() {
    const text = JSON.stringify(this.stage.save().state) ?? 'null';
    if (text.length > STATE_BYTES)
      throw new RangeError(`the state has ${text.length} characters, and at most ${STATE_BYTES} are stored`);
    return text;
  }

  /** @param {string} state as JSON text @param {number} [seq] @returns {string} JSON text of `Saved` */
  #snapshotText(state, seq) {
    const { state: _live, ...rest } = this.stage.save();
    return `${STATE_HEAD}${state},${JSON.stringify({ ...rest, seq }).slice(1)}`;
  }

  /** Returns the stage as it stands, as JSON text of `Saved`. @throws {StageFault} the state cannot be JSON */
  text() {
    try {
      return this.#snapshotText(this.#stateText(), this.seq);
    } catch (error) {
      throw new StageFault('save', error);
    }
  }

  /** @param {string} state as JSON text @returns {boolean} */
  #isSaved(state) {
    const isSame = this.#base.startsWith(state, STATE_HEAD.length);
    return this.#isStateOnDisk && isSame && this.#base[STATE_HEAD.length + state.length] === ',';
  }

  /** @param {string} base @param {number} mark so many entries are in it @param {boolean} isOnDisk */
  #begin(base, mark, isOnDisk) {
    this.#base = base;
    this.#isBaseOnDisk = isOnDisk;
    for (const { length } of this.#entries.splice(0, mark)) this.#length -= length + 1;
    this.#written = 0;
    if (this.#entries.length === 0) this.#hasContent = false;
  }

  /** Returns the entries that the disk lacks, for `confirm`. Only while `canAppend`. @returns {StageText} */
  transcript() {
    const mark = this.#entries.length;
    const transcript = `[${this.#entries.slice(this.#written).join(',')}]`;
    this.#hasNews = false;
    return { seq: ++this.seq, mark, snapshot: null, transcript };
  }

  /** Returns all there is, for `confirm`. @returns {StageText} @throws {TypeError} the state cannot be JSON */
  snapshot() {
    return this.#snapshotOf(this.#stateText());
  }

  /**
   * Returns a snapshot unless the disk has this state already. Then replays begin at this moment from now on, though the disk
   * still has the moment before.
   * @returns {StageText | null}
   * @throws {TypeError} the state cannot be JSON
   */
  snapshotIfChanged() {
    const state = this.#stateText();
    if (!this.#isSaved(state)) return this.#snapshotOf(state);
    if (this.isRecorded) this.#begin(this.#snapshotText(state), this.#entries.length, false);
    return null;
  }

  /** @param {string} state now, as JSON text @returns {StageText} */
  #snapshotOf(state) {
    const seq = ++this.seq;
    this.#hasNews = false;
    return { seq, mark: this.#entries.length, snapshot: this.#snapshotText(state, seq), transcript: null };
  }

  /** It is on disk. @param {StageText} text */
  confirm({ snapshot, mark }) {
    if (snapshot === null) this.#written = mark;
    else {
      this.#begin(snapshot, mark, true);
      this.#isStateOnDisk = true;
    }
  }

  /** Notes that the last write is not, or not known to be, on disk. */
  distrust() {
    this.#isStateOnDisk = false;
    this.#hasNews = true;
  }

  /** @param {Saved} saved */
  #reopen(saved) {
    this.#entries = [];
    this.#length = 0;
    this.stage = this.#open(saved);
  }

  /** Goes on from another moment, which the disk does not have. Only while nothing is being written. @param {Saved} saved @throws {StageFault} */
  rewind(saved) {
    this.#reopen(saved);
    this.#begin(this.#baseText(), 0, false);
    this.distrust();
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
      this.#reopen(JSON.parse(this.#base));
      playTranscript(
        this.stage,
        entries.filter((entry) => entry[0] !== 'submit' || !keys.has(keyOf(entry[2]))),
      );
    }
    this.#begin(this.#baseText(), this.#entries.length, false);
  }
}

/** @param {Submission} submission */
function keyOf({ player, id }) {
  return JSON.stringify([player.id, id]);
}
