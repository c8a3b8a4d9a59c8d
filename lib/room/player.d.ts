/** A player of a room, as its home remembers them. */
export interface Player {
  /** Secret: whoever knows it inside a token is this player. */
  pid: string;
  /** Public. */
  id: string;
  name: string;
  /** A team of the running game. */
  team: string | null;
  kicked: boolean;
  /** A phone of a rehearsal: it is never stored, and forgotten when it goes. */
  isVirtual: boolean;
  connected: boolean;
  /** Their page is in the background. */
  hidden: boolean;
  /** When they last sent anything, by the room's clock; Infinity while their edge says that they do. */
  heardAtMs: number;
  /** Grows with each connection; the newest are moved first when teams are evened. */
  joinedNumber: number;
}
