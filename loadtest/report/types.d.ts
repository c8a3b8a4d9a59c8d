/** What a report makes of a result (`../types.d.ts`): figures, charts, and the published figures beside them. */

import type { Result, Table } from '../types.js';
import type { readAnchors } from './anchors.js';

/** A figure for the eye. */
export interface Figure {
  label: string;
  /** Null: it was not measured. */
  value: number | null;
  unit?: string;
  /** Before the number: "at least". */
  sign?: string;
  note?: string;
  /** The metric of the result that it is: where a run was repeated, its spread is told. */
  metric?: string;
}

export interface Axis {
  label: string;
  /** What the axis starts as; `toggle` lets the reader change it. */
  scale?: 'linear' | 'log';
  toggle?: boolean;
  /** Where a linear axis must reach at least. */
  reach?: number;
  /** Its numbers are 1 / (1 - share), and are written as percentiles. */
  isNines?: boolean;
}

export interface Series {
  label: string;
  /** The words in the legend, once for all series that share them; otherwise the label. */
  group?: string;
  /** A custom property of theme.css without its dashes; or 0 to 1, from the first of many like it to the last. */
  tone: string | number;
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
 * How a scenario is told. Whatever is missing is left out. One that has no view of its own is told by `phase`, `atS`, `phones`
 * or `connections` and `receivedPerS` of its points, and by what is measured every second.
 */
export interface View {
  /** Three answers, beside "what limited it". */
  facts: Figure[];
  figures: Figure[];
  charts?: Chart[];
  /** The published figures beside ours. */
  beside?: Table[];
}

export type MakeView = (result: Result, anchors: Anchors) => View;

export type Anchors = Awaited<ReturnType<typeof readAnchors>>;

/** The most that the server sends a second; a lower bound where it did not jam before the run ended. */
export type Threshold = { concurrency: number; perS: number; jammed: boolean };
