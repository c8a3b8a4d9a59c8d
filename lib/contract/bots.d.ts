/** People whom bots play, as types: who they are, what they know, and what they do. */

import type { Input, Settings } from './types.js';
import type { PublicPlayer } from './wire.js';

/** A person whom a bot plays: one of a crowd of different people. */
export interface BotPerson<Team extends string = string> extends PublicPlayer<Team> {
  /** 0: guesses; 1: knows and can everything. Most are between 0.2 and 0.9. */
  skill: number;
  /** -1: does the opposite of what most do; 0: pays no heed; 1: does as they do. */
  follow: number;
  /** How long they take for what takes most people `medianMs`: log-normal, slower for sleepy people. */
  think(medianMs: number): number;
  /** A text as they type it, now and then with a mistake. */
  type(text: string): string;
  /** An estimate of a number: two digits, of the right order of magnitude for most. */
  guess(value: number): number;
}

/** What a bot knows when it decides: no more than the person before the big screen with a phone in their hand. */
export interface BotSight<
  Team extends string = string,
  S = Settings,
  News = any,
  Mine = any,
  View = any,
  Doc = any,
> {
  me: BotPerson<Team>;
  /** The last one of this scene; null before the first. Read only, as all views. */
  notice: News | null;
  personal: Mine | null;
  /** The big screen as this person has taken it in, 0.2 to 1 s ago; null: there is no screen, or nothing on it yet. */
  view: View | null;
  /** When the screen showed `view`, on the clock of `nowMs`. */
  seenMs: number;
  /** What the screen shows that changes slowly (`GameDefinition.backdrop`), as it is now; null: nothing yet, or no screen. */
  backdrop: any;
  /** Milliseconds on a clock of the crowd; only differences mean something. */
  nowMs: number;
  /** The document that the room plays, so that people can know something; null: none, or a server elsewhere. */
  content: Doc | null;
  settings: S;
  /** 0 <= x < 1; the only chance a bot may use. */
  random(): number;
  /** Kept from decision to decision, for this person and this scene; `{}` at first. */
  memory: any;
}

/** What a person does now. `{}` or null: nothing. */
export interface BotMove<Message = Input, Submitted = { kind: string; value: Input }> {
  /** One message on the crowd lane; a level of a game with `hold` stays until the next one. */
  input?: Message;
  submit?: Submitted;
  /** Until the next decision, 50 ms at least. Absent: as long as this person waits between two acts. */
  waitMs?: number;
}
