/** Finds what a game goes on from: in a room's record what the disk had of its running game, or a scene that waits. */

/** @import { KeptScene, RoomRecord } from '../journal/rows.js' */
/** @import { Saved, StoredGame } from '../stage/types.js' */

import { isObject } from '../contract/schema.js';

/**
 * @param {Pick<RoomRecord, 'snapshot' | 'transcripts' | 'submissions'>} record
 * @param {{ gameId: string, epoch: number }} scene
 * @returns {StoredGame | undefined} undefined: the journal has nothing of this scene
 */
export function storedGameOf({ snapshot, transcripts, submissions }, { gameId, epoch }) {
  if (!snapshot || snapshot.gameId !== gameId || snapshot.epoch !== epoch) return undefined;
  if (!isObject(snapshot.state)) return undefined;
  return {
    saved: /** @type {Saved} */ (/** @type {unknown} */ (snapshot.state)),
    transcripts: transcripts.filter((one) => one.epoch === epoch),
    submissions: submissions.filter((one) => one.epoch === epoch),
  };
}

/** @param {KeptScene} scene @returns {StoredGame} */
export function storedOf({ saved: text, receipts }) {
  const { transcripts = [], ...saved } = JSON.parse(text);
  return { saved, transcripts, submissions: receipts };
}

/** The same the other way round. @param {StoredGame} stored @returns {Pick<KeptScene, 'saved' | 'receipts'>} */
export function keptOf({ saved, transcripts, submissions }) {
  return { saved: JSON.stringify({ ...saved, transcripts }), receipts: [...submissions] };
}
