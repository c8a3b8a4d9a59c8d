/** What a page offers the game that it hosts, and what it expects of that game, as types. */

import type { GameTypes, TypesOf } from './infer.js';
import type { Game, GameDefinition, Input, Json, Settings } from './types.js';
import type { Ack, PublicPlayer, RemoteRole, Scene } from './wire.js';

export type Translate = (key: string, values?: Record<string, string | number>) => string;

export interface Motion {
  /** `unknown` until asked; `needs-https`: the page is not secure, so the browser hides the sensor. */
  state: 'unknown' | 'on' | 'denied' | 'needs-https' | 'missing';
  /** Asks for the sensor. Call it inside a tap, as iOS demands. Resolves to the new state. */
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

/** What a phone keeps for one game in one room. */
export interface PhoneMemory {
  /** What was set last, also before a reload; undefined: nothing. A copy, so changes of it are not kept. */
  get(): Json | undefined;
  /**
   * Keeps a value of at most 4 KB as JSON. A larger one, or one that is no JSON, is refused with a sentence in the
   * console, and the one before stays. In private windows and on full disks it lasts until the page is reloaded.
   */
  set(value: Json): void;
}

/** What the phone page offers a game: `PhoneHost<typeof game>`. */
export interface PhoneHost<G extends Game = Game> {
  player: PublicPlayer<TypesOf<G>['team']>;
  settings: TypesOf<G>['settings'];
  teams: readonly TypesOf<G>['team'][];
  /** What game.js says: inputs are levels, which hold until they change (true), or events (false). */
  hold: boolean;
  /** Aborted at unmount: pass it to addEventListener and fetch. */
  signal: AbortSignal;
  motion: Motion;
  haptics: Haptics;
  lang: string;
  t: Translate;
  /**
   * Stage time in ms, as `ctx.nowMs`, within some 20 ms on a usual network. It is corrected now and then, so it may
   * stand still or go back by some ms; it begins anew with each scene. Before the first answer of the server it is off by
   * the time that a message takes.
   */
  nowMs(): number;
  memory: PhoneMemory;
  /** Says that the input is different now: the host calls `input()` at once if the rate allows. Optional. */
  changed(): void;
  /**
   * Touch, mouse, pen, Space and Enter as one: `down` and `up` of a button-like element, with pointer
   * capture, so that a thumb that slides off still lets go. Sets `data-pressed` while it is held.
   */
  onPress(element: HTMLElement, down: () => void, up?: () => void): void;
  /** Opens one more connection, for games that declare `extras`. It is closed with the game. */
  openExtra(): Extra;
  /**
   * Submits a value. It is sent again until the server says yes or no, survives a reload and counts once. Resolves
   * to `{ ok: true, receipt }` or `{ ok: false, code, message }`; never rejects. It may take long while there is no
   * network: `PhoneGame.submission` is called with each state that it passes.
   */
  submit<Kind extends keyof TypesOf<G>['submit'] & string>(
    kind: Kind,
    value: TypesOf<G>['submit'][Kind]['value'],
  ): Promise<Ack<{ receipt: TypesOf<G>['submit'][Kind]['receipt'] }>>;
  /** Submissions sent before a reload and not answered yet, oldest first; `submission` is called for them too. */
  unanswered: readonly SubmissionState<G>[];
}

/** The state of a submission. Check its `kind` first: it decides the types of `value` and `receipt`. */
export type SubmissionState<G extends Game = Game> = {
  [Kind in keyof TypesOf<G>['submit'] & string]: SubmissionOf<
    Kind,
    TypesOf<G>['submit'][Kind]['value'],
    TypesOf<G>['submit'][Kind]['receipt']
  >;
}[keyof TypesOf<G>['submit'] & string];

export interface SubmissionOf<Kind, Value, Receipt> {
  id: string;
  kind: Kind;
  value: Value;
  /**
   * `saving`: on its way; `not-saved`: the server could not store it, or has not answered for 3 s, and the page
   * tries again; `saved`: on disk and counted; `refused`: it does not count, and `message` says why.
   */
  state: 'saving' | 'not-saved' | 'saved' | 'refused';
  receipt?: Receipt;
  code?: string;
  message?: string;
}

/** A connection that only makes load; see `GameDefinition.extras`. */
export interface Extra {
  readonly connected: boolean;
  /**
   * Sends, at most at the rate that the server grants this phone now. Resolves to the round trip in ms, or to null
   * where it was not sent because the rate is lower; rejects when it was refused or not answered within 5 s.
   */
  send(message: Input): Promise<number | null>;
  close(): void;
}

/** What `mount` of phone.js returns. */
export interface PhoneGame<G extends Game = Game> {
  /**
   * Called at the allowed rate. Null: nothing to send. A level that has not changed is not sent again. A list of up to
   * 16 readings goes as one message; each of them counts against the phone's rate.
   */
  input?(): TypesOf<G>['input'] | TypesOf<G>['input'][] | null;
  /**
   * Called when the game on the server has cleared what phones hold (`ctx.clearLevels`): show that nothing is chosen.
   * The same level is sent again when its person touches it: at `host.changed()`, a press by `host.onPress`, or a click
   * or input event in `root`.
   */
  cleared?(): void;
  notice?(notice: TypesOf<G>['notice']): void;
  /** Called with what `personal` of game.js returned for this player. */
  personal?(personal: TypesOf<G>['personal']): void;
  /** Called when a submission of this phone is in another state. */
  submission?(submission: SubmissionState<G>): void;
  /** Called when settings or the player (team, name) change. Absent: the game is mounted anew. */
  settings?(settings: TypesOf<G>['settings']): void;
  player?(player: PublicPlayer<TypesOf<G>['team']>): void;
  unmount?(): void;
}
/** phone.js: `@type {PhoneModule<typeof game>['mount']}`. */
export interface PhoneModule<G extends Game = Game> {
  /** The game has emoji reactions of its own, so the page does without its button for them. Default `false`. */
  reacts?: boolean;
  mount(root: HTMLElement, host: PhoneHost<G>): PhoneGame<G> | void;
}

/** What the playfield offers a game: `PlayfieldHost<typeof game>`. */
export interface PlayfieldHost<G extends Game = Game> {
  settings: TypesOf<G>['settings'];
  teams: readonly TypesOf<G>['team'][];
  signal: AbortSignal;
  audio: PlayfieldAudio;
  lang: string;
  t: Translate;
  /** True under `prefers-reduced-motion`. */
  calm: boolean;
  /** Stage time in ms, as `ctx.nowMs`, within some 20 ms. What the picture shows is older: see `frame`. */
  nowMs(): number;
  /**
   * Runs an action of the game on a screen with the presenter's key, which is shown a refusal; on all other screens
   * nothing happens.
   */
  run<Name extends keyof TypesOf<G>['actions'] & string>(
    action: Name,
    args?: Partial<TypesOf<G>['actions'][Name]>,
  ): Promise<Ack>;
}
export interface PlayfieldAudio {
  /** A short synthetic sound: `hit`, `wall`, `point`, `join`, `tap`, `win`, `tick`. Silent until allowed. */
  play(name: string, options?: { pitch?: number; volume?: number; pan?: number }): void;
}
/** What `mount` of playfield.js returns. */
export interface PlayfieldGame<G extends Game = Game> {
  /**
   * Called once per screen refresh with the view of that moment: the numbers named in `smooth` are
   * interpolated between frames, everything else is the latest frame's whose moment has come. `fresh` is
   * true the first time a frame is shown; a frame may be skipped, so compare counters, not just `fresh`.
   */
  frame(view: TypesOf<G>['view'], meta: { seq: number; nowMs: number; fresh: boolean }): void;
  /** Called with what `backdrop` of game.js returned: before the first frame, and when it has changed. */
  backdrop?(backdrop: TypesOf<G>['backdrop']): void;
  /** CSS pixels of the root. Also called when the typeface has arrived: draw prepared text anew. */
  resize?(width: number, height: number): void;
  settings?(settings: TypesOf<G>['settings']): void;
  unmount?(): void;
}
/** playfield.js: `@type {PlayfieldModule<typeof game>['mount']}`. */
export interface PlayfieldModule<G extends Game = Game> {
  /** Paths into the view whose numbers may be interpolated: `['ball.x', 'paddles.*']`. */
  smooth?: readonly string[];
  /**
   * `large`: the host puts a large QR code over the middle of the game's area, at its bottom; the custom
   * properties `--join-width` and `--join-height` tell its size. Default `small`: in the dock, beside all games.
   */
  join?: 'small' | 'large';
  /** Addresses of style sheets that `mount` adds: the picture of the game before stays until they have come. */
  sheets?: readonly string[];
  mount(root: HTMLElement, host: PlayfieldHost<G>): PlayfieldGame<G>;
}

/** What the control panel offers a game: `PanelHost<typeof game>`. */
export interface PanelHost<G extends Game = Game> {
  scene: Scene;
  roomId: string;
  /** Runs one of the game's actions. A refusal is shown to the operator and returned. */
  run<Name extends keyof TypesOf<G>['actions'] & string>(
    action: Name,
    args?: Partial<TypesOf<G>['actions'][Name]>,
  ): Promise<Ack>;
  /** Changes some of the game's settings. */
  set(settings: Partial<TypesOf<G>['settings']>): Promise<Ack>;
  /** Sends any other command of the panel by its name in wire.js: `documents`, `choose`. Never throws. */
  ask(name: string, ...args: unknown[]): Promise<Ack<any>>;
  /** Sends a request below `/api` in the operator's name. Rejects as `fetch` does. */
  api(path: string, init?: RequestInit): Promise<Response>;
  /** Calls it, until unmount, when a document was changed or another one chosen, in any panel. */
  onDocuments(listener: () => void): void;
  /** Aborted at unmount: give it to addEventListener and fetch. */
  signal: AbortSignal;
  lang: string;
  t: Translate;
}
/** What `mount` of panel.js returns. */
export interface PanelGame<G extends Game = Game> {
  /** Called when the settings have changed. */
  scene?(scene: Scene): void;
  /** Called with what all phones know now (`GameDefinition.notice`), when it has changed. */
  notice?(notice: TypesOf<G>['notice']): void;
  /** Called with what the game returns for its panel alone (`GameDefinition.panel`), when it has changed. */
  panel?(view: TypesOf<G>['panel']): void;
  unmount?(): void;
}
/** panel.js: `@type {PanelModule<typeof game>['mount']}`. */
export interface PanelModule<G extends Game = Game> {
  mount(root: HTMLElement, host: PanelHost<G>): PanelGame<G> | void;
}

/** What the remote of presenters and moderators offers a game: `RemoteHost<typeof game>`. */
export interface RemoteHost<G extends Game = Game> {
  /** A moderator may run only the actions with `moderators: true`; show them no others. */
  role: RemoteRole;
  scene: Scene;
  settings: TypesOf<G>['settings'];
  /** Runs one of the game's actions, at most 20 a second. A refusal is shown and returned; it never throws. */
  run<Name extends keyof TypesOf<G>['actions'] & string>(
    action: Name,
    args?: Partial<TypesOf<G>['actions'][Name]>,
  ): Promise<Ack>;
  /** Ends an interlude, for presenters; the page has a button for it in every game. */
  back(): Promise<Ack>;
  /** Aborted at unmount: give it to addEventListener and fetch. */
  signal: AbortSignal;
  lang: string;
  t: Translate;
  /** Stage time in ms, as `ctx.nowMs`, within some 20 ms. */
  nowMs(): number;
}
/** What `mount` of remote.js returns. */
export interface RemoteGame<G extends Game = Game> {
  /** Called with what the game returns for its panel (`GameDefinition.panel`), when it has changed, at most 4 times a second. */
  panel?(view: TypesOf<G>['panel']): void;
  /** Called with what all phones know now (`GameDefinition.notice`), when it has changed. */
  notice?(notice: TypesOf<G>['notice']): void;
  /** Called when the settings have changed. Absent: the game is mounted anew. */
  scene?(scene: Scene): void;
  unmount?(): void;
}
/** remote.js: `@type {RemoteModule<typeof game>['mount']}`. */
export interface RemoteModule<G extends Game = Game> {
  mount(root: HTMLElement, host: RemoteHost<G>): RemoteGame<G> | void;
}
