/**
 * What a game is, as types. Units are in the names (`Ms`, `Hz`); shapes are JSON unless the text says otherwise.
 */

import type { ContentDefinition } from './documents.js';
import type { MeterReading } from './readings.js';
import type { PublicPlayer } from './wire.js';
import type { GameTypes, ArgsOf } from './infer.js';
import type { BotMove, BotSight } from './bots.js';
import type { Fold, OwnFold, Who } from './fold-types.js';
import type { PhoneHost } from './pages.js';
import type { Actor } from './acting.js';
import type { HostView, NextStep } from './steps.js';

export type * from './acting.js';
export type * from './bots.js';
export type * from './documents.js';
export type * from './fold-types.js';
export type * from './steps.js';

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
  /** The values of `enum` for which phones need their sensors, which browsers give to https pages alone: the operator is told. */
  sensors?: readonly string[];
  /** Longest string in characters: code points, as in JSON Schema, so that an emoji is one or a few. Default 200. */
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

// ── games ─────────────────────────────────────────────────────────────────────────────────────────────

/** What the server measures about itself, and what the phones of this room may send now. */
export interface StageReading extends MeterReading {
  /** Inputs per second of each phone, and of each extra connection; 0: none. */
  sendHz: number;
  /** The wall clock of the server when this was read, ms since 1970: stage time stands still while the server is down. */
  wallMs: number;
}

/** What every hook of a game may know besides the state. The same windows give the same context. */
export interface Context<S = Settings, Team extends string = string, Doc = unknown> {
  settings: S;
  /** The document that the operator chose for this room; null: none. Read only. See `ContentDefinition`. */
  content: Doc | null;
  teams: readonly Team[];
  /** What each team is called in results: its `teamTitles`, else its id with a capital letter. Pages use `host.t`. */
  teamTitles: Readonly<Record<Team, string>>;
  /** Connected players now. */
  players: { count: number; byTeam: Record<Team, number> };
  /** Seconds since the last tick, 0 to 0.25. */
  dt: number;
  /** Milliseconds of stage time since the game was set up; stands still while the server is down. */
  nowMs: number;
  /** The room is paused: nothing ticks, and what phones send is not taken. A game need not look at it. */
  paused: boolean;
  /**
   * What the server measures about itself, four times a second, for games that show it. It is an input like any
   * other: the same readings give the same show.
   */
  meter: StageReading | null;
  /** Who runs the action that is running now; null where that is not known, and in all else. See `Actor`. */
  by: Actor | null;
  /** Seeded, 0 <= x < 1; the only source of chance a game may use. */
  random(): number;
  /**
   * Forgets the levels that phones hold, in a game with `hold`: "vote again". From the next tick on nobody has said
   * anything, until they touch their phone; what is on its way does not count. Allowed in actions, `accept`, `tick`,
   * `join` and `leave`; throws a TypeError elsewhere, and in a game without levels.
   */
  clearLevels(): void;
  /**
   * Interrupts this game for another one: when the action is done, the room keeps this scene as it stands, plays that
   * game, and comes back when the presenter or the operator says so. Allowed in actions only, once in each; throws a
   * TypeError elsewhere. An unknown game, settings that it does not take, and a game that is on or kept already refuse
   * the action. See `Visit`.
   */
  visit(gameId: string, options?: { settings?: Settings; then?: string }): void;
  /**
   * Ends this round and begins this game anew, with `setup`: the results of what was played go to the list of earlier games.
   * The action itself changes nothing. `then`: the action that runs in the new round, with its default arguments. Allowed
   * in actions only, once in each; throws a TypeError elsewhere.
   */
  beginAnew(options?: { then?: string }): void;
}

