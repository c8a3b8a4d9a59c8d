/** The links by which the operator gives roles to others. */

import type { Actor } from './acting.js';

/**
 * `operator`: everything, in all rooms. `host`: the panel of one room, for what is on. `presenter`: a remote that runs every
 * action. `moderator`: a remote that runs the actions that are open to moderators, and looks after names.
 */
export type LinkRole = 'operator' | 'host' | 'presenter' | 'moderator';

/** A link as the panel lists it. Its key is shown once, when it is made. */
export interface LinkCard {
  id: string;
  role: LinkRole;
  /** For whom, as the operator wrote it; '' for nobody in particular. */
  note: string;
  /** On the wall clock of the home, as the other times. */
  madeMs: number;
  untilMs: number;
  /** Null: never. */
  seenMs: number | null;
  /** When it was called back; null: it is good until it expires. */
  recalledMs: number | null;
}

/** What the operator wishes for. */
export interface LinkWish {
  role: LinkRole;
  hours: number;
  note?: string;
}

/** A link that has just been made, with its QR code as an SVG document. */
export interface NewLink {
  link: LinkCard;
  url: string;
  qr: string;
}

/** What the home says of a key that is good. */
export interface OpenLink {
  id: string;
  role: LinkRole;
  room: string;
  untilMs: number;
}

/** Who gives a command, as its edge says to the home. `link` counts, if there is one: the home knows its role. */
export interface Giver {
  by?: Actor | null;
  link?: string | undefined;
}
