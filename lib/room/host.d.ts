/** What the host of a room's games is given, and with what it begins one. */

import type { Context, LoadedGame } from '../contract/types.js';
import type { Way } from '../journal/rows.js';
import type { OpenPlay } from '../play/types.js';
import type { Person, StoredGame } from '../stage/types.js';
import type { ActsOptions, View } from './acts.js';
import type { KeptScenes } from './kept-scenes.js';
import type { SceneJournal } from './scene-store.js';
import type { Shelf } from './shelf.js';

export interface HostOptions extends ActsOptions {
  /** Of the last scene in the journal. */
  epoch: number;
  games: Map<string, LoadedGame>;
  kept: KeptScenes;
  journal: SceneJournal;
  shelf: Shelf;
  /** Monotonic ms. */
  now: () => number;
  whoIsHere: () => { players: Context['players']; here: Person[] };
  /** Is called with each view of the running game. */
  onView: (view: View) => void;
  /** Is called when the running game has failed: what it was told last it does not answer. */
  onStop: () => void;
  /** Is called when another game is on the stage, which knows nobody yet; `isBack`: or who was there when it was left. */
  onBegin: (time: OpenPlay['time'], isBack: boolean) => void;
}

export interface Beginning {
  way?: Way | null;
  /** The state to go on from. */
  stored?: StoredGame;
  /** Of a scene that is on disk; by default a new one begins. */
  epoch?: number;
  sinceMs?: number;
  isBack?: boolean;
}
