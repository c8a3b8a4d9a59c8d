/** A deck as importers pass it on. */

import type { DeckDocument } from '../types.js';

export interface ImportedDeck {
  deck: DeckDocument;
  /** Their addresses stand in the deck. */
  pictures: Uint8Array[];
  /** Items that were left out, each with its reason. */
  skipped: { item: string; reason: string }[];
  /** The format that was recognised, for the operator. */
  format: string;
}
