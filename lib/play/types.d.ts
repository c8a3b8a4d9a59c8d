/** A play is one running game of one room: its stage, its submissions and its views. Only values cross its border. */

import type { ViewMessage } from '../bus/contract.js';
import type { SavedTape } from '../contract/testing.js';
import type { Inspected, InspectWish } from '../contract/wire.js';
import type {
  Actor,
  Context,
  Desk,
  Json,
  KeptAbout,
  Settings,
  StageReading,
  Table,
  Visit,
} from '../contract/types.js';
import type { Message } from './desk.js';
import type { Person, StageWrite, StoredGame } from '../stage/types.js';

/** What a play begins with. */
export interface Beginning {
  gameId: string;
  /** Where the game lives, for a thread that has to load it. */
  folder: string;
  epoch: number;
  settings: Settings;
  seed: number;
  /** The document that it plays. */
  content: Json;
  /** The state to go on from. */
  stored?: StoredGame;
  /** Of the last write of this room. */
  seq: number;
  /** Of the last view that was sent in this room. */
  viewSeq: number;
  /** A scene that goes on plays with these settings, not with those in its state. */
  isBack: boolean;
  /** It is begun again because it did not answer: it is ended soon if it does not answer again. */
  isTrial?: boolean;
  /** It plays this instead of going on from `stored`, and stops where that stood. */
  tape?: SavedTape;
  /** Whatever the game gives is checked to be JSON; see `createStage`. */
  isStrict?: boolean;
}

/** One step of the clock. */
export interface Step {
  /** Of the room's clock, by which views are paced. */
  nowMs: number;
  elapsedMs: number;
  /** The room is paused: no time passes, and only what is there is shown. */
  isStill: boolean;
  /** The merged inputs of the edges; null for a game without input. */
  sum: unknown;
  /** How often levels had been cleared when the sum was collected. */
  clears: number;
  players: Context['players'];
  /** Null when it is as it was. */
  meter: StageReading | null;
  /** A screen is there that wants a frame. */
  isShown: boolean;
  /** Notices and personal views may be sent. */
  isTold: boolean;
  noticeEveryMs: number;
}

/** What a play says by itself, in order. */
export interface Outputs {
  frame: { nowMs: number; view: Json | Uint8Array };
  backdrop: ViewMessage;
  /** For the log: a view was too large to be sent, or a hook takes too long. */
  warning: string;
  notice: ViewMessage;
  personal: { playerId: string; message: ViewMessage };
  /** A step was played. */
  played: { stageMs: number; clears: number };
  /** Levels were cleared between two steps. */
  time: { stageMs: number; clears: number };
  /** It wants something on disk: answer with `saved`. */
  save: { number: number; write: StageWrite };
  /** The game failed. Nothing more is said, and nothing is answered. */
  fault: Fault;
}

/** One thing that a play says by itself. */
export type Output = { [K in keyof Outputs]: [kind: K, value: Outputs[K]] }[keyof Outputs];

/** The failure of a game as a value. */
export interface Fault {
  hook: string;
  message: string;
  /** Of what was thrown, so that its place can be named. */
  stack: string;
  /** What a game was sent last that did not answer any more. */
  tail?: readonly Message[];
  /** How long it has hung, ms: on a busy machine that is long, and no time in which it went well. */
  hungMs?: number;
}

/** Where a round hung; see autopsy.js. */
export type FindWhere = (beginning: Beginning, tail: readonly Message[]) => Promise<string>;

/** Somebody submitted something; see `Submission`. */
export interface Said {
  kind: string;
  value: unknown;
  id: string;
  origin?: string | undefined;
  /** It counts this long after the last step; negative: before it. */
  sinceTickMs: number;
}

/** What is left of a play that is kept. */
export interface Kept {
  saved: string;
  receipts: { playerId: string; id: string; receipt: string }[];
  about: KeptAbout;
}

