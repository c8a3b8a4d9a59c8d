/** The run sheet of a room: its cues as they are stored, and as panels are sent them. */

import type { StepCard } from './steps.js';
import type { Settings } from './types.js';

/** One part of an evening: which game is on, and how. */
export interface Cue {
  id: string;
  gameId: string;
  /** As the host calls it; '': as the game is called. */
  title: string;
  /** It goes on with a round of its game that waits, no matter who began that; else it begins anew, but comes back to a round of its own. */
  returns: boolean;
  /** Some of the game's settings: those that it is played with. */
  settings: Settings;
  /** Null: whatever the room has chosen for the game. The title names it when it is gone. */
  document: { id: string; title: string } | null;
  /** For the host alone. */
  notes: string;
  /** How long it is planned, in seconds; null: it takes what it takes, and the plan waits for it. */
  plannedS: number | null;
}

/** What a new cue needs; the rest has a default. */
export type CueWish = Pick<Cue, 'gameId'> & Partial<Omit<Cue, 'id'>>;

/** A show: the cues of an evening in their order. */
export interface Sheet {
  /** Its place among those of the room, which a later one may have. */
  id: string;
  title: string;
  /** Grows with each change, so that a change of an older one is refused. */
  rev: number;
  cues: readonly Cue[];
  /** The cues that were deleted last, with where they stood. */
  removed: readonly { cue: Cue; at: number }[];
}

/** How the show stands. All times are of the wall clock. */
export interface ShowState {
  /** The sheet that the room plays by. */
  sheetId: string;
  /** The cue that is on; null: the show has not begun. */
  cueId: string | null;
  /** Counts the cues that were taken. */
  turn: number;
  startedMs: number;
  cueSinceMs: number;
  /** Time on hold, of the whole show and of this cue, without the hold that is. */
  heldMs: number;
  cueHeldMs: number;
  /** Null: it is not on hold. */
  heldSinceMs: number | null;
  /** What cues without a length have taken, without the one that is on. */
  openMs: number;
  /** When each cue went on last. */
  times: Record<string, number>;
  /** The round that each cue has played: the epoch of its scene. */
  rounds: Record<string, number>;
}

/** The clock of the evening against the plan. */
export interface ShowClock {
  /** The show began then, as far as the plan is concerned: add the offset of a cue, and that is when it is planned. */
  baseMs: number;
  /** The cue that is on. */
  elapsedMs: number;
  plannedMs: number | null;
  /** More than 0: the show is late by this; less: it is early. */
  behindMs: number;
}

/** A change of a run sheet; `rev`: of the sheet that the panel shows. */
export type SheetEdit =
  | { do: 'add'; rev: number; cue: CueWish; at?: number }
  | { do: 'change'; rev: number; id: string; cue: Partial<CueWish> }
  | { do: 'move'; rev: number; id: string; to: number }
  | { do: 'remove'; rev: number; id: string }
  | { do: 'restore'; rev: number; id: string }
  | { do: 'rename'; rev: number; title: string }
  /** These are about sheets: each answers with the one that is open then. */
  | { do: 'new'; title: string }
  | { do: 'copy'; title: string }
  | { do: 'open'; id: string }
  | { do: 'delete'; id: string }
  | { do: 'sample'; language: string }
  /** The show is over, or shall begin anew: no cue is on, and the clock is at its start. */
  | { do: 'reset' };

/** A cue as the panel lists it. */
export interface CueCard extends Cue {
  /** Why it cannot be played, in a sentence; '': it can. */
  problem: string;
  /** What is planned before it, in seconds. */
  offsetS: number;
  /** When it went on last in this show; null: it has not. */
  startedMs: number | null;
}

/** Everything that the panel shows of the run sheet; asked for when `SheetNow.version` has changed. */
export interface SheetView {
  version: number;
  id: string;
  title: string;
  rev: number;
  cues: CueCard[];
  removed: { id: string; title: string; gameId: string }[];
  /** All sheets of the room, this one included. */
  sheets: { id: string; title: string; cues: number }[];
}

/** What a status says of the run sheet. */
export interface SheetNow {
  /** Grows with all that `SheetView` shows. */
  version: number;
  title: string;
  cues: number;
  cueId: string | null;
  /** Notes for the host, of the cue that is on. */
  notes: string;
  /** The step to any cue is called `cue <turn> <id of the cue>`. */
  turn: number;
  next: StepCard | null;
  back: StepCard | null;
  /** The scene is not the one of the cue: somebody has chosen another game by hand. */
  isElsewhere: boolean;
  clock: ShowClock | null;
}

/** How one cue went in a rehearsal of the sheet. */
export interface RehearsedCue {
  id: string;
  title: string;
  gameId: string;
  state: 'waits' | 'on' | 'good' | 'bad';
  /** How many steps of its game were taken. */
  steps: number;
  /** What went wrong, in sentences. */
  problems: string[];
}

/** The rehearsal of a sheet, as it goes and when it is over. */
export interface SheetRehearsal {
  isOver: boolean;
  /** Why it did not come to its end; ''. */
  problem: string;
  phones: number;
  cues: RehearsedCue[];
}
