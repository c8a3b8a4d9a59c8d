/** What travels between the server and the pages, as types. Units are in the names (`Ms`, `Hz`). */

import type { Look, Theme } from './look.d.ts';
import type { SheetNow, SheetRehearsal } from './run-sheet.js';
import type { Crowd, KeptName, NameMode } from './people.js';
import type { Actor } from './acting.js';
import type { Desk, HostView, Json, Place, Settings, Steps, Who, GameDefinition, GameCard } from './types.js';
import type { Ramp } from './readiness.d.ts';
import type { WifiCode } from './wifi.d.ts';
import type { GovernorReading, MeterReading, ProcessCard, ProcessReport } from './readings.js';

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
  /** The stage stands still: nothing ticks, no phone's messages count, and every page says so. */
  paused: boolean;
}

/** What a remote is sent when it has connected. */
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
  /** Presenters may take them. */
  steps: Steps;
  /** For presenters; null: there is nothing. */
  host: HostView | null;
  /** How many names wait for approval. */
  waiting: number;
  /** The cue of the run sheet that is on; null: the show has not begun. */
  cue: RemoteCue | null;
}

/** What a presenter reads of the cue that is on. Its times are whole seconds, so that a view is sent once a second at most for their sake. */
export interface RemoteCue {
  /** Notes for the host; '' for none. */
  notes: string;
  elapsedS: number;
  /** Null: as long as it takes. */
  plannedS: number | null;
  /** How late the show is; below 0: how early. */
  behindS: number;
}

/** A game whose scene waits, so that the room can come back to it. */
export interface KeptCard {
  gameId: string;
  title: string;
  /** Wall clock of the moment when it was left. */
  atMs: number;
  /** Where it stands, in words of the game; null: it does not say. */
  place: Place | null;
}

/** Something has happened in the show that operators want to know. Pages have the words: `panel.event.<kind>`. */
export interface ShowEvent {
  seq: number;
  atMs: number;
  /** Null: it happened by itself. */
  by: Actor | null;
  kind: string;
  values: Record<string, string | number>;
  /** Wall clock of the server until when it can be undone; null: it cannot. */
  undoUntilMs: number | null;
  undone: boolean;
}

/** A reason to pause, which the panel offers. */
export type Offer =
  /** No panel had the room for so long while a game was on. */
  | { kind: 'host-lost'; forS: number }
  | /** So many phones of so many went at once. */ { kind: 'phones-gone'; gone: number; before: number };

/** A game that is out of the list because it failed too often. */
export interface ShelvedCard {
  gameId: string;
  title: string;
  /** It failed in this hook last; '': the server ended soon after each of its last starts, and had gone on with this game. */
  hook: string;
  problem: string;
  /** ` (game.js:5:12)`, or '' as long as that is not known. */
  place: string;
  /** Wall clock of the moment when that was. */
  atMs: number;
}

export interface Welcome {
  player: PublicPlayer & { token: string; waiting?: string };
  /** `eraseAfter`: hours after the last phone has gone until all that people have left is erased; 0: that is up to the operator. */
  room: { id: string; title: string; eraseAfter: number };
  scene: Scene;
  /** Inputs per second this phone may send; 0 = none for now. */
  sendHz: number;
  epoch: number;
  stage: StageNow & { nowMs: number };
  theme: Theme;
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
  /** While the room is paused: stage time stays at this. */
  stillMs?: number;
}

/** The time of a stage as its home publishes it: with each tick, and when something of it changes. */
export interface Pulse {
  epoch: number;
  /** When stage time was 0, on the clock of the home. */
  zeroMs: number;
  /** Stage time of the last tick. */
  stageMs: number;
  /** How often the game has cleared the levels. */
  clears: number;
  /** The room is paused: it stays at `stageMs`. */
  isStill?: boolean;
  /** Now, on the clock of the home. */
  sentMs: number;
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
  /**
   * Newcomers need this code, which changes every 30 s: six digits to type, and the address with a code of its own as an SVG document.
   * Only screens with a presenter's key are sent them; the others have '' for both. null: no code is needed.
   */
  entry: { digits: string; qr: string } | null;
  count: number;
  byTeam: Record<string, number>;
  locked: boolean;
  /** Of `count`, how many are virtual phones of a rehearsal. */
  virtual: number;
  /** Of the screens, as the operator chose it; '': each speaks that of its browser. */
  language: string;
  /** The screens are dark, because a host wants it. */
  isBlank: boolean;
  look: Look;
  /** Of the hall's wifi, if the operator wants it on the screen; null: nothing. */
  wifi: WifiCode | null;
  /** Phones may react with emoji now, and screens show it, unless the room is paused. */
  reacts: boolean;
  /** The game that the run sheet has next, for screens to load; null: nobody knows. */
  soon: Pick<GameCard, 'id' | 'files'> | null;
}

/** Every acknowledgement. `code` is one of lib/errors.js. */
export type Ack<T = object> = ({ ok: true } & T) | { ok: false; code: string; message: string };

