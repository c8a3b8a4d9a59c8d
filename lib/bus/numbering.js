/**
 * One count for the views of several homes. A home numbers frames, notices and views from 1 on; screens and phones that
 * stay while it restarts would take the new ones for old. An edge therefore adds the highest number of the homes before.
 * Pure.
 */

/** The fields of messages that are numbered, by kind. @type {Readonly<Record<string, string>>} */
const NUMBERED = Object.freeze({
  frame: 'frame',
  notice: 'notice',
  backdrop: 'backdrop',
  personal: 'personal',
});

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
    /** @param {string} kind @param {any} value @returns {any} the same message with its numbers in this count */
    of(kind, value) {
      if (kind === 'opened')
        return { ...value, notice: renumber(value.notice), backdrop: renumber(value.backdrop) };
      const field = NUMBERED[kind];
      return field === undefined ? value : { ...value, [field]: renumber(value[field]) };
    },
    /** A view that came in an answer. @template {{ seq: number } | null} V @param {V} view @returns {V} */
    view: renumber,
  };
}
