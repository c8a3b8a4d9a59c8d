/**
 * The bus: the only way between the edges (sockets, seats, folds, limits) and the home (players, scene, stage, clock,
 * journal). Only values cross it, those that `structuredClone` can copy, so that one process, a thread and many
 * machines differ in its length alone. test/bus/contract.test.js holds every bus to what is written here.
 */

import type { Fold, Json } from '../contract/types.js';
import type { Giver, OpenLink } from '../contract/links.js';
import type { MeterReading, ProcessReport } from '../contract/readings.js';
import type { ScreenAbout } from '../contract/readiness.js';
import type { Rows } from '../contract/rows.js';
import type {
  Frame,
  JoinInfo,
  LogLine,
  PageFault,
  PublicPlayer,
  Pulse,
  RoomGrant,
  Scene,
  Throttle,
} from '../contract/wire.js';

/** Somebody who wishes to come into a room. */
export interface Newcomer {
  /** Of a token that we signed; null: a stranger. */
  pid: string | null;
  /** A phone of a rehearsal, which the operator invited. */
  isVirtual?: boolean;
  /** They had the right code, and had to wait since. */
  isExpected?: boolean;
  /** They scanned or typed it. */
  code?: string;
  /** The mark of the network that they come from. */
  network?: string;
}

/** A newcomer with a connection, by its number at the edge. */
export interface Arrival extends Newcomer {
  name?: unknown;
  team?: unknown;
  session: number;
}

/** A player who was let in. `personal`: what only they see. */
export interface Joined {
  pid: string;
  player: PublicPlayer;
  personal: ViewMessage | null;
}

/** A wish of somebody in the panel, at a remote or at a screen; its arguments are those of the wire. */
export interface Command extends Giver {
  /** Default: the main room. */
  room?: string;
  name: string;
  args: readonly unknown[];
}

/** How a player of a room is named by the edge where they are. */
export interface Sitting {
  room: string;
  /** Public id. */
  player: string;
}

/** What edges ask of the home. It is answered in the order in which it was asked, and each may be refused. */
export interface Questions {
  /** An edge of another process asks for everything that an edge must know. */
  hello(value: object): Welcome;
  /** It says which players sit there, some at a time, to a home that may have forgotten them. */
  here(value: { room: string; players: (Arrival & { pid: string })[]; isLast: boolean }): {
    players: (Joined | { pid: string; refused: string })[];
  };
  /** The edge knows its addresses, so the rooms may open. It is answered when all of them are open. */
  start(value: { baseUrl: string }): void;
  /** The edge asks whether an identity may come in, for a phone that has to wait first. */
  knock(value: Newcomer & { room: string }): void;
  join(value: Arrival & { room: string }): Joined;
  /** `creditMs`: how long it was on its way, as far as that is granted. Answers the receipt once it is on disk. */
  submit(value: Sitting & { kind: string; value: unknown; id: string; creditMs: number }): Json;
  rename(value: Sitting & { name: unknown }): { name: string; waiting?: string };
  team(value: Sitting & { team: unknown }): { team: string | null };
  /** A screen asks for a place in the show, by its number at the edge. */
  takeScreen(value: { number: number; isPresenter: boolean }): void;
  /** An operator or a presenter runs a command on a room. Each has an answer of its own; see lib/room/commands.js. */
  command(value: Command): unknown;
  /** Somebody comes by a link, whose key the home knows. */
  link(value: { key: unknown }): OpenLink;
  /** An operator runs a command of an extension, which works at the home's process. */
  extension(value: { room: string; event: string; args: readonly unknown[] }): unknown;
  /** An operator changes documents and pictures, or anybody reads a picture. */
  content(value: Omit<Command, 'room'>): unknown;
}

/** What edges report to the home, which does not answer. */
export interface Reports {
  /** The bus says that an edge is gone, and who sat there. */
  gone: { players: (Sitting & { session: number })[] };
  leave: Sitting & { session: number };
  /** The page of a player is in the background, or in front again. */
  away: Sitting & { hidden: boolean };
  /** Who has begun to send or has fallen silent since the last report, by public id. */
  presence: { room: string; active: readonly string[]; idle: readonly string[] };
  leaveScreen: { number: number };
  /** How many screens show a room, how many of them are small ones in panels, and what they say of themselves. */
  screens: { room: string; count: number; previews?: number; about?: readonly ScreenAbout[] };
  /** How many remotes are open for a room. */
  remotes: { room: string; count: number };
  /** How often phones have reacted in a quarter of a second, by the place in `REACTIONS`. */
  reactions: { room: string; counts: number[] };
  /** What games do wrong on pages. `by`: on which ones, such as the ids of players; '': on small screens in panels. */
  faults: { room: string; faults: (Omit<PageFault, 'count' | 'of'> & { epoch: number; by: string[] })[] };
  /** The folded inputs of one window. A local bus reads them itself and never sends one. */
  window: Window;
  /** Which links are in use. */
  linksSeen: { ids: readonly string[] };
  /** What the edge measures of itself, four times a second; `process` once a second. */
  health: { reading: MeterReading; process?: ProcessReport };
  /** New lines of the log of the edge's process, when there are others. */
  log: { lines: LogLine[] };
  /** The rates that the governor of the edge grants to a room. */
  grant: RoomGrant & { room: string };
  /** The virtual phones of a rehearsal have left a room for good. */
  virtualGone: { room: string };
}