export interface PlayerRow extends PublicPlayer {
  /** Missing when the name that they have chosen is shown. */
  kept?: KeptName;
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

/** Rates, each per second. */
export interface Rates {
  sendHz: number;
  noticeHz: number;
  tickHz: number;
}

/** What the governor of an edge can afford for a room. */
export interface RoomGrant {
  rates: Rates;
  extras: 'on' | 'digest' | 'off';
  /** How long the edge has been about to jam. */
  hardForMs: number;
}

export type ThrottleMode = 'AUTO' | 'MAX' | 'PIN';
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

/** The rate that a phone is sent, again and again. */
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

export interface RoomCard {
  id: string;
  title: string;
  url: string;
  gameId: string;
  connected: number;
  locked: boolean;
  /** The room whose next scene is prepared in this one; null: none. */
  backstageOf: string | null;
}

/** The pages that a game has a module for. */
export type GamePage = 'phone' | 'playfield' | 'remote' | 'panel';

/** What a page says of a fault in the game that is on. */
export interface FaultReport {
  /** Of the scene. */
  epoch: number;
  /** Of the game, in which it was thrown; '': in none, or nobody knows. */
  hook: string;
  message: string;
  /** The address of the file; '': unknown. */
  file: string;
  /** From 1; 0: unknown. */
  line: number;
  column: number;
}

/** A fault of the running game on the pages of a room. */
export interface PageFault extends Pick<FaultReport, 'hook' | 'message'> {
  page: GamePage;
  /** `phone.js:5:22`, in the folder of the game; `phone.js`: the line is unknown; '': all of it is. */
  place: string;
  /** Pages of this kind that have it, and that there are. */
  count: number;
  of: number;
}

/** What an author wishes of the stage of a room, in dev. */
export interface InspectWish {
  /** To stand right after this tick, and to stay there. After the last one: so many more are played. */
  to?: number;
  /** It stands still; false: it plays on from where it stands, and what came after that has never been. */
  isStopped?: boolean;
}

/** How the stage of a room stands, for its author. */
export interface Inspected {
  /** The tick that it has played last, and those that can be gone back to. */
  at: number;
  first: number;
  last: number;
  isStopped: boolean;
  /** Stage time. */
  nowMs: number;
  /** Long lists are cut. */
  state: unknown;
  /** The entries between the tick before and this one, as JSON: who came and went, what was submitted and run. */
  came: string[];
  /** What the tick was given; null: nothing. */
  sum: unknown;
  /** The dearest first. */
  costs: { hook: string; calls: number; ms: number; mostMs: number; bytes: number }[];
  /** The newest first. */
  refused: { tick: number; what: string; problem: string }[];
}

/** What went wrong in the game.js of the scene that is on, or of the one that it took over from. */
export interface GameFault {
  /** Such as `Drum stopped in tick(): nobody is not defined. The lobby took over.` */
  message: string;
  /** `game.js:5:22`, in the folder of the game; '': unknown. */
  place: string;
}

/** What the control panel gets four times a second, for the room it watches. */
export interface Status {
  /** Wall clock of the server. */
  atMs: number;
  roomId: string;
  rooms: RoomCard[];
  locked: boolean;
  /** The digits that newcomers need now; null: they need none. */
  entryCode: string | null;
  /** How names get onto the screens, and how many wait for approval. */
  names: { mode: NameMode; waiting: number };
  /** Of the screens; '': each speaks that of its browser. */
  language: string;
  look: Look;
  presence: {
    known: number;
    connected: number;
    active: number;
    hidden: number;
    byTeam: Record<string, number>;
    /** Of `connected`. */
    virtual: number;
    crowd: Crowd | null;
  };
  rehearsal: Rehearsal | null;
  /** How many phones the machine bears is being measured; null: it is not. */
  ramp: Ramp | null;
  screens: number;
  /** Remotes of presenters and moderators that are open. */
  remotes: number;
  /** At most so many in all rooms, without those that show a presenter's key. */
  mostScreens: number;
  throttle: Throttle;
  /** Of the scene whose notice and panel view these are. */
  epoch: number;
  /** The last notice of the game, which its own panel shows; null: none. */
  notice: Json;
  /** What the game has for its own panel (`GameDefinition.panel`); null: nothing. */
  panel: Json;
  /** What GO does now, and what the host sees beside it. */
  desk: Desk;
  /** The games whose scenes wait; the one that was left last at the end. */
  kept: KeptCard[];
  /** The run sheet, and how the show stands against it. */
  sheet: SheetNow;
  /** Of the sheet, in this room; null: there is none. */
  sheetRehearsal: SheetRehearsal | null;
  /** Null: nothing suggests a pause. */
  offer: Offer | null;
  /** Of the scene that is on: those of the most pages, at most three. */
  faults: PageFault[];
  /** The last one of its game.js; null: none. */
  gameFault: GameFault | null;
  /** Changes with the documents of any game, and when the room chooses another one: ask for `documents` then. */
  documents: string;
  /** Grows when the log of the show has changed: ask for `events` then. */
  events: number;
  /** The games that are out of the list. */
  shelf: ShelvedCard[];
  /** The worst process counts where there are several; what is counted, in all of them. */
  governor: GovernorReading;
  /** Of all processes together. */
  meter: MeterReading;
  /** All processes of the show: one, or a home and its edges. */
  processes: ProcessCard[];
  /** `panels`: how many are open, of all rooms. */
  allProcesses: Pick<ProcessCard, 'phones' | 'delayP50Ms' | 'delayP99Ms'> & Pick<ProcessReport, 'panels'>;
}

export interface LogLine {
  atMs: number;
  level: 'info' | 'warn' | 'error';
  /** Null: concerns the whole server. */
  roomId: string | null;
  text: string;
  /** Lines of one topic that follow one another may be shown as one. */
  topic?: string;
  /** Which process says it, when there are several. */
  from?: string;
}

export interface ControlWelcome {
  version: string;
  /** As whom the panel is open, and what it may command; null: everything. */
  by: Actor;
  may: string[] | null;
  /** Kept by the panel; lets it in again even while strangers guess keys. '' by a link. */
  device: string;
  /** For `/playfield#key=…`: lets that screen run a game's actions by key. '' by a link of a host. */
  presenterKey: string;
  games: GameCard[];
  /** Folders of games that could not be loaded, each with its reason. */
  broken: { id: string; message: string }[];
  roomId: string;
  log: LogLine[];
}
