/**
 * The transcript of a stage: the entries since a certain moment, in order. A stage is pure, so playing them again gives
 * the same stage again: after a crash, and without the submissions that a full disk refused.
 */

/** @import { Entry, Stage } from './types.js' */

import { ShowError } from '../errors.js';
import { joinOf, leaveOf } from './player-entries.js';

/**
 * Wraps a stage so that it also records its entries. It leaves out entries that were refused or threw, and those that
 * repeat how many players there are or what the server measures, as nearly every tick does.
 * @param {Stage} stage
 * @param {(entry: string, kind: Entry[0]) => void} push called after each entry with its JSON text, which was made before,
 *   because the game may change the values
 * @returns {Stage}
 */
export function recordStage(stage, push) {
  let players = '';
  /** @type {unknown} */
  let meter = null;
  return {
    ...stage,
    apply(entry, approve) {
      const [kind, value] = entry;
      if (kind === 'setMeter' && value === meter) return undefined;
      const text = JSON.stringify(withoutSecrets(entry));
      if (kind === 'setPlayers' && text === players) return undefined;
      const answer = stage.apply(entry, approve);
      if (kind === 'setMeter') meter = value;
      if (kind === 'setPlayers') players = text;
      push(text, kind);
      return answer;
    },
  };
}

/**
 * Plays a transcript on a stage that is as it was when the transcript began.
 * @param {Stage} stage
 * @param {Iterable<Entry>} entries
 * @throws {import('./stage.js').StageFault} the game is another one by now
 */
export function playTranscript(stage, entries) {
  for (const entry of entries) {
    try {
      stage.apply(entry);
    } catch (error) {
      // An action may be refused now because the submission that it followed is no longer there.
      if (!(error instanceof ShowError)) throw error;
    }
  }
}

/** The transcript is stored, and a caller may have passed a whole player. @param {Entry} entry @returns {Entry} */
function withoutSecrets(entry) {
  if (entry[0] === 'join') return joinOf(entry[1]);
  return entry[0] === 'leave' ? leaveOf(entry[1]) : entry;
}
