/**
 * The contracts of Mass Mobile as types. Prose says what a type promises; the functions that keep the
 * promise carry their own JSDoc. Units are in the names (`Ms`, `Hz`), shapes are JSON unless said.
 */

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
export interface Who {
  id: string;
  team: string | null;
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

// ── games ─────────────────────────────────────────────────────────────────────────────────────────────

/** What every hook of a game may know besides its state. The same windows give the same ctx. */
export interface Context<S extends Settings = any> {
  settings: S;
  /** The document the operator chose for this room; null: none. See `ContentDefinition`. Read only. */
  content: any;
  teams: readonly string[];
  /** Connected players now. */
  players: { count: number; byTeam: Record<string, any> };
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

export interface Action<State = any> {
  title: string;
  /** A key for the control panel and the playfield (`KeyboardEvent.key`, lower case): `r`, ` `, `,`. */
  key?: string;
  /** Arguments drawn as a form beside the button. */
  args?: Fields;
  /** Ask "are you sure?" first. */
  confirm?: boolean;
  /** May change `state` in place or return the new one. Throws `GameError` to refuse with a sentence. */
  run(state: State, args: Settings, ctx: Context): State | void;
}

/** What `accept` is told of one submission. */
export interface Submission<Value = any> {
  /** Given by the phone; unique for its player. Never seen twice by `accept`. */
  id: string;
  player: PublicPlayer;
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
export interface ContentDefinition {
  /** What they are called: `Quiz packs`. */
  title: string;
  /** A new document. */
  empty(): Json;
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
  aggregate?: Fold | Pick<Fold, 'empty' | 'add' | 'merge'>;
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

/** A definition after defineGame: checked, completed, frozen. */
export interface Game extends GameDefinition {
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

// ── the wire ──────────────────────────────────────────────────────────────────────────────────────────

export interface PublicPlayer {
  id: string;
  name: string;
  team: string | null;
}

/** Which game runs, with which settings, since when. `epoch` grows with every switch. */
export interface Scene {
  epoch: number;
  game: GameCard;
  settings: Settings;
  /** The document chosen for this room; null: none. Its content never goes to phones and playfields. */
  document: { id: string; title: string } | null;
}

export interface Welcome {
  player: PublicPlayer & { token: string };
  room: { id: string; title: string };
  scene: Scene;
  /** Inputs per second this phone may send; 0 = none for now. */
  sendHz: number;
  epoch: number;
}

/** The last notice counts. `epoch` tells which scene it belongs to; another epoch's is ignored. */
export interface Notice {
  epoch: number;
  seq: number;
  notice: Json;
}

/** What one player sees; otherwise as `Notice`. */
export interface Personal {
  epoch: number;
  seq: number;
  personal: Json;
}

/** One picture of the game. `nowMs` is stage time; frames of an older `epoch` or `seq` are dropped. */
export interface Frame {
  epoch: number;
  seq: number;
  nowMs: number;
  view: Json;
}

export interface JoinInfo {
  /** What people type, for example `http://192.168.1.20:8080`. */
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
  /** Of its own thread: share of one core, 0 to 1. */
  cpu: number;
  /** Who may be among them. */
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

/** What a phone is told of its rate, again and again. */
export interface PhoneThrottle {
  /** 0: send nothing. */
  sendHz: number;
  /** With no word for so long, send at most once a second; 0: it holds until told otherwise. */
  ttlMs: number;
}

/** The line before the door. A phone's place is `number - head + 1` at most, for some may have left. */
export interface Queued {
  /** Yours, once, when you are put into the line. */
  number?: number;
  /** In `auth.ticket` of the next connection it keeps your place for a minute. */
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
  /** Phones get less than the budget allows, because of what so many of them cost. */
  isScaled: boolean;
  /** The server is about to jam, for so long already. */
  hardForMs: number;
  /** 0.02 to 1; and what of it phones get after the cost of all messages is counted in. */
  budget: number;
  granted: number;
  /** Event-loop time per message, learnt; 0: not known yet. */
  costMs: number;
  /** Connected, in all rooms; and those in line for the door. */
  phones: number;
  waiting: number;
  /** Every place is taken: nobody gets in before somebody leaves. */
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
  throttle: Throttle;
  /** The last notice of the game, which its own panel shows; null: none. */
  notice: Json;
  /** What the game tells its own panel (`GameDefinition.panel`); null: nothing. */
  panel: Json;
  /** The whole process. */
  governor: GovernorReading;
  meter: MeterReading;
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
  /** Folders in games/ that could not be loaded, each with its reason. */
  broken: { id: string; message: string }[];
  roomId: string;
  log: LogLine[];
}

// ── plug-ins in the browser ───────────────────────────────────────────────────────────────────────────

export type Translate = (key: string, values?: Record<string, string | number>) => string;

export interface Motion {
  /** `unknown` until asked; `needs-https`: the page is not secure, so the browser hides the sensor. */
  state: 'unknown' | 'on' | 'denied' | 'needs-https' | 'missing';
  /** Ask for the sensor. Call it inside a tap, as iOS demands. Resolves to the new state. */
  ask(): Promise<Motion['state']>;
  /** Left-right and front-back tilt, -1 to 1 for -45° to 45° in the hand; 0 until known. */
  tilt: { x: number; y: number };
  /** Called with each reading until `signal` of the mount is aborted. */
  onTilt(listener: (tilt: { x: number; y: number }) => void): void;
}

export interface Haptics {
  /** A short buzz where the phone can (`10` ms by default). */
  buzz(ms?: number | number[]): void;
}

export interface PhoneHost {
  player: PublicPlayer;
  settings: any;
  teams: readonly string[];
  /** Aborted at unmount: give it to addEventListener and fetch. */
  signal: AbortSignal;
  motion: Motion;
  haptics: Haptics;
  lang: string;
  t: Translate;
  /** "My input is different now": the host asks `input()` at once if the rate allows. Optional to call. */
  changed(): void;
  /**
   * Touch, mouse, pen, Space and Enter as one: `down` and `up` of a button-like element, with pointer
   * capture, so that a thumb that slides off still lets go. Sets `data-pressed` while it is held.
   */
  onPress(element: HTMLElement, down: () => void, up?: () => void): void;
  /** One more connection, for games that declare `extras`. Closed with the game. */
  openExtra(): Extra;
  /**
   * The durable lane. Sent again until the server says yes or no, kept over a reload, counted once. Resolves
   * to `{ ok: true, receipt }` or `{ ok: false, code, message }`; never rejects. May take long while there is
   * no network: `PhoneGame.submission` tells what becomes of it meanwhile.
   */
  submit(kind: string, value: Input): Promise<Ack<{ receipt: any }>>;
  /** Sent before a reload and not answered yet, oldest first. `submission` tells what becomes of them. */
  unanswered: readonly SubmissionState[];
}

/** What has become of a submission. */
export interface SubmissionState {
  id: string;
  kind: string;
  value: any;
  /**
   * `saving`: on its way; `not-saved`: the server could not store it, or no answer for 3 s; still tried by
   * itself; `saved`: on disk, counted; `refused`: it does not count, and `message` says why.
   */
  state: 'saving' | 'not-saved' | 'saved' | 'refused';
  receipt?: any;
  code?: string;
  message?: string;
}

/** A connection that only makes load; see `GameDefinition.extras`. */
export interface Extra {
  readonly connected: boolean;
  /** Resolves to the round trip in ms; rejects when it was refused or not answered within 5 s. */
  send(message: Input): Promise<number>;
  close(): void;
}

export interface PhoneGame {
  /**
   * Asked at the allowed rate. Nothing to say: null. A level unchanged since the last send is not sent. Of several
   * readings since the last time a list, up to 16, goes as one message; each counts against the phone's rate.
   */
  input?(): Input | Input[] | null;
  notice?(notice: any): void;
  /** What `personal` of game.js gave for this player. */
  personal?(personal: any): void;
  /** A submission of this phone is in another state now. */
  submission?(submission: SubmissionState): void;
  /** Absent: the game is mounted anew when settings or the player (team, name) change. */
  settings?(settings: any): void;
  player?(player: PublicPlayer): void;
  unmount?(): void;
}
export interface PhoneModule {
  mount(root: HTMLElement, host: PhoneHost): PhoneGame | void;
}

export interface PlayfieldHost {
  settings: any;
  teams: readonly string[];
  signal: AbortSignal;
  audio: PlayfieldAudio;
  lang: string;
  t: Translate;
  /** True under `prefers-reduced-motion`. */
  calm: boolean;
}
export interface PlayfieldAudio {
  /** A short synthetic sound: `hit`, `wall`, `point`, `join`, `tap`, `win`, `tick`. Silent until allowed. */
  play(name: string, options?: { pitch?: number; volume?: number; pan?: number }): void;
}
export interface PlayfieldGame {
  /**
   * Called once per screen refresh with the view of that moment: the numbers named in `smooth` are
   * interpolated between frames, everything else is the latest frame's whose moment has come. `fresh` is
   * true the first time a frame is shown; a frame may be skipped, so compare counters, not just `fresh`.
   */
  frame(view: any, meta: { seq: number; nowMs: number; fresh: boolean }): void;
  /** CSS pixels of the root. Also called when the typeface has arrived: draw prepared text anew. */
  resize?(width: number, height: number): void;
  settings?(settings: any): void;
  unmount?(): void;
}
export interface PlayfieldModule {
  /** Paths into the view whose numbers may be interpolated: `['ball.x', 'paddles.*']`. */
  smooth?: readonly string[];
  /**
   * `large`: the host puts a large QR code over the middle of the game's area, at its bottom; the custom
   * properties `--join-width` and `--join-height` tell its size. Default `small`: in the dock, beside all games.
   */
  join?: 'small' | 'large';
  mount(root: HTMLElement, host: PlayfieldHost): PlayfieldGame;
}

export interface PanelHost {
  scene: Scene;
  roomId: string;
  /** Run one of the game's actions. A refusal is shown to the operator and comes back. */
  run(action: string, args?: Settings): Promise<Ack>;
  /** Change some of the game's settings. */
  set(settings: Partial<Settings>): Promise<Ack>;
  /** Any other command of the panel by its name in wire.js: `documents`, `choose`. Never throws. */
  ask(name: string, ...args: unknown[]): Promise<Ack<any>>;
  /** A request below `/api`, in the operator's name. Rejects as `fetch` does. */
  api(path: string, init?: RequestInit): Promise<Response>;
  /** Aborted at unmount: give it to addEventListener and fetch. */
  signal: AbortSignal;
  lang: string;
  t: Translate;
}
export interface PanelGame {
  /** The settings changed. */
  scene?(scene: Scene): void;
  /** What all phones know now (`GameDefinition.notice`), when it changes. */
  notice?(notice: any): void;
  /** What the game tells its panel alone (`GameDefinition.panel`), when it changes. */
  panel?(view: any): void;
  unmount?(): void;
}
export interface PanelModule {
  mount(root: HTMLElement, host: PanelHost): PanelGame | void;
}
