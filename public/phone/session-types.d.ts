/** The types of session.js, in a file that no phone has to load. */

export interface Session {
  state: 'new' | 'joining' | 'waiting' | 'playing' | 'lost' | 'asleep' | 'over' | 'closed';
  /** In the admission queue: the number that the server gave. */
  place: number | null;
  /** A code, once it is over. */
  because: string;
  /** A card says, or is about to say, why there is no game. */
  isExplained: boolean;
}

export type SessionEvent =
  /** The person wants in. */
  | { type: 'connect' }
  | { type: 'welcome'; token: string }
  | { type: 'queued'; number?: number; ticket?: string }
  /** The server wants no connection now, or ends the one there is; without `retryAfterMs`: for good. */
  | { type: 'refused'; code: string; retryAfterMs?: number }
  /** The server restarts and spreads its phones over this time. */
  | { type: 'draining'; inMs: number }
  /** The connection ended, or none came about. */
  | { type: 'lost'; byServer?: boolean }
  /**
   * Connect after so long: `connectInMs` is over, or a bot has no network for a while. `isFresh`: the connection may be
   * dead without knowing it.
   */
  | { type: 'retry'; inMs: number; isFresh?: boolean }
  /** Bots only: the screen is locked, or the phone is put away for good. */
  | { type: 'stop'; state: 'asleep' | 'closed' };

/** What to do, in this order; what is absent is not done. */
export interface Todo {
  /** Must survive a reload. */
  save?: { token?: string; ticket?: string };
  /** Also forgets an earlier `connectInMs`. */
  disconnect?: boolean;
  /** Replaces an earlier one; 0: now. */
  connectInMs?: number;
  /** Cards by their reason, each to be shown after its time, instead of earlier ones; none: the game shows. */
  cards?: [inMs: number, reason: string][];
  /** The text of a button on the card. */
  again?: string;
}
