/**
 * The words of the load lab: what a scenario is, what it may use, and what a run leaves behind (`result.json`, schema 2).
 * The verdict is made of these by verdict/; nothing else may say "passed".
 */

import type { MeterReading, Status } from '../lib/contract/wire.js';
import type { describeMachine } from './harness/machine.js';
import type { HistogramState, Summary } from './histogram.js';
import type { LoadOptions, SwarmOptions } from './swarm/swarm.js';
import type { Arrival, ArriveOptions } from './swarm/arrival.js';
import type { Leave } from './swarm/connection.js';
import type { Until } from './harness/server.js';
import type { LoadReading, Reading } from './swarm/readings.js';

/* ---- What became of messages ---- */

/**
 * What became of every send that was due. It adds up, or the run says that it does not:
 *
 *     due  = sent + throttled + heldBack + gone + unsent
 *     sent = received + refused + lost − extra
 */
export interface Ledger {
  due: number;
  sent: number;
  /** Not sent, because the server had told the client to send less. */
  throttled: number;
  /** Not sent, because the server had not taken the 64 KB before it. */
  heldBack: number;
  /** Not sent, because the connection had ended. */
  gone: number;
  /** Due, and not managed by the generator. */
  unsent: number;
  /** Taken by the server (or back at the clients), by the count of the receiving side. */
  received: number;
  /** Taken, and answered with a refusal: a limit, a bad message, a full queue. */
  refused: number;
  /** Sent, and never seen again. */
  lost: number;
  /** Seen more often than sent. */
  extra: number;
  /** Of those received: after more than 5 s. */
  late: number;
}

/* ---- Verdicts ---- */

/** Each is explained in verdict/outcomes.js. */
export type Outcome = 'passed' | 'failed' | 'not-found' | Exclude<Validity, 'valid'>;

/** What a window or a point is worth. */
export type Validity = 'valid' | 'invalid' | 'throttled' | 'disturbed' | 'incomplete';

export type Sign = '<' | '<=' | '>' | '>=' | '==';

/** What must hold for a run to pass. Counts are judged always; times only in windows that are valid. */
export interface Claim {
  /** Name of a metric: `messages.lost`, `probe.p99Ms`. */
  metric: string;
  sign: Sign;
  limit: number;
  /** In words, for people: "nothing is lost". */
  words: string;
  kind: 'count' | 'time';
  unit?: string;
}

/** `because`: why it is not judged, where `holds` is null. */
export type JudgedClaim = Claim & { value: number | null; holds: boolean | null; because: string | null };

export interface Verdict {
  outcome: Outcome;
  /** Why this outcome, in one sentence with the figure that decided it. */
  sentence: string;
  /** What was measured, in one sentence. Never with a figure that was not measured. */
  headline: string;
  limitedBy: string;
  claims: JudgedClaim[];
}

/* ---- What a run leaves behind ---- */

/** A row of a series or of the points: a flat record, with the fields of loadtest/README.md. */
export type Row = Record<string, Cell>;
export type Cell = string | number | boolean | null | undefined;

/** A point always says what it is worth. */
export interface Point extends Row {
  validity: Validity;
  /** '' for a valid one. */
  because: string;
  /** It looked beyond a limit on purpose, as the search for a jam does: it decides nothing. */
  isSearch?: boolean;
}

export type Table = { title?: string; note?: string; columns: string[]; rows: Cell[][] };

export interface Generator {
  name: string;
  processes: number;
  /** Of one core, 0 to 1, the busiest process in its busiest second; null: not measured. */
  cpuPeak: number | null;
  /** Sentences about windows in which it was the limit. */
  limits: string[];
}

/** How a figure varied over the repeats of a run. */
export type Spread = { median: number; lower: number; upper: number; values: number[] };

/** A whole histogram, with its percentiles written out for readers. */
export type SavedHistogram = Summary & { histogram: HistogramState };

export interface Result {
  schema: 2;
  scenario: string;
  title: string;
  startedAt: string;
  finishedAt: string;
  size: string;
  verdict: Verdict;
  /** What went wrong on the way, in sentences; the first one is why a run is incomplete. */
  problems: string[];
  machine: Awaited<ReturnType<typeof describeMachine>>;
  generator: Generator;
  target: { url: string; isOwn: boolean; isRemote: boolean };
  settings: Record<string, unknown>;
  /** A row a second: server, generator, probe, neighbours. */
  series: Row[];
  points: Point[];
  /** What claims are judged by, and what `compare` compares. */
  metrics: Record<string, number>;
  histograms: Record<string, SavedHistogram>;
  tables: Table[];
  /** By metric, where the run was repeated. */
  repeats: { runs: number; spreads: Record<string, Spread> } | null;
}

/* ---- What a scenario is ---- */

export type SettingValue = number | string | boolean | readonly unknown[] | Record<string, unknown>;

export interface Setting<V extends SettingValue = SettingValue> {
  value: V;
  /** One line for `--help` of the scenario. */
  help: string;
  least?: number;
  most?: number;
  /** All that a list may have. */
  oneOf?: readonly string[];
}

