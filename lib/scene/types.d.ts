/** What the scene of a room is given. Its parts are given the same object, so this is the one list. */

import type { Context, LoadedGame, Table } from '../contract/types.js';
import type { Documents } from '../content/documents.js';
import type { Journal } from '../journal/journal.js';
import type { KeptScene, RoomRecord, Way } from '../journal/rows.js';
import type { Log } from '../log.js';
import type { Fault, FindWhere, OpenPlay, OpenPlayFunction, Output } from '../play/types.js';
import type { Person } from '../stage/types.js';
import type { Choices } from './choices.js';
import type { Round } from './round.js';
import type { SavedScenes } from './saved-scenes.js';
import type { Shelf } from './shelf.js';

export type { Scene } from './scene.js';

export interface SceneOptions {
  record: Pick<RoomRecord, 'id' | 'scene' | 'settings' | 'chosen' | 'kept'>;
  games: Map<string, LoadedGame>;
  openPlay: OpenPlayFunction;
  /** Default: nobody looks where a game hung. */
  findWhere?: FindWhere;
  shelf: Shelf;
  journal: Pick<
    Journal,
    'saveScene' | 'saveSettings' | 'saveStage' | 'saveChosen' | 'saveInterlude' | 'erasePeople'
  >;
  documents: Pick<Documents, 'find' | 'onChange'>;
  log: Log;
  /** Monotonic ms. */
  now: () => number;
  isPaused: () => boolean;
  /** Of the last view that was sent. */
  viewSeq: () => number;
  whoIsHere: () => { players: Context['players']; here: Person[] };
  /** Is called with each view of the running game. */
  onView: (view: View) => void;
  /** Is called when the running game has failed: what it was sent last it does not answer. */
  onStop: () => void;
  /** Is called when another game is on the stage, which knows nobody yet; `isBack`: or who was there when it was left. */
  onBegin: (time: OpenPlay['time'], isBack: boolean) => void;
  /** Is called when the settings or the document of the running game have changed. */
  onChange: () => void;
  /** Is called when a game has left the stage for good. */
  onEnd: (loaded: LoadedGame, end: End, epoch: number) => void;
}

/** What a play says that is for others than its scene. */
export type View = Exclude<Output, { 0: 'save' | 'fault' }>;

/** The results of a game that has ended, or what is wrong with them. */
export interface End {
  tables: Table[];
  problem?: string;
}

/** A round: one game with its scene. */
export interface RoundAbout {
  loaded: LoadedGame;
  epoch: number;
  /** When its scene began, ms since 1970. */
  sinceMs: number;
  /** Where it leads back to; null: it is no interlude. */
  way: Way | null;
  /** They are stored with the first write of a scene that is not on disk yet; null: it is. */
  receipts: readonly KeptScene['receipts'][number][] | null;
}

/** What all rounds of a room share. */
export interface Rounds {
  options: SceneOptions;
  choices: Choices;
  saved: SavedScenes;
  /** The number of the last write, over all rounds. */
  seq: number;
  /** The round that is on, or was last. While another one is opened beside it, that is not on yet. */
  current(): Round;
  onFault(round: Round, fault: Fault): void;
}