export interface Action<State = any, F = Fields, Ctx = Context> {
  title: string;
  /**
   * A key for the control panel and the playfield (`KeyboardEvent.key`), or a list of them, of which the first is shown: `r`,
   * ` `, `['ArrowRight', 'PageDown']`. Letters are given in lower case; capitals are understood too.
   */
  key?: string | readonly string[];
  /** Arguments drawn as a form beside the button. */
  args?: F & Fields;
  /** Ask "are you sure?" first. */
  confirm?: boolean;
  /** Moderators may run it too, by their link to the remote. By default only operators and presenters may. */
  moderators?: boolean;
  /** GO is the button for it, so the panel draws no other one: see `next`. */
  step?: boolean;
  /** A key that is held runs it again and again, as fast as the server answers. By default a press is one run. */
  repeats?: boolean;
  /**
   * Throws `refuse('sentence')` while the action makes no sense: its button is disabled then, with the sentence as the reason, and
   * one who runs it all the same is refused by it. Must change nothing.
   */
  may?(state: State, ctx: Ctx): void;
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
  /**
   * The same word for all players who come from one address, until the server restarts: one laptop with many names, or a hall
   * behind one router. Missing: not known.
   */
  origin?: string;
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

/** Where a game stands, in words: a text of the game, by its key, and what fills its places. */
export type Place = { text: string; values?: Record<string, string | number> };

/** What a panel is sent of a kept scene. */
export interface KeptAbout {
  /** Null: the game does not say. */
  place: Place | null;
  /** False: its tables are empty, or it makes none. */
  hasResults: boolean;
}

/** A table of results: a sheet of XLSX, or one CSV. */
export interface Table {
  name: string;
  /** Of the first table: the name of the pack or deck, which is part of the file's name. */
  about?: string;
  columns: readonly string[];
  /** Texts stay as people wrote them: the code that writes the file defuses formulas. */
  rows: readonly (readonly (string | number | boolean | null)[])[];
}

/**
 * Results in a form that is no table: subtitles, a page to read. Made of the tables of `results`, so it can still be had
 * when the game has ended, and says the same as they do. Runs off the stage, so it may live in the folder `import/`.
 */
export interface Report {
  /** Shown on the button in the control panel: `WebVTT`. */
  title: string;
  /** The extension of the file: `.vtt`. */
  extension: string;
  /** The media type of the answer: `text/vtt`. */
  type: string;
  /** May take its time: the show goes on meanwhile. Throws an error whose message is a sentence when the file cannot be made. */
  make(tables: Table[], about: ReportAbout): string | Promise<string>;
}

/** What a report knows besides the tables. */
export interface ReportAbout {
  /** The title of the game. */
  title: string;
  /** When the results were taken, ms since 1970. */
  atMs: number;
  /** The reader's language, `en` or `de`; absent where nobody said. */
  lang?: string;
  /**
   * Reads a picture of this server by its address (`/assets/<hash>`), so that a page can hold it. Null: there is none, or the
   * address leads elsewhere. At most 2 MB each.
   */
  picture(address: string): Promise<{ type: string; bytes: Uint8Array } | null>;
}

/** What `games/<id>/game.js` exports by default through `defineGame`. The folder's name is the id. */
export interface GameDefinition<State = any, Sum = any> {
  title: string;
  /** One sentence for the operator. */
  summary?: string;
  /** Assigned at join, the smaller side first; the player may change it. */
  teams?: readonly string[];
  /**
   * What teams are called, by id, at most 24 characters each. A string `team.<id>` of the game, which can be
   * translated, wins; a team with neither is shown by its id.
   */
  teamTitles?: Record<string, string>;
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
  /**
   * Returns what the playfields draw. Complete by itself: any frame may be lost. A `Uint8Array` reaches them as bytes,
   * for games that show thousands of things; such a game says in its README how a lost frame heals.
   */
  frame(state: State, ctx: Context): Json | Uint8Array;
  /**
   * Returns what the playfields show that changes slowly: the history of a chart, a list of names. Sent apart from the
   * frame when it has changed, at most 4 times a second, and at once to a screen that comes, before its first frame. At
   * most 256 KB as JSON; of a larger one the last that fitted stays, and the operator is told. A frame may be a quarter
   * of a second newer than the backdrop, so nothing may break if it speaks of what is not in there yet.
   */
  backdrop?(state: State, ctx: Context): Json;
  /** Returns what all phones may know. Sent when it has changed, at most 4 times a second. */
  notice?(state: State, ctx: Context): Json;
  /** Returns what only the game's own panel may know. Called 4 times a second while one is open. */
  panel?(state: State, ctx: Context): Json;
  /** Returns what one press of GO does now, by the host's hand, a clicker or a remote; null: nothing. Must change nothing. */
  next?(state: State, ctx: Context): NextStep | null;
  /** Returns what BACK does now, the way back of a clicker; null: nothing. */
  back?(state: State, ctx: Context): NextStep | null;
  /** Returns what the host needs to see beside GO: the right answer, votes, who is missing, the score. Only operators are told. */
  host?(state: State, ctx: Context): HostView | null;
  /** For engineers: the panel lists it last, and only where the operator has asked for the lab. */
  lab?: boolean;
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
  /**
   * Returns where it stands, in a few words for the panel, when the room leaves it: `{ text: 'quiz.at', values: { n: 4, of: 12 } }`,
   * a text of `strings/desk/` and what fills its places. Null: there is nothing to come back to, and the scene is not kept.
   * Must change nothing. Absent: the scene is kept without words.
   */
  place?(state: State, ctx: Context): Place | null;
  /** Returns the tables that the operator can export. Must change nothing. */
  results?(state: State, ctx: Context): Table[];
  /**
   * Returns the tables in the reader's language (`en` or `de`), for a workbook that people read. CSV, JSON and `reports`
   * have them as `results` made them, so that a program finds its columns. Runs off the stage, and must not change its arguments.
   */
  resultsIn?(tables: Table[], lang: string): Table[] | Promise<Table[]>;
  /** Other files made of the results, by a short name; offered beside their export. */
  reports?: Record<string, Report>;
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
  teamTitles: Record<string, string>;
  input: Fields;
  hold: boolean;
  expireMs: number;
  extras: number;
  slowestHz: number;
  fold: Fold | null;
  settings: Fields;
  actions: Record<string, Action<unknown>>;
  submit: Record<string, SubmitDefinition<unknown>>;
  reports: Record<string, Report>;
}

/** What pages know of a game: names and addresses, no code. */
export interface GameCard {
  id: string;
  title: string;
  summary: string;
  teams: readonly string[];
  /** Of the teams that have one. */
  teamTitles?: Record<string, string>;
  hold: boolean;
  /** True: screens show no frame before its first backdrop. */
  hasBackdrop?: boolean;
  /** True: for engineers. */
  lab?: boolean;
  /** Phones and server derive the layout of the binary input from it. */
  input: Fields;
  settings: Fields;
  actions: Record<
    string,
    {
      title: string;
      key?: string | readonly string[];
      args?: Fields;
      confirm?: boolean;
      moderators?: boolean;
      step?: boolean;
      repeats?: boolean;
    }
  >;
  /** Null for a game without documents. */
  content: { title: string; importers: string[]; accept: string[]; exporters: string[] } | null;
  hasResults: boolean;
  /** Files made of the results besides tables. */
  reports: { id: string; title: string }[];
  files: {
    phone: string;
    playfield: string;
    panel?: string;
    remote?: string;
    style?: string;
    /** Languages with a `strings/<lang>.js` in the game's folder; its default export is flat: key → text. */
    strings: string[];
    /** Languages with a `strings/desk/<lang>.js`: the words that only operators and presenters read. */
    desk: string[];
  };
}

/** A game as lib/load-games.js gives it. */
export interface LoadedGame {
  id: string;
  folder: string;
  game: Game;
  card: GameCard;
}
