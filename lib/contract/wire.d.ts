/** What travels between the server and the pages, as types. Units are in the names (`Ms`, `Hz`). */

import type { Json, Settings, Who, GameDefinition, GameCard } from './types.js';

export interface PublicPlayer<Team extends string = string> {
  id: string;
  name: string;
  team: Team | null;
}

/** Which game runs, with which settings, since when. `epoch` grows with every switch. */
export interface Scene {
  epoch: number;
  /** When it began, ms since 1970. Unlike `epoch` it does not come again with a new or an older data folder. */
  sinceMs: number;
  game: GameCard;
  settings: Settings;
  /** The document chosen for this room; null: none. Its content never goes to phones and playfields. */
  document: { id: string; title: string } | null;
  /** In an interlude: the game to which the room comes back. Null: it is none. */
  back: { gameId: string; title: string } | null;
}

/** What a remote is told when it has connected. */
export interface RemoteWelcome {
  role: RemoteRole;
  room: { id: string; title: string };
}
/** `presenter`: runs every action, and goes back from interludes. `moderator`: runs the actions that are open to moderators. */
export type RemoteRole = 'presenter' | 'moderator';

/** The view that a game makes for its panel, as remotes get it: at most 4 times a second, when it has changed. */
export interface RemoteView {
  epoch: number;
  /** Null: nothing. */
  panel: Json;
}

/** The links to the remote of a room, as addresses and as SVG documents with their QR codes. */
export type RemoteLinks = Record<RemoteRole, { url: string; qr: string }>;

/** A game whose scene waits, so that the room can come back to it. */
export interface KeptCard {
  gameId: string;
  title: string;
  /** Wall clock of the moment when it was left. */
  atMs: number;
}

export interface Welcome {
  player: PublicPlayer & { token: string };
  room: { id: string; title: string };
  scene: Scene;
  /** Inputs per second this phone may send; 0 = none for now. */
  sendHz: number;
  epoch: number;
  stage: StageNow & { nowMs: number };
}

/**
 * The time of the stage, on the monotonic clock of the server at the other end of this connection; `ping` is answered
 * with that clock, and `nowMs` of a welcome shows it. Stage time is that clock minus `zeroMs`.
 */
export interface StageNow {
  epoch: number;
  zeroMs: number;
  /** How often the game has cleared what phones hold, in this epoch. */
  clears: number;
}

/** The last notice counts. `epoch` tells which scene it belongs to; another epoch's is ignored. */
export interface Notice {
  epoch: number;
  seq: number;
  notice: Json;
}

/** The personal view of one player; otherwise as `Notice`. */
export interface Personal {
  epoch: number;
  seq: number;
  personal: Json;
}

/** What screens show that changes slowly. The last one counts; another epoch's is ignored. */
export interface Backdrop {
  epoch: number;
  seq: number;
  backdrop: Json;
}

/**
 * One picture of the game. `nowMs` is stage time; frames of an older `epoch` or `seq` are dropped. A view of bytes
 * travels as the binary attachment of the event, a browser gets it as an ArrayBuffer, and games as a Uint8Array.
 */
export interface Frame {
  epoch: number;
  seq: number;
  nowMs: number;
  view: Json | Uint8Array;
}

export interface JoinInfo {
  /** The address that people type, for example `http://192.168.1.20:8080`. */
  url: string;
  /** Short room code, `main` for the default room. */
  code: string;
  /** The same address as an SVG document. */
  qr: string;
  count: number;
  byTeam: Record<string, number>;
  locked: boolean;
  /** Of `count`, how many are virtual phones of a rehearsal. */
  virtual: number;
}

/** Every acknowledgement. `code` is one of lib/errors.js. */
export type Ack<T = object> = ({ ok: true } & T) | { ok: false; code: string; message: string };

export interface PlayerRow extends PublicPlayer {
  connected: boolean;
  /** Sent something in the last 25 s. */
  active: boolean;
  hidden: boolean;
  /** A virtual phone of a rehearsal. */
  virtual: boolean;
}

/** Virtual phones in a room, from the panel. */
export interface Rehearsal {
  wanted: number;
  joined: number;
  /** The share of one core that its thread uses, 0 to 1. */
  cpu: number;
  /** The characters that may be among them. */
  characters: string[];
}

export type ThrottleMode = 'AUTO' | 'MAX' | 'PIN' | 'CALM';
/** The rates of a room, and who sets them. */
export interface Throttle {
  mode: ThrottleMode;
  /** What phones may send now, inputs/s. */
  sendHz: number;
  /** Notices to phones per second, at most. */
  noticeHz: number;
  /** Frames (and ticks) per second. */
  tickHz: number;
  /** What the operator set: in AUTO and MAX the most there can be, in PIN the rates themselves. */
  asked: { sendHz: number; tickHz: number };
  /** Wall clock of the server when the mode goes back to AUTO; null: it is AUTO. */
  endsAtMs: number | null;
  /** Until then pinned rates hold even if the server jams. */
  forcedUntilMs: number | null;
}

/** The rate that a phone is told, again and again. */
export interface PhoneThrottle {
  /** 0: send nothing. */
  sendHz: number;
  /** After this long without news a phone sends at most once a second; 0: the rate holds until another one comes. */
  ttlMs: number;
}

