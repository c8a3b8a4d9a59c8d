/**
 * What a game is, as types. Units are in the names (`Ms`, `Hz`); shapes are JSON unless the text says otherwise.
 */

import type { PublicPlayer, MeterReading } from './wire.js';
import type { GameTypes, ArgsOf } from './infer.js';
import type { PhoneHost } from './pages.js';

// ── values ────────────────────────────────────────────────────────────────────────────────────────────

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** One field of an input or of the settings. A subset of JSON Schema, so that authors know the words. */
export interface Field {
  type: 'number' | 'integer' | 'boolean' | 'string';
  minimum?: number;
  maximum?: number;
  /** The only values allowed (strings). Drawn as a choice in the control panel. */
  enum?: readonly string[];
  /** Words shown for the values of `enum`, in the same order. */
  enumTitles?: readonly string[];
  /** Longest string, in UTF-16 units. Default 200. */
  maxLength?: number;
  /** Required for settings: what counts until the operator changes it. */
  default?: Json;
  /** An input field that a phone may leave out. */
  optional?: boolean;
  title?: string;
  description?: string;
  /** Shown behind the value: `s`, `px`, `°`. */
  unit?: string;
}
export type Fields = Record<string, Field>;

/** What a phone sends on the crowd lane, checked: numbers, booleans and short strings by field name. */
export type Input = Record<string, number | boolean | string>;
export type Settings = Record<string, number | boolean | string>;

// ── folds ─────────────────────────────────────────────────────────────────────────────────────────────

/** Who an input came from, as a fold sees it. */
export interface Who<Team extends string = string> {
  id: string;
  team: Team | null;
}

/**
 * A commutative monoid over inputs: `merge` is associative, commutative and leaves both sides as they
 * were, `empty()` is its neutral element and fresh each time, `add` changes and returns its first
 * argument. Sums are JSON.
 */
export interface Fold<Sum = any, Read = any> {
  kind: string;
  /** True: the game's inputs are levels that hold until changed (see `GameDefinition.hold`). */
  hold?: boolean;
  /** True: a sum grows with the audience (`each`, `all`): fine for swarms, wrong for thousands. */
  grows?: boolean;
  empty(): Sum;
  /** Called once per input or held level; must not keep `input`, which is reused for the next one. */
  add(sum: Sum, input: Input, who: Who): Sum;
  merge(a: Sum, b: Sum): Sum;
  /** What `tick` is given instead of the raw sum, for example a mean instead of a sum and a count. */
  read?(sum: Sum): Read;
  /** The same fold once per team (`'team'`) or per value of an input field with an `enum`. */
  by(key: string): Fold;
  /** Called once by defineGame with the game's teams and input; throws a sentence if they do not fit. */
  bind(about: { teams: readonly string[]; input: Fields }): void;
}

/** A fold that an author writes, under the laws of `Fold`. */
export interface OwnFold<Sum = any, Message = any> {
  empty(): Sum;
  /** Changes and returns its first argument; must not keep `input`, which is reused for the next one. */
  add(sum: Sum, input: Message, who: Who): Sum;
  merge(a: Sum, b: Sum): Sum;
  by?: undefined;
}

// ── games ─────────────────────────────────────────────────────────────────────────────────────────────

/** What every hook of a game may know besides its state. The same windows give the same ctx. */
export interface Context<S = Settings, Team extends string = string, Doc = unknown> {
  settings: S;
  /** The document the operator chose for this room; null: none. See `ContentDefinition`. Read only. */
  content: Doc | null;
  teams: readonly Team[];
  /** Connected players now. */
  players: { count: number; byTeam: Record<Team, number> };
  /** Seconds since the last tick, 0 to 0.25. */
  dt: number;
  /** Milliseconds of stage time since the game was set up; stands still while the server is down. */
  nowMs: number;
  /**
   * What the server measures about itself, four times a second, for games that show it. Part of what goes
   * in, like inputs: the same readings give the same show.
   */
  meter: MeterReading | null;
  /** Seeded, 0 <= x < 1; the only source of chance a game may use. */
  random(): number;
}

