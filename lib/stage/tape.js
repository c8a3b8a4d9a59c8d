/**
 * The tape of a stage, for authors: all entries since its beginning, and the stage itself every few seconds, so that any of its ticks can
 * be had again. A stage is pure, so it is the same again, its chance included. Beside it stand what was refused, and what each hook costs.
 */

/** @import { Entry, Saved, Stage } from './types.js' */

import { ShowError, messageOf } from '../errors.js';
import { recordStage } from './transcript.js';

/** To go back plays so many ticks at most: five seconds at 30 Hz, which take milliseconds. */
const TICKS_A_PART = 150;
/** Ten minutes of a game with a state of 20 KB take some 5 MB. What is older than this is forgotten. */
const MOST_CHARACTERS = 32 * 2 ** 20;
/** One that is saved and would be longer begins later. */
const MOST_SAVED = 2 ** 21;
const MOST_REFUSED = 20;
const VIEWS = /** @type {const} */ (['frame', 'backdrop', 'notice', 'panel', 'desk', 'personal']);
/** Entries that call a hook. @type {ReadonlySet<Entry[0]>} */
const CALLING = new Set(['tick', 'run', 'submit', 'join', 'leave']);

/**
 * @typedef {object} Part
 * @property {number} tick it begins right after this one
 * @property {string} saved the stage then, as JSON text of `Saved`
 * @property {string[]} entries as JSON texts
 * @property {number} length of all these, in characters
 *
 * @typedef {object} HookCost
 * @property {string} hook
 * @property {number} calls
 * @property {number} ms of all calls
 * @property {number} mostMs of one
 * @property {number} bytes of the last view, as JSON; 0: it gives none
 *
 * @typedef {{ tick: number, what: string, problem: string }} Refusal
 */

/** Records one stage after the other: a new one begins a new tape, unless it was made from this one. */
export class Tape {
  /** @type {Part[]} */
  #parts = [];
  #make;
  #now;
  #isRewinding = false;
  /** Stages that were not made from this tape. */
  #begun = 0;
  /** Its first part is where the first stage began. */
  #isWhole = true;
  /** Ticks that the stage has played. */
  at = 0;
  /** The last tick on the tape. */
  last = 0;
  /** @type {Map<string, HookCost>} */
  #costs = new Map();
  /** @type {Refusal[]} */
  #refused = [];

  /** @param {(saved: Saved) => Stage} make a stage that nobody records @param {() => number} now monotonic ms @param {number} [first] the tick after which the first stage stands */
  constructor(make, now, first = 0) {
    this.#make = make;
    this.#now = now;
    this.last = this.at = first;
  }

  /**
   * Gives the entries that lead from the beginning to a tick, or the last of them.
   * @param {number} end @returns {{ saved: Saved, first: number, isWhole: boolean, entries: Entry[] }} isWhole: it begins with the first stage, and not
   *   later, after the tick `first`
   */
  until(end) {
    const parts = this.#parts.filter(({ tick }) => tick <= end);
    let length = 0;
    const at = parts.findLastIndex((part) => (length += part.length) > MOST_SAVED) + 1;
    const from = /** @type {Part} */ (parts[Math.min(at, parts.length - 1)]);
    const texts = parts.slice(parts.indexOf(from)).flatMap((part) => part.entries.slice(0, endOf(part, end)));
    return {
      saved: JSON.parse(from.saved),
      first: from.tick,
      isWhole: from === this.#parts[0] && this.#isWhole,
      entries: texts.map((text) => JSON.parse(text)),
    };
  }

  /** The first tick on the tape. */
  get first() {
    return this.#parts[0]?.tick ?? 0;
  }

  /** The cost of each hook, the dearest first. @returns {HookCost[]} */
  get costs() {
    return [...this.#costs.values()].sort((a, b) => b.ms - a.ms);
  }

  /** The last refusals, the newest first. */
  get refused() {
    return this.#refused.toReversed();
  }

  /** @param {Stage} stage @returns {Stage} that is recorded */
  record(stage) {
    if (!this.#isRewinding) {
      this.#parts = [];
      this.#isWhole = this.#begun === 0;
      if (!this.#isWhole) this.at = this.last = 0;
      this.#begun += 1;
      this.#begin(stage);
    }
    const watched = this.#watched(stage);
    return recordStage(watched, (text, kind) => this.#push(stage, text, kind));
  }

  /** @param {Stage} stage @returns {Stage} whose hooks are timed, and whose refusals are kept */
  #watched(stage) {
    const views = VIEWS.map((hook) => {
      const view = /** @type {(...args: unknown[]) => unknown} */ (stage[hook]);
      const name = hook === 'desk' ? 'host' : hook;
      return [hook, (/** @type {unknown[]} */ ...args) => this.#timed(name, () => view(...args))];
    });
    return {
      ...stage,
      ...Object.fromEntries(views),
      apply: (entry, approve) => {
        const what = whatOf(entry);
        const apply = () => stage.apply(entry, approve);
        try {
          return CALLING.has(entry[0]) ? this.#timed(what, apply, false) : apply();
        } catch (error) {
          if (error instanceof ShowError) this.#refuse(what, error);
          throw error;
        }
      },
    };
  }

  /** @template T @param {string} hook @param {() => T} run @param {boolean} [isView] @returns {T} */
  #timed(hook, run, isView = true) {
    const fromMs = this.#now();
    const value = run();
    const ms = this.#now() - fromMs;
    let cost = this.#costs.get(hook);
    if (!cost) this.#costs.set(hook, (cost = { hook, calls: 0, ms: 0, mostMs: 0, bytes: 0 }));
    cost.calls += 1;
    cost.ms += ms;
    cost.mostMs = Math.max(cost.mostMs, ms);
    if (isView) cost.bytes = sizeOf(hook === 'frame' ? /** @type {any} */ (value).view : value);
    return value;
  }

  /** @param {string} what @param {ShowError} error */
  #refuse(what, error) {
    this.#refused = [
      ...this.#refused.slice(1 - MOST_REFUSED),
      { tick: this.at, what, problem: messageOf(error) },
    ];
  }