/** What the home publishes to every edge. */
export interface Published {
  /** The end of an edge says that a home is there which knows nobody here: the edge says who and what is here. */
  met: object;
  /** A player has come by another edge: their connection here is the older one. */
  replaced: { room: string; pid: string; edgeId: string };
  opened: Opened;
  closed: { room: string };
  /** `begins`: another game is on, and what was shown of the one before is over. */
  scene: { room: string; scene: Scene; begins: boolean };
  frame: { room: string; frame: Frame };
  /** The part of a room's picture that changes slowly. */
  backdrop: { room: string; backdrop: ViewMessage };
  notice: { room: string; notice: ViewMessage };
  personal: { room: string; pid: string; personal: ViewMessage };
  /** The rates of a room have changed, or (`isSet`) the rates that its operator wants. */
  throttle: { room: string; throttle: Throttle; isSet: boolean };
  /** How to join, and how many players have joined. */
  joinInfo: { room: string; joinInfo: JoinInfo };
  /** So often people have reacted since the last such message; for the screens. */
  reactions: { room: string; counts: number[] };
  /** A player has another name or team. */
  player: { room: string; pid: string; player: PublicPlayer };
  kicked: { room: string; pid: string };
  /** All people of a room were erased: their phones have to forget them, and leave. */
  erased: { room: string };
  /** A link was called back or has expired: who came by it has to leave. */
  linkEnded: { id: string; code: string };
  /** A screen of this edge has to leave: others take its place. */
  screenOut: { edgeId: string; number: number };
  /** New lines of the log of one process, for the panels at all. */
  log: { lines: LogLine[]; by: string };
  /** The presenter's keys of a room were called back: screens that came by others have to leave. */
  keyVersion: { room: string; keyVersion: number };
  /** The time of a room's stage; with a tick, how late that began. */
  pulse: { room: string; lateMs: number | null; pulse: Pulse };
  /** The home asks the edges for their windows of a room. A local bus reads them itself and never sends one. */
  drain: { room: string };
}

/** Everything that an edge must know of a home. `rooms`: null until they are open. */
export interface Welcome {
  secret: string;
  lock: string;
  lines: readonly LogLine[];
  /** By the clock of the show. */
  clockMs: number;
  rooms: Opened[] | null;
}

/** Everything that an edge has to know of a room. */
export interface Opened {
  id: string;
  title: string;
  eraseAfter: number;
  keyVersion: number;
  scene: Scene;
  throttle: Throttle;
  notice: ViewMessage | null;
  backdrop: ViewMessage | null;
  pulse: Pulse;
  joinInfo: JoinInfo;
  /** Which home says so, when there may be others later. */
  home?: number;
}

export type AskKind = keyof Questions;
export type SendKind = keyof Reports;
export type UpKind = AskKind | SendKind;
export type DownKind = keyof Published;
export type Asked<K extends AskKind> = Parameters<Questions[K]>[0];
export type Answer<K extends AskKind> = ReturnType<Questions[K]>;
/** One question, so that its kind says what its value is. */
export type Asking = { [K in AskKind]: [kind: K, value: Asked<K>] }[AskKind];
/** One message down, so that its kind says what its value is. */
export type Down = { [K in DownKind]: [kind: K, value: Published[K]] }[DownKind];
/** The same of a room that is known. */
export type DownInRoom = { [K in DownKind]: [kind: K, value: Omit<Published[K], 'room'>] }[DownKind];
export type PublishInRoom = <K extends DownKind>(kind: K, value: Omit<Published[K], 'room'>) => void;
/** What of a message says where it goes. */
export type Addressed = { room?: string; pid?: string; edgeId?: string };

/** Answers what comes up. A handler that throws or rejects refuses: the caller is given the error. */
export type Handlers = {
  [K in AskKind]?: (value: Asked<K>, edgeId: string) => Answer<K> | Promise<Answer<K>>;
} & { [K in SendKind]?: (value: Reports[K], edgeId: string) => unknown };

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
  publish<K extends DownKind>(kind: K, value: Published[K]): void;
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
  /** The game whose fold it is, for the one who folds the rows. */
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
  ask<K extends AskKind>(kind: K, value: Asked<K>): Promise<Answer<K>>;
  /** @throws {TypeError} for a kind that is not in the table, or is one to ask */
  send<K extends SendKind>(kind: K, value: Reports[K]): void;
  /**
   * The end itself says `met` when a home is there that knows nobody here, and says `opened` again of rooms that it has
   * told of already.
   * @returns a function that ends the subscription
   */
  subscribe(listener: (...message: Down) => void): () => void;
  /**
   * Gives the bus the way to this edge's windows of a room.
   * @returns a function that takes it back
   */
  onDrain(room: string, drain: Drain): () => void;
  close(): void;
}

/** The parts that extensions add to the panel, as the home's process runs them for panels at all edges. */
export interface HomeParts {
  run(request: Asked<'extension'>): unknown;
  /** The fields that they add to a panel's status. */
  status(roomId: string): Record<string, unknown>;
}
