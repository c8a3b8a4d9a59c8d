/** Runs one game on the stage of a room, from its beginning or from the journal, until another game begins. */

/** @import { Json, LoadedGame, Settings } from '../contract/types.js' */
/** @import { RoomRecord } from '../journal/rows.js' */
/** @import { Saved, StageWrite, StoredGame } from '../stage/types.js' */
/** @import { Player } from './player.js' */

import { randomInt } from 'node:crypto';
import { ShowError } from '../errors.js';
import { compileSubmission, isObject } from '../contract/schema.js';
import { personOf } from '../stage/entries.js';
import { createStage, unknownKind } from '../stage/stage.js';
import { Submissions } from '../stage/submissions.js';

/**
 * @param {object} options
 * @param {LoadedGame} options.loaded
 * @param {Settings} options.settings all of them
 * @param {() => Json} options.content the document it plays, when the stage is made or rebuilt
 * @param {StoredGame} [options.stored] the state to go on from
 * @param {number} options.seq the number of the last write of this room
 * @param {(write: StageWrite) => Promise<void>} options.save
 * @param {() => number} options.now monotonic ms
 * @param {(error: unknown) => void} options.onFault the state cannot be JSON, or a rebuilt stage threw
 * @throws {import('../stage/stage.js').StageFault} `setup` threw, or what is stored cannot be played
 */
export function createRunningGame({ loaded, settings, content, stored, seq, save, now, onFault }) {
  const { game } = loaded;
  const seed = randomInt(2 ** 31);
  const submissions = new Submissions({
    make: (saved, rebuilder) => createStage({ game, settings, seed, content: content(), saved, rebuilder }),
    isRecorded: Object.keys(game.submit).length > 0,
    save,
    now,
    onFault,
    stored,
    seq,
  });
  const checks = new Map(
    Object.entries(game.submit).map(([kind, { fields }]) => [kind, compileSubmission(fields)]),
  );

  return {
    submissions,
    /**
     * @param {Player} player
     * @param {{ kind: string, value: unknown, id: string }} said
     * @param {number} sinceTickMs it counts this long after the stage's last tick; negative: before it
     * @returns {Promise<Json>} the receipt, once it is on disk; rejects with `not-saved`
     * @throws {ShowError} `submit-unknown`, `submit-bad`, `submit-refused`, `submit-closed`, `not-saved`
     * @throws {import('../stage/stage.js').StageFault}
     */
    submit(player, { kind, value, id }, sinceTickMs) {
      const check = checks.get(kind);
      if (!check) throw unknownKind(game, kind);
      const problem = check(value);
      if (problem) throw new ShowError('submit-bad', { kind, problem });
      const atMs = Math.round(submissions.stage.nowMs() + sinceTickMs);
      const checked = /** @type {import('../contract/types.js').Input} */ (value);
      return submissions.submit(kind, { id, player: personOf(player), value: checked, atMs });
    },
  };
}

/** @typedef {ReturnType<typeof createRunningGame>} RunningGame */

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
