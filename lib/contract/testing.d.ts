/** What `import … from 'mass-mobile/testing'` gives the tests of a game, as types; lib/testing.js is the code. */

import type { TypesOf } from './infer.js';
import type {
  Actor,
  Context,
  Game,
  Json,
  StageDesk,
  StageReading,
  Submission,
  Table,
  Visit,
  Who,
} from './types.js';

/** A stage without a server: a game, and a test in the place of its crowd and its clock. */
export interface TestStage<G extends Game = Game> {
  setPlayers(players: Context['players']): void;
  setSettings(settings: TypesOf<G>['settings']): void;
  /** What `ctx.meter` is from now on; a test gives what its game reads. */
  setMeter(reading: Partial<StageReading>): void;
  setContent(document: Json): void;
  /** One step. `sum` is what the fold's `merge` gives (null in a game without a fold), before the fold reads it. */
  tick(elapsedMs: number, sum: unknown): void;
  frame(): { nowMs: number; view: TypesOf<G>['view'] };
  backdrop(): TypesOf<G>['backdrop'];
  /** JSON text; '' for a game without notices. */
  notice(): string;
  panel(): TypesOf<G>['panel'];
  /** What the game says a host does next, sees beside it, and cannot do now. */
  desk(): StageDesk;
  /** JSON text; '' for nothing. */
  personal(playerId: string): string;
  /** Returns the visit to another game that the action wishes for (`ctx.visit`), if any. `by`: what `ctx.by` is; null. */
  run(action: keyof TypesOf<G>['actions'] & string, args?: unknown, by?: Actor | null): Visit | undefined;
  submit(kind: keyof TypesOf<G>['submit'] & string, submission: Submission): Json;
  join(player: Who & { name: string }): void;
  leave(player: Who & { name: string; kicked?: boolean }): void;
  results(): Table[];
  /** How often the game has called `ctx.clearLevels()`. */
  clears(): number;
  nowMs(): number;
  /** As it stands; to be looked at alone. */
  state(): unknown;
}

/** What was played at the author's desk until some tick, as "Save as a test" writes it. */
export interface SavedTape {
  seed: number;
  settings: Record<string, number | boolean | string>;
  content: Json;
  /** Where it begins; missing: with `setup`. */
  saved?: unknown;
  /** The tick after which it begins. */
  first: number;
  /** What went into the stage since then: ticks with their sums, people, submissions, actions. */
  entries: unknown[];
  /** The one that was looked at. */
  tick: number;
  /** As it was then. */
  state: unknown;
}

/** Plays a tape again. Throws what the game throws in it. */
export function playTape<G extends Game>(game: G, tape: SavedTape): TestStage<G>;

/** Throws what the server would catch: a fault names the hook, a refusal has its sentence. */
export function createStage<G extends Game>(options: {
  game: G;
  settings: TypesOf<G>['settings'];
  /** The seed of `ctx.random`. */
  seed: number;
  /** The document that the operator chose. */
  content?: Json;
}): TestStage<G>;

/** The settings with which a game begins. */
export function settingsOf<G extends Game>(game: G): TypesOf<G>['settings'];
