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
  /** Required for settings: the value that counts until the operator changes it. */
  default?: Json;
  /** An input field that a phone may leave out. */
  optional?: boolean;
  title?: string;
  description?: string;
  /** Shown behind the value: `s`, `px`, `°`. */
  unit?: string;
}
export type Fields = Record<string, Field>;

/** A message of a phone on the crowd lane, checked: numbers, booleans and short strings by field name. */
export type Input = Record<string, number | boolean | string>;
export type Settings = Record<string, number | boolean | string>;

// ── folds ─────────────────────────────────────────────────────────────────────────────────────────────

/** The sender of an input, as a fold sees it. */
export interface Who<Team extends string = string> {
  id: string;
  team: Team | null;
}

/**
 * The levels of an edge that count now, or a group of them, in columns by the slot of the player. Read only, and good
 * until the scan ends.
 */
export interface Levels {
  /** The slots of these levels stand from `from` to before `to`, in rising order. */
  readonly slots: Int32Array;
  readonly from: number;
  readonly to: number;
  /** A column: numbers as they are, 0 or 1 for false and true, the place in its `enum` or -1. Not of free text. */
  values(name: string): Float64Array;
  /** Returns a function that gives a field of any type, as `add` would be given it. */
  reader(name: string): (slot: number) => number | boolean | string;
  /** These levels by team (`'team'`), or by the value of a field with an `enum`; those with none of them are left out. */
  by(key: string): readonly Levels[];
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
  /** The sum of all levels, to the last bit as `add` gives it slot by slot, by loops over columns. Absent: `add` is called for each. */
  scan?(levels: Levels): Sum;
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

// ── bots ──────────────────────────────────────────────────────────────────────────────────────────────

/** A person whom a bot plays: one of a crowd of different people. */
export interface BotPerson<Team extends string = string> extends PublicPlayer<Team> {
  /** 0: guesses; 1: knows and can everything. Most are between 0.2 and 0.9. */
  skill: number;
  /** -1: does the opposite of what most do; 0: pays no heed; 1: does as they do. */
  follow: number;
  /** How long they take for what takes most people `medianMs`: log-normal, slower for sleepy people. */
  think(medianMs: number): number;
  /** A text as they type it, now and then with a mistake. */
  type(text: string): string;
  /** An estimate of a number: two digits, of the right order of magnitude for most. */
  guess(value: number): number;
}

/** What a bot knows when it decides: no more than the person before the big screen with a phone in their hand. */
export interface BotSight<
  Team extends string = string,
  S = Settings,
  News = any,
  Mine = any,
  View = any,
  Doc = any,
> {
  me: BotPerson<Team>;
  /** The last one of this scene; null before the first. Read only, as all views. */
  notice: News | null;
  personal: Mine | null;
  /** The big screen as this person has taken it in, 0.2 to 1 s ago; null: there is no screen, or nothing on it yet. */
  view: View | null;
  /** When the screen showed `view`, on the clock of `nowMs`. */
  seenMs: number;
  /** Milliseconds on a clock of the crowd; only differences mean something. */
  nowMs: number;
  /** The document that the room plays, so that people can know something; null: none, or a server elsewhere. */
  content: Doc | null;
  settings: S;
  /** 0 <= x < 1; the only chance a bot may use. */
  random(): number;
  /** Kept from decision to decision, for this person and this scene; `{}` at first. */
  memory: any;
}

/** What a person does now. `{}` or null: nothing. */
export interface BotMove<Message = Input, Submitted = { kind: string; value: Input }> {
  /** One message on the crowd lane; a level of a game with `hold` stays until the next one. */
  input?: Message;
  submit?: Submitted;
  /** Until the next decision, 50 ms at least. Absent: as long as this person waits between two acts. */
  waitMs?: number;
}

// ── games ─────────────────────────────────────────────────────────────────────────────────────────────

/** What the server measures about itself, and what the phones of this room may send now. */
export interface StageReading extends MeterReading {
  /** Inputs per second of each phone, and of each extra connection; 0: none. */
  sendHz: number;
}

/** What every hook of a game may know besides the state. The same windows give the same context. */
export interface Context<S = Settings, Team extends string = string, Doc = unknown> {
  settings: S;
  /** The document that the operator chose for this room; null: none. Read only. See `ContentDefinition`. */
  content: Doc | null;
  teams: readonly Team[];
  /** Connected players now. */
  players: { count: number; byTeam: Record<Team, number> };
  /** Seconds since the last tick, 0 to 0.25. */
  dt: number;
  /** Milliseconds of stage time since the game was set up; stands still while the server is down. */
  nowMs: number;
  /**
   * What the server measures about itself, four times a second, for games that show it. It is an input like any
   * other: the same readings give the same show.
   */
  meter: StageReading | null;
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
  /** Changes `state` in place or returns the new one. Throws `refuse('sentence')` to say no to the operator. */
  run(state: State, args: ArgsOf<F>, ctx: Ctx): State | void;
}

/** One submission, as `accept` is given it. */
export interface Submission<Value = Input, Team extends string = string> {
  /** Given by the phone; unique for its player. `accept` never sees it twice. */
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
  /** One message. Fields that are not named here, and more than 4 KB as JSON, are refused. */
  fields: Fields;
  /**
   * Checks a submission against the state and takes it into the state, in place. Refuses by
   * `throw refuse('sentence')` before it has changed anything; `refuse('sentence', 'submit-closed')` when it is too
   * late or too early. Returns the receipt: JSON, of the same size and look for right and wrong.
   */
  accept(state: State, submission: Submission, ctx: Context): Json | void;
}

/** A table of results: a sheet of XLSX, or one CSV. */
export interface Table {
  name: string;
  columns: readonly string[];
  /** Texts stay as people wrote them: the code that writes the file defuses formulas. */
  rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** The result of an import: documents that `check` accepts, and the items left out, each with its reason. */
export interface Imported {
  documents: Json[];
  skipped: { item: string; reason: string }[];
  /** The format that was recognised, for the operator. */
  format?: string;
}

export interface Importer {
  /** `Kahoot`, `GIFT`: shown in the panel. */
  name: string;
  /** Extensions with the dot, for the file dialog: `['.xlsx', '.csv']`. */
  accept: readonly string[];
  /** Throws an error whose message is a sentence when nothing in the file can be used. */
  parse(bytes: Buffer, fileName: string): Imported | Promise<Imported>;
}

export interface Exporter {
  name: string;
  /** The extension of the file: `.gift`. */
  extension: string;
  /** The media type of the answer: `text/plain`. */
  type: string;
  serialise(document: any): string | Uint8Array | Promise<string | Uint8Array>;
}

/**
 * Documents of a game (quiz packs, decks), kept in the journal, shared by all rooms; each room chooses one,
 * which is `ctx.content`. JSON files in `games/<id>/content/` are documents too, which cannot be changed.
 */
export interface ContentDefinition<Doc = any> {
  /** The name of the documents in the panel: `Quiz packs`. */
  title: string;
  /** A new document. */
  empty(): Doc;
  /** '' for a document of this game, else what is wrong with it, to end a sentence. Must not throw. */
  check(document: any): string;
  /** Fills in what may be left out. Called after `check`; the result is stored. */
  complete?(document: any): Json;
  /** Shown in lists. Default: `document.title`. */
  titleOf?(document: any): string;
  /** As JSON, without its pictures. Default 1,000,000 bytes. */
  maxBytes?: number;
  /** Tried in this order; the first whose `accept` fits the file's name parses it. */
  importers?: readonly Importer[];
  exporters?: readonly Exporter[];
}

/** A document in lists and scenes. */
export interface DocumentCard {
  id: string;
  gameId: string;
  title: string;
  /** Wall clock of the last change; 0 for a document in the game's folder. */
  updatedMs: number;
  /** True: it comes with the game, and can be chosen and duplicated but not changed. */
  isBuiltIn: boolean;
}

/** What `games/<id>/game.js` exports by default through `defineGame`. The folder's name is the id. */
export interface GameDefinition<State = any, Sum = any> {
  title: string;
  /** One sentence for the operator. */
  summary?: string;
  /** Assigned at join, the smaller side first; the player may change it. */
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
   * most 30, each at the rate of the phone. They are not players, move nothing and end with the game. Default 0.
   */
  extras?: number;
  /**
   * Inputs per second of each phone below which the game is no fun, at most 10. The governor keeps this rate
   * for as long as the server can afford it, and slows notices first. Default 0.
   */
  slowestHz?: number;
  /** Absent: `tick` is given `null`. */
  aggregate?: Fold | OwnFold;
  settings?: Fields;
  setup(ctx: Context): State;
  /** Called at the frame rate; may change `state` in place or return the new one. */
  tick?(state: State, sum: Sum, ctx: Context): State | void;
  /** Returns what the playfields draw. Complete by itself: any frame may be lost. */
  frame(state: State, ctx: Context): Json;
  /** Returns what all phones may know. Sent when it has changed, at most 4 times a second. */
  notice?(state: State, ctx: Context): Json;
  /** Returns what only the game's own panel may know. Called 4 times a second while one is open. */
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
   * Returns what only this player may know, or `undefined` for nothing. Sent when it has changed, at most 4 times a
   * second, and again at join. Called for each connected player: at 2,000 of them it should take a few microseconds.
   */
  personal?(state: State, playerId: string, ctx: Context): Json | undefined;
  /**
   * Returns what all personal views depend on besides the player and their submissions: a phase, a round. While it
   * stays the same, only players who joined or submitted are computed anew. Absent: all are, 4 times a second.
   */
  personalKey?(state: State, ctx: Context): string | number | boolean | null;
  /** Returns the tables that the operator can export. Must change nothing. */
  results?(state: State, ctx: Context): Table[];
  /**
   * Says how people play this game: what this person would do now. Called for every bot of a rehearsal some times a
   * second, never in a show. As pure as `tick`. Absent: bots send any legal message. See docs/games.md.
   */
  bot?(sight: BotSight): BotMove | null | void;
}

declare const types: unique symbol;

/** A definition after defineGame: checked, completed, frozen. */
export interface Game<T extends GameTypes = GameTypes> extends GameDefinition<unknown, unknown> {
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
  actions: Record<string, Action<unknown>>;
  submit: Record<string, SubmitDefinition<unknown>>;
}

/** What pages know of a game: names and addresses, no code. */
export interface GameCard {
  id: string;
  title: string;
  summary: string;
  teams: readonly string[];
  hold: boolean;
  /** Phones and server derive the layout of the binary input from it. */
  input: Fields;
  settings: Fields;
  actions: Record<string, { title: string; key?: string; args?: Fields; confirm?: boolean }>;
  /** Null for a game without documents. */
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

/** A game as lib/load-games.js gives it. */
export interface LoadedGame {
  id: string;
  folder: string;
  game: Game;
  card: GameCard;
}
