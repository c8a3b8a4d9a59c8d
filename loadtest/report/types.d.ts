/** What a run leaves behind (`result.json`) and what a report draws from it. */

/** A row of a series or of the points of a scenario: fields as in loadtest/README.md. */
export type Row = Record<string, string | number | boolean | null | undefined>;

export interface Ensured {
  name: string;
  limit: string | number;
  value: string | number | null;
  pass: boolean;
}

export interface Verdict {
  pass: boolean;
  headline: string;
  limitedBy: string;
  ensure: Ensured[];
}

export interface Machine {
  cpu: string;
  cores: number;
  memoryGb: number;
  os: string;
  node: string;
  packages: Record<string, string>;
  git: string;
  dirty: boolean;
}

export interface Generator {
  name: string;
  /** Of one core, 0 to 1. */
  cpuPeak: number | null;
  limited: boolean;
  note?: string;
}

export interface Result {
  schema: 1;
  scenario: string;
  title: string;
  startedAt: string;
  finishedAt: string;
  complete: boolean;
  incompleteBecause: string | null;
  smoke: boolean;
  verdict: Verdict;
  machine: Machine;
  generator: Generator;
  target: string;
  options: Record<string, unknown>;
  series: Row[];
  points: Row[];
  tables: Table[];
}

export type Cell = string | number | boolean | null | undefined;

export interface Table {
  title?: string;
  note?: string;
  columns: string[];
  rows: Cell[][];
}

/** A figure for the eye, and a number for a ratio. */
export interface Figure {
  label: string;
  value: number | null;
  unit?: string;
  /** Before the number: "at least". */
  sign?: string;
  note?: string;
  better?: 'more' | 'less';
}

/** The three answers beside "what limited it". */
export interface Facts {
  phones: Figure;
  rate: Figure;
  delay: Figure;
}

export interface Axis {
  label: string;
  /** What the axis starts as; `toggle` lets the reader change it. */
  scale?: 'linear' | 'log';
  toggle?: boolean;
  /** Names for 0, 1, 2 …, from the bottom up. */
  categories?: string[];
  /** Where a linear axis must reach at least. */
  reach?: number;
}

export interface Series {
  label: string;
  /** A custom property of theme.css without its dashes: a, b, c, d, anchor, s0 to s9. */
  tone: string;
  /** A shape of page/marks.js; without one there is only a line. */
  mark?: string;
  open?: boolean;
  line?: 'solid' | 'dashed' | 'dotted' | 'dashdot';
  /** Of others: drawn first, fainter, and left alone when two runs are laid over each other. */
  anchor?: boolean;
  /** Written above the last point. */
  endLabel?: string;
  /** False where other series say it already. */
  legend?: boolean;
  points: (readonly [x: number, y: number | null])[];
}

export interface Guide {
  axis: 'x' | 'y';
  at: number;
  label: string;
  /** Of the label of a line across; left unless said. */
  align?: 'left' | 'right';
}

export interface Chart {
  id: string;
  title: string;
  note?: string;
  wide?: boolean;
  heightPx?: number;
  x: Axis;
  y: Axis;
  series: Series[];
  guides?: Guide[];
}

/** How a scenario is told. */
export interface View {
  facts(result: Result): Facts;
  figures(result: Result): Figure[];
  charts(result: Result, anchors: Anchors): Chart[];
  /** The published figures beside ours. */
  beside(result: Result, anchors: Anchors): Table[];
}

export interface JammingPoint {
  concurrency: number;
  receivedPerS: number;
  samples: number;
  minMs: number;
  meanMs: number;
  maxMs: number;
  stddevMs: number;
}

export interface RampWindow {
  timeS: number;
  connections: number;
  receivedPerS: number;
  heapTotalBytes: number;
  heapUsedBytes: number;
}

export interface Threshold {
  concurrency: number;
  sentPerS: number;
  /** False when the run ended before this concurrency jammed: then it is a lower bound. */
  jammed: boolean;
}

type NodeAndIis = Record<string, { node: number; iis: number }>;

/** published.json */
export interface Published {
  'mass-mobile-experiment-2012': {
    source: string;
    machine: string;
    concurrentWebSockets: number;
    sendsPerSecondPerClient: number;
    receivedPerSecond: number;
    cpuPercentPeak: number;
    messagesLost: number;
  };
  'practical-benchmarking-2012': { source: string; machine: string; jammedAboveMeanRoundTripMs: number };
  'techracers-2017': {
    source: string;
    machine: string;
    connections: number;
    targetConnections: number;
    arrivalsPerSecond: number;
    nodeMegabytesPerConnection: number;
    cpuPercentWhileConnecting: number;
    cpuPercentIdle: number;
    broadcastCharacters: number;
    meanBroadcastMs: number;
    worstBroadcastMs: number;
  };
  'node-versus-iis-2016': {
    source: string;
    tool: string;
    webPage: NodeAndIis;
    ioIntensive: NodeAndIis;
    cpuIntensive: NodeAndIis;
  };
}

export interface Anchors {
  jamming: JammingPoint[];
  jammingThresholds: Threshold[];
  ramp: RampWindow[];
  published: Published;
}