export type Values<S> = { [K in keyof S]: S[K] extends Setting<infer V> ? V : never };

export interface Scenario<S extends Record<string, Setting<any>> = Record<string, Setting<any>>> {
  name: string;
  title: string;
  /** One sentence for the list. */
  summary: string;
  /** What brings the load: 'the swarm', 'virtual phones', 'a closed loop'. */
  generator: string;
  settings: S;
  /** What the phones of the probe say of themselves as they join, such as their team; nothing. */
  probeAuth?: Record<string, string>;
  /** Other values of some settings, by the name of the size; `smoke` is the smallest. */
  sizes: Record<string, Partial<Values<S>>>;
  /** For the checks before a run and the time left; `forS` null: not known before. */
  plan(settings: Values<S>): { connections: number; forS: number | null };
  claims(settings: Values<S>): Claim[];
  /** Measures. What it finds it says by `lab.point` and `lab.metric` at once, so that a crash loses nothing. */
  run(lab: Lab<Values<S>>): Promise<void>;
  /** The share of its points that may be disturbed: so many are left out, and more make the run disturbed. 0. */
  mostDisturbed?: number;
  /** The sentence on top, by `say` of verdict/headline.js; null: what it needs was not measured. */
  conclude(measured: Measured<Values<S>>): { headline: string; limitedBy?: string } | null;
}

export type Measured<V = Record<string, unknown>> = { settings: V } & Pick<
  Result,
  'points' | 'series' | 'metrics' | 'histograms'
>;

/* ---- What a scenario may use ---- */

