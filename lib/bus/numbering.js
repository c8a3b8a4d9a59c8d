/**
 * One count for the views of several homes. A home numbers frames, notices and views from 1 on; screens and phones that
 * stay while it restarts would take the new ones for old. An edge therefore adds the highest number of the homes before.
 * Pure.
 */

/** @import { Down } from './contract.js' */

/** A count that begins at 0. */
export function createNumbering() {
  let added = 0;
  let highest = 0;

  /** @template {{ seq: number } | null | undefined} V @param {V} view @returns {V} */
  function renumber(view) {
    if (!view) return view;
    const seq = view.seq + added;
    highest = Math.max(highest, seq);
    return added === 0 ? view : { ...view, seq };
  }

  return {
    /** Another home begins to count. */
    begin() {
      added = highest;
    },
    /** @param {Down} message @returns {Down} the same message with its numbers in this count */
    of(message) {
      const [kind, value] = message;
      switch (kind) {
        case 'opened':
          return [kind, { ...value, notice: renumber(value.notice), backdrop: renumber(value.backdrop) }];
        case 'frame':
          return [kind, { ...value, frame: renumber(value.frame) }];
        case 'notice':
          return [kind, { ...value, notice: renumber(value.notice) }];
        case 'backdrop':
          return [kind, { ...value, backdrop: renumber(value.backdrop) }];
        case 'personal':
          return [kind, { ...value, personal: renumber(value.personal) }];
        default:
          return message;
      }
    },
    /** A view that came in an answer. @template {{ seq: number } | null} V @param {V} view @returns {V} */
    view: renumber,
  };
}
