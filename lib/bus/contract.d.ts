/**
 * The bus: the only way between the edges (sockets, seats, folds, limits) and the home (players, scene, stage, clock,
 * journal). Only values cross it, those that `structuredClone` can copy, so that one process, a thread and many
 * machines differ in its length alone. test/bus/contract.test.js holds every bus to what is written here.
 */

import type { Fold } from '../contract/types.js';
import type { Rows } from '../contract/rows.js';
import type { DOWN, UP } from './messages.js';

export type UpKind = keyof typeof UP;
export type DownKind = keyof typeof DOWN;
export type AskKind = { [K in UpKind]: (typeof UP)[K] extends 'ask' ? K : never }[UpKind];

/** Answers what comes up. A handler that throws or rejects refuses: whoever asked is given the error. */
export type Handlers = Partial<Record<UpKind, (value: any, edgeId: string) => unknown>>;

/** The end at which a home sits. */
export interface HomeEnd {
  /** Called once, before the first edge speaks. */
  serve(handlers: Handlers): void;
  /**
   * To all edges, in order; a message about one player (`pid`) may go to the edge where they are alone, and frames and
   * backdrops to edges with screens of their room alone. What is published before an answer reaches an edge before that answer does, and what is
   * published after it is delivered after the code that waited for the answer went on.
   * @throws {TypeError} for a kind that is not in the table
   */
  publish(kind: DownKind, value: any): void;
  /**
   * The merged inputs of all edges for one room. Levels: the newest window of each edge. Events: every window since
   * the last call, once. Windows of another epoch, or from before
   * levels were last cleared, are forgotten. Where nothing was folded the sum is an empty one; a
   * game without a fold has none, which is null. What an author's own fold has to merge is not merged here, because that is
   * code of the game: it is given as `Gathered`.
   * @throws what the game's own fold threw at an edge
   */
  collect(room: string, game: { fold: Fold | null; hold: boolean }, epoch: number, clears?: number): unknown;
  close(): void;
}

/** A view of a game on its way to the phones: as text, so that no JSON is parsed or made again. */
export interface ViewMessage {
  epoch: number;
  seq: number;
  /** JSON. */
  text: string;
}

/** What an edge has since the last call: a sum, or the rows that an author's own fold has to fold. */
export type Drain = (nowMs: number) => Drained;

export interface Drained {
  epoch: number;
  clears?: number;
  sum: unknown;
  rows?: Rows;
  /** The game whose fold it is, for whoever folds the rows. */
  gameId?: string;
}

/** Folds rows where they hold up nobody. Rejects with what the fold threw. */
export type FoldAway = (gameId: string, rows: Rows) => Promise<unknown>;

/** What an edge has folded in one window of one room. */
export interface Window {
  room: string;
  epoch: number;
  /** How often levels had been cleared in this game; 0 when missing. */
  clears?: number;
  /** Grows by one with each window of this edge and room. */
  seq: number;
  sum: unknown;
  /** Instead of the sum, on a bus within one machine. */
  rows?: Rows;
  /** What the game's own fold threw at this edge. */
  fault?: { message: string; stack: string };
}

/** The end at which an edge sits. */
export interface EdgeEnd {
  /** Unique among the edges of a home. */
  readonly id: string;
  /**
   * @returns what the home answered; rejects with the `ShowError` that the home refused with, with `internal` for
   *   any other fault there, and with `draining` once the bus is closed, while there is no home, and when none answers
   * @throws {TypeError} for a kind that is not in the table, or is not one to ask
   */
  ask(kind: AskKind, value: any): Promise<any>;
  /** @throws {TypeError} for a kind that is not in the table, or is one to ask */
  send(kind: UpKind, value: any): void;
  /**
   * The end itself says `met` when a home is there that knows nobody here, and says `opened` again of rooms that it has
   * told of already.
   * @returns a function that ends the subscription
   */
  subscribe(listener: (kind: DownKind, value: any) => void): () => void;
  /**
   * Gives the bus the way to this edge's windows of a room.
   * @returns a function that takes it back
   */
  onDrain(room: string, drain: Drain): () => void;
  close(): void;
}

/** The parts that extensions add to the panel, as the home's process runs them for panels at all edges. */
export interface HomeParts {
  run(request: { room: string; event: string; args: readonly any[] }): unknown;
  /** The fields that they add to a panel's status. */
  status(roomId: string): Record<string, unknown>;
}
