/** Finds swear words in what people write for all to see. Pure, so that the rules of games may ask, too. */

import { RegExpMatcher, englishDataset, englishRecommendedTransformers } from 'obscenity';

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/**
 * Knows the English words of the library obscenity, also written with digits or signs for letters.
 * @param {string} text
 * @returns {boolean}
 */
export function hasSwearing(text) {
  return matcher.hasMatch(text);
}