export interface Action<State = any, F = Fields, Ctx = Context> {
  title: string;
  /** A key for the control panel and the playfield (`KeyboardEvent.key`, lower case): `r`, ` `, `,`. */
  key?: string;
  /** Arguments drawn as a form beside the button. */
  args?: F & Fields;
  /** Ask "are you sure?" first. */
  confirm?: boolean;
  /** May change `state` in place or return the new one. Throws `GameError` to refuse with a sentence. */
  run(state: State, args: ArgsOf<F>, ctx: Ctx): State | void;
}

/** What `accept` is told of one submission. */
export interface Submission<Value = Input, Team extends string = string> {
  /** Given by the phone; unique for its player. Never seen twice by `accept`. */
  id: string;
  player: PublicPlayer<Team>;
  /** Checked against `fields`. */
  value: Value;
  /**
   * Stage time (as `ctx.nowMs`) at which it counts: its arrival at the server by the server's clock, minus
   * half of the best round trip of that phone, at most 150 ms. May lie before the last tick, never after
   * the next one.
   */
  atMs: number;
}

/** One kind of submission: acknowledged after it is on disk, counted exactly once. See docs/games.md. */
export interface SubmitDefinition<State = any> {
  /** One message; what is not in here is refused. At most 4 KB as JSON. */
  fields: Fields;
  /**
   * Check it against the state and take it into the state, in place. Refuses by `throw refuse('sentence')`,
   * before it changed anything; `refuse('sentence', 'submit-closed')` when it is too late or too early.
   * What it returns is the receipt: JSON, and of the same size and look for right and wrong.
   */
  accept(state: State, submission: Submission, ctx: Context): Json | void;
}

