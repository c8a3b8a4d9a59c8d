/** Opens the stage of a play, with its submissions, and for authors what they inspect it by. */

/** @import { Game, Json } from '../contract/types.js' */
/** @import { Make } from '../stage/recording.js' */
/** @import { StageWrite, StoredGame } from '../stage/types.js' */
/** @import { Beginning } from './types.js' */

import { createStage } from '../stage/stage.js';
import { Submissions } from '../stage/submissions.js';
import { Inspection } from './inspection.js';

/**
 * @param {object} options
 * @param {Game} options.game
 * @param {Beginning} options.beginning
 * @param {() => Json} options.content the document of now, which a stage plays that a refused write makes anew
 * @param {(write: StageWrite) => Promise<void>} options.save
 * @param {() => number} options.now monotonic ms
 * @param {(error: unknown) => void} options.onFault the state cannot be JSON, or a rebuilt stage threw
 * @param {(hook: string) => void} options.onHook is called with each hook of the game before it runs
 * @throws {import('../stage/stage.js').StageFault} `setup` threw, or what is stored, or the tape, cannot be played
 */
export function openStage({ game, beginning, content, save, now, onFault, onHook }) {
  const { stored, seq, isStrict, tape, isBack } = beginning;
  const { seed, settings } = tape ?? beginning;
  /** @type {Make} */
  const make = (saved, rebuilder) =>
    createStage({ game, settings, seed, content: content(), saved, rebuilder, isStrict, onHook });
  const inspection = isStrict ? new Inspection(game, beginning, make, now) : null;
  const submissions = new Submissions({
    make,
    watch: (stage) => inspection?.record(stage) ?? stage,
    isRecorded: Object.keys(game.submit).length > 0,
    ...{ save, now, onFault, seq },
    stored: tape ? storedAs(tape.saved, stored) : stored,
  });
  if (tape) inspection?.replay(submissions, tape);
  else if (isBack) submissions.stage.apply(['setSettings', beginning.settings]);
  return { submissions, inspection };
}

/** @param {unknown} saved undefined: it begins with `setup` @param {StoredGame} [stored] has the receipts @returns {StoredGame | undefined} */
function storedAs(saved, stored) {
  if (saved === undefined) return undefined;
  const { submissions = [] } = stored ?? {};
  return { saved: /** @type {StoredGame['saved']} */ (saved), transcripts: [], submissions };
}