/** What is sent to a play, and needs no answer. */
export interface Orders {
  step(step: Step): void;
  /** The game is on now, and these players are there. */
  enter(players: Context['players'], here: Person[]): void;
  announce(who: Person): void;
  depart(who: Person & { kicked?: boolean }): void;
  /** Players who have joined and are not there have left. */
  sweep(): void;
  /** A screen came where there was none. */
  refresh(nowMs: number): void;
  checkpoint(): void;
  /** A write is on disk, or was refused. */
  saved(number: number, problem: string | null): void;
}

/** What a play is asked. Each may be refused with a `ShowError`. */
export interface Questions {
  /** Returns what only they see. */
  arrive(who: Person, players: Context['players'], nowMs: number): ViewMessage | null;
  /** Returns the receipt once it is on disk. */
  submit(who: Person, said: Said): Promise<Json>;
  /** Returns the visit that the action wishes for. It has not happened then: see `leave`. */
  run(action: string, args: unknown, by: Actor | null): Visit | null;
  /** Runs an action that wishes for a visit, and keeps the game as it stands after it. */
  leave(action: string, args: unknown, by: Actor | null, gameId: string): Kept;
  /**
   * Keeps the game as it stands. `nothing`: it stands at its beginning, where there is nothing to come back to; `large`: it has
   * more than `most` characters. Then it goes on.
   */
  keep(most: number): Kept | 'nothing' | 'large';
  /** What was kept is on disk, or not: those who wait for it are answered. */
  settle(problem: string | null): void;
  set(settings: Settings): void;
  choose(content: Json): void;
  /** Stores what has happened so far. */
  commit(isWhole: boolean): Promise<void>;
  results(): Table[];
  /** Plays one tick and shows it to nobody: who asks is given what is thrown. */
  tryOut(elapsedMs: number): void;
  panel(): string;
  /** Returns what a host does next, and sees beside it. */
  desk(): Pick<Desk, 'next' | 'back' | 'host' | 'off'> & { isAgain: boolean; isResting: boolean };
  /** Takes a step of the desk. Returns what was run, and the visit that it wishes for; see `run`. */
  go(id: string, by: Actor | null): { action: string; args: Settings; wish: Visit | null };
  /** Stops, steps and rewinds the stage for its author, and says how it stands; null: this is not for authors. */
  inspect(wish: InspectWish): Promise<Inspected | null>;
  /**
   * Returns what leads to where the stage stands; null: see `inspect`. isKept: with what comes after that, for the same game with new files; null
   * also where it is not stopped.
   */
  tape(isKept: boolean): SavedTape | null;
  /** Returns the state as JSON text. */
  text(): string;
  /** Ends the game for good, and returns its results, or what is wrong with them. */
  end(): { tables: Table[]; problem?: string };
  /** Stores everything for the last time. */
  close(): Promise<void>;
}

export type OrderKind = keyof Orders;
export type QuestionKind = keyof Questions;

/** A play as the room sees it, wherever it runs. */
export interface OpenPlay {
  /** The time of its stage when it was opened. */
  readonly time: { stageMs: number; clears: number };
  /** Said in order with the questions. */
  send<K extends OrderKind>(kind: K, ...args: Parameters<Orders[K]>): void;
  /** Rejects with the `ShowError` of the play, with a `StageFault` for what could only be read, or with `PlayOver`. */
  ask<K extends QuestionKind>(
    kind: K,
    ...args: Parameters<Questions[K]>
  ): Promise<Awaited<ReturnType<Questions[K]>>>;
  /** Ends it at once. Open questions are rejected with `PlayOver`. */
  stop(): void;
}

/**
 * Opens a play. It resolves when the game is set up.
 * @throws {StageFault} `setup` threw, or what is stored cannot be played
 */
export type OpenPlayFunction = (
  beginning: Beginning,
  onOutput: (output: Output) => void,
) => Promise<OpenPlay>;