/** A table of results: a sheet of XLSX, or one CSV. */
export interface Table {
  name: string;
  columns: readonly string[];
  /** As people wrote them: whoever writes the file defuses formulas. */
  rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** What came of a file: documents that `check` accepts, and what was left out, each with its reason. */
export interface Imported {
  documents: Json[];
  skipped: { item: string; reason: string }[];
  /** In which format it was read, for the operator. */
  format?: string;
}

export interface Importer {
  /** `Kahoot`, `GIFT`: shown in the panel. */
  name: string;
  /** Extensions with the dot, for the file dialog: `['.xlsx', '.csv']`. */
  accept: readonly string[];
  /** Throws an error whose message is a sentence when nothing of the file can be taken. */
  parse(bytes: Buffer, fileName: string): Imported | Promise<Imported>;
}

export interface Exporter {
  name: string;
  /** Of the file: `.gift`. */
  extension: string;
  /** Of the answer: `text/plain`. */
  type: string;
  serialise(document: any): string | Uint8Array | Promise<string | Uint8Array>;
}

/**
 * Documents of a game (quiz packs, decks), kept in the journal, shared by all rooms; each room chooses one,
 * which is `ctx.content`. JSON files in `games/<id>/content/` are documents too, which cannot be changed.
 */
export interface ContentDefinition<Doc = any> {
  /** What they are called: `Quiz packs`. */
  title: string;
  /** A new document. */
  empty(): Doc;
  /** '' if it is one of this game's documents, else what is wrong, to end a sentence. Must not throw. */
  check(document: any): string;
  /** Fill in what may be left out. Called after `check`; what it returns is stored. */
  complete?(document: any): Json;
  /** Shown in lists. Default: `document.title`. */
  titleOf?(document: any): string;
  /** As JSON, without its pictures. Default 1,000,000 bytes. */
  maxBytes?: number;
  /** Tried in this order; the first whose `accept` fits the file's name parses it. */
  importers?: readonly Importer[];
  exporters?: readonly Exporter[];
}

/** What lists and scenes know of a document. */
export interface DocumentCard {
  id: string;
  gameId: string;
  title: string;
  /** Wall clock of its last change; 0 for one of the game's folder. */
  updatedMs: number;
  /** Comes with the game; can be chosen and duplicated, not changed. */
  isBuiltIn: boolean;
}

/** What `games/<id>/game.js` exports by default through `defineGame`. The folder's name is the id. */
export interface GameDefinition<State = any, Sum = any> {
  title: string;
  /** One sentence for the operator. */
  summary?: string;
  /** Optional. Assigned at join, smaller side first; changeable. */
  teams?: readonly string[];
  /** One phone's message on the crowd lane. Absent: the game takes no input. */
  input?: Fields;
  /**
   * True: a level; the last value of each phone counts until it changes, the phone leaves or is silent
   * for `expireMs`. False: an event, folded once. Default: what the fold says, else false.
   */
  hold?: boolean;
  /** Default 25,000 ms, as in 2012. */
  expireMs?: number;
  /**
   * How many connections beside its own a phone may open while this game runs (`PhoneHost.openExtra`), at
   * most 10. They are no players, move nothing and end with the game. Default 0.
   */
  extras?: number;
  /**
   * Inputs per second of each phone below which the game is no fun, at most 10. The governor keeps to it
   * while it can be afforded, and takes from notices first. Default 0.
   */
  slowestHz?: number;
  /** Absent: `tick` is given `null`. */
  aggregate?: Fold | OwnFold;
  settings?: Fields;
  setup(ctx: Context): State;
  /** Called at the frame rate; may change `state` in place or return the new one. */
  tick?(state: State, sum: Sum, ctx: Context): State | void;
  /** What the playfields draw. Complete by itself: any frame may be lost. */
  frame(state: State, ctx: Context): Json;
  /** What all phones may know. Sent when it changes, at most 4 times a second. */
  notice?(state: State, ctx: Context): Json;
  /** What the operator may know beside that, for the game's own panel. Asked 4 times a second while one is open. */
  panel?(state: State, ctx: Context): Json;
  /** Somebody (re)joined, left, changed name or team. Optional, for games that show people. */
  join?(state: State, player: Who & { name: string }, ctx: Context): void;
  /** `kicked`: for good, by the operator. */
  leave?(state: State, player: Who & { name: string; kicked?: boolean }, ctx: Context): void;
  actions?: Record<string, Action<State>>;
  /** The durable lane, by kind. A game with it can be rebuilt exactly after a crash; see docs/games.md. */
  submit?: Record<string, SubmitDefinition<State>>;
  content?: ContentDefinition;
  /**
   * What only this player may know. `undefined`: nothing. Sent when it changes, at most 4 times a second, and
   * again at join. Called for each connected player: at 2,000 of them it should take a few microseconds.
   */
  personal?(state: State, playerId: string, ctx: Context): Json | undefined;
  /**
   * What all personal views depend on, beside who somebody is and what he submitted: a phase, a round. While
   * it stays the same, only those who joined or submitted are looked at. Absent: all are, 4 times a second.
   */
  personalKey?(state: State, ctx: Context): string | number | boolean | null;
  /** What "export" gives. Must change nothing. */
  results?(state: State, ctx: Context): Table[];
}

declare const types: unique symbol;

/** A definition after defineGame: checked, completed, frozen. */
export interface Game<T extends GameTypes = GameTypes> extends GameDefinition {
  /** Exists for the types alone: what `TypesOf<typeof game>` finds. */
  readonly [types]?: T;
  teams: readonly string[];
  input: Fields;
  hold: boolean;
  expireMs: number;
  extras: number;
  slowestHz: number;
  fold: Fold | null;
  settings: Fields;
  actions: Record<string, Action>;
  submit: Record<string, SubmitDefinition>;
}

/** What pages know of a game: names and addresses, no code. */
export interface GameCard {
  id: string;
  title: string;
  summary: string;
  teams: readonly string[];
  hold: boolean;
  /** From which phones and server derive the layout of the binary input. */
  input: Fields;
  settings: Fields;
  actions: Record<string, { title: string; key?: string; args?: Fields; confirm?: boolean }>;
  /** Null: a game without documents. */
  content: { title: string; importers: string[]; accept: string[]; exporters: string[] } | null;
  hasResults: boolean;
  files: {
    phone: string;
    playfield: string;
    panel?: string;
    style?: string;
    /** Languages with a `strings/<lang>.js` in the game's folder; its default export is flat: key → text. */
    strings: string[];
  };
}

/** A game as the finder (lib/games.js) gives it. */
export interface LoadedGame {
  id: string;
  folder: string;
  game: Game;
  card: GameCard;
}
