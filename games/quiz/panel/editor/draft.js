/** The draft of a pack in the editor. */

/** @import { Pack, Question } from '../../types.js' */
/** @import { Change } from '../../../../public/documents/draft.js' */

import { Draft } from '../../../../public/documents/draft.js';
import { LIMITS, blankQuestion } from '../../shared/pack.js';

const OPTIONS = 4;

/** @param {Pack} pack is changed in place @param {(change: Change) => void} onChange @returns {Draft<Pack, Question>} */
export function createPackDraft(pack, onChange) {
  return new Draft(pack, { itemsOf: ({ questions }) => questions, most: LIMITS.questions, blank, onChange });
}

/** A blank question is worth as much and takes as long as the one before it. @param {Question | undefined} before @returns {Question} */
function blank(before) {
  return {
    ...blankQuestion(),
    options: Array.from({ length: OPTIONS }, () => ({ text: '', correct: false })),
    ...(before && { seconds: before.seconds, points: before.points }),
  };
}
