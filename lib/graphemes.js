/** Cuts what people write for all to see by letters as people count them. Pure, so that the rules of games may use it, too. */

/** The longest emoji of one grapheme; a letter with more accents loses them. */
const MAX_POINTS = 12;

/** Made for the first text: that takes 7 ms, in each thread. @type {Intl.Segmenter | null} */
let segmenter = null;

/** @param {string} text @returns {Iterable<{ segment: string }>} its graphemes, one after the other */
export function graphemesOf(text) {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/**
 * Reads no further than it must: to segment a whole text costs some 0.3 µs a sign.
 * @param {string} text @param {number} most graphemes
 * @returns {string}
 */
export function firstGraphemes(text, most) {
  let cut = '';
  let count = 0;
  for (const { segment } of graphemesOf(text)) {
    cut += segment.length > MAX_POINTS ? [...segment].slice(0, MAX_POINTS).join('') : segment;
    if (++count === most) break;
  }
  return cut;
}
