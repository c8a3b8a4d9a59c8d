/** What the operator and moderators see and decide about the people in a room. */

/**
 * How names get onto the screens. `free`: as people choose them. `approve`: a chosen one is shown to nobody until somebody approves of
 * it. `given`: everybody has a name that the server made.
 */
export type NameMode = 'free' | 'approve' | 'given';

/**
 * A name that a player has chosen and that is not shown. `waiting`: for approval. `hidden`: taken off the screens. `mode`: as long as
 * all names are given ones.
 */
export interface KeptName {
  name: string;
  why: 'waiting' | 'hidden' | 'mode';
}

/** A player whose chosen name is not shown; `name` is the one that is. */
export interface KeptRow {
  id: string;
  name: string;
  kept: KeptName;
}

/** The names of a room, as far as somebody has to decide about them. */
export interface Names {
  mode: NameMode;
  /** Words that no name may have, one for each line of the list. */
  words: string[];
  /** How many names wait, of which at most so many are in the list. */
  waitingCount: number;
  waiting: KeptRow[];
  hidden: KeptRow[];
  /** Players who were removed. */
  kicked: { id: string; name: string }[];
}

/** Which players are like one of them. */
export interface AlikeWish {
  /** They came within so many seconds of that one; 0: whenever. */
  withinS: number;
  /** Their names are like that one's. */
  named: boolean;
  /** They came from the same address as that one last. */
  sameAddress?: boolean;
}

/** The address that most players share, when it is worth a look. */
export interface Crowd {
  /** Players who are here from there. */
  count: number;
  /** The one of them who came last. */
  id: string;
  name: string;
}

/** A player who is like another one. */
export interface AlikeRow {
  id: string;
  name: string;
  connected: boolean;
  /** Seconds after that one; null: one of them was here before the server started. */
  laterS: number | null;
}
