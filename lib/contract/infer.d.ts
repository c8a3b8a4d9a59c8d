/** How TypeScript infers a game: from one literal, what its hooks are given and what its pages are sent. */

import type { PublicPlayer } from './wire.js';
import type {
  Action,
  BotMove,
  BotSight,
  ContentDefinition,
  Context,
  Field,
  Fields,
  Fold,
  Game,
  HostView,
  Json,
  NextStep,
  OwnFold,
  Place,
  Report,
  Submission,
  Table,
  Who,
} from './types.js';

/** The types of a game, as its pages know them. `GameTypes` itself stands for any game. */
export interface GameTypes {
  team: string;
  settings: Record<string, number | boolean | string>;
  input: Record<string, number | boolean | string>;
  view: unknown;
  backdrop: unknown;
  notice: unknown;
  personal: unknown;
  panel: unknown;
  /** Values and receipts by kind of submission. */
  submit: Record<string, { value: Record<string, number | boolean | string>; receipt: unknown }>;
  /** Arguments by action. */
  actions: Record<string, Record<string, number | boolean | string>>;
}

/** The types of a game: `TypesOf<typeof game>['notice']`. */
export type TypesOf<G extends Game> = G extends Game<infer T> ? T : GameTypes;
/** The view that a playfield of the game is given: `ViewOf<typeof game>`. */
export type ViewOf<G extends Game> = TypesOf<G>['view'];
/** The notice that all phones of the game are given: `NoticeOf<typeof game>`. */
export type NoticeOf<G extends Game> = TypesOf<G>['notice'];

// ── fields ────────────────────────────────────────────────────────────────────────────────────────────

/** The values of one field: those of its `enum`, or its type. */
export type ValueOf<F> = Field extends F
  ? number | boolean | string
  : F extends { readonly enum: readonly (infer Choice extends string)[] }
    ? Choice
    : F extends { readonly type: 'boolean' }
      ? boolean
      : F extends { readonly type: 'string' }
        ? string
        : F extends { readonly type: 'number' | 'integer' }
          ? number
          : never;

type OptionalNames<F> = { [N in keyof F]: F[N] extends { readonly optional: true } ? N : never }[keyof F];

