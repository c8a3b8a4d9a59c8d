/** Leaves out of the screen's view what a host would rather not show. The lists of words are too large for pages. */

/** @import { ScreenView } from './types.js' */

import { firstGraphemes, hasSwearing } from 'mass-mobile';

/** So many other answers stand on the screen, each with so many letters at most. */
const SHOWN = 5;
const LENGTH = 24;

/** @typedef {NonNullable<NonNullable<ScreenView['reveal']>['said']>} Said */
/** A question is revealed for many frames, and its answers are looked at once. @type {WeakMap<Said, Said>} */
const shown = new WeakMap();

/** @template {ScreenView} V @param {V} view @returns {V} */
export function politely(view) {
  const said = view.reveal?.said;
  return said ? { ...view, reveal: { ...view.reveal, said: shownOf(said) } } : view;
}

/** @param {Said} said @returns {Said} */
function shownOf(said) {
  const known = shown.get(said);
  if (known) return known;
  /** @type {Said} */
  const kept = [];
  for (const { text, count } of said)
    if (kept.length < SHOWN && !hasSwearing(text)) kept.push({ text: firstGraphemes(text, LENGTH), count });
  shown.set(said, kept);
  return kept;
}
