/** The types of loadtest/faults/: what is opened, what is noted, and what follows from it. Times are ms of one clock. */

import type { Claim } from '../types.js';
import type { Scope } from '../../test/support/scope.js';

/** A process with phones or screens. `within`: words that lead into its machine; `ca`: of its certificate. */
export interface Place {
  name: string;
  url: string;
  ca?: string;
  within?: readonly string[];
}
export type Group = Place & { phones: number };

export interface PhoneLog {
  place: string;
  name: string;
  welcomes: number[];
  notices: number[];
  pings: number[];
  acks: { word: string; sentAtMs: number; ackedAtMs: number; code: string }[];
  /** Why it was turned away for good; ''. */
  over: string;
  isPlaying?: boolean;
}
export interface ScreenLog {
  place: string;
  /** When each came, and how many levels it counted. */
  frames: [atMs: number, levels: number][];
  disconnects: number;
}
export interface WitnessLog {
  place: string;
  answers: { word: string; code: string; askedAtMs: number; tookMs: number }[];
}
export interface Log {
  phones: PhoneLog[];
  screens: ScreenLog[];
  witnesses: WitnessLog[];
  generators: { cpuPeak: number; stalledShare: number }[];
}

/** When it happened: `beganMs` the fault, `healedMs` what was gone is there again, `endMs` the end of the play. */
export interface Times {
  beganMs: number;
  healedMs: number;
  endMs: number;
}

export interface Show {
  groups: Group[];
  screens: Place[];
  operator: { url: string; key: string; within?: readonly string[] };
}

export interface Size {
  /** In all. */
  phones: number;
  /** How long what goes away is away. */
  outageS: number;
}

/** What a fault may look at besides the log: everything that its act returns. */
export type Found = Record<string, number>;

export interface Fault<S extends Show = any> {
  title: string;
  /** Seconds, usually and with --quick; 0: what is gone comes back by itself, or for good. */
  outageS: [usual: number, quick: number];
  open(scope: Scope, size: Size): Promise<S>;
  /** Does it. Resolves when what was gone is there again. */
  act(show: S, clock: { outageS: number; began(): void; healed(): void }): Promise<Found | void>;
  claims: Claim[];
}
