/**
 * Stops the stage of a play, steps it and takes it back in time, for authors: in dev alone. The room goes on meanwhile, so that its pages
 * show whatever tick the stage stands at.
 */

/** @import { Game } from '../contract/types.js' */
/** @import { SavedTape } from '../contract/testing.js' */
/** @import { Inspected, InspectWish } from '../contract/wire.js' */
/** @import { Entry, Person, Saved, Stage } from '../stage/types.js' */
/** @import { Submissions } from '../stage/submissions.js' */
/** @import { Beginning } from './types.js' */

import { readSum } from '../contract/folds.js';
import { joinOf, leaveOf } from '../stage/player-entries.js';
import { Tape } from '../stage/tape.js';
import { playTranscript } from '../stage/transcript.js';

/** A page shows so many of a list, and says how many more there are. */
const MOST_SHOWN = 60;
/** Characters of an entry. */
const MOST_ENTRY = 300;
/** @type {ReadonlySet<Entry[0]>} */
const COMING_AND_GOING = new Set(['join', 'leave', 'setPlayers']);

/** The inspection of one play. */
export class Inspection {
  #game;
  /** The seed, settings and document with which it began. */
  #origin;
  #isFromSetup;
  #tape;
  #isStopped = false;
  /** It is stopped, and plays so many steps all the same. */
  #owed = 0;
  /** The people who have come while it was stopped, or after the moment at which it stands. @type {Map<string, Person>} */
  #people = new Map();

  /** @param {Game} game @param {Beginning} beginning @param {(saved: Saved) => Stage} make a stage that nobody records @param {() => number} now monotonic ms */
  constructor(game, beginning, make, now) {
    this.#game = game;
    const { tape, stored } = beginning;
    this.#origin = tape ?? beginning;
    this.#isFromSetup = (tape ? tape.saved : stored) === undefined;
    this.#tape = new Tape(make, now, tape?.first);
  }

  /** @param {Stage} stage @returns {Stage} that is recorded. While it is stopped nobody comes or goes */
  record(stage) {
    const recorded = this.#tape.record(stage);
    return {
      ...recorded,
      apply: (entry, approve) => (this.#putsOff(entry) ? undefined : recorded.apply(entry, approve)),
    };
  }

  /** Phones that come and go must not change a past that is looked at. @param {Entry} entry */
  #putsOff([kind, who]) {
    if (!this.#isStopped || !COMING_AND_GOING.has(kind)) return false;
    if (kind === 'join') this.#people.set(who.id, who);
    return true;
  }

  /** Whether the stage plays the step that is due now. Called once for each. */
  takesStep() {
    if (!this.#isStopped) return true;
    if (this.#owed === 0) return false;
    this.#owed -= 1;
    return true;
  }

  get isStopped() {
    return this.#isStopped;
  }

  /** @param {Stage} stage @param {boolean} isKept see `Questions` @returns {SavedTape | null} */
  tape(stage, isKept) {
    if (isKept && !this.#isStopped) return null;
    const { at, last } = this.#tape;
    const { saved, first, isWhole, entries } = this.#tape.until(isKept ? last : at);
    const { seed, settings, content } = this.#origin;
    const from = isWhole && this.#isFromSetup ? {} : { saved };
    return { seed, settings, content, ...from, first, entries, tick: at, state: stage.save().state };
  }

  /** Plays a tape, and stops where it stood. @param {Submissions} submissions @param {SavedTape} tape @throws {import('../stage/stage.js').StageFault} */
  replay(submissions, { entries, tick }) {
    playTranscript(submissions.stage, /** @type {Entry[]} */ (entries));
    this.#stand(submissions, tick);
  }

  /** @param {Submissions} submissions @param {number} tick */
  #stand(submissions, tick) {
    this.#isStopped = true;
    for (const who of submissions.stage.here()) this.#people.set(who.id, who);
    this.#tape.rewind(tick, (saved) => submissions.rewind(saved));
  }

  /**
   * @param {Submissions} submissions @param {InspectWish} wish @param {ReadonlySet<string>} here the ids of those who are there
   * @returns {Promise<Inspected>}
   */
  async look(submissions, { to, isStopped }, here) {
    if (to !== undefined) await this.#goTo(submissions, to);
    if (isStopped !== undefined) this.#isStopped = isStopped;
    if (isStopped === false) this.#catchUp(submissions.stage, here);
    return this.#read(submissions.stage);
  }

  /** @param {Submissions} submissions @param {number} to a tick; after the last one: so many more are played */
  async #goTo(submissions, to) {
    this.#isStopped = true;
    const { at, last } = this.#tape;
    this.#owed = Math.max(0, to - last);
    if (Math.min(to, last) === at) return;
    await submissions.settled();
    this.#stand(submissions, to);
  }

  /** Those come and go now who have done so meanwhile. @param {Stage} stage @param {ReadonlySet<string>} here the ids of those who are there */
  #catchUp(stage, here) {
    const known = stage.here();
    for (const who of known) if (!here.has(who.id)) stage.apply(leaveOf(who));
    for (const who of this.#people.values()) if (here.has(who.id)) stage.apply(joinOf(who));
    this.#people.clear();
  }

  /** @param {Stage} stage @returns {Inspected} */
  #read(stage) {
    const { at, first, last, costs, refused, sum, between } = this.#tape;
    const { fold } = this.#game;
    const read = fold && sum !== null ? readSum(fold, sum) : null;
    const { state, nowMs } = stage.save();
    const came = between.slice(0, MOST_SHOWN).map((entry) => JSON.stringify(entry).slice(0, MOST_ENTRY));
    const shown = { came, sum: brief(read), state: brief(state) };
    return { at, first, last, nowMs, isStopped: this.#isStopped, costs, refused, ...shown };
  }
}

/** Leaves out what is in no tree that people read. @param {unknown} value that is JSON @returns {unknown} */
function brief(value) {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const shown = entries.slice(0, MOST_SHOWN).map(([key, each]) => /** @type {const} */ ([key, brief(each)]));
  const more = entries.length - shown.length;
  if (Array.isArray(value))
    return [...shown.map(([, each]) => each), ...(more > 0 ? [`… ${more} more`] : [])];
  return Object.fromEntries(more > 0 ? [...shown, ['…', `… ${more} more`]] : shown);
}
