/** What a report makes of a result (`../types.d.ts`): figures, charts, and the published figures beside them. */

import type { Result, Table } from '../types.js';

/** A figure for the eye. */
export interface Figure {
  label: string;
  /** Null: it was not measured. */
  value: number | null;
  unit?: string;
  /** Before the number: "at least". */
  sign?: string;
  note?: string;
  /** The metric of the result that it is: where a run was repeated, its spread is told, and `compare` judges by it. */
  metric?: string;
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
  /** Its numbers are 1 / (1 - share), and are written as percentiles. */
  isNines?: boolean;
}

export interface Series {
  label: string;
  /** The words in the legend, once for all series that share them; otherwise the label. */
  group?: string;
  /** A custom property of theme.css without its dashes: a, b, c, d, anchor, s0 to s9. */
  tone: string;
  /** A shape of page/marks.js; without one there is only a line. */
  mark?: string;
  open?: boolean;
  /** Not to be believed: pale. */
  faint?: boolean;
  line?: 'solid' | 'dashed' | 'dotted' | 'dashdot';
  /** Of others: drawn first, fainter, and left alone when two runs are laid over each other. */
  anchor?: boolean;
  /** Written above the last point. */
  endLabel?: string;
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

/**
 * How a scenario is told. Whatever is missing is left out; these fields of points and series are read:
 *
 * - series of all: atS, connections, receivedPerS, sentPerS, cpu, generatorCpu, neighbours, steal (shares of a core), rssMb,
 *   heapMb, loopP95Ms, probeP50Ms, probeP99Ms, probeTimeouts, lost, throttled
 * - points of all: the entries of a Ledger, cpu, rssMb, probeP50Ms, probeP99Ms, validity, because, isSearch
 * - ramp: mode ('governor on', 'governor off'), connections, sendHz, duePerS, receivedPerS
 * - jamming: series ('ours', …), concurrency, perS (messages that the server sends), meanMs, p99Ms, missing, jammed
 * - broadcast: connections, deliveryMeanMs, deliveryP50Ms, deliveryP95Ms, deliveryP99Ms, deliveryMaxMs, undelivered,
 *   memoryKbPerConnection, cpuArriving, cpuIdle
 * - services: server, route, users, mode ('closed loop', 'arriving'), perS, p50Ms, p99Ms, requests, errors, pongDelayP99Ms,
 *   database
 * - show, rush, churn, soak: phase, atS (when it began), phones or connections, receivedPerS
 */
export interface Told {
  /** Three answers, beside "what limited it". */
  facts: Figure[];
  figures: Figure[];
  charts: Chart[];
  /** The published figures beside ours. */
  beside: Table[];
  /** The fields that tell one point from another in the account of messages. */
  pointBy: string[];
}

export type View = (result: Result, anchors: Anchors) => Told;

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
  /** Messages that the server sends a second. */
  perS: number;
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