/** The admission queue. A phone's place is `number - head + 1` at most, for some may have left. */
export interface Queued {
  /** This phone's number, sent once when it is put into the queue. */
  number?: number;
  /** In `auth.ticket` of the next connection it holds the phone's place for a minute. */
  ticket?: string;
  /** The number that is next. */
  head: number;
  /** How many are let in per second; 0: only when somebody leaves. */
  perS: number;
}

/** What the governor sees and does, four times a second. Offered, handled and joins are per second. */
export interface GovernorReading {
  on: boolean;
  /** 1 is full; above, the rates fall. */
  pressure: number;
  /** Which signal sets it. */
  binding: 'd50Ms' | 'd95Ms' | 'utilisation' | 'stuckShare' | 'memoryShare';
  /** Phones get less than the budget allows, because so many of them cost too much. */
  isScaled: boolean;
  /** For how long the server has been about to jam. */
  hardForMs: number;
  /** The budget, 0.02 to 1, and the part of it that phones get once the cost of all messages is counted in. */
  budget: number;
  granted: number;
  /** Event-loop time per message, learnt; 0: not known yet. */
  costMs: number;
  /** Connected phones in all rooms, and phones in the admission queue. */
  phones: number;
  waiting: number;
  /** True when every place is taken: nobody gets in before somebody leaves. */
  isFull: boolean;
  offeredPerS: number;
  handledPerS: number;
  joinsPerS: number;
  extras: 'on' | 'digest' | 'off';
  d50Ms: number;
  d95Ms: number;
  utilisation: number;
  stuckShare: number;
  memoryShare: number;
}

export interface RoomCard {
  id: string;
  title: string;
  url: string;
  gameId: string;
  connected: number;
  locked: boolean;
}

/** What the control panel gets four times a second, for the room it watches. */
export interface Status {
  /** Wall clock of the server. */
  atMs: number;
  roomId: string;
  rooms: RoomCard[];
  locked: boolean;
  presence: {
    known: number;
    connected: number;
    active: number;
    hidden: number;
    byTeam: Record<string, number>;
    /** Of `connected`. */
    virtual: number;
  };
  rehearsal: Rehearsal | null;
  screens: number;
  /** Remotes of presenters and moderators that are open. */
  remotes: number;
  /** At most so many in all rooms, without those that show a presenter's key. */
  mostScreens: number;
  throttle: Throttle;
  /** The last notice of the game, which its own panel shows; null: none. */
  notice: Json;
  /** What the game tells its own panel (`GameDefinition.panel`); null: nothing. */
  panel: Json;
  /** The games whose scenes wait; the one that was left last at the end. */
  kept: KeptCard[];
  /** The process that the panel is connected to. */
  governor: GovernorReading;
  meter: MeterReading;
  /** All processes of the show: one, or a home and its edges. */
  processes: ProcessCard[];
  allProcesses: Pick<ProcessCard, 'phones' | 'delayP50Ms' | 'delayP99Ms'>;
}

/** What one process of a show tells of itself once a second. */
export interface ProcessReport {
  role: 'all' | 'home' | 'edge';
  host: string;
  pid: number;
  version: string;
  /** When it started, on its wall clock. */
  sinceMs: number;
  phones: number;
  /** 0 to 1: share of the last second in which its event loop was busy. */
  utilisation: number;
  rssMb: number;
  /** The delays of its event loop over the last second, as lib/delay-counts.js counts them. */
  delays: number[];
}

/** A row of the panel's list of processes. */
export interface ProcessCard extends Omit<ProcessReport, 'delays'> {
  id: string;
  delayP50Ms: number;
  delayP99Ms: number;
}

export interface MeterReading {
  connections: number;
  inputsPerS: number;
  droppedPerS: number;
  framesPerS: number;
  noticesPerS: number;
  joinsPerS: number;
  /** Engine.IO packets of all kinds: events, acknowledgements, pings. */
  messagesInPerS: number;
  messagesOutPerS: number;
  bytesInPerS: number;
  bytesOutPerS: number;
  /** Since the start. */
  messagesIn: number;
  messagesOut: number;
  inputs: number;
  dropped: number;
  /** Delay of the event loop over the last second. */
  loopP50Ms: number;
  loopP95Ms: number;
  loopP99Ms: number;
  /** How late the ticks of all rooms began, over the last second. */
  lateP95Ms: number;
  /** 0 to 1: share of time the event loop was busy. */
  utilisation: number;
  /** Share of one core; above 1 when threads help. */
  cpu: number;
  rssMb: number;
  heapMb: number;
  uptimeS: number;
}

export interface LogLine {
  atMs: number;
  level: 'info' | 'warn' | 'error';
  /** Null: concerns the whole server. */
  roomId: string | null;
  text: string;
}

export interface ControlWelcome {
  version: string;
  /** Kept by the panel; lets it in again even while strangers guess keys. */
  device: string;
  /** For `/playfield#key=…`: lets that screen run a game's actions by key. */
  presenterKey: string;
  games: GameCard[];
  /** Folders of games that could not be loaded, each with its reason. */
  broken: { id: string; message: string }[];
  roomId: string;
  log: LogLine[];
}