/** The values of fields, as settings and arguments have them: all are there. */
export type ValuesOf<F> = { -readonly [N in keyof F]: ValueOf<F[N]> };
/** The arguments of an action; those of an action that takes none are empty. */
export type ArgsOf<F> = unknown extends F ? {} : ValuesOf<F>;
/** The values of fields, as inputs and submissions have them: what is `optional` may be missing. */
export type MessageOf<F> = string extends keyof F
  ? Record<string, number | boolean | string>
  : Plain<
      { -readonly [N in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[N]> } & {
        -readonly [N in OptionalNames<F>]?: ValueOf<F[N]>;
      }
    >;
type Plain<T> = { [N in keyof T]: T[N] };

// ── folds ─────────────────────────────────────────────────────────────────────────────────────────────

declare const reads: unique symbol;
declare const names: unique symbol;

/**
 * A fold of lib/contract/folds.js with what it reads: `Reads` is a shape that becomes a type when the game's
 * teams and input are known, `Names` are the fields of the input that it needs.
 */
export interface TypedFold<Reads = unknown, Names extends string = never> extends Fold {
  readonly [reads]?: Reads;
  readonly [names]?: readonly Names[];
  /** The same fold once per team (`'team'`) or per value of an input field with an `enum`. */
  by<Key extends string>(key: Key): TypedFold<GroupShape<Key, Reads>, Names | Exclude<Key, 'team'>>;
}

/** The same whatever the game. */
export interface PlainShape<T> {
  plain: T;
}
export interface TallyShape<Name extends string> {
  tally: Name;
}
export interface EachShape {
  each: 'last';
}
export interface AllShape {
  each: 'list';
}
export interface GroupShape<Key extends string, Inner> {
  by: Key;
  inner: Inner;
}
export interface CombineShape<Parts> {
  parts: Parts;
}

/** The sum that `tick` is given by a fold, in a game of these teams and this input. */
export type SumOf<F, Team extends string, In> = F extends null
  ? null
  : F extends { readonly [reads]?: infer Reads }
    ? unknown extends Reads
      ? OwnSum<F>
      : Read<Reads, Team, In>
    : OwnSum<F>;
type OwnSum<F> = F extends { read(sum: never): infer Sum }
  ? Sum
  : F extends { empty(): infer Sum }
    ? Sum
    : null;

type Read<Reads, Team extends string, In> =
  Reads extends PlainShape<infer T>
    ? T
    : Reads extends TallyShape<infer Name>
      ? Record<Choices<In, Name>, number>
      : Reads extends AllShape
        ? Record<string, MessageOf<In>[]>
        : Reads extends EachShape
          ? Record<string, MessageOf<In>>
          : Reads extends GroupShape<infer Key, infer Inner>
            ? { [Group in Key extends 'team' ? Team : Choices<In, Key>]: Read<Inner, Team, In> }
            : Reads extends CombineShape<infer Parts>
              ? { [Part in keyof Parts]: SumOf<Parts[Part], Team, In> }
              : unknown;

/** The values of a field as keys: `'A' | 'B'`, `'true' | 'false'`, else any string. */
type Choices<In, Name> = Name extends keyof In
  ? In[Name] extends { readonly enum: readonly (infer Choice extends string)[] }
    ? Choice
    : In[Name] extends { readonly type: 'boolean' }
      ? 'true' | 'false'
      : string
  : string;

type NamesOf<F> = F extends { readonly [names]?: readonly (infer Names extends string)[] } ? Names : never;

/** The folds, as games import them. Their texts stand in lib/contract/folds.js. */
export interface Folds {
  /** Sums and counts of the window: `{ count, taps }`. */
  totals<const Names extends string[]>(
    ...names: Names
  ): TypedFold<PlainShape<Record<'count' | Names[number], number>>, Names[number]>;
  /** Like `totals`, over the last value of every phone. */
  latest<const Names extends string[]>(
    ...names: Names
  ): TypedFold<PlainShape<Record<'count' | Names[number], number>>, Names[number]>;
  /** `{ count, mean }`; the mean of nobody is 0. */
  mean<const Name extends string>(name: Name): TypedFold<PlainShape<{ count: number; mean: number }>, Name>;
  /** How many phones said what: `{ A: 12, B: 3 }`. */
  tally<const Name extends string>(name: Name): TypedFold<TallyShape<Name>, Name>;
  /** Counts by range: a list of `bins` numbers. */
  histogram<const Name extends string, const Weight extends string = never>(
    name: Name,
    options?: { bins?: number; from?: number; to?: number; weight?: Weight },
  ): TypedFold<PlainShape<number[]>, Name | Weight>;
  /** The most frequent values: `{ total, top: [[value, count], …] }`. */
  topK<const Name extends string>(
    name: Name,
    options?: { k?: number; capacity?: number },
  ): TypedFold<PlainShape<{ total: number; top: [value: string, count: number][] }>, Name>;
  /** Every player's last input by player id. */
  each(): TypedFold<EachShape>;
  /** Every reading of the window, by player id. */
  all(): TypedFold<AllShape>;
  /** Several folds of the same inputs. */
  combine<const Parts extends Record<string, Fold>>(
    parts: Parts,
  ): TypedFold<CombineShape<Parts>, { [Part in keyof Parts]: NamesOf<Parts[Part]> }[keyof Parts]>;
}

// ── defineGame ────────────────────────────────────────────────────────────────────────────────────────

/**
 * One kind of submission: acknowledged after it is on disk, counted exactly once. See docs/games.md.
 */
export interface TypedSubmit<State, F, Ctx, Team extends string> {
  /** One message; what is not in here is refused. At most 4 KB as JSON. */
  fields: F;
  /**
   * Checks a submission against the state and takes it into the state, in place. Refuses by
   * `throw refuse('sentence')` before it has changed anything; `refuse('sentence', 'submit-closed')` when it is too
   * late or too early. Returns the receipt: JSON, of the same size and look for right and wrong.
   */
  accept(state: State, submission: Submission<MessageOf<F>, Team>, ctx: Ctx): unknown;
}

/** One literal from which `defineGame` infers everything. `setup` stands before the hooks that are given its state. */
export interface TypedDefinition<
  Team extends string,
  In extends Fields,
  Set extends Fields,
  F,
  Own,
  State,
  View,
  Back,
  News,
  Mine,
  Panel,
  Kinds,
  Receipts,
  Args,
  Doc,
  Ctx = Context<ValuesOf<Set>, Team, Doc>,
> {
  title: string;
  /** One sentence for the operator. */
  summary?: string;
  /** Assigned at join, the smaller side first; can be changed. */
  teams?: readonly Team[];
  /** What teams are called, by id. A string `team.<id>` of the game wins. */
  teamTitles?: { [T in NoInfer<Team>]?: string };
  /** One phone's message on the crowd lane. Absent: the game takes no input. */
  input?: In;
  /** Numbers, choices and switches that the operator changes live. */
  settings?: Set;
  hold?: boolean;
  expireMs?: number;
  extras?: number;
  slowestHz?: number;
  aggregate?: F | OwnFold<Own, MessageOf<In>>;
  content?: ContentDefinition<Doc>;
  setup(ctx: Ctx): State;
  join?(state: NoInfer<State>, player: Who<Team> & { name: string }, ctx: Ctx): void;
  leave?(state: NoInfer<State>, player: Who<Team> & { name: string; kicked?: boolean }, ctx: Ctx): void;
  tick?(
    state: NoInfer<State>,
    sum: F extends null ? Own : SumOf<F, Team, In>,
    ctx: Ctx,
  ): NoInfer<State> | void;
  frame(state: NoInfer<State>, ctx: Ctx): View;
  /** What the screens show that changes slowly: sent apart from the frame, when it has changed. At most 256 KB. */
  backdrop?(state: NoInfer<State>, ctx: Ctx): Back;
  notice?(state: NoInfer<State>, ctx: Ctx): News;
  personal?(state: NoInfer<State>, playerId: string, ctx: Ctx): Mine;
  personalKey?(state: NoInfer<State>, ctx: Ctx): string | number | boolean | null;
  /** Where it stands, for a host who may come back to it; null: there is nothing to come back to. */
  place?(state: NoInfer<State>, ctx: Ctx): Place | null;
  panel?(state: NoInfer<State>, ctx: Ctx): Panel;
  /** What one press of GO does now; null: nothing. */
  next?(state: NoInfer<State>, ctx: Ctx): NextStep | null;
  /** What BACK does now; null: nothing. */
  back?(state: NoInfer<State>, ctx: Ctx): NextStep | null;
  /** What the host needs to see beside GO. Only operators are told. */
  host?(state: NoInfer<State>, ctx: Ctx): HostView | null;
  /** For engineers: the panel lists it last, and only where the operator has asked for the lab. */
  lab?: boolean;
  submit?: { [Kind in keyof Kinds]: TypedSubmit<NoInfer<State>, Kinds[Kind], Ctx, Team> } & {
    [Kind in keyof Receipts]: { accept(...args: never[]): Receipts[Kind] };
  };
  actions?: { [Name in keyof Args]: Action<NoInfer<State>, Args[Name], Ctx> };
  results?(state: NoInfer<State>, ctx: Ctx): Table[];
  resultsIn?(tables: Table[], lang: string): Table[] | Promise<Table[]>;
  reports?: Record<string, Report>;
  /** How people play it: what this person would do now. Stands after the hooks whose views it is given. */
  bot?(
    sight: BotSight<
      Team,
      ValuesOf<Set>,
      NoInfer<News>,
      Exclude<NoInfer<Mine>, undefined>,
      NoInfer<View>,
      NoInfer<Doc>
    >,
  ): BotMove<MessageOf<In>, SubmittedBy<NoInfer<Kinds>>> | null | void;
}

/** A submission of any kind. */
type SubmittedBy<Kinds> = {
  [Kind in keyof Kinds]: { kind: Kind; value: MessageOf<Kinds[Kind]> };
}[keyof Kinds];

export type DefineGame = <
  const Team extends string = never,
  const In extends Fields = {},
  const Set extends Fields = {},
  F extends TypedFold<unknown, keyof In & string> | OwnFold | null = null,
  Own = null,
  State = unknown,
  View = unknown,
  Back = undefined,
  News = undefined,
  Mine = undefined,
  Panel = undefined,
  const Kinds extends Record<string, Fields> = {},
  Receipts = {},
  const Args = {},
  Doc = null,
>(
  definition: TypedDefinition<
    Team,
    In,
    Set,
    F,
    Own,
    State,
    View,
    Back,
    News,
    Mine,
    Panel,
    Kinds,
    Receipts,
    Args,
    Doc
  >,
) => Game<{
  team: Team;
  settings: ValuesOf<Set>;
  input: MessageOf<In>;
  view: View;
  backdrop: Back;
  notice: News;
  personal: Exclude<Mine, undefined>;
  panel: Panel;
  submit: {
    [Kind in keyof Kinds]: {
      value: MessageOf<Kinds[Kind]>;
      receipt: Kind extends keyof Receipts ? Receipts[Kind] : never;
    };
  };
  actions: { [Name in keyof Args]: ArgsOf<Args[Name]> };
}>;