  /** @param {Stage} stage right after the tick `at` */
  #begin(stage) {
    const saved = JSON.stringify(stage.save());
    this.#parts.push({ tick: this.at, saved, entries: [], length: saved.length });
    let length = this.#parts.reduce((sum, part) => sum + part.length, 0);
    while (length > MOST_CHARACTERS && this.#parts.length > 1) {
      length -= this.#parts.shift()?.length ?? 0;
      this.#isWhole = false;
    }
  }

  /** @param {Stage} stage @param {string} text @param {Entry[0]} kind */
  #push(stage, text, kind) {
    if (this.at < this.last) this.#cut();
    const part = /** @type {Part} */ (this.#parts.at(-1));
    part.entries.push(text);
    part.length += text.length;
    if (kind !== 'tick') return;
    this.last = this.at += 1;
    if (this.at - part.tick >= TICKS_A_PART) this.#begin(stage);
  }

  /** From here on it is another story: the ticks after this one have never been. */
  #cut() {
    this.#parts = this.#parts.filter(({ tick }) => tick <= this.at);
    const part = /** @type {Part} */ (this.#parts.at(-1));
    part.entries.length = endOf(part, this.at);
    this.last = this.at;
  }

  /** @param {number} tick @returns {Part} */
  #partOf(tick) {
    return /** @type {Part} */ (this.#parts.findLast((part) => part.tick <= tick) ?? this.#parts[0]);
  }

  /** Whatever went in between the tick before and the last one. @returns {Entry[]} without readings of the server */
  get between() {
    const part = this.#partOf(this.at - 1);
    const texts = part.entries.slice(endOf(part, this.at - 1), endOf(part, this.at) - 1);
    return texts.map((text) => JSON.parse(text)).filter(([kind]) => kind !== 'setMeter');
  }

  /** The inputs of the last tick, folded. @returns {unknown} null: nothing, or it is forgotten */
  get sum() {
    const part = this.#partOf(this.at - 1);
    const text = part.entries[endOf(part, this.at) - 1];
    if (text === undefined || this.at <= part.tick) return null;
    const entry = /** @type {Entry} */ (JSON.parse(text));
    return entry[0] === 'tick' ? entry[2] : null;
  }

  /**
   * Has the stage as it was right after a tick taken over by `take`, which makes one from it that is recorded.
   * @param {number} tick @param {(saved: Saved) => void} take @throws {import('./stage.js').StageFault} its game cannot play it any more
   */
  rewind(tick, take) {
    const to = Math.min(this.last, Math.max(this.first, tick));
    const part = this.#partOf(to);
    const stage = this.#make(JSON.parse(part.saved));
    for (const text of part.entries.slice(0, endOf(part, to))) stage.apply(JSON.parse(text));
    this.#isRewinding = true;
    try {
      take(stage.save());
      this.at = to;
    } finally {
      this.#isRewinding = false;
    }
  }
}

/** @param {Part} part @param {number} at a tick @returns {number} so many entries lead to it */
function endOf({ tick, entries }, at) {
  let ticks = tick;
  if (at <= tick) return 0;
  const end = entries.findIndex((text) => text.startsWith('["tick"') && ++ticks === at);
  return end < 0 ? entries.length : end + 1;
}

/** @param {Entry} entry @returns {string} the hook that it calls */
function whatOf([kind, name]) {
  if (kind === 'run') return `actions.${name}`;
  return kind === 'submit' ? `submit.${name}` : kind;
}

/** @param {unknown} view @returns {number} bytes */
function sizeOf(view) {
  if (view instanceof Uint8Array) return view.length;
  return Buffer.byteLength(typeof view === 'string' ? view : (JSON.stringify(view) ?? ''));
}
