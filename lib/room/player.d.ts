import type { KeptName } from '../contract/people.js';

/** A player of a room, as its home remembers them. */
export interface Player {
  /** Secret: a client that knows it inside a token is this player. */
  pid: string;
  /** Public. */
  id: string;
  name: string;
  /** A team of the running game. */
  team: string | null;
  kicked: boolean;
  /** The name that they have chosen, when it is not the one that is shown. */
  kept: KeptName | null;
  /** When they came for the first time, on the wall clock; null: before this process started. */
  firstMs: number | null;
  /** The mark of the network that they came from last; null: not known. Never stored. */
  network: string | null;
  /** A phone of a rehearsal: it is never stored, and forgotten when it goes. */
  isVirtual: boolean;
  connected: boolean;
  /** Their page is in the background. */
  hidden: boolean;
  /** Whether their phone has sent anything lately: their edge watches, and reports when that changes. */
  isActive: boolean;
  /** Grows with each connection; the newest are moved first when teams are evened. */
  joinedNumber: number;
  /** What the disk has of them; null: nothing that is known of. */
  saved: { name: string; team: string | null; kicked: boolean; seenMs: number } | null;
}
