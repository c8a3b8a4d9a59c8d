/** What goes into a stage, what can be read from it, and what is stored of it. All of it is JSON. */

import type { Rows } from '../contract/rows.js';
import type {
  Actor,
  Context,
  Json,
  Place,
  Settings,
  StageDesk,
  StageReading,
  Submission,
  Table,
  Visit,
  Who,
} from '../contract/types.js';

/** A player as a game knows them. The secret of a player (`pid`) is never part of an entry. */
export type Person = Who & { name: string };

/**
 * One thing that goes into a stage: its kind and its values. Entries are JSON and survive `structuredClone`, so that
 * they can be stored, replayed, and posted to another thread. The kinds are stored in data folders: a kind that is
 * renamed needs a migration.
 */
export type Entry =
  /** Runs one step of the game. `sum`: what the fold made of the window, null for a game without input. */
  | ['tick', elapsedMs: number, sum: unknown]
  /** How many players are connected from now on. */
  | ['setPlayers', players: Context['players']]
  /** What the server measures about itself from now on. */
  | ['setMeter', reading: StageReading]
  /** The room is paused from now on, or goes on. */
  | ['setPaused', isPaused: boolean]
  /** All settings of the game from now on. */
  | ['setSettings', settings: Settings]
  /** The document that the game plays from now on; null for none. */
  | ['setContent', content: Json]
  /**
   * Somebody runs an action. May be refused. Answered with the visit to another game that it wishes for, if any. Old
   * transcripts do not say who ran it.
   */
  | ['run', action: string, args?: unknown, by?: Actor | null]
  /** A player comes, comes back, or has another name or team. */
  | ['join', who: Person]
  /** A player goes. */
  | ['leave', who: Person & { kicked?: boolean }]
  /** A phone submits something. Answered with the receipt, or refused. */
  | ['submit', kind: string, submission: Submission];

/** The handler of each kind of entry. */
export type Handlers = {
  [E in Entry as E[0]]: E extends [string, ...infer Values]
    ? (...values: [...Values, approve?: Approve]) => Json | void
    : never;
};

/**
 * Looks at the visit that an action wishes for before the action counts. What it throws refuses the action, and nothing
 * has changed. A replay has none: what was approved once is not asked again.
 */
export type Approve = (visit: Visit) => void;

/** One connected player at an edge. */
export interface Seat {
  /** After a change of their team, call `move` of the edge. */
  who: Who;
  /** Index into the columns. */
  slot: number;
  /** How long its messages are on their way, as far as that is granted; null: not known. */
  latency: { readonly creditMs: number } | null;
}

/** The value of a field. */
export type Value = number | boolean | string;

/** The inputs of one game at an edge. */
export interface Intake {
  /** Takes an input that fits: the values of all its fields in their order. The list is used again for the next one. */
  take(seat: Seat, values: readonly Value[], nowMs: number): void;
  sit(seat: Seat): void;
  leave(seat: Seat): void;
  move(seat: Seat): void;
  /** Forgets all levels. */
  clear(): void;
  /** Levels do not age by a time in which nobody could send. */
  spare(ms: number): void;
  /** Returns the sum of this window; throws what the game's own fold threw. */
  drain(nowMs: number): unknown;
  /** Returns what `drain` would fold. Only a game whose fold is its author's has it; see rows.js. */
  rows?(nowMs: number): Rows;
}

/** What a snapshot holds. */
export interface Saved {
  state: unknown;
  nowMs: number;
  /** Goes on with the same chance. */
  seed: number;
  /** The following are as they were at that moment: a replay from here begins with them. Old snapshots lack some. */
  settings?: Settings;
  players?: Context['players'];
  meter?: StageReading | null;
  /** How often levels were cleared. */
  clears?: number;
  /** Absent: it was not. */
  paused?: boolean;
  /** The players who joined and have not left. */
  here?: Person[];
}

/**
 * Asked before an action: returns a function that gives the stage as it is now, to be called if the action throws; or null
 * when that cannot be had.
 */
export type Rebuilder = () => (() => Saved) | null;

/** Every method may throw a `StageFault`. Only `apply` changes anything. */
export interface Stage {
  /**
   * The only way into a stage.
   * @returns the receipt of a submission, or the visit that an action wishes for
   * @throws {ShowError} the sender of a `run` or a `submit` did something wrong, or was refused
   * @throws {TypeError} the kind is unknown
   */
  apply(entry: Entry, approve?: Approve): Json | void;
  /** What the screens draw now. */
  frame(): { nowMs: number; view: Json | Uint8Array };
  /** What the screens draw that changes slowly, as JSON text; '' for a game without a backdrop. */
  backdrop(): string;
  /**
   * What all phones see, as JSON text; '' for a game without a notice. `players`: as if so many were there, by which one
   * can tell a notice in which nothing but a count has changed.
   */
  notice(players?: Context['players']): string;
  /** What the game has for its panel, as JSON text; '' for a game without a panel view. */
  panel(): string;
  /** What a host does next, and sees beside it. */
  desk(): StageDesk;
  /** What one player sees, as JSON text; '' for nothing. */
  personal(playerId: string): string;
  /** What all personal views depend on; `undefined` for a game that does not say. */
  personalKey(): unknown;
  /** @throws {StageFault} also when they are no tables */
  results(): Table[];
  /** Where the game stands; null: there is nothing to come back to; undefined: it does not say. */
  place(): Place | null | undefined;
  /** How often the game has cleared the levels that phones hold. */
  clears(): number;
  isPaused(): boolean;
  /** Stage time. */
  nowMs(): number;
  /** The players who joined and have not left, for games that have hooks for it. */
  here(): Person[];
  /** The state in it is the live one: make text of it before the next entry. */
  save(): Saved;
}

/** What one group commit stores of a running game: all of it reaches the disk, or nothing. */
export interface StageWrite {
  /** Number of this write; a snapshot makes all transcripts up to its own number needless. */
  seq: number;
  /** JSON text of `Saved` with `seq`. */
  snapshot: string | null;
  /** JSON text of `Entry[]`. */
  transcript: string | null;
  submissions: { playerId: string; id: string; receipt: string }[];
  /** Receipts that are no longer needed. */
  forgotten: { playerId: string; id: string }[];
}

/** What the disk had of a running game. */
export interface StoredGame {
  saved: Saved & { seq?: number };
  /** In order. */
  transcripts: readonly { seq: number; entries: Entry[] }[];
  submissions: readonly { playerId: string; id: string; receipt: string }[];
}