/** The generator: one swarm, or several of them in processes of their own, as one. */
export interface Crowd {
  readonly processes: number;
  /** Of those that were opened and have neither left nor been lost. */
  readonly joined: number;
  /** Connections that ended without being asked to, since the start. */
  readonly disconnects: number;
  arrive(options: ArriveOptions): Promise<Arrival>;
  start(load: LoadOptions): Promise<void>;
  read(): Promise<Reading>;
  stop(options?: { kind?: string; settleMs?: number }): Promise<Record<string, LoadReading>>;
  /** With a goodbye, unless it says otherwise. */
  leave(options: { count: number; how?: Leave; patienceMs?: number; isOldest?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export interface BotsOptions {
  arrivalsPerS: number;
  /** Presses a second of a lively person. */
  pressHz?: number;
  /** Whether some have bad wifi, as in a usual hall; else the network of all is good. Default true. */
  isUsual?: boolean;
}

/**
 * What a hall of bots has done since it was opened: how many play at this moment and are in each state of bots/index.js,
 * the inputs that they sent, what games threw in a phone, with the first of it in words, submissions that the server has
 * acknowledged, attempts to join that it answered with "later", and attempts that did not reach it.
 */
export interface BotsReading {
  playing: number;
  states: Record<string, number>;
  sent: number;
  faults: number;
  why: string[];
  acknowledged: number;
  refused: number;
  unreached: number;
}

/**
 * How a hall came back after all had lost their connection in one moment: `afterMs` of each phone that is back, in order;
 * `strangers` are back as somebody else.
 */
export type Comeback = { afterMs: number[]; strangers: number };

/** Phones that play as people do (bots/index.js), in processes of their own. They carry load, and time nothing. */
export interface Bots {
  readonly processes: number;
  /** Comes first, once. Resolves when all have joined, or nobody gets in any more; then `why` is the server's reason. */
  arrive(options: { count: number }): Promise<{ joined: number; why: string }>;
  stats(): Promise<BotsReading>;
  read(): Promise<Reading>;
  /** Locks some screens; each comes back after half to one and a half of this time. */
  lock(options: { share: number; forMs: number }): Promise<void>;
  /** From now on `comeback` counts: what comes is a loss for all in one moment, of the server or of the network. */
  mark(): Promise<void>;
  /** Takes the network away from all for this long; they come back at the pace of a phone's own attempts. */
  cut(options: { outageMs: number }): Promise<void>;
  comeback(): Promise<Comeback>;
  /** How many are not seen playing once within this time. */
  missing(options: { withinMs: number }): Promise<number>;
  close(): Promise<void>;
}

/** Another server that is compared with ours, on the server's core, while ours is idle; it has a probe of its own. */
export type Rival = { url: string; pid: number; close(): void | Promise<void> };

/** Another server of ours, started with other settings. */
export type OtherServer = Rival & { key: string };

export interface Operator {
  /** @throws {Error} if it was refused */
  ask(event: string, ...args: unknown[]): Promise<any>;
  /** Reads `/api` and this path. A refusal is an answer with `ok: false`. */
  get(path: string): Promise<any>;
  /** The last one that the panel was sent; null: none yet. */
  status(): Status | null;
  close(): void;
}

/** What a probe that carries no load saw since it was asked last. */
export interface ProbeReading {
  count: number;
  /** Not answered within 5 s; each counts with 5 s in the times. */
  timeouts: number;
  /** How often one of its connections was lost. */
  disconnects: number;
  times: Summary;
  histogram: HistogramState;
  /** How long the oldest question has been waiting for its answer: the times are at least as bad as this. */
  oldestMs: number;
  /** How late the probe itself was, at worst: the figure that its own times can be off by. */
  ownLateMs: number;
  /** Its clock against the lab's, as a share: 0 is the same pace. */
  clockDrift: number;
}

/** The longest turns of a server's event loop since they were read last, in ms. */
export type TurnsReading = {
  /** The longest wait for an answer about its health, which is asked for every 5 ms from outside. */
  waitMs: number;
  /** By the server's own monitor. */
  turnMs: number;
  /** The wait for the very first answer, which holds what is left of a start; 0: there was none. */
  startMs: number;
  /** How late the one who asked was itself, at worst: so much may be added to `waitMs`. */
  watchLateMs: number;
};

/** What everything else did while something was measured. */
export interface Window {
  seconds: number;
  probe: ProbeReading;
  /** Of the server's core, by its process (by /proc where it runs here, by its own meter elsewhere). */
  cpu: number | null;
  rssMb: number | null;
  /** Open files and connections of the server at the end; null: it runs elsewhere. */
  handles: number | null;
  /** The server's meter at the beginning and at the end; null: it did not answer. */
  before: MeterReading | null;
  after: MeterReading | null;
  generatorCpu: number | null;
  /**
   * Shares of the cores of server and generator that others took, and that the host took; null: not measured, as where
   * there is but one core.
   */
  neighbours: number | null;
  steal: number | null;
  validity: Validity;
  because: string;
}

export interface Lab<V = Record<string, any>> {
  settings: V;
  target: { url: string; key: string; pid: number | null };
  /** Aborted by Ctrl-C, by `--abort`, and when the server has died. */
  signal: AbortSignal;
  random: () => number;
  /** Of this run, for files. */
  folder: string;
  /** Null: nothing is held to a core. */
  cores: { server: number; generators: number[]; probe: number } | null;
  /** Towards the server under test, or the `url` of a rival. */
  openCrowd(options: Omit<SwarmOptions, 'url'> & { url?: string }): Promise<Crowd>;
  /** Opens a hall of bots, which may be the limit as a crowd may. */
  openBots(options: BotsOptions): Promise<Bots>;
  /** Ends the server and starts it again with its port and data, until it serves or only listens; rejects if it is somebody else's, or did not start. */
  restartServer(how?: 'SIGTERM' | 'SIGKILL', until?: Until): Promise<{ downMs: number }>;
  /** Begins to measure the turns of the event loop of the server under test. */
  watchTurns(): Promise<{ read(): Promise<TurnsReading> }>;
  /** Of the server under test, or of another one of ours. */
  openOperator(of?: { url: string; key: string }): Promise<Operator>;
  /** Starts another product's server of loadtest/bench. */
  openRival(name: 'socket.io'): Promise<Rival>;
  /** Starts another one of ours, as a rival is started; null where the server is somebody else's (--target). */
  openServer(env: Record<string, string>): Promise<OtherServer | null>;
  /** The server's memory once it has collected its garbage and settled: the median of several readings. */
  memory(): Promise<{ rssMb: number; heapMb: number }>;
  /** Waits until nothing is on its way to the server any more, so that both ends count the same messages. */
  counted(of?: Rival): Promise<void>;
  /** Waits until the server answers at once again, as a jam outlives its load; false: it did not within a minute. */
  settled(server?: Rival): Promise<boolean>;
  /** Waits; ends early by rejecting when the run ends. */
  sleep(ms: number): Promise<void>;
  /** Says in the terminal what goes on, and for how long. */
  phase(name: string, forS?: number): void;
  /**
   * Measures everything that stands beside a load while `run` runs: probe, processor, neighbours, governor.
   * `isThrottledOk`: the limits of the governor do not spoil the window. `tries`: so often is it measured at most, while
   * neighbours spoil it; 1. `server`: the one that `run` loads, where it is another one.
   */
  window<T>(
    run: () => Promise<T>,
    options?: { isThrottledOk?: boolean; tries?: number; server?: Rival | undefined },
  ): Promise<Window & { result: T }>;
  /** A point of the report. Fields of the window (validity, cpu, probe…) come from `fieldsOf(window)`. */
  point(row: Point): void;
  /** Something of this second, for the curves. */
  second(row: Row): void;
  metric(name: string, value: number): void;
  histogram(name: string, histogram: HistogramState): void;
  table(table: Table): void;
  /** What was looked for and did not come within what the generator can give, in a sentence. */
  notFound(sentence: string): void;
  /** Tells of processes that bring load without a crowd: their share of a core, and why they were the limit. */
  generates(by: { processes: number; cpu?: number; limit?: string }): void;
  /** Something that makes the run incomplete, in a sentence. */
  problem(sentence: string): void;
}
