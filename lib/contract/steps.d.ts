/** What a host does next, and what they need beside it, as games say it and as panels, screens and remotes are sent it. */

import type { Settings } from './types.js';

/** A text of the game: a key of its strings, and the values for its places. */
export interface Words {
  label: string;
  values?: Record<string, string | number>;
}

/**
 * The next step of a game: what one press of GO does. Two steps that differ must differ in here, so a label that comes again has
 * values that tell which one it is; a label need not show all of them.
 */
export interface NextStep extends Words {
  /** An action of this game. It must be one that the game would take now, and that asks for no confirmation. */
  action: string;
  args?: Settings;
  /** The game is over, and the step would play it once more: in an interlude the way back goes first. */
  again?: boolean;
  /** The game rests here, after the first half: the way back and the next cue go first, and the step where there is neither. */
  rest?: boolean;
}

/** What somebody wrote, or a key of the game's strings. */
export interface Named {
  text?: string;
  label?: string;
}

/** How many chose an option. `right`: it is a right one; absent where there is none. */
export interface Votes extends Named {
  count: number;
  right?: boolean;
}

/** What a host needs to see beside the next step. All of it is optional, and none of it reaches phones or screens. */
export interface HostView {
  /** Where the game is: question 4 of 12. */
  now?: Words;
  /** What people are asked at the moment. */
  text?: string;
  /** The right answer in words. */
  right?: readonly string[];
  votes?: readonly Votes[];
  /** How many of those who may answer have, and the first few names of those who have not. */
  answered?: { count: number; of: number; missing?: readonly string[] };
  score?: readonly (Named & { value: number })[];
  /** What comes after it: the next question, the title of the next slide. */
  then?: string;
  /** An action `blank` of this game has made the screens dark; without such an action the room does it. */
  blank?: boolean;
}

/** What a step leads to, for those who may take it. */
export interface StepCard extends Words {
  /** GO carries it: a step is taken once, however many press. */
  id: string;
  /** Null: back to the game that waits; its title stands in `values`. */
  action: string | null;
  args?: Settings;
}

/** What GO and BACK do now; null: nothing. `isBlank`: the screens are dark. */
export interface Steps {
  epoch: number;
  next: StepCard | null;
  back: StepCard | null;
  isBlank: boolean;
}

/** The desk of a host, in the status of a panel. */
export interface Desk extends Steps {
  /** False: the game has begun, and has not said its steps yet. */
  isKnown: boolean;
  host: HostView | null;
  /** By action: why it cannot be run now. */
  off: Record<string, string>;
}

/** As the stage has it, before the room adds the way back from an interlude. */
export interface StageDesk {
  next: NextStep | null;
  back: NextStep | null;
  host: HostView | null;
  off: Record<string, string>;
}
